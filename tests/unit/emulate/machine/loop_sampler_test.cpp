// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/sampling/loop_sampler.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstring>

namespace forewarp::emu {
namespace {

/// for (i = 0; ; ) { body; i += step; if (i >= n) break; } over a register file of one row, driven by hand.
struct Loop {
  std::array<std::uint32_t, 64> i{};
  std::vector<LoopPlan> plans;

  explicit Loop(std::uint32_t n) {
    analysis::RegularLoop regular;
    regular.inductions = {0};
    regular.exits.push_back({ptx::Comparison::greater_equal, true, 4, {0, 0, true}, {-1, n, false}});
    plans.push_back({-1, regular, {{0, 4}}, {{0, 4}, {}}});
  }
  std::byte* regs() { return reinterpret_cast<std::byte*>(i.data()); }
};

struct Outcome {
  std::uint64_t counted = 0, run = 0;
};

Outcome run(Loop& loop, LoopSampler& sampler, std::uint32_t n, std::uint32_t step) {
  Outcome out;
  loop.i.fill(0);
  while (true) {
    sampler.header(loop.plans, 0, 0, loop.regs(), 0xffffffff);
    out.counted += sampler.weight();
    ++out.run;
    for (auto& lane : loop.i) lane += step;
    if (static_cast<std::int32_t>(loop.i[0]) >= static_cast<std::int32_t>(n)) return out;
  }
}

TEST(LoopSampler, CountsEveryIterationOfALongLoopAndRunsFew) {
  for (const std::uint32_t n : {30U, 64U, 100U, 1000U, 1001U, 1007U, 1000000U}) {
    for (const std::uint32_t step : {1U, 3U, 16U}) {
      Loop loop(n);
      LoopSampler sampler(8);

      const auto out = run(loop, sampler, n, step);

      // ceil(n / step) iterations; at most 3 to learn, 8 measured, 7 that are no whole share and 3 at the end.
      EXPECT_EQ(out.counted, (n + step - 1) / step) << n << " by " << step;
      EXPECT_LE(out.run, 21U);
      EXPECT_EQ(loop.i[0], (n + step - 1) / step * step);
    }
  }
}

TEST(LoopSampler, LeavesShortLoopsAlone) {
  Loop loop(20);
  LoopSampler sampler(8);

  EXPECT_EQ(run(loop, sampler, 20, 1).run, 20U);
}

/// Iterations of 0 .. 999 in which i < bound, counted by weight, with the loop sampled under that watch.
std::pair<std::uint64_t, std::uint64_t> counted_below(std::uint32_t bound, bool may_hold) {
  Loop loop(1000);
  loop.plans[0].regular->watches.push_back(
      {{ptx::Comparison::less, true, 4, {0, 0, false}, {-1, bound, false}}, may_hold});
  loop.plans[0].operands.insert(loop.plans[0].operands.end(), {{0, 4}, {}});
  LoopSampler sampler(8);
  std::uint64_t below = 0, run = 0;
  for (loop.i.fill(0); loop.i[0] < 1000;) {
    sampler.header(loop.plans, 0, 0, loop.regs(), 0xffffffff);
    if (loop.i[0] < bound) below += sampler.weight();
    ++run;
    for (auto& lane : loop.i) ++lane;
  }
  return {below, run};
}

TEST(LoopSampler, SkipsNoFurtherThanAWatchAllows) {
  // 3 to learn, 8 that stand for all up to about 500, then one by one.
  const auto [below, run] = counted_below(500, true);

  EXPECT_EQ(below, 500U);
  EXPECT_LT(run, 530U);
  EXPECT_GT(run, 500U);
}

TEST(LoopSampler, SkipsToTheEndWhereAWatchIsPastItsChange) {
  const auto [below, run] = counted_below(2, true);

  EXPECT_EQ(below, 2U);
  EXPECT_LT(run, 22U);
}

TEST(LoopSampler, SkipsNothingWhileAWatchHoldsThatMayNot) {
  EXPECT_EQ(counted_below(500, false).second, 1000U);
  EXPECT_LT(counted_below(2, false).second, 22U);
}

TEST(LoopSampler, StopsBeforeTheFirstLaneLeaves) {
  // Lane 5 starts at 500 of 1000: the skip may not carry it past its end.
  Loop loop(1000);
  LoopSampler sampler(8);
  loop.i.fill(0);
  loop.i[5] = 500;
  std::uint64_t counted = 0;
  do {
    sampler.header(loop.plans, 0, 0, loop.regs(), 0xffffffff);
    counted += sampler.weight();
    for (auto& lane : loop.i) ++lane;
  } while (loop.i[5] < 1000);

  EXPECT_EQ(counted, 500U);
  EXPECT_EQ(loop.i[0], 500U);
}

TEST(LoopSampler, ForgetsWhenTheMaskChanges) {
  Loop loop(1000);
  LoopSampler sampler(8);
  for (unsigned k = 0; k < 6; ++k) {
    sampler.header(loop.plans, 0, 0, loop.regs(), 0xffffffff);
    for (auto& lane : loop.i) ++lane;
  }
  ASSERT_GT(sampler.weight(), 1U);

  sampler.header(loop.plans, 0, 0, loop.regs(), 0xffff);

  EXPECT_EQ(sampler.weight(), 1U);
}

}  // namespace
}  // namespace forewarp::emu
