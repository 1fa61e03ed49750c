// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The abstract value of an instruction's result, from those of its operands.
#include <vector>

#include "forewarp/emulate/profile/influence/block_value.hpp"
#include "forewarp/frontend/launch/launch.hpp"
#include "forewarp/frontend/ptx/module.hpp"

namespace forewarp::profile {

struct TransferContext {
  const ptx::Function* entry;
  const launch::Launch* launch;
  unsigned warp_size = 32;
  const std::vector<BlockValue>* values;              ///< by register
  std::vector<BlockCondition>* conditions = nullptr;  ///< comparisons met are added here
};

/// Of a register, a number or a special register; the same unknown for what is none of them.
[[nodiscard]] BlockValue operand_value(const TransferContext& context, const ptx::Operand& operand);

/// Of the register that the instruction writes.
[[nodiscard]] BlockValue transferred(const TransferContext& context, const ptx::Instruction& instruction);

}  // namespace forewarp::profile
