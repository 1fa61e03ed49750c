// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/profile/strata.hpp"

#include <gtest/gtest.h>

namespace forewarp::profile {
namespace {

TEST(Strata, CutEachAxisInFirstInsideAndLast) {
  const Strata strata({5, 4, 1}, StrataLevel::first_last);

  // 3 classes by 3 by 1; the inside is 3 * 2 blocks; the four edges 3, 3, 2, 2; corners 1 each.
  ASSERT_EQ(strata.count(), 9U);
  EXPECT_EQ(strata.population(strata.of(0)), 1U);
  EXPECT_EQ(strata.population(strata.of(2)), 3U);
  EXPECT_EQ(strata.population(strata.of(5 + 2)), 6U);
  EXPECT_EQ(strata.population(strata.of(5 + 4)), 2U);
}

TEST(Strata, AnEdgeIsAStratumOfItsOwnHoweverFewThereAre) {
  const Strata strata({5, 4, 3}, StrataLevel::edges);

  // Last along x: 4 * 3 blocks; of the other 4 columns, last along y: 4 * 3; of those left, last along z: 4 * 3.
  ASSERT_EQ(strata.count(), 4U);
  EXPECT_EQ(strata.population(strata.of(0)), 4U * 3 * 2);
  EXPECT_EQ(strata.population(strata.of(4)), 12U);
  EXPECT_EQ(strata.of(4 + 5 * 3 + 20 * 2), strata.of(4));
  EXPECT_EQ(strata.population(strata.of(5 * 3)), 12U);
  EXPECT_EQ(strata.population(strata.of(20 * 2)), 12U);
  EXPECT_EQ(Strata({5, 1, 1}, StrataLevel::edges).count(), 2U);
}

TEST(Strata, EveryBlockIsFoundInItsStratumOnce) {
  for (const auto level : {StrataLevel::one, StrataLevel::edges, StrataLevel::last, StrataLevel::first_last}) {
    for (const launch::Dim3 grid : {launch::Dim3{1, 1, 1}, {2, 1, 3}, {7, 5, 4}, {1, 6, 1}}) {
      const Strata strata(grid, level);
      std::vector<int> seen(grid.count());
      for (std::uint32_t s = 0; s < strata.count(); ++s) {
        for (std::uint64_t r = 0; r < strata.population(s); ++r) {
          const auto linear = strata.block(s, r);
          ASSERT_LT(linear, grid.count());
          EXPECT_EQ(strata.of(linear), s);
          ++seen[linear];
        }
      }
      for (const int times : seen) EXPECT_EQ(times, 1);
    }
  }
}

/// `blockIdx.x * 64 + threadIdx.x < 6400` in blocks of 64: 100 blocks of below, the others above.
BlockCondition first_hundred() {
  BlockCondition out;
  out.per_block = {64, 0, 0};
  out.low = -6400;
  out.high = -6400 + 63;
  return out;
}

TEST(Strata, DivideAGridWhereAComparisonTurns) {
  const BlockCondition conditions[] = {first_hundred()};
  const Strata strata({2'000'000'000, 1, 1}, StrataLevel::one, conditions, 10);

  // Block 100 has thread 0 at 6400, which equals and is not above: a stratum of its own.
  ASSERT_EQ(strata.count(), 3U);
  EXPECT_EQ(strata.population(strata.of(0)), 100U);
  EXPECT_EQ(strata.of(0), strata.of(99));
  EXPECT_EQ(strata.population(strata.of(100)), 1U);
  EXPECT_EQ(strata.population(strata.of(1'999'999'999)), 2'000'000'000U - 101);
  for (std::uint32_t s = 0; s < 3; ++s) EXPECT_TRUE(strata.is_uniform(s));
}

TEST(Strata, OfATriangleHaveItsDiagonalApart) {
  BlockCondition above;  // blockIdx.y - blockIdx.x
  above.per_block = {-1, 1, 0};
  const Strata strata({40, 40, 1}, StrataLevel::one, std::span(&above, 1), 10);

  ASSERT_EQ(strata.count(), 3U);
  EXPECT_EQ(strata.population(strata.of(1)), 780U);  // 40 * 39 / 2
  EXPECT_EQ(strata.population(strata.of(40)), 780U);
  EXPECT_EQ(strata.population(strata.of(41 * 7)), 40U);
}

TEST(Strata, ThatAreTooManyBecomeOneThatIsNotUniform) {
  BlockCondition number;  // every block has an outcome of its own
  number.per_block = {1, 0, 0};
  number.is_open = true;
  const Strata strata({8, 1, 1}, StrataLevel::one, std::span(&number, 1), 3);

  ASSERT_EQ(strata.count(), 3U);
  EXPECT_TRUE(strata.is_uniform(0));
  EXPECT_FALSE(strata.is_uniform(2));
  EXPECT_EQ(strata.population(2), 6U);
}

TEST(Strata, FindEveryBlockOfADividedGridOnce) {
  BlockCondition diagonal;
  diagonal.per_block = {3, -2, 5};
  diagonal.low = -11;
  diagonal.high = -4;
  const BlockCondition conditions[] = {diagonal, first_hundred()};
  for (const auto level : {StrataLevel::one, StrataLevel::edges, StrataLevel::first_last}) {
    const launch::Dim3 grid{7, 5, 4};
    const Strata strata(grid, level, conditions, 6);
    std::vector<int> seen(grid.count());
    for (std::uint32_t s = 0; s < strata.count(); ++s) {
      for (std::uint64_t r = 0; r < strata.population(s); ++r) {
        EXPECT_EQ(strata.of(strata.block(s, r)), s);
        ++seen[strata.block(s, r)];
      }
    }
    for (const int times : seen) EXPECT_EQ(times, 1);
  }
}

TEST(Strata, CountsGridsOfBillionsWithoutWalkingThem) {
  const Strata strata({2147483647, 65535, 65535}, StrataLevel::first_last);

  EXPECT_EQ(strata.population(13), std::uint64_t{2147483645} * 65533 * 65533);
}

}  // namespace
}  // namespace forewarp::profile
