// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/analysis/loops/trip_count.hpp"

#include <gtest/gtest.h>

namespace forewarp::analysis {
namespace {

constexpr Progression::Wide low = -(Progression::Wide{1} << 31), high = (Progression::Wide{1} << 31) - 1;

Progression from(std::int64_t start, std::int64_t step) { return {start, step, low, high}; }

TEST(TripCount, FindsTheIterationThatLeaves) {
  // i = 0, 4, 8, ..; leaves when i >= 100: 100 / 4 = 25. When i >= 99: 25, too (96 stays, 100 leaves).
  EXPECT_EQ(first_iteration(Comparison::greater_equal, from(0, 4), from(100, 0)), 25U);
  EXPECT_EQ(first_iteration(Comparison::greater_equal, from(0, 4), from(99, 0)), 25U);
  // i > 100: 104 is the first.
  EXPECT_EQ(first_iteration(Comparison::greater, from(0, 4), from(100, 0)), 26U);
  // Down from 1000 by 8 to 0: 125; below 0: 126.
  EXPECT_EQ(first_iteration(Comparison::equal, from(1000, -8), from(0, 0)), 125U);
  EXPECT_EQ(first_iteration(Comparison::less, from(1000, -8), from(0, 0)), 126U);
  EXPECT_EQ(first_iteration(Comparison::less_equal, from(1000, -8), from(0, 0)), 125U);
  EXPECT_EQ(first_iteration(Comparison::not_equal, from(7, 1), from(7, 0)), 1U);
}

TEST(TripCount, MayLeaveAtOnce) {
  EXPECT_EQ(first_iteration(Comparison::greater_equal, from(5, 1), from(5, 0)), 0U);
  EXPECT_EQ(first_iteration(Comparison::not_equal, from(4, 1), from(5, 0)), 0U);
}

TEST(TripCount, BothSidesMayMove) {
  // i = 0, 1, ..; j = 100, 99, ..: they meet at 50.
  EXPECT_EQ(first_iteration(Comparison::greater_equal, from(0, 1), from(100, -1)), 50U);
}

TEST(TripCount, IsUnknownWhenItNeverLeavesOrWraps) {
  EXPECT_EQ(first_iteration(Comparison::equal, from(1, 2), from(100, 0)), std::nullopt);
  EXPECT_EQ(first_iteration(Comparison::less, from(1, 1), from(0, 0)), std::nullopt);
  // 2^31 - 4 steps by 8 past the end of 32 bits before it is >= 2^31 - 1.
  EXPECT_EQ(first_iteration(Comparison::greater_equal, from(2147483644, 8), from(2147483647, 0)), std::nullopt);
}

TEST(TripCount, FindsHowLongAComparisonStaysAsItIs) {
  // 0, 4, .., 96 are below 100: 25 iterations. From 100 on none is again.
  EXPECT_EQ(steady_iterations(Comparison::less, from(0, 4), from(100, 0)), 25U);
  // It always holds, until the left side would wrap: (2^31 + 100) / 4 = 536870937 steps after the first.
  EXPECT_EQ(steady_iterations(Comparison::less, from(100, -4), from(200, -4)), 536870938U);
  EXPECT_TRUE(holds_at_first(Comparison::less, from(0, 4), from(100, 0)));
  EXPECT_FALSE(holds_at_first(Comparison::less, from(100, 4), from(100, 0)));
  EXPECT_EQ(steady_iterations(Comparison::equal, from(3, 0), from(3, 0)), std::uint64_t{1} << 62);
  // 8 by 8 from 2^31 - 20: two more fit, and no flip before.
  EXPECT_EQ(steady_iterations(Comparison::less, from(2147483628, 8), from(0, 0)), 3U);
}

TEST(TripCount, OppositesAreEachOthersComplement) {
  for (const auto c : {Comparison::equal, Comparison::not_equal, Comparison::less, Comparison::less_equal,
                       Comparison::greater, Comparison::greater_equal}) {
    EXPECT_EQ(opposite(opposite(c)), c);
    // Exactly one of a comparison and its opposite holds at once.
    const bool holds = first_iteration(c, from(3, 0), from(4, 0)) == 0U;
    EXPECT_NE(first_iteration(opposite(c), from(3, 0), from(4, 0)) == 0U, holds);
  }
}

}  // namespace
}  // namespace forewarp::analysis
