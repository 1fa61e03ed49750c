// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/analysis/loops/loop_body.hpp"

// The region of a natural loop and the backward slices inside it. follow() is a worklist over (register, use) pairs: it
// visits each definition inside the loop once per slice. A register is carried if it is defined in the loop but no
// definition of it dominates the use, so that the use may read the value of the iteration before. That is why it does
// not use dependencies_of() of taint.hpp, which follows registers wherever they are read.
//
// Invariant: each definition inside the loop is expanded once per slice, so a slice costs O(its instructions and their
// operands); max_steps limits the sum over all slices of a function.
//
// Example: L: mul %t, %i, 4; add %a, %b, %t; ld [%a]; add %i, %i, 1; ...    b is set before the loop
//   follow(a) at the ld: the add, the mul; t is defined before its use; i is defined behind it, so it is carried.
//   follow(i) behind the last add: that definition dominates the use; its source i is read before it: carried.
#include <algorithm>
#include <utility>
#include <vector>

#include "forewarp/frontend/analysis/loops/instruction_kinds.hpp"
#include "forewarp/frontend/ptx/opcode_table.hpp"

namespace forewarp::analysis {

using ptx::Opcode;

/// Executed exactly once per iteration: dominates the latch and is in no inner loop.
bool LoopBody::every_iteration(std::uint32_t block) const {
  if (!is_in_every_iteration(cfg_, loop_, block)) return false;
  for (const auto& other : cfg_.loops) {
    if (other.depth > loop_.depth && contains(other.header) && other.contains(block)) return false;
  }
  return true;
}

bool LoopBody::leaves(std::uint32_t block) const {
  const auto& next = cfg_.blocks[block].successors;
  return std::any_of(next.begin(), next.end(), [&](std::uint32_t s) { return !contains(s); });
}

/// Exits must be at the loop's own level, and divergence inside must end before the iteration does.
bool LoopBody::structure_is_simple() const {
  if (loop_.latches.size() != 1) return false;
  for (const auto block : loop_.blocks) {
    const auto& b = cfg_.blocks[block];
    if (b.first >= b.last || b.successors.empty()) return false;
    for (auto n = b.first; n < b.last; ++n) {
      const auto opcode = at(n).opcode;
      const ptx::Control control = ptx::info_of(opcode).control;
      const bool is_end = control == ptx::Control::leave || control == ptx::Control::trap;
      if (control == ptx::Control::call || opcode == Opcode::brx || is_end) return false;
    }
    if (leaves(block)) {
      if (b.successors.size() != 2 || !every_iteration(block)) return false;
    } else if (b.successors.size() > 1 && !contains(cfg_.immediate_post_dominator[block])) {
      return false;
    }
  }
  return true;
}

bool LoopBody::has_barrier() const {
  for (const auto block : loop_.blocks) {
    for (auto n = cfg_.blocks[block].first; n < cfg_.blocks[block].last; ++n) {
      if (is_barrier(at(n))) return true;
    }
  }
  return false;
}

void LoopBody::follow(std::uint32_t reg, std::uint32_t use, Slice& slice,
                      const std::function<bool(std::uint32_t)>& stop) const {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> todo{{reg, use}};
  while (!todo.empty()) {
    const auto [r, at_use] = todo.back();
    todo.pop_back();
    steps_ += 1 + flow_.definitions(r).size();
    if (is_exhausted()) {
      slice.has_load = true;  // not excluded
      return;
    }
    bool inside = false, before = false;
    for (const auto d : flow_.definitions(r)) {
      if (!is_inside(d)) continue;
      inside = true;
      before |= flow_.dominates(d, at_use);
      if (!slice.instructions.insert(d).second || (stop && stop(d))) continue;
      slice.has_load |= is_load(at(d)) || reads_clock(flow_.function(), at(d));
      for (const auto source : flow_.sources(d)) todo.emplace_back(source, d);
    }
    if (inside && !before) slice.carried.insert(r);
  }
}

}  // namespace forewarp::analysis
