// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/analysis/loops/loop_exits.hpp"

// An exit is a conditional branch `@p bra` with p = setp.CMP left, right in the same loop. Both sides must be linear in
// inductions, invariants and fixed loads; then trip_count.hpp computes in which iteration the loop is left.
#include <algorithm>
#include <optional>

#include "forewarp/frontend/analysis/loops/instruction_kinds.hpp"

namespace forewarp::analysis {

using ptx::Opcode;
using ptx::OperandKind;

namespace {

/// The one comparison in the loop that decides a conditional branch.
std::optional<std::uint32_t> condition_of(const LoopBody& body, std::uint32_t branch) {
  const auto& instruction = body.at(branch);
  if (instruction.opcode != Opcode::bra || instruction.guard < 0) return std::nullopt;
  std::optional<std::uint32_t> setp;
  for (const auto d : body.flow().definitions(static_cast<std::uint32_t>(instruction.guard))) {
    if (!body.is_inside(d)) continue;
    if (setp) return std::nullopt;
    setp = d;
  }
  if (!setp || body.at(*setp).opcode != Opcode::setp || body.at(*setp).guard >= 0) return std::nullopt;
  return body.flow().dominates(*setp, branch) ? setp : std::nullopt;
}

/// Whether the loop is left when the comparison holds, or when it does not; nothing where both sides stay or leave.
std::optional<bool> leaves_when(const LoopBody& body, std::uint32_t block, std::uint32_t branch) {
  // Taken when the guard holds: does the taken side leave? The fall-through is the block after this one.
  const auto& next = body.cfg().blocks[block].successors;
  const auto fall_through = body.cfg().block_of[std::min<std::size_t>(branch + 1, body.cfg().block_of.size() - 1)];
  const auto taken = next[0] == fall_through ? next[1] : next[0];
  if (next[0] == next[1] || (taken != fall_through && body.contains(taken) == body.contains(fall_through))) {
    return std::nullopt;
  }
  return !body.contains(taken) != body.at(branch).guard_negated;
}

}  // namespace

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

bool examine_exit(const LoopBody& body, std::uint32_t block, std::uint32_t branch, Slice& moving, RegularLoop& out) {
  const auto setp = condition_of(body, branch);
  if (!setp) return false;
  const auto comparison = comparison_of(body.at(*setp));
  const auto operands = body.flow().function().operands_of(body.at(*setp));
  const auto type = body.at(*setp).type();
  if (!comparison || operands.size() != 3 || operands[0].kind != OperandKind::reg || !is_plain_integer(type)) {
    return false;
  }
  const auto when = leaves_when(body, block, branch);
  if (!when) return false;
  LoopExit exit;
  exit.leaves_when = *when ? *comparison : opposite(*comparison);
  exit.is_signed = ptx::is_signed(type);
  exit.bytes = static_cast<std::uint8_t>(ptx::size_of(type));
  if (!examine_operand(body, operands[1], *setp, moving, exit.left)) return false;
  if (!examine_operand(body, operands[2], *setp, moving, exit.right)) return false;
  out.exits.push_back(exit);
  return true;
}

}  // namespace forewarp::analysis
