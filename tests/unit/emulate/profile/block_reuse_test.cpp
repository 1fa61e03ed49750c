// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/profile/block_reuse.hpp"

#include <gtest/gtest.h>

#include "forewarp/emulate/reuse/translation.hpp"

namespace forewarp::profile {
namespace {

TEST(BlockReuse, GivesTheFootprintOfBlocksInARow) {
  const BlockReuse reuse = {{1, 0.5}, {4, 0.25}};

  EXPECT_DOUBLE_EQ(never_share(reuse), 0.25);
  EXPECT_DOUBLE_EQ(blocks_worth(reuse, 1), 1);
  EXPECT_DOUBLE_EQ(blocks_worth(reuse, 4), 1 + 3 * 0.5);
  EXPECT_DOUBLE_EQ(blocks_worth(reuse, 8), 1 + 3 * 0.5 + 4 * 0.25);
}

TEST(BlockReuse, OfNeighboursCountsTheFirstOfARowAsNew) {
  // rows of 4: three of four blocks have a left neighbour, with half of their sectors; of the other 5/8, 1/2 lies above
  const auto reuse = reuse_of_neighbours({0.5, 0.5, 0}, {4, 1000000, 1});

  ASSERT_EQ(reuse.size(), 2U);
  EXPECT_DOUBLE_EQ(reuse[0].share, 0.375);
  EXPECT_EQ(reuse[1].blocks, 4);
  EXPECT_NEAR(reuse[1].share, 0.3125, 1e-6);
}

TEST(BlockReuse, IsBroughtToTheSizeOfTheBuffer) {
  // 100 blocks that seem to share nothing in a buffer as large as 80, or as 10
  EXPECT_NEAR(never_share(bounded({}, 100, 80)) * 100, 80, 2);
  EXPECT_NEAR(never_share(bounded({}, 100, 10)) * 100, 10, 1);
  EXPECT_TRUE(bounded({}, 100, 100).empty());
  // a window that moves along: all but a tenth is the last block's, and still the whole buffer is touched
  EXPECT_NEAR(never_share(bounded({{1, 0.9}}, 1000, 50)) * 1000, 50, 1);
}

TEST(BlockReuse, CompressionKeepsSharesAndMeans) {
  const auto out = compressed({{1000, 0.1}, {2, 0.2}, {1010, 0.3}, {3, 0.1}});

  ASSERT_EQ(out.size(), 3U);
  EXPECT_EQ(out[0].blocks, 2);
  EXPECT_EQ(out[1].blocks, 3);
  EXPECT_NEAR(out[2].blocks, 1007.5, 1e-9);
  EXPECT_NEAR(out[2].share, 0.4, 1e-12);
}

TEST(BlockReuse, OfBlocksJoinedTwoByTwo) {
  // every block shares half with the one before: two of them touch 1.5 as much, and a third of it was touched before
  const auto out = coarsened({{1, 0.5}}, 2);

  ASSERT_EQ(out.size(), 1U);
  EXPECT_EQ(out[0].blocks, 1);
  EXPECT_DOUBLE_EQ(out[0].share, 0.5 / 1.5);
}

/// Rows of a stencil: a block reads 4 sectors of its row, and of the rows above and below.
SlotSectors rows_at(std::uint64_t x, std::uint64_t y, std::uint64_t row) {
  SlotSectors out{x + y * 8, {}};
  for (std::uint64_t k = 0; k < 4; ++k) out.sectors.push_back(1000 + 4 * x + 32 * (y + row) + k);
  return out;
}

TEST(Translation, FindsTheLastBlockThatTouchedASector) {
  const launch::Dim3 grid{8, 100, 1};
  std::vector<Translation> slots;
  for (const std::uint64_t row : {0U, 1U, 2U}) {
    std::vector<SlotSectors> blocks;
    for (const auto& [x, y] : {std::pair{1U, 1U}, {2U, 1U}, {1U, 2U}, {5U, 50U}, {6U, 50U}, {5U, 51U}})
      blocks.push_back(rows_at(x, y, row));
    const auto t = fit_translation(blocks, blocks.size(), 5 + 50 * 8, grid);
    ASSERT_TRUE(t);
    EXPECT_EQ(t->step, (std::array<double, 3>{4, 32, 0}));
    slots.push_back(*t);
  }
  const std::vector<const Translation*> all = {&slots[0], &slots[1], &slots[2]};
  const auto distance = [&](std::uint64_t row, std::int64_t x, std::int64_t y) {
    return last_toucher(all, 1000 + 4 * 5 + 32 * (50 + row) + 2, {x, y, 0}, grid, 0.5);
  };

  EXPECT_EQ(distance(2, 3, 20), 0);  // the row below: nobody before
  EXPECT_EQ(distance(1, 3, 20), 8);  // the block above had it as its row below
  EXPECT_EQ(distance(0, 3, 20), 8);  // and this as its own
  EXPECT_EQ(distance(0, 3, 0), 0);   // there is no block above
}

TEST(Translation, OfPartsOfASectorIsFoundFromFarBlocks) {
  // 8 bytes a block: four blocks share a sector
  std::vector<SlotSectors> blocks;
  for (const std::uint64_t b : {125U, 126U, 500U, 501U, 251U, 753U}) blocks.push_back({b, {1000 + b / 4}});

  const auto t = fit_translation(blocks, blocks.size(), 500, {1000, 1, 1});

  ASSERT_TRUE(t);
  EXPECT_NEAR(t->step[0], 0.25, 0.005);
  EXPECT_EQ(last_toucher({&*t}, 1125, {500, 0, 0}, {1000, 1, 1}, 0.9), 1);
  EXPECT_EQ(last_toucher({&*t}, 1125, {500, 0, 0}, {1000, 1, 1}, 0.1), 0);  // the first block of a sector
}

TEST(Translation, NeedsBlocksThatDifferAlongEveryAxisAndDoTheSame) {
  std::vector<SlotSectors> column;
  for (const std::uint64_t y : {1U, 2U, 9U}) column.push_back({3 + y * 8, {1000 + 4 * y}});

  EXPECT_FALSE(fit_translation(column, 3, 3 + 8, {8, 100, 1}));  // nothing is known along x
  EXPECT_TRUE(fit_translation(column, 3, 3 + 8, {1, 200, 1}));
  EXPECT_FALSE(fit_translation(column, 6, 3 + 8, {1, 200, 1}));  // as many blocks do nothing
}

TEST(Translation, IsNotSeenInAddressesThatDependOnData) {
  std::vector<SlotSectors> blocks;
  for (std::uint64_t b = 10; b < 20; ++b) blocks.push_back({b, {1000 + b * b * 37 % 101, 2000 + b * 53 % 17}});

  EXPECT_FALSE(fit_translation(blocks, blocks.size(), 12, {100, 1, 1}));
}

}  // namespace
}  // namespace forewarp::profile
