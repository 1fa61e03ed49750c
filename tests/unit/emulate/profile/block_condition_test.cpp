// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/profile/influence/block_condition.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace forewarp::profile {
namespace {

BlockBox row(std::uint32_t first, std::uint32_t extent) { return {{first, 0, 0}, {extent, 1, 1}}; }

TEST(BlockCondition, ComesOutAlikeWhereAllThreadsAreOnOneSide) {
  const BlockCondition c{{256, 0, 0}, -1000, -745, 0, false};  // blockIdx.x * 256 + threadIdx.x < 1000

  EXPECT_TRUE(outcome(c, row(0, 2)));  // 511 - 1000 < 0
  EXPECT_FALSE(outcome(c, row(0, 4)));
  EXPECT_EQ(outcome(c, row(0, 1)), outcome(c, row(1, 1)));
  EXPECT_NE(outcome(c, row(2, 1)), outcome(c, row(3, 1)));  // 768 to 1023 lie on both sides
  EXPECT_TRUE(outcome(c, row(4, 1'000'000)));
}

TEST(BlockCondition, OfAnEqualityHasTheOneBlockApart) {
  const BlockCondition c{{1, 0, 0}, -7, -7, 0, false};  // blockIdx.x == 7

  EXPECT_NE(outcome(c, row(6, 1)), outcome(c, row(7, 1)));
  EXPECT_NE(outcome(c, row(8, 1)), outcome(c, row(7, 1)));
  EXPECT_FALSE(outcome(c, row(0, 100)));
}

TEST(BlockCondition, OfALoopTellsTripCountsApart) {
  // i = blockIdx.x * 32 + threadIdx.x; i < 1000; i += 320: 10 blocks; i of 0 to 39 turns 4 times, of 40 on 3 times.
  const BlockCondition c{{32, 0, 0}, -1000, -969, 320, false};

  EXPECT_TRUE(outcome(c, row(0, 1)));
  EXPECT_NE(outcome(c, row(0, 1)), outcome(c, row(1, 1)));  // 32 to 63: both
  EXPECT_EQ(outcome(c, row(2, 1)), outcome(c, row(9, 1)));
  EXPECT_TRUE(outcome(c, row(2, 8)));
  EXPECT_LE(max_outcomes(c, row(0, 10)), 10);
}

TEST(BlockCondition, ThatIsOpenIsAlikeOnlyWhereTheBlocksPartIs) {
  const BlockCondition c{{0, 5, 0}, 0, 0, 0, true};

  EXPECT_TRUE(outcome(c, {{0, 3, 0}, {100, 1, 1}}));
  EXPECT_FALSE(outcome(c, {{0, 3, 0}, {100, 2, 1}}));
}

TEST(BlockCondition, DoesNotOverflow) {
  constexpr auto most = std::numeric_limits<std::int64_t>::max();
  const BlockCondition c{{most / 2, most / 2, most / 2}, -most, most, 0, false};

  EXPECT_FALSE(outcome(c, {{0, 0, 0}, {~0U, ~0U, ~0U}}));
}

}  // namespace
}  // namespace forewarp::profile
