// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// How a loop is left: on which comparison, and what its sides are made of.
#include <cstdint>
#include <optional>

#include "forewarp/frontend/analysis/loops/loop_body.hpp"
#include "forewarp/frontend/analysis/loops/regular_loop.hpp"

namespace forewarp::analysis {

/// The comparison on which a block's branch leaves the loop.
struct ExitCondition {
  std::uint32_t setp = 0;  ///< the instruction: unguarded, of two operands that are integers of 4 or 8 bytes
  ptx::Comparison leaves_when{};
};

/// Nothing where the block does not leave the loop by a two-sided branch of which one side stays, or not on one plain
/// comparison that the loop makes before it.
[[nodiscard]] std::optional<ExitCondition> exit_condition(const Dataflow& flow, const Loop& loop, std::uint32_t block);

/// A side of a comparison: a number, or a register that is invariant or a sum of inductions. False where it is neither.
/// Adds to moving what it depends on of the iteration before.
bool examine_operand(const LoopBody& body, const ptx::Operand& operand, std::uint32_t comparison, Slice& moving,
                     ExitOperand& out);

/// Adds the exit by the branch at the end of a block to out. False where it cannot be foreseen.
bool examine_exit(const LoopBody& body, std::uint32_t block, Slice& moving, RegularLoop& out);

}  // namespace forewarp::analysis
