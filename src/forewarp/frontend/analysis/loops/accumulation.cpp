// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/analysis/loops/accumulation.hpp"

// Skipping iterations leaves wrong every register that an iteration carries over and that is not an induction and does
// not rotate (sums, maxima). Taint spreads from these through all instructions of the function (taint.hpp). The loop is
// regular only if no guard and no address is tainted.
//
// Example: `s += a[i]` taints s; `if (s > 0) b[j] = s` after the loop has a tainted guard, so the loop is not sampled.
#include <algorithm>
#include <set>
#include <vector>

#include "forewarp/frontend/analysis/loops/induction.hpp"
#include "forewarp/frontend/analysis/taint.hpp"
#include "forewarp/frontend/ptx/opcode_table.hpp"

namespace forewarp::analysis {
namespace {

/// Adds the registers that this instruction reads from the iteration before: to the loop's inductions if they are
/// inductions, else to `wrong`.
void mark_accumulated(const LoopBody& body, std::uint32_t n, RegularLoop& loop, std::set<std::uint32_t>& wrong) {
  for (const auto reg : body.flow().sources(n)) {
    const bool is_induction_known = std::ranges::find(loop.inductions, reg) != loop.inductions.end();
    if (is_induction_known || loop.rotating.contains(reg)) continue;
    const auto definitions = body.flow().definitions(reg);
    const auto inside = [&](std::uint32_t d) { return body.is_inside(d); };
    const auto before = [&](std::uint32_t d) { return body.is_inside(d) && body.flow().dominates(d, n); };
    if (std::any_of(definitions.begin(), definitions.end(), inside) &&
        std::none_of(definitions.begin(), definitions.end(), before) && !wrong.contains(reg)) {
      if (is_induction(body, reg)) {
        loop.inductions.push_back(reg);
      } else {
        wrong.insert(reg);
      }
    }
  }
}

/// Whether a wrong register guards an instruction or forms an address.
bool reaches_control(const LoopBody& body, const RegisterSet& wrong) {
  for (std::uint32_t n = 0; n < body.flow().instructions(); ++n) {
    if (body.at(n).guard >= 0 && wrong[static_cast<std::uint32_t>(body.at(n).guard)]) return true;
    if (!ptx::accesses_memory(body.at(n).opcode)) continue;
    for (const auto reg : body.flow().address(n))
      if (wrong[reg]) return true;
  }
  return false;
}

}  // namespace

bool accumulates_control(const LoopBody& body, RegularLoop& loop) {
  std::set<std::uint32_t> wrong;
  for (const auto block : body.loop().blocks) {
    const auto& b = body.cfg().blocks[block];
    for (auto n = b.first; n < b.last; ++n) mark_accumulated(body, n, loop, wrong);
  }
  const std::vector<std::uint32_t> seeds(wrong.begin(), wrong.end());
  return reaches_control(body, dependents_of(body.flow(), seeds, [](std::uint32_t) { return true; }));
}

}  // namespace forewarp::analysis
