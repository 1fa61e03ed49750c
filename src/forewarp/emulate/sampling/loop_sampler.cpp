// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/sampling/loop_sampler.hpp"

// One state machine per active loop, driven by visits of its header:
//
//   note      visits 1 to 4. Visits 2, 3 and 4 record the inductions and the operands of the exits; each must move by
//             the same step twice in a row (is_even).
//   measure   the next m = measured_ iterations run with weight w.
//   done      inductions have been advanced by step * (w - 1) * m; the rest runs with the weight of the outer loop.
//
// Invariant: the weights of all iterations add up to the loop's true number of iterations, in every lane: all lanes of
// the mask skip the same number, which is chosen from the lane that leaves first.
//
// Example, `for (i = 0; i < 100; ++i)` with m = 4, tested at the header. At the fourth visit i = 3, so 97 iterations
// are left; w = (97 - 2) / 4 = 23. Iterations 3 to 6 run with weight 23 (92 iterations), then i = 7 becomes
// 7 + 22 * 4 = 95 and iterations 95 to 99 run with weight 1: 3 + 92 + 5 = 100.
//
// Cost: O(lanes x registers) per visit during `note`, O(1) per visit otherwise. A loop whose mask changes starts again.
#include <algorithm>
#include <cstring>
#include <limits>

#include "forewarp/emulate/machine/lanes_of.hpp"

namespace forewarp::emu {

using analysis::ExitOperand;
using analysis::LoopExit;
using analysis::Progression;

namespace {

constexpr unsigned mask_lanes = 64;
constexpr std::uint64_t last_iterations = 2;  ///< run as they are after the skip

// One lane's register, zero-extended.
std::uint64_t read(const std::byte* regs, RegisterRow row, unsigned lane) {
  std::uint64_t value = 0;
  std::memcpy(&value, regs + row.offset + std::size_t{lane} * row.slot_bytes, row.slot_bytes);
  return value;
}

/// A register or number as the integer that the comparison reads.
Progression::Wide interpret(std::uint64_t bits, const LoopExit& exit) {
  if (exit.bytes == 4) {
    return exit.is_signed ? Progression::Wide{static_cast<std::int32_t>(bits)} : Progression::Wide{bits & 0xffffffffU};
  }
  return exit.is_signed ? Progression::Wide{static_cast<std::int64_t>(bits)} : Progression::Wide{bits};
}

/// A step is read as signed whatever the type: an unsigned counter that decreases by 1 has the step -1, not 2^32 - 1.
Progression::Wide interpret_step(std::uint64_t bits, const LoopExit& exit) {
  return exit.bytes == 4 ? Progression::Wide{static_cast<std::int32_t>(bits)}
                         : Progression::Wide{static_cast<std::int64_t>(bits)};
}

/// One side of a comparison as a function of the iterations after this visit. A register that the iteration computes
/// before it compares it has its value of the visit plus one step when it is compared first.
Progression progression(const LoopExit& exit, const ExitOperand& side, std::uint64_t value, std::uint64_t step) {
  Progression p;
  const unsigned bits = exit.bytes * 8;
  p.lowest = exit.is_signed ? -(Progression::Wide{1} << (bits - 1)) : 0;
  p.highest = (Progression::Wide{1} << (exit.is_signed ? bits - 1 : bits)) - 1;
  if (side.reg < 0) {
    p.start = interpret(side.bits, exit);
    return p;
  }
  p.step = interpret_step(step, exit);
  p.start = interpret(value, exit) + (side.computed_before ? p.step : 0);
  return p;
}

}  // namespace

void LoopSampler::release_frames(std::uint32_t first) {
  while (!nest_.empty() && nest_.back().frame >= first) nest_.pop_back();
}

/// Whether the loop is inside `outer`: in a function called from it, or a descendant in the loop tree.
bool LoopSampler::encloses(const Active& outer, const std::vector<LoopPlan>& plans, std::uint32_t loop,
                           std::uint32_t frame) const {
  if (outer.frame != frame) return outer.frame < frame;
  if (outer.plans != &plans) return false;
  for (auto around = plans[loop].parent; around >= 0; around = plans[static_cast<std::size_t>(around)].parent) {
    if (static_cast<std::uint32_t>(around) == outer.loop) return true;
  }
  return false;
}

void LoopSampler::note(Active& a, const std::byte* regs) {
  const auto& plan = (*a.plans)[a.loop];
  std::size_t base = 0;
  for (const auto* rows : {&plan.inductions, &plan.operands}) {
    for (const auto row : *rows) {
      for_each_lane(a.mask, [&](unsigned lane) {
        const auto value = read(regs, row, lane);
        const auto step = value - a.values[base + lane];
        a.is_even = a.visits < 4 || (a.is_even && step == a.steps[base + lane]);
        a.steps[base + lane] = step;
        a.values[base + lane] = value;
      });
      base += mask_lanes;
    }
  }
}

template <typename Each>
void LoopSampler::for_each_side(const Active& a, const LoopExit& exit, std::size_t at, const Each& each) {
  const auto base = ((*a.plans)[a.loop].inductions.size() + at) * mask_lanes;
  for_each_lane(a.mask, [&](unsigned lane) {
    each(progression(exit, exit.left, a.values[base + lane], a.steps[base + lane]),
         progression(exit, exit.right, a.values[base + mask_lanes + lane], a.steps[base + mask_lanes + lane]));
  });
}

/// Finds the number of remaining iterations that are alike, the minimum over exits, watches and lanes, and from it the
/// weight of a measured iteration. Loops that end soon, move unevenly or would overflow the weight are not sampled.
void LoopSampler::decide(Active& a) {
  const auto& regular = *(*a.plans)[a.loop].regular;
  std::uint64_t left = std::numeric_limits<std::uint64_t>::max();
  bool known = true;
  std::size_t at = 0;
  for (const auto& exit : regular.exits) {
    for_each_side(a, exit, at, [&](const Progression& l, const Progression& r) {
      const auto first = first_iteration(exit.leaves_when, l, r);
      known &= first.has_value();
      left = std::min(left, first.value_or(0));
    });
    at += 2;
  }
  for (const auto& watch : regular.watches) {
    const auto comparison = watch.condition.leaves_when;
    for_each_side(a, watch.condition, at, [&](const Progression& l, const Progression& r) {
      known &= watch.may_hold || !holds_at_first(comparison, l, r);
      left = std::min(left, steady_iterations(comparison, l, r));
    });
    at += 2;
  }
  a.phase = Phase::done;
  if (!known || !a.is_even || left < last_iterations + 2 * std::uint64_t{measured_}) return;
  const auto stand_for = (left - last_iterations) / measured_;
  if (stand_for > std::numeric_limits<std::uint32_t>::max() ||
      a.outer > std::numeric_limits<std::uint64_t>::max() / stand_for / measured_) {
    return;
  }
  a.weight = a.outer * stand_for;
  a.left = measured_;
  a.phase = Phase::measure;
}

/// Advances each induction register of each lane past the iterations that were not executed.
void LoopSampler::skip(Active& a, std::byte* regs) const {
  const auto& plan = (*a.plans)[a.loop];
  const auto skipped = (a.weight / a.outer - 1) * measured_;
  for (std::size_t k = 0; k < plan.inductions.size(); ++k) {
    const auto row = plan.inductions[k];
    for_each_lane(a.mask, [&](unsigned lane) {
      const auto value = read(regs, row, lane) + a.steps[k * mask_lanes + lane] * skipped;
      std::memcpy(regs + row.offset + std::size_t{lane} * row.slot_bytes, &value, row.slot_bytes);
    });
  }
  a.weight = a.outer;
  a.phase = Phase::done;
}

/// Entering a header first ends the loops that do not enclose it: their warps left them without a visit.
void LoopSampler::header(const std::vector<LoopPlan>& plans, std::uint32_t loop, std::uint32_t frame, std::byte* regs,
                         LaneMask active) {
  const auto is_this = [&](const Active& a) { return a.frame == frame && a.plans == &plans && a.loop == loop; };
  while (!nest_.empty() && !is_this(nest_.back()) && !encloses(nest_.back(), plans, loop, frame)) nest_.pop_back();
  if (!plans[loop].regular) return;
  if (!nest_.empty() && is_this(nest_.back()) && nest_.back().mask != active) nest_.pop_back();
  if (nest_.empty() || !is_this(nest_.back())) {
    Active fresh{&plans, loop, frame, active, Phase::note, 0, 0, weight(), weight(), true, {}, {}};
    fresh.values.resize((plans[loop].inductions.size() + plans[loop].operands.size()) * mask_lanes);
    fresh.steps.resize(fresh.values.size());
    nest_.push_back(std::move(fresh));
  }
  auto& a = nest_.back();
  ++a.visits;
  if (a.phase == Phase::note && a.visits > 1) {
    note(a, regs);
    if (a.visits == 4) decide(a);
  } else if (a.phase == Phase::measure && --a.left == 0) {
    skip(a, regs);
  }
}

}  // namespace forewarp::emu
