// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// r is an induction if the instructions that compute it in the loop are unguarded sums and moves, executed once per
// iteration, that depend on no carried register but r, and r enters with the factor 1: doubles() excludes r = r + r and
// r = c - r. Then every iteration adds the same step. O(instructions of the slice), of which the loop has few.
//
// Example, in a loop of one block with s and c set before it:
//
//     add %t, %i, %s;   mov %i, %t;    slice of i: both, carried {i}, i is read once: an induction
//     add %j, %j, %j;                  carried {j}, but j is read twice: j doubles
//     sub %k, %c, %k;                  carried {k}, but k is subtracted: k alternates
//     add %l, %l, %i;                  carried {l, i}: the step changes
//
// update_of() sees one instruction and not the loop, so it serves analyses that follow the value of the addend
// themselves. The symbolic counter has a solver of its own (symbolic/count/ptx/detail/walk_loops.cpp): there a step may
// be a formula of sizes and of outer counters, and a register may also be set from one that was solved.
#include "forewarp/frontend/analysis/loops/induction.hpp"

#include <algorithm>
#include <set>
#include <span>

#include "forewarp/frontend/analysis/loops/instruction_kinds.hpp"
#include "forewarp/frontend/analysis/taint.hpp"

namespace forewarp::analysis {
namespace {

using ptx::Opcode;
using ptx::OperandKind;

/// r = r + r, or -r: a sum that reads what depends on r more than once, or subtracts it.
bool doubles(const LoopBody& body, const Slice& slice, std::uint32_t reg) {
  const Dataflow& flow = body.flow();
  const RegisterSet depends =
      dependents_of(flow, std::span(&reg, 1), [&](std::uint32_t n) { return slice.instructions.contains(n); });
  return std::any_of(slice.instructions.begin(), slice.instructions.end(), [&](std::uint32_t n) {
    const auto sources = flow.sources(n);
    const auto reads = std::count_if(sources.begin(), sources.end(), [&](std::uint32_t s) { return depends[s]; });
    if (reads != 1 || body.at(n).opcode != Opcode::sub) return reads > 1;
    const bool after_a_number = flow.function().operands_of(body.at(n))[1].kind != OperandKind::reg;
    return sources.size() == 2 ? depends[sources[1]] : after_a_number;
  });
}

}  // namespace

bool is_induction(const LoopBody& body, std::uint32_t reg) {
  Slice slice;
  for (const auto d : body.flow().definitions(reg)) {
    if (!body.is_inside(d)) continue;
    slice.instructions.insert(d);
    slice.has_load |= is_load(body.at(d));
    for (const auto source : body.flow().sources(d)) body.follow(source, d, slice);
  }
  if (slice.has_load || slice.carried != std::set<std::uint32_t>{reg}) return false;
  for (const auto n : slice.instructions) {
    if (!is_sum(body.at(n)) || body.at(n).guard >= 0 || !body.every_iteration(body.cfg().block_of[n])) return false;
  }
  return !doubles(body, slice, reg);
}

std::optional<RegisterUpdate> update_of(const DefUse& flow, std::uint32_t instruction, std::uint32_t reg) {
  const auto* i = &flow.function().body[instruction];
  const auto operand = [&](std::size_t k) { return flow.function().operands_of(*i)[k]; };
  const auto is_register = [](const ptx::Operand& o) { return o.kind == OperandKind::reg && o.component == 0; };
  if (i->opcode == Opcode::mov && i->operand_count == 2 && is_register(operand(1))) {
    const auto definitions = flow.definitions(static_cast<std::uint32_t>(operand(1).index));
    if (definitions.size() != 1) return std::nullopt;
    i = &flow.function().body[definitions[0]];
  }
  if (i->opcode != Opcode::add && i->opcode != Opcode::sub) return std::nullopt;
  if (i->operand_count != 3 || i->guard >= 0 || !is_plain_integer(i->type()) || !is_register(operand(1)))
    return std::nullopt;
  if (operand(1).index != static_cast<std::int32_t>(reg)) return std::nullopt;
  return RegisterUpdate{operand(2), i->opcode == Opcode::sub};
}

}  // namespace forewarp::analysis
