// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/analysis/taint.hpp"

// The closure of a set of registers under one step of the def-use graph. Forwards the instructions that read a register
// of the set are visited, and their results join it; backwards those that define a register of the set are visited, and
// what they read joins it.
//
// Invariant: an instruction that reads (or defines) a register of the set was visited or waits. A register joins once
// and an instruction is visited at most once, since all that a visit does is to add all its results (or sources).
//
// Example:                          dependents_of r1: r1; at 1 joins r2; at 3 joins p1
//     0: mov %r1, %tid.x;           dependencies_of p1: p1; at 3 join r2 and r5; at 1 join r1 and r4; 0 reads nothing
//     1: add %r2, %r1, %r4;
//     2: add %r3, %r4, 1;           r3 is in neither
//     3: setp.lt %p1, %r2, %r5;
#include "forewarp/frontend/analysis/worklist.hpp"

namespace forewarp::analysis {
namespace {

/// next_of(register): the instructions to visit because of it; result_of(instruction): the registers that join then.
template <typename NextOf, typename ResultOf>
RegisterSet closure(const DefUse& flow, std::span<const std::uint32_t> seeds, const Through& through, NextOf next_of,
                    ResultOf result_of) {
  RegisterSet out(flow.registers());
  std::vector<bool> visited(flow.instructions());
  Worklist work(flow.instructions());
  const auto join = [&](std::span<const std::uint32_t> registers) {
    for (const std::uint32_t reg : registers) {
      if (out[reg]) continue;
      out[reg] = true;
      for (const std::uint32_t n : next_of(reg))
        if (!visited[n]) work.add(n);
    }
  };
  join(seeds);
  while (!work.is_empty()) {
    const auto n = work.next();
    if (!n) continue;  // the round is over
    visited[*n] = true;
    if (through(*n)) join(result_of(*n));
  }
  return out;
}

}  // namespace

RegisterSet dependents_of(const DefUse& flow, std::span<const std::uint32_t> seeds, const Through& through) {
  return closure(
      flow, seeds, through, [&](std::uint32_t reg) { return flow.readers(reg); },
      [&](std::uint32_t n) { return flow.written(n); });
}

RegisterSet dependencies_of(const DefUse& flow, std::span<const std::uint32_t> seeds, const Through& through) {
  return closure(
      flow, seeds, through, [&](std::uint32_t reg) { return flow.definitions(reg); },
      [&](std::uint32_t n) { return flow.sources(n); });
}

}  // namespace forewarp::analysis
