// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/profile/long_warps.hpp"

#include <gtest/gtest.h>

#include "unit/emulate/profile/straight_code.hpp"

namespace forewarp::profile {
namespace {

/// Two additions, one after the other.
struct TwoAdditions : StraightCode {
  std::unique_ptr<LongWarps> warps = std::make_unique<LongWarps>(*program);

  TwoAdditions() : StraightCode("add.f32 %f1, %f1, %f8;\nadd.f32 %f1, %f1, %f8;") { warps->begin(4); }
  void run(std::uint32_t warp, unsigned times, std::uint64_t weight = 1) {
    for (unsigned i = 0; i < times; ++i) warps->basic_block(warp, 0, 2, weight);
  }
  /// So many instructions of the longest warp, all of them on its chain but for the ends of what was traced.
  void expect_longest(std::uint64_t instructions) const {
    const auto longest = warps->longest();
    ASSERT_TRUE(longest);
    EXPECT_EQ(longest->instructions, instructions);
    const auto additions = static_cast<double>(longest->links[static_cast<unsigned>(LinkClass::alu)]);
    EXPECT_NEAR(additions, static_cast<double>(instructions), 0.01 * static_cast<double>(instructions));
  }
};

TEST(LongWarps, ShortOnesAreNotTraced) {
  TwoAdditions k;
  for (std::uint32_t warp = 0; warp < 4; ++warp) k.run(warp, LongWarps::least / 2 - 1);

  EXPECT_FALSE(k.warps->longest());
}

TEST(LongWarps, WhatCameBeforeTheTraceCountsLikeWhatIsTraced) {
  TwoAdditions k;
  k.run(2, 10'000);

  k.expect_longest(20'000);
}

TEST(LongWarps, ALongerWarpTakesTheTrace) {
  TwoAdditions k;
  k.run(0, 3000);
  k.run(1, 5000);  // longer, but not twice
  k.run(3, 100'000);

  k.expect_longest(200'000);
}

TEST(LongWarps, ALittleLongerWarpCountsLikeTheOneThatIsTraced) {
  TwoAdditions k;
  k.run(0, 10'000);
  k.run(1, 19'000);

  k.expect_longest(38'000);
}

TEST(LongWarps, AnIterationOfASampledLoopIsSoMany) {
  TwoAdditions k;
  k.run(0, 10);
  k.warps->weight(0, 100);
  k.run(0, 100, 100);
  k.warps->weight(0, 1);
  k.run(0, 10);

  k.expect_longest(20'040);
}

TEST(LongWarps, OfWhichTooLittleWasSeenAreLeftOut) {
  TwoAdditions k;
  k.warps->weight(0, 1'000'000);
  k.run(0, 1, 1'000'000);
  k.warps->weight(0, 1);
  k.run(0, 1);

  EXPECT_FALSE(k.warps->longest());
}

}  // namespace
}  // namespace forewarp::profile
