// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/analysis/loops/rotation.hpp"

// A worklist of carried registers. Of each, the instructions that compute it within an iteration must be unguarded
// arithmetic on integers, executed every time, without loads; the registers that they read from the iteration before
// are looked at next. One that depends on itself must be limited (limits()) and depend on no other: its values are then
// those of a small automaton that starts anew whenever it reaches its limit. O(instructions of the slices).
#include <algorithm>
#include <vector>

#include "forewarp/frontend/analysis/loops/induction.hpp"
#include "forewarp/frontend/analysis/loops/instruction_kinds.hpp"
#include "forewarp/frontend/ptx/opcode_table.hpp"

namespace forewarp::analysis {
namespace {

using ptx::Opcode;

/// What computes the register in the loop, one iteration back.
Slice update_of_register(const LoopBody& body, std::uint32_t reg) {
  Slice slice;
  for (const auto d : body.flow().definitions(reg)) {
    if (!body.is_inside(d)) continue;
    slice.instructions.insert(d);
    slice.has_load |= is_load(body.at(d)) || reads_clock(body.flow().function(), body.at(d));
    for (const auto source : body.flow().sources(d)) body.follow(source, d, slice);
  }
  return slice;
}

bool is_steady_arithmetic(const LoopBody& body, const Slice& slice) {
  return !slice.has_load && std::ranges::all_of(slice.instructions, [&](std::uint32_t n) {
    const ptx::Instruction& i = body.at(n);
    return i.guard < 0 && !ptx::reads_beyond_registers(i.opcode) && body.every_iteration(body.cfg().block_of[n]);
  });
}

/// p ? 0 : r, r & 3, r % 3, r ^ 4096.
bool limits(const LoopBody& body, std::uint32_t n) {
  const ptx::Instruction& i = body.at(n);
  if (i.opcode != Opcode::selp && i.opcode != Opcode::and_ && i.opcode != Opcode::rem && i.opcode != Opcode::xor_)
    return false;
  const auto operands = body.flow().function().operands_of(i);
  const auto is_number = [](const ptx::Operand& o) { return o.kind == ptx::OperandKind::immediate; };
  return operands.size() >= 3 && (is_number(operands[1]) || is_number(operands[2]));
}

/// Counts, compares, moves and limits: what the update of a rotating counter consists of.
bool is_counter(const LoopBody& body, const Slice& slice) {
  const auto is_part = [&](std::uint32_t n) {
    const Opcode opcode = body.at(n).opcode;
    return is_sum(body.at(n)) || opcode == Opcode::setp || limits(body, n);
  };
  return std::ranges::all_of(slice.instructions, is_part) &&
         std::ranges::any_of(slice.instructions, [&](std::uint32_t n) { return limits(body, n); });
}

}  // namespace

bool find_rotation(const LoopBody& body, std::uint32_t reg, std::set<std::uint32_t>& rotating,
                   std::set<std::uint32_t>& inductions) {
  std::vector<std::uint32_t> todo = {reg};
  while (!todo.empty()) {
    const std::uint32_t r = todo.back();
    todo.pop_back();
    if (rotating.contains(r) || inductions.contains(r)) continue;
    if (is_induction(body, r)) {
      inductions.insert(r);
      continue;
    }
    const Slice update = update_of_register(body, r);
    if (!is_steady_arithmetic(body, update)) return false;
    const bool is_own = update.carried.contains(r);
    if (is_own && (update.carried.size() > 1 || !is_counter(body, update))) return false;
    rotating.insert(r);
    todo.insert(todo.end(), update.carried.begin(), update.carried.end());
  }
  return true;
}

}  // namespace forewarp::analysis
