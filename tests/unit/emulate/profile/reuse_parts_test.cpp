// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// The parts of the estimate of reuse between blocks, each by itself, on sampled blocks made by hand.
#include <gtest/gtest.h>

#include "forewarp/emulate/reuse/affine_reuse.hpp"
#include "forewarp/emulate/reuse/estimate.hpp"
#include "forewarp/emulate/reuse/lookback.hpp"
#include "forewarp/emulate/reuse/reuse_weights.hpp"
#include "forewarp/emulate/reuse/sampled_blocks.hpp"
#include "forewarp/emulate/reuse/touch_frequency.hpp"

namespace forewarp::profile {
namespace {

using Distances = std::vector<std::uint64_t>;

constexpr std::uint64_t first_of(std::uint64_t buffer) { return buffer << (emu::Memory::buffer_shift - sector_shift); }

/// Blocks of a grid with a buffer of number 1 as argument 0 and one of number 2 as argument 1.
struct Sample {
  std::map<std::uint64_t, BlockSectors> blocks;
  BufferMap buffers{.numbers = {1, 2}};

  /// Sectors of a block must be added in the order of their numbers.
  void touch(std::uint64_t block, std::uint64_t sector, unsigned slot = 0, std::uint64_t weight = 1) {
    BlockSectors& b = blocks[block];
    b.words = 1;
    b.sectors.push_back({first_of(1) + sector, weight, static_cast<std::uint32_t>(b.marks.size()), 0, 0});
    b.marks.push_back(std::uint64_t{1} << slot);
  }
  [[nodiscard]] SampledBlocks kept(launch::Dim3 grid, Distances origins = {}, Distances writing = {}) const {
    return {&blocks, grid, 2, &buffers, std::move(origins), std::move(writing)};
  }
};

TEST(ReuseWeights, AreMadeSharesOfAllThatWasAdded) {
  ReuseWeights weights;
  weights.add(2, 3);
  weights.add(0, 1);  // touched by no block before: only in the sum
  weights.add(1, 2);
  weights.add(2, 2);
  BlockReuse out{{9, 0.5}};
  weights.append_to(out, 0.5);

  EXPECT_EQ(weights.all(), 8);
  ASSERT_EQ(out.size(), 3);  // appended, ascending
  EXPECT_EQ(out[0].blocks, 9);
  EXPECT_EQ(out[1].blocks, 1);
  EXPECT_DOUBLE_EQ(out[1].share, 0.5 * 2 / 8);
  EXPECT_EQ(out[2].blocks, 2);
  EXPECT_DOUBLE_EQ(out[2].share, 0.5 * 5 / 8);
}

TEST(ReuseWeights, OfNothingAppendNothing) {
  const ReuseWeights weights;
  BlockReuse out;
  weights.append_to(out, 1);

  EXPECT_TRUE(out.empty());
}

TEST(ReuseWeights, OfWrittenSectorsAreKeptApart) {
  ReadAndWrittenWeights weights;
  weights.add(1, 4, false);
  weights.add(3, 2, true);

  EXPECT_EQ(weights.all.all(), 6);
  EXPECT_EQ(weights.written.all(), 2);
  BlockReuse written;
  weights.written.append_to(written, 1);
  ASSERT_EQ(written.size(), 1);
  EXPECT_EQ(written[0].blocks, 3);
  EXPECT_EQ(written[0].share, 1);
}

TEST(SampledBlocks, TheSectorsOfABufferComeInTheirOrder) {
  Sample sample;
  sample.touch(5, 0);
  sample.touch(5, 7);
  sample.touch(5, first_of(1) + 3);  // in buffer number 2
  sample.buffers.numbers = {2, 0, 1};
  const SampledBlocks kept = sample.kept({8, 1, 1});
  const auto sectors_of = [&](std::int32_t buffer) {
    Distances out;
    for_each_sector_of(kept, sample.blocks.at(5), buffer, [&](const auto& s) { out.push_back(s.number); });
    return out;
  };

  EXPECT_EQ(sectors_of(0), (Distances{first_of(2) + 3}));
  EXPECT_EQ(sectors_of(1), Distances{});  // an argument without a buffer
  EXPECT_EQ(sectors_of(2), (Distances{first_of(1), first_of(1) + 7}));
}

TEST(SampledBlocks, ASectorIsWrittenWhereASlotThatStoresTouchedIt) {
  Sample sample;
  BlockSectors& block = sample.blocks[0];
  block.words = 2;
  block.marks = {1, 0, 0, 1 << 5};  // slot 0; slot 64 + 5
  block.sectors = {{first_of(1), 1, 0, 0, 0}, {first_of(1) + 1, 1, 2, 0, 0}};

  const SampledBlocks stores = sample.kept({1, 1, 1}, {}, {0, 1 << 5}), narrow = sample.kept({1, 1, 1}, {}, {1});

  EXPECT_FALSE(is_written(stores, block, block.sectors[0]));
  EXPECT_TRUE(is_written(stores, block, block.sectors[1]));
  EXPECT_TRUE(is_written(narrow, block, block.sectors[0]));
  EXPECT_FALSE(is_written(narrow, block, block.sectors[1]));
  EXPECT_FALSE(is_written(sample.kept({1, 1, 1}), block, block.sectors[1]));  // not known what stores
}

TEST(Lookback, PredecessorsAreNearThenFarAndTheNeighboursAlongTheAxes) {
  EXPECT_EQ(predecessor_distances(5000, {1000, 10, 1}),
            (Distances{1, 2, 3, 4, 5, 6, 7, 8, 13, 34, 89, 233, 610, 1000, 1597, 4181}));
  EXPECT_EQ(predecessor_distances(1000, {1000, 10, 1}), (Distances{1, 2, 3, 4, 5, 6, 7, 8, 13, 34, 89, 233, 610}));
  EXPECT_EQ(predecessor_distances(80, {5, 12, 9}), (Distances{1, 2, 3, 4, 5, 6, 7, 8, 13, 34, 60}));  // 5 once
  EXPECT_EQ(predecessor_distances(3, {1000, 1, 1}), (Distances{1, 2}));
  EXPECT_EQ(predecessor_distances(0, {1, 1, 1}), Distances{});
}

TEST(Lookback, SparsePredecessorsKeepTheNearestAndTheFarthest) {
  const launch::Dim3 grid{1000, 10, 1};

  EXPECT_EQ(sparse_predecessors(1000, grid, 100), (Distances{1, 2, 5, 8, 13, 34, 89, 233, 610}));
  EXPECT_EQ(sparse_predecessors(1000, grid, 9).size(), 9);
  EXPECT_EQ(sparse_predecessors(1000, grid, 3), (Distances{1, 13, 610}));
  EXPECT_EQ(sparse_predecessors(1000, grid, 1), Distances{1});
  EXPECT_EQ(sparse_predecessors(1000, grid, 0), Distances{});
}

TEST(Lookback, AnchorsAreThreeAtMostAndInsideTheGrid) {
  EXPECT_EQ(anchor_blocks({1000, 1, 1}, 2), (Distances{617, 926}));
  EXPECT_EQ(anchor_blocks({10, 10, 10}, 9), (Distances{617, 926, 381}));
  EXPECT_EQ(anchor_blocks({1, 1, 1}, 1), Distances{0});
  EXPECT_EQ(anchor_blocks({1000, 1, 1}, 0), Distances{});
}

TEST(Lookback, ASectorCountsAtItsNearestPredecessor) {
  Sample sample;
  for (const std::uint64_t sector : {3U, 4U}) sample.touch(50, sector);
  sample.touch(49, 3);
  for (const std::uint64_t sector : {3U, 4U}) sample.touch(48, sector);
  const AffineReuse nothing;

  const auto found = sampled_reuse(sample.kept({100, 1, 1}, {50}), 0, nothing, false);

  // 99 of 100 blocks have a predecessor, 98 one at distance 2.
  ASSERT_TRUE(found);
  ASSERT_EQ(found->size(), 2);
  EXPECT_EQ((*found)[0].blocks, 1);
  EXPECT_DOUBLE_EQ((*found)[0].share, 0.5 * 0.99);
  EXPECT_EQ((*found)[1].blocks, 2);
  EXPECT_DOUBLE_EQ((*found)[1].share, 0.5 * 0.98);
}

TEST(Lookback, FindsNothingWhereNoAnchorTouchesWhatIsAskedFor) {
  Sample sample;
  sample.touch(50, 3);
  sample.touch(49, 3);
  AffineReuse nothing, everything;
  everything.slots = {1};

  EXPECT_FALSE(sampled_reuse(sample.kept({100, 1, 1}), 0, nothing, false));           // no anchor
  EXPECT_FALSE(sampled_reuse(sample.kept({100, 1, 1}, {51}), 0, nothing, false));     // which did not run
  EXPECT_FALSE(sampled_reuse(sample.kept({100, 1, 1}, {50}), 1, nothing, false));     // another buffer
  EXPECT_FALSE(sampled_reuse(sample.kept({100, 1, 1}, {50}), 0, everything, false));  // all explained
  EXPECT_FALSE(sampled_reuse(sample.kept({100, 1, 1}, {50}), 0, nothing, true));      // nothing stores
  EXPECT_TRUE(sampled_reuse(sample.kept({100, 1, 1}, {50}, {1}), 0, nothing, true));
}

constexpr std::uint64_t some_blocks[] = {0, 1, 2, 3, 20, 21, 22, 40, 41, 42};

/// Each block reads 4 sectors behind those of the block before, and writes one that no rule gives.
Sample partly_affine() {
  Sample sample;
  for (const std::uint64_t b : some_blocks) {
    for (std::uint64_t k = 0; k < 4; ++k) sample.touch(b, 4 * b + k);
    sample.touch(b, 100'000 + b * b * 7919 % 5003, 1);
  }
  return sample;
}

TEST(AffinePart, ExplainsTheSectorsOfTheSlotsThatFollowATranslation) {
  const Sample sample = partly_affine();
  const AffineReuse found = affine_part(sample.kept({64, 1, 1}, {}, {2}), 0);

  EXPECT_EQ(found.reference, &sample.blocks.at(21));  // all have 5 sectors: the median by number
  EXPECT_EQ(found.slots, Distances{1});
  ASSERT_EQ(found.translations.size(), 1);
  EXPECT_NEAR(found.translations[0].step[0], 4, 1e-9);
  EXPECT_EQ(found.all, 5);
  EXPECT_EQ(found.explained, 4);
  EXPECT_EQ(found.written, 1);
  EXPECT_EQ(found.written_explained, 0);
  EXPECT_TRUE(found.explains(*found.reference, found.reference->sectors[0]));
  EXPECT_FALSE(found.explains(*found.reference, found.reference->sectors[4]));
}

TEST(AffinePart, OfThinnedSectorsExplainsNothing) {
  Sample sample = partly_affine();
  sample.blocks[3].halvings = 1;
  const AffineReuse found = affine_part(sample.kept({64, 1, 1}), 0);

  EXPECT_EQ(found.all, 5);
  EXPECT_EQ(found.explained, 0);
  EXPECT_TRUE(found.translations.empty());
}

TEST(AffinePart, OfABufferThatNobodyTouchesHasNoReference) {
  const Sample sample = partly_affine();
  const AffineReuse found = affine_part(sample.kept({64, 1, 1}), 1);

  EXPECT_EQ(found.reference, nullptr);
  EXPECT_EQ(found.all, 0);
}

TEST(AffineReuse, AHaloIsSharedWithTheBlockBefore) {
  Sample sample;  // sectors 4 b to 4 b + 4, the last of which is the first of the next block
  for (const std::uint64_t b : some_blocks)
    for (std::uint64_t k = 0; k < 5; ++k) sample.touch(b, 4 * b + k);
  const SampledBlocks kept = sample.kept({64, 1, 1}, {}, {1});

  const ReadAndWrittenWeights sums = affine_reuse(kept, 0, affine_part(kept, 0));

  BlockReuse out;
  sums.all.append_to(out, 1);
  ASSERT_EQ(out.size(), 1);
  EXPECT_EQ(out[0].blocks, 1);
  EXPECT_DOUBLE_EQ(out[0].share, 0.2 * 63 / 64);
  EXPECT_EQ(sums.written.all(), sums.all.all());
}

TEST(ReuseBetweenBlocks, IsCountedWhereAllBlocksRan) {
  Sample sample;
  sample.touch(0, 0, 1);
  sample.touch(0, 1);
  sample.touch(1, 1);
  sample.touch(2, 0, 1);
  sample.blocks[3];

  const auto reuse = reuse_between_blocks(sample.kept({2, 2, 1}, {}, {2}));

  ASSERT_EQ(reuse.size(), 2);
  ASSERT_TRUE(reuse[0]);
  ASSERT_EQ(reuse[0]->all.size(), 2);
  EXPECT_EQ(reuse[0]->all[0].blocks, 1);
  EXPECT_EQ(reuse[0]->all[0].share, 0.25);
  EXPECT_EQ(reuse[0]->all[1].blocks, 2);
  EXPECT_EQ(reuse[0]->all[1].share, 0.25);
  ASSERT_EQ(reuse[0]->written.size(), 1);  // of the two that write sector 0
  EXPECT_EQ(reuse[0]->written[0].blocks, 2);
  EXPECT_EQ(reuse[0]->written[0].share, 0.5);
  EXPECT_FALSE(reuse[1]);
}

TEST(ReuseBetweenBlocks, IsUnknownWhereTooLittleIsExplainedAndNothingLookedUp) {
  const Sample sample = partly_affine();

  EXPECT_DOUBLE_EQ(irregular_share(sample.kept({64, 1, 1})), 0.2);
  EXPECT_FALSE(reuse_between_blocks(sample.kept({64, 1, 1})).at(0));
  // With an anchor the irregular fifth is looked up; no block shares anything.
  const auto looked_up = reuse_between_blocks(sample.kept({64, 1, 1}, {42})).at(0);
  ASSERT_TRUE(looked_up);
  EXPECT_GE(never_share(looked_up->all), 0.8);
  EXPECT_LE(never_share(looked_up->all), 1);
}

TEST(TouchFrequency, ScalesWhatIsThinned) {
  TouchFrequency seen;
  seen.sectors = {{1, 5}, {2, 3}};
  seen.scale = 4;

  EXPECT_EQ(seen.distinct(), 32);
  EXPECT_EQ(seen.touches(), 4 * (5 + 6));
  EXPECT_EQ(seen.seen(2), 12);
  EXPECT_EQ(seen.seen(3), 0);
}

TEST(TouchFrequency, TakesBlocksByWhatTheyTouchAndRepresent) {
  Sample sample;
  for (const std::uint64_t sector : {1U, 2U, 3U}) sample.touch(0, sector);
  sample.touch(1, 3, 0, 1);
  SampledBlocks kept = sample.kept({40, 1, 1});
  kept.drawn = {{&sample.blocks.at(0), 10}, {&sample.blocks.at(1), 30}};
  const std::vector<DrawnBlock> blocks = random_blocks(kept);
  ASSERT_EQ(blocks.size(), 2);

  const TouchFrequency seen = touch_frequency(kept, blocks, 0, {}, false);

  EXPECT_EQ(seen.sectors, (std::map<std::size_t, double>{{1, 2}, {2, 1}}));
  EXPECT_EQ(seen.blocks, 2);
  EXPECT_EQ(seen.in_grid, 2 * (3 * 10 + 1 * 30) / 4);  // 4 touches
  EXPECT_FALSE(seen.weighted);
}

TEST(TouchFrequency, LeavesOutWhatIsExplainedOrNotWritten) {
  Sample sample;
  sample.touch(0, 1);
  sample.touch(0, 2, 1, 3);  // of three iterations
  sample.touch(0, 3, 2);
  const SampledBlocks kept = sample.kept({4, 1, 1}, {}, {2});
  AffineReuse rule;
  rule.slots = {1};

  const TouchFrequency rest = touch_frequency(kept, random_blocks(kept), 0, rule, false);
  const TouchFrequency written = touch_frequency(kept, random_blocks(kept), 0, {}, true);

  EXPECT_EQ(rest.distinct(), 4);
  EXPECT_TRUE(rest.weighted);
  EXPECT_EQ(written.distinct(), 3);
  EXPECT_EQ(written.in_grid, 4);
  EXPECT_EQ(touch_frequency(kept, random_blocks(kept), 1, {}, false).in_grid, 0);
}

TEST(TouchFrequency, ManyTouchesAreCountedInStepsOfAnEighthOfAnOctave) {
  Sample sample;
  for (std::uint64_t block = 0; block < 21; ++block) sample.touch(block, 9);
  const SampledBlocks kept = sample.kept({21, 1, 1});

  EXPECT_EQ(touch_frequency(kept, random_blocks(kept), 0, {}, false).sectors, (std::map<std::size_t, double>{{20, 1}}));
}

TEST(TouchFrequency, OfAThinnedBlockThinsTheOthersAlike) {
  Sample sample;
  for (std::uint64_t sector = 0; sector < 1000; ++sector) sample.touch(0, sector);
  for (std::uint64_t sector = 0; sector < 1000; ++sector)
    if (is_kept(first_of(1) + sector, 2)) sample.touch(1, sector);
  sample.blocks[1].halvings = 2;
  const SampledBlocks kept = sample.kept({2, 1, 1});

  const TouchFrequency seen = touch_frequency(kept, random_blocks(kept), 0, {}, false);

  EXPECT_EQ(seen.scale, 4);
  EXPECT_EQ(seen.seen(1), 0);  // every sector that is kept is touched by both
  EXPECT_EQ(seen.distinct(), 4 * static_cast<double>(sample.blocks[1].sectors.size()));
  EXPECT_NEAR(seen.distinct(), 1000, 200);
}

}  // namespace
}  // namespace forewarp::profile
