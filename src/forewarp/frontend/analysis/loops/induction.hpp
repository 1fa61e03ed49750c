// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Registers that grow by an invariant step once in every iteration: skipping iterations adds the step that often.
#include <cstdint>
#include <optional>

#include "forewarp/frontend/analysis/loops/loop_body.hpp"

namespace forewarp::analysis {

/// Its own old value plus what does not change, once in every iteration.
[[nodiscard]] bool is_induction(const LoopBody& body, std::uint32_t reg);

/// r = r + addend, or r = r - addend.
struct RegisterUpdate {
  ptx::Operand addend;
  bool subtracts = false;
};

/// The update of a register that an instruction makes, by itself or as a move from a register that a sum alone defines.
/// Wherever it is: in no loop, in one, or in several.
[[nodiscard]] std::optional<RegisterUpdate> update_of(const DefUse& flow, std::uint32_t instruction, std::uint32_t reg);

}  // namespace forewarp::analysis
