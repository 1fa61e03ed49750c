// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/analysis/loops/accumulation.hpp"

// Forward taint analysis. Skipping iterations leaves wrong every register that an iteration carries over and that is
// not an induction (sums, maxima). Taint spreads from these through all instructions of the function until nothing
// changes: at most max_passes passes over the text. The loop is regular only if no guard and no address is tainted.
//
// Example: `s += a[i]` taints s; `if (s > 0) b[j] = s` after the loop has a tainted guard, so the loop is not sampled.
#include <algorithm>
#include <set>

#include "forewarp/frontend/analysis/loops/induction.hpp"
#include "forewarp/frontend/ptx/opcode_table.hpp"

namespace forewarp::analysis {
namespace {

constexpr unsigned max_passes = 64;

/// Adds the registers that this instruction reads from the iteration before: to the loop's inductions if they are
/// inductions, else to `wrong`.
void mark_accumulated(const LoopBody& body, std::uint32_t n, RegularLoop& loop, std::set<std::uint32_t>& wrong) {
  for (const auto reg : body.flow().sources(n)) {
    if (std::find(loop.inductions.begin(), loop.inductions.end(), reg) != loop.inductions.end()) continue;
    const auto& definitions = body.flow().definitions(reg);
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

/// Adds every register of the function that is computed from a wrong one; false when max_passes do not suffice.
bool spread(const Dataflow& flow, std::set<std::uint32_t>& wrong) {
  const auto count = static_cast<std::uint32_t>(flow.function().body.size());
  bool grew = !wrong.empty();
  for (unsigned pass = 0; grew; ++pass) {
    if (pass == max_passes) return false;
    grew = false;
    for (std::uint32_t n = 0; n < count; ++n) {
      const auto sources = flow.sources(n);
      if (std::none_of(sources.begin(), sources.end(), [&](std::uint32_t s) { return wrong.contains(s); })) continue;
      for (const auto w : flow.written(n)) grew |= wrong.insert(w).second;
    }
  }
  return true;
}

/// Whether a wrong register guards an instruction or forms an address.
bool reaches_control(const LoopBody& body, const std::set<std::uint32_t>& wrong) {
  const auto count = static_cast<std::uint32_t>(body.flow().function().body.size());
  for (std::uint32_t n = 0; n < count; ++n) {
    if (body.at(n).guard >= 0 && wrong.contains(static_cast<std::uint32_t>(body.at(n).guard))) return true;
    if (!ptx::accesses_memory(body.at(n).opcode)) continue;
    for (const auto reg : body.flow().address(n)) {
      if (wrong.contains(reg)) return true;
    }
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
  return !spread(body.flow(), wrong) || reaches_control(body, wrong);
}

}  // namespace forewarp::analysis
