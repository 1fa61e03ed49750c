// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/profile/warp_courses.hpp"

#include <gtest/gtest.h>

#include "unit/emulate/profile/straight_code.hpp"

namespace forewarp::profile {
namespace {

/// Basic block 0: a chain of four additions; basic block 1: four that do not depend on each other.
struct FourWarps : StraightCode {
  std::unique_ptr<WarpCourses> warps = std::make_unique<WarpCourses>(*program);

  FourWarps()
      : StraightCode(R"(
  add.f32 %f1, %f1, %f8;
  add.f32 %f1, %f1, %f8;
  add.f32 %f1, %f1, %f8;
  add.f32 %f1, %f1, %f8;
  add.f32 %f2, %f7, %f8;
  add.f32 %f3, %f7, %f8;
  add.f32 %f4, %f7, %f8;
  add.f32 %f5, %f7, %f8;)",
                     4) {
    warps->begin(4);
  }
  void run(std::uint32_t warp, std::uint32_t block, unsigned times, std::uint64_t weight = 1) {
    for (unsigned i = 0; i < times; ++i) warps->basic_block(warp, block, 4, weight);
  }
  /// Longest over mean, in thousandths; warp 1 is the one that is traced.
  [[nodiscard]] std::uint64_t spread() const {
    const auto cycles = warps->cycles(1, 320);
    EXPECT_EQ(cycles.traced, 320U);
    return 1000 * cycles.longest / cycles.mean;
  }
};

TEST(WarpCourses, OfEqualWarpsHaveNoSpread) {
  FourWarps k;
  for (std::uint32_t warp = 0; warp < 4; ++warp) k.run(warp, 0, 10);

  EXPECT_EQ(k.spread(), 1000U);
}

// One warp goes 100 times through the chain and three 20 times: 100 over a mean of 40.
TEST(WarpCourses, TheLongestWarpIsRelativeToTheMean) {
  FourWarps k;
  k.run(0, 0, 100);
  for (std::uint32_t warp = 1; warp < 4; ++warp) k.run(warp, 0, 20);

  EXPECT_NEAR(static_cast<double>(k.spread()), 2500, 25);
}

// As many instructions more that depend on nothing are hardly longer.
TEST(WarpCourses, ChainsAreCompared) {
  FourWarps k;
  for (std::uint32_t warp = 0; warp < 4; ++warp) k.run(warp, 0, 20);
  k.run(0, 1, 20);

  EXPECT_LT(k.spread(), 1500U);
}

TEST(WarpCourses, LongWarpsAreComparedByTheirInstructions) {
  FourWarps k;
  k.run(0, 0, 100'000);
  for (std::uint32_t warp = 1; warp < 4; ++warp) k.run(warp, 0, 20'000);

  EXPECT_EQ(k.spread(), 2500U);
}

// Warp 0 goes through the chain, the others through as much that depends on nothing and takes no time: 4 over 1.
TEST(WarpCourses, LongWarpsGoOnAsTheyBegan) {
  FourWarps k;
  k.run(0, 0, 20'001);
  for (std::uint32_t warp = 1; warp < 4; ++warp) k.run(warp, 1, 20'000);

  EXPECT_NEAR(static_cast<double>(k.spread()), 4000, 60);
}

// Each warp goes ten times through the chain while the others wait: 40 over a mean of 10.
TEST(WarpCourses, TheSlowestOfEachRoundHoldsUpTheOthers) {
  FourWarps k;
  for (std::uint32_t round = 0; round < 4; ++round) {
    k.run(round, 0, 10);
    for (std::uint32_t warp = 0; warp < 4; ++warp) k.warps->barrier(warp);
  }

  EXPECT_NEAR(static_cast<double>(k.spread()), 4000, 10);
}

// As many instructions in all, of which the barrier of two warps says nothing.
TEST(WarpCourses, BarriersOfSomeWarpsSayNothing) {
  FourWarps k;
  for (std::uint32_t warp = 0; warp < 4; ++warp) k.run(warp, 0, 10);
  k.warps->barrier(0), k.warps->barrier(1);

  EXPECT_EQ(k.spread(), 1000U);
}

TEST(WarpCourses, AnIterationOfASampledLoopIsSoMany) {
  FourWarps k;
  k.run(0, 0, 10);
  k.run(0, 0, 30, 3);
  for (std::uint32_t warp = 1; warp < 4; ++warp) k.run(warp, 0, 20);

  EXPECT_NEAR(static_cast<double>(k.spread()), 2500, 60);
}

TEST(WarpCourses, ABlockBeginsAnew) {
  FourWarps k;
  k.run(0, 0, 100);
  k.warps->begin(2);
  k.run(0, 0, 10), k.run(1, 0, 10);

  EXPECT_EQ(k.spread(), 1000U);
}

}  // namespace
}  // namespace forewarp::profile
