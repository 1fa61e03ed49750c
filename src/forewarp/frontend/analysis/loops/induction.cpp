// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// r is an induction if the instructions that compute it in the loop are unguarded sums and moves, executed once per
// iteration, that depend on no carried register but r, and r enters with the factor 1: doubles() excludes r = r + r and
// r = c - r. Then every iteration adds the same step.
#include "forewarp/frontend/analysis/loops/induction.hpp"

#include <algorithm>
#include <set>

#include "forewarp/frontend/analysis/loops/instruction_kinds.hpp"

namespace forewarp::analysis {
namespace {

using ptx::Opcode;
using ptx::OperandKind;

/// r = r + r, or -r: a sum that reads what depends on r more than once, or subtracts it.
bool doubles(const LoopBody& body, const Slice& slice, std::uint32_t reg) {
  std::set<std::uint32_t> depends{reg};
  for (std::size_t pass = 0; pass <= slice.instructions.size(); ++pass) {
    for (const auto n : slice.instructions) {
      const auto reads = std::count_if(body.flow().sources(n).begin(), body.flow().sources(n).end(),
                                       [&](std::uint32_t s) { return depends.contains(s); });
      if (reads == 0) continue;
      if (reads > 1) return true;
      if (body.at(n).opcode == Opcode::sub && body.flow().sources(n).size() == 2 &&
          depends.contains(body.flow().sources(n)[1])) {
        return true;
      }
      if (body.at(n).opcode == Opcode::sub && body.flow().sources(n).size() == 1 &&
          body.flow().function().operands_of(body.at(n))[1].kind != OperandKind::reg) {
        return true;
      }
      for (const auto w : body.flow().written(n)) depends.insert(w);
    }
  }
  return false;
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

}  // namespace forewarp::analysis
