// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Barrier placement. place() walks the schedule with the list of statements that ran since the last barrier and inserts
// one before a step that conflicts with any of them across work-items. For loops a second walk (place_carried) does so
// for statements of earlier iterations. Then remove_needless drops barriers, from the innermost depth outwards, that a
// full re-check (keeps_order) proves unnecessary.
//
// Invariant: after place(), no two conflicting accesses of different work-items of a group are without a barrier
// between them. Every removal re-establishes it by a check of the whole schedule.
//
// Example, for k { A: tile[l] = ...; B: ... = tile[15 - l] }: A before B conflicts in one iteration, so a barrier goes
// before B; B before A of the next iteration conflicts, so another one goes before A.
//
// Cost: each pair of accesses is tested by isl once per set of open loops (met_, conflicts_ are caches).
#include "forewarp/symbolic/loop/detail/barriers.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "forewarp/support/error.hpp"
#include "forewarp/symbolic/loop/detail/work_item_conflicts.hpp"

namespace forewarp::loop::detail {

namespace {

using LoopNames = WorkItemConflicts::Loops;
using Steps = std::vector<Step>;

constexpr int max_depth = 16;  // barriers deeper than that are kept even if needless: correct, and they do not occur

LoopNames with(LoopNames open, const std::string& loop) {
  open.push_back(loop);
  return open;
}

bool has_barrier(const Steps& steps) {
  return std::ranges::any_of(steps,
                             [](const Step& s) { return s.kind == Step::Kind::barrier || has_barrier(s.inside); });
}

/// Whether a step, or a step inside it, conflicts with what ran.
Meeting meets(const WorkItemConflicts& conflicts, const std::vector<Ran>& ran, const Step& step,
              const LoopNames& open) {
  Meeting all;
  const auto add = [&](const Meeting& m) { all = {all.any || m.any, all.global || m.global}; };
  if (step.kind == Step::Kind::statement)
    for (const Ran& r : ran) add(conflicts.between(r, step.name, open));
  for (const Step& inner : step.inside) add(meets(conflicts, ran, inner, open));
  return all;
}

/// A barrier before steps[i], which then is steps[i + 1]; i is moved there.
bool insert_before(const WorkItemConflicts& conflicts, Steps& steps, std::size_t& i, const std::vector<Ran>& ran,
                   const LoopNames& open) {
  const Meeting meeting = meets(conflicts, ran, steps[i], open);
  if (!meeting.any) return false;
  for (const std::string& loop : open)
    // All work-items of a group must meet a barrier equally often, or the group hangs (OpenCL C 1.2, section 6.12.8).
    if (!conflicts.independent_of(loop, conflicts.local_loops()))
      throw InputError(
          fmt::format("{}: a barrier is needed in the loop '{}' (before '{}'), whose bounds differ between work-items",
                      conflicts.program().name, loop, steps[i].name));
  steps.insert(steps.begin() + static_cast<std::ptrdiff_t>(i), Step{Step::Kind::barrier, "", meeting.global, {}});
  ++i;
  return true;
}

/// From the top of the loop to its first barrier: what the iterations before left behind. True where one was reached.
void place_carried(const WorkItemConflicts& conflicts, Steps& steps, const std::vector<Ran>& carried,
                   const LoopNames& open) {
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (steps[i].kind == Step::Kind::barrier) return;
    if (insert_before(conflicts, steps, i, carried, open)) return;
    if (steps[i].kind == Step::Kind::loop && has_barrier(steps[i].inside)) return;
  }
}

void place_in_loop(const WorkItemConflicts& conflicts, Step& loop, std::vector<Ran>& ran, const LoopNames& open);

/// Goes through the steps in order; `ran` is what ran since the last barrier, and grows.
void place(const WorkItemConflicts& conflicts, Steps& steps, std::vector<Ran>& ran, const LoopNames& open) {
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (insert_before(conflicts, steps, i, ran, open)) ran.clear();
    if (steps[i].kind == Step::Kind::statement)
      ran.push_back({steps[i].name, ""});
    else if (steps[i].kind == Step::Kind::loop)
      place_in_loop(conflicts, steps[i], ran, open);
  }
}

/// Within one iteration first, with an empty list: what ran before the loop was handled by
/// insert_before() on the loop as a whole. Then the wrap-around, from the end of one iteration to
/// the first barrier of the next. After the loop, everything inside counts as having run; what
/// ran before it is forgotten only if a barrier was certainly met.
void place_in_loop(const WorkItemConflicts& conflicts, Step& loop, std::vector<Ran>& ran, const LoopNames& open) {
  const LoopNames inner = with(open, loop.name);
  std::vector<Ran> inside;
  place(conflicts, loop.inside, inside, inner);
  std::vector<Ran> carried = inside;
  for (Ran& r : carried)
    if (r.carried.empty()) r.carried = loop.name;
  place_carried(conflicts, loop.inside, carried, inner);
  if (has_barrier(loop.inside) && conflicts.always_runs(loop.name, open)) ran.clear();
  ran.insert(ran.end(), inside.begin(), inside.end());
}

bool keeps_order_in_loop(const WorkItemConflicts& conflicts, const Step& loop, std::vector<Ran>& ran,
                         const LoopNames& open);

/// Whether no step meets what ran since the last barrier. Leaves open_ as it was only where it is so.
bool keeps_order(const WorkItemConflicts& conflicts, const Steps& steps, std::vector<Ran>& ran, const LoopNames& open) {
  for (const Step& step : steps) {
    if (step.kind == Step::Kind::barrier) {
      ran.clear();
    } else if (step.kind == Step::Kind::statement) {
      if (meets(conflicts, ran, step, open).any) return false;
      ran.push_back({step.name, ""});
    } else if (!keeps_order_in_loop(conflicts, step, ran, open)) {
      return false;
    }
  }
  return true;
}

/// Two iterations suffice: the second one with everything that the first has left marked as carried. A third would see
/// the same list again. If the loop may have no iteration, its barriers may not happen, so what ran before the loop is
/// still in the list after it.
bool keeps_order_in_loop(const WorkItemConflicts& conflicts, const Step& loop, std::vector<Ran>& ran,
                         const LoopNames& open) {
  const std::vector<Ran> before = ran;
  const LoopNames inner = with(open, loop.name);
  if (!keeps_order(conflicts, loop.inside, ran, inner)) return false;
  for (Ran& r : ran)
    if (r.carried.empty()) r.carried = loop.name;
  if (!keeps_order(conflicts, loop.inside, ran, inner)) return false;
  for (Ran& r : ran)
    if (r.carried == loop.name) r.carried.clear();
  if (!conflicts.always_runs(loop.name, open)) ran.insert(ran.end(), before.begin(), before.end());
  return true;
}

/// The remaining barriers take over the global fence of a removed one.
void fence_global(Steps& steps) {
  for (Step& step : steps) {
    step.global_fence = step.global_fence || step.kind == Step::Kind::barrier;
    fence_global(step.inside);
  }
}

/// Removes barriers at this depth that others make unnecessary, as one before a loop that begins with another.
void remove_needless(const WorkItemConflicts& conflicts, Steps& all, Steps& steps, int depth) {
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (depth > 0) {
      remove_needless(conflicts, all, steps[i].inside, depth - 1);
      continue;
    }
    if (steps[i].kind != Step::Kind::barrier) continue;
    const Step barrier = steps[i];
    steps.erase(steps.begin() + static_cast<std::ptrdiff_t>(i));
    std::vector<Ran> ran;
    const bool needless = keeps_order(conflicts, all, ran, {});
    if (!needless)
      steps.insert(steps.begin() + static_cast<std::ptrdiff_t>(i), barrier);
    else
      --i;
    if (needless && barrier.global_fence) fence_global(all);
  }
}

}  // namespace

void place_barriers(const Program& program, std::vector<Step>& steps) {
  const WorkItemConflicts conflicts(program);
  if (conflicts.local_loops().empty()) return;
  std::vector<Ran> ran;
  place(conflicts, steps, ran, {});
  for (int depth = max_depth; depth >= 0; --depth) remove_needless(conflicts, steps, steps, depth);
}

}  // namespace forewarp::loop::detail
