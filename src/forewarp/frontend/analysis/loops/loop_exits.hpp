// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// How a loop is left: on which comparison, and what its sides are made of.
#include <cstdint>

#include "forewarp/frontend/analysis/loops/loop_body.hpp"
#include "forewarp/frontend/analysis/loops/regular_loop.hpp"

namespace forewarp::analysis {

/// A side of a comparison: a number, or a register that is invariant or a sum of inductions. False where it is neither.
/// Adds to moving what it depends on of the iteration before.
bool examine_operand(const LoopBody& body, const ptx::Operand& operand, std::uint32_t comparison, Slice& moving,
                     ExitOperand& out);

/// Adds the exit by the branch at the end of a block to out. False where it cannot be foreseen.
bool examine_exit(const LoopBody& body, std::uint32_t block, std::uint32_t branch, Slice& moving, RegularLoop& out);

}  // namespace forewarp::analysis
