// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/analysis/loops/loop_exits.hpp"

// An exit is a conditional branch `@p bra` with p = setp.CMP left, right in the same loop. Both sides must be linear in
// inductions, invariants and fixed loads; then trip_count.hpp computes in which iteration the loop is left.
//
// Example: L: add %i, %i, 1; setp.lt %p, %i, %n; @%p bra L;
//   comparison_before   the setp: the only definition of %p in the loop, unguarded, before the branch
//   leaves_when         taken stays, so the loop is left when %p is false: exit_condition() is %i >= %n
//   examine_operand     %i moves by what it was in the iteration before, and is computed before it is compared; %n is
//                       an invariant
#include <algorithm>
#include <optional>

#include "forewarp/frontend/analysis/loops/instruction_kinds.hpp"

namespace forewarp::analysis {

using ptx::Opcode;
using ptx::OperandKind;

namespace {

/// The one comparison in the loop that decides a conditional branch.
std::optional<std::uint32_t> comparison_before(const Dataflow& flow, const Loop& loop, std::uint32_t branch) {
  const auto& instruction = flow.function().body[branch];
  if (instruction.opcode != Opcode::bra || instruction.guard < 0) return std::nullopt;
  std::optional<std::uint32_t> setp;
  for (const auto d : flow.definitions(static_cast<std::uint32_t>(instruction.guard))) {
    if (!loop.contains(flow.cfg().block_of[d])) continue;
    if (setp) return std::nullopt;
    setp = d;
  }
  if (!setp || !flow.dominates(*setp, branch)) return std::nullopt;
  const auto& found = flow.function().body[*setp];
  const bool is_plain = found.opcode == Opcode::setp && found.guard < 0 && found.operand_count == 3 &&
                        flow.function().operands_of(found)[0].kind == OperandKind::reg &&
                        is_plain_integer(found.type());
  return is_plain ? setp : std::nullopt;
}

/// Whether the loop is left when the comparison holds, or when it does not; nothing where both sides stay or leave.
std::optional<bool> leaves_when(const Dataflow& flow, const Loop& loop, std::uint32_t block) {
  // Taken when the guard holds: does the taken side leave? The fall-through is the block after this one.
  const auto& b = flow.cfg().blocks[block];
  if (b.successors.size() != 2) return std::nullopt;
  const auto fall_through = flow.cfg().block_of[std::min<std::size_t>(b.last, flow.cfg().block_of.size() - 1)];
  const auto taken = b.successors[0] == fall_through ? b.successors[1] : b.successors[0];
  if (loop.contains(taken) == loop.contains(fall_through)) return std::nullopt;
  return !loop.contains(taken) != flow.function().body[b.last - 1].guard_negated;
}

}  // namespace

std::optional<ExitCondition> exit_condition(const Dataflow& flow, const Loop& loop, std::uint32_t block) {
  const auto when = leaves_when(flow, loop, block);
  if (!when) return std::nullopt;
  const auto setp = comparison_before(flow, loop, flow.cfg().blocks[block].last - 1);
  if (!setp) return std::nullopt;
  const auto comparison = comparison_of(flow.function().body[*setp]);
  if (!comparison) return std::nullopt;
  return ExitCondition{*setp, *when ? *comparison : opposite(*comparison)};
}

bool examine_operand(const LoopBody& body, const ptx::Operand& operand, std::uint32_t setp, Slice& moving,
                     ExitOperand& out) {
  if (operand.kind == OperandKind::immediate) {
    out.bits = operand.bits;
    return true;
  }
  if (operand.kind != OperandKind::reg || operand.index < 0) return false;
  out.reg = operand.index;
  const auto reg = static_cast<std::uint32_t>(operand.index);
  Slice slice;
  body.follow(reg, setp, slice);
  if (slice.has_load) return false;
  for (const auto n : slice.instructions) {
    const bool is_followed = is_linear(body.at(n)) || is_fixed_load(body.flow(), n);
    if (!is_followed || body.at(n).guard >= 0 || !body.every_iteration(body.cfg().block_of[n])) return false;
  }
  // The update precedes the comparison in the iteration: `i = i + 1; if (i < n)` compares the updated value.
  out.computed_before = !slice.instructions.empty() && !slice.carried.contains(reg);
  for (const auto d : body.flow().definitions(reg)) {
    out.computed_before |= body.is_inside(d) && body.flow().dominates(d, setp);
  }
  moving.carried.insert(slice.carried.begin(), slice.carried.end());
  return true;
}

bool examine_exit(const LoopBody& body, std::uint32_t block, Slice& moving, RegularLoop& out) {
  const auto condition = exit_condition(body.flow(), body.loop(), block);
  if (!condition) return false;
  const auto& setp = body.at(condition->setp);
  const auto operands = body.flow().function().operands_of(setp);
  LoopExit exit;
  exit.leaves_when = condition->leaves_when;
  exit.is_signed = ptx::is_signed(setp.type());
  exit.bytes = static_cast<std::uint8_t>(ptx::size_of(setp.type()));
  if (!examine_operand(body, operands[1], condition->setp, moving, exit.left)) return false;
  if (!examine_operand(body, operands[2], condition->setp, moving, exit.right)) return false;
  out.exits.push_back(exit);
  return true;
}

}  // namespace forewarp::analysis
