// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/analysis/loops/loop_watches.hpp"

// A watch is a comparison, minimum or maximum between an induction and something linear. Its result may change during
// the loop, but at most once, at an iteration that LoopSampler computes; up to there iterations are alike.
//
// Example, `for (k...) if (first + k < n) ...`: the guard is watched with left = first + k, right = n. If first + k
// reaches n in 50 iterations, at most 50 iterations are sampled together.
#include <algorithm>
#include <span>
#include <utility>

#include "forewarp/frontend/analysis/loops/instruction_kinds.hpp"
#include "forewarp/frontend/analysis/loops/loop_exits.hpp"
#include "forewarp/frontend/analysis/taint.hpp"

namespace forewarp::analysis {
namespace {

using ptx::Opcode;
using ptx::OperandKind;

/// Describes the comparison. For a minimum or maximum it is the one by which the left side would be chosen; it must not
/// hold, so that the result is the invariant side.
bool describe(const ptx::Instruction& instruction, LoopWatch& watch) {
  const auto type = instruction.type();
  if (!is_plain_integer(type)) return false;
  watch.condition.is_signed = ptx::is_signed(type);
  watch.condition.bytes = static_cast<std::uint8_t>(ptx::size_of(type));
  if (instruction.opcode == Opcode::setp) {
    const auto comparison = comparison_of(instruction);
    if (comparison) watch.condition.leaves_when = *comparison;
    return comparison.has_value();
  }
  watch.may_hold = false;
  watch.condition.leaves_when = instruction.opcode == Opcode::min ? Comparison::less : Comparison::greater;
  return (instruction.opcode == Opcode::min || instruction.opcode == Opcode::max) && !instruction.has("relu");
}

}  // namespace

std::vector<LoopWatch> LoopWatches::all() const {
  std::vector<LoopWatch> out;
  for (const auto& [instruction, watch] : watches_) out.push_back(watch);
  return out;
}

bool LoopWatches::is_steady(std::uint32_t instruction, Slice& moving) {
  Slice slice;
  body_.follow(static_cast<std::uint32_t>(body_.at(instruction).guard), instruction, slice,
               [&](std::uint32_t n) { return is_watched(n, moving); });
  return slice.carried.empty() && !slice.has_load;
}

/// Whether instruction n compares integers that are linear in inductions; then its result is constant for some
/// iterations, and it becomes a watch. A comparison of invariants needs none.
bool LoopWatches::is_watched(std::uint32_t n, Slice& moving) {
  if (watches_.contains(n)) return true;
  const auto& instruction = body_.at(n);
  const auto operands = body_.flow().function().operands_of(instruction);
  LoopWatch watch;
  if (instruction.guard >= 0 || operands.size() != 3 || operands[0].kind != OperandKind::reg ||
      !describe(instruction, watch)) {
    return false;
  }
  Slice left, right;
  if (!examine_operand(body_, operands[1], n, left, watch.condition.left) ||
      !examine_operand(body_, operands[2], n, right, watch.condition.right)) {
    return false;
  }
  if (left.carried.empty() && right.carried.empty()) return true;
  if (!can_be_watched(operands[1]) || !can_be_watched(operands[2])) return false;
  if (!watch.may_hold) {
    if (!left.carried.empty() && !right.carried.empty()) return false;
    if (left.carried.empty()) std::swap(watch.condition.left, watch.condition.right);
  }
  for (const auto* side : {&left, &right}) moving.carried.insert(side->carried.begin(), side->carried.end());
  watches_.emplace(n, watch);
  return true;
}

/// In a loop with a barrier all warps of a block must skip the same iterations, so the operand must be uniform.
bool LoopWatches::can_be_watched(const ptx::Operand& operand) const {
  if (operand.kind != OperandKind::reg) return true;
  const auto reg = static_cast<std::uint32_t>(operand.index);
  const auto definitions = body_.flow().definitions(reg);
  return std::count_if(definitions.begin(), definitions.end(), [&](std::uint32_t d) { return body_.is_inside(d); }) <=
             1 &&
         (!has_barrier_ || is_same_for_all_threads(reg));
}

/// Of everything that the register depends on, nothing may read a thread index, a lane number or memory, and all of it
/// must be executed by every thread.
bool LoopWatches::is_same_for_all_threads(std::uint32_t reg) const {
  if (!body_.flow().function().is_entry) return false;
  bool same = true;
  const auto is_same = [&](std::uint32_t d) {
    const auto block = body_.cfg().block_of[d];
    const bool by_all =
        body_.is_inside(d) ? body_.every_iteration(block) : body_.cfg().dominates(block, body_.loop().header);
    same = same && by_all && body_.at(d).guard < 0 && !differs_by_thread(body_.flow(), d);
    return same;
  };
  static_cast<void>(dependencies_of(body_.flow(), std::span(&reg, 1), is_same));
  return same;
}

}  // namespace forewarp::analysis
