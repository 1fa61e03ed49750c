// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/profile/extrapolation.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "forewarp/emulate/profile/block_choice.hpp"

namespace forewarp::profile {
namespace {

const Unseen proven = [](std::uint32_t) { return 0.0; };
const Unseen unproven = [](std::uint32_t) { return 1.0; };

TEST(Share, ScalesEqualBlocksExactly) {
  // 3 blocks of 7 counted 21; 10^15 such blocks have 7 * 10^15, which a product with 21 first would round.
  EXPECT_DOUBLE_EQ((Share{1'000'000'000'000'000, 3}.scale(21)), 7e15);
  EXPECT_DOUBLE_EQ((Share{10, 4}.scale(6)), 15);
}

TEST(Estimate, WeighsStrataByTheirSize) {
  // A row of 101 blocks: the first costs 10, the inside 2 (two of 99 run: 1 and 3), the last 0.
  const Strata strata({101, 1, 1}, StrataLevel::first_last);
  const std::vector<BlockCost> costs = {{0, 0, 10, 0}, {30, 0, 1, 0}, {60, 0, 3, 0}, {100, 0, 0, 0}};

  const auto result = estimate(stratum_costs(costs, strata, &BlockCost::thread_instructions), proven);

  // 10 + 99 * 2 + 0 = 208; S^2 = 2, so the variance of the total is 99 * (99 - 2) * 2 / 2 = 9603. Of one degree of
  // freedom, 12.7062 standard deviations hold 95 %: two errors must.
  EXPECT_DOUBLE_EQ(result.total, 208);
  EXPECT_DOUBLE_EQ(result.relative_error, std::sqrt(9603.0) * 12.7062 / 2 / 208);
  EXPECT_DOUBLE_EQ(result.spread_error, result.relative_error);
}

TEST(Estimate, OfEqualBlocksIsNotCertainWithoutAProof) {
  const Strata strata({1000, 1, 1}, StrataLevel::one);
  std::vector<BlockCost> costs;
  for (std::uint64_t k = 0; k < 6; ++k) costs.push_back({k * 150, 0, 5, 0});
  const auto error = [&](const Unseen& unseen) {
    return estimate(stratum_costs(costs, strata, &BlockCost::thread_instructions), unseen).relative_error;
  };

  // Of six equal blocks half of all may be different (3 / 6), and by as much as the mean: two errors are 50 % of the
  // 994 blocks of 1000 that did not run.
  EXPECT_DOUBLE_EQ(error(unproven), 0.25 * 0.994);
  EXPECT_DOUBLE_EQ(error(proven), 0);
}

TEST(Estimate, SupposesBlocksAsExtremeAsTheOneSeen) {
  const Strata strata({1000, 1, 1}, StrataLevel::one);
  std::vector<BlockCost> costs;
  for (std::uint64_t k = 0; k < 10; ++k) costs.push_back({k * 100, 0, k == 5 ? std::uint64_t{91} : 1, 0});

  const auto result = estimate(stratum_costs(costs, strata, &BlockCost::thread_instructions), unproven);

  // The mean is 10, the most 81 above it: 990 * 1.5 / 10 * 81 = 12028.5 of 10000, besides the spread.
  EXPECT_DOUBLE_EQ(result.total, 10000);
  EXPECT_NEAR(std::sqrt(std::pow(result.relative_error, 2) - std::pow(result.spread_error, 2)), 1.20285, 1e-9);
}

TEST(Estimate, SupposesBlocksAsExtremeAsThoseOfOtherStrata) {
  const Strata strata({101, 1, 1}, StrataLevel::first_last);
  std::vector<BlockCost> costs = {{0, 0, 91, 0}, {100, 0, 1, 0}};
  for (std::uint64_t k = 1; k <= 10; ++k) costs.push_back({k * 9, 0, 1, 0});

  const auto result = estimate(stratum_costs(costs, strata, &BlockCost::thread_instructions), unproven);

  // 10 of 99 equal blocks inside run; up to 3/10 of the others may be like the first block, 90 above them, half of that
  // as a standard error: 89 * 0.15 * 90 = 1201.5 of 91 + 99 + 1.
  EXPECT_DOUBLE_EQ(result.total, 191);
  EXPECT_DOUBLE_EQ(result.relative_error, 1201.5 / 191);
}

TEST(Estimate, KnowsOfBlocksRunAsideThatDiffer) {
  const Strata strata({100, 1, 1}, StrataLevel::one);
  CountingObserver::Sums sums;
  sums.costs = {{10, 0, 4, 0}, {40, 0, 4, 0}, {80, 0, 4, 0}};
  const auto error = [&] { return estimate(stratum_costs(sums, strata, &BlockCost::thread_instructions), proven); };

  sums.costs_aside = {{11, 0, 4, 0}};
  EXPECT_DOUBLE_EQ(error().relative_error, 0);

  // 4, 4, 4 and 8: S^2 = 4; 100 * (100 - 3) * 4 / 3 is the variance of a total of 400, which stays as it was counted.
  // Two degrees of freedom: 4.3027 standard deviations hold 95 %.
  sums.costs_aside = {{11, 0, 8, 0}};
  EXPECT_DOUBLE_EQ(error().total, 400);
  EXPECT_DOUBLE_EQ(error().relative_error, std::sqrt(100 * 97 * 4 / 3.0) * 4.3027 / 2 / 400);
}

TEST(Estimate, OfAllBlocksHasNoError) {
  const Strata strata({3, 1, 1}, StrataLevel::one);
  const std::vector<BlockCost> costs = {{0, 0, 1, 0}, {1, 0, 5, 0}, {2, 0, 9, 0}};

  EXPECT_DOUBLE_EQ(estimate(stratum_costs(costs, strata, &BlockCost::thread_instructions), unproven).relative_error, 0);
}

TEST(BlockChoice, DrawsFromEachStretchAndNeverTwice) {
  const Strata strata({1000, 1, 1}, StrataLevel::one);
  BlockChoice choice(strata, 1);

  const auto first = choice.draw(0, 10), second = choice.draw(0, 500);

  ASSERT_EQ(first.size(), 10U);
  for (std::size_t k = 0; k < 10; ++k) EXPECT_EQ(first[k] / 100, k);
  std::set<std::uint64_t> all(first.begin(), first.end());
  for (const auto block : second) EXPECT_TRUE(all.insert(block).second);
}

TEST(BlockChoice, IsTheSameForASeedAndAnotherForAnother) {
  const Strata strata({100000, 1, 1}, StrataLevel::one);

  EXPECT_EQ(BlockChoice(strata, 5).draw(0, 20), BlockChoice(strata, 5).draw(0, 20));
  EXPECT_NE(BlockChoice(strata, 5).draw(0, 20), BlockChoice(strata, 6).draw(0, 20));
}

TEST(BlockChoice, NeighbourhoodsHaveTheNextBlockAlongEachAxis) {
  // The middle of 8 x 8 is (4, 4), the place of remainder 1 there (5, 5) = 45; its neighbours 46 and 53.
  EXPECT_EQ(neighbourhoods({8, 8, 1}, 2), (std::vector<std::uint64_t>{0, 1, 8, 45, 46, 53}));
  EXPECT_EQ(neighbourhoods({2, 1, 1}, 3), (std::vector<std::uint64_t>{0, 1}));
  EXPECT_EQ(neighbourhoods({1, 1, 1}, 3), (std::vector<std::uint64_t>{0}));
}

TEST(BlockChoice, MovesABlockToAPlaceOfItsStratumThatIsFree) {
  const launch::Dim3 grid{10, 6, 1};
  const Strata strata(grid, StrataLevel::edges);
  BlockChoice choice(strata, 1);
  choice.exclude(0);

  // (7, 2) goes to (4, 0); (3, 3) would go to (0, 0), which ran; (9, 4) is of the last column, (8, 4) is not.
  EXPECT_EQ(choice.largest(), 0U);
  EXPECT_EQ(choice.move_to_place(27, grid), 4U);
  EXPECT_EQ(choice.move_to_place(33, grid), 33U);
  EXPECT_EQ(choice.move_to_place(49, grid), 49U);
  EXPECT_EQ(neighbourhood(grid, 27), (std::vector<std::uint64_t>{27, 28, 37}));
  EXPECT_EQ(neighbourhood({1, 3, 2}, 2), (std::vector<std::uint64_t>{2, 5}));
}

TEST(BlockChoice, CornersAreThoseOfEachAxisThatHasTwo) {
  EXPECT_EQ(corners({10, 6, 1}), (std::vector<std::uint64_t>{0, 9, 50, 59}));
  EXPECT_EQ(corners({3, 1, 2}), (std::vector<std::uint64_t>{0, 2, 3, 5}));
}

TEST(BlockChoice, NeighbourhoodsBeginAtEveryRemainderOfFour) {
  // Pairs from 125 / 4 * 4 = 124, 500 / 4 * 4 + 1 + 4 = 505, 250 / 4 * 4 + 2 + 12 = 262, 750 / 4 * 4 + 3 + 8 = 759:
  // where every second block shares a sector with the next, as with rows of 16 bytes, two of the four pairs do.
  EXPECT_EQ(neighbourhoods({1000, 1, 1}, 4), (std::vector<std::uint64_t>{124, 125, 262, 263, 505, 506, 759, 760}));
}

}  // namespace
}  // namespace forewarp::profile
