// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/bounds/wave_footprint.hpp"

#include <gtest/gtest.h>

namespace forewarp::model {
namespace {

/// 100 blocks of ten sectors each; half of them the block before has touched, too: 10, 15, 20, ... distinct sectors.
Summary half_shared() {
  Summary s;
  s.blocks = 100;
  s.per_block = {10, 8, 2};
  s.block_reuse = {{1, {5, 4, 1}}};
  return s;
}

TEST(Window, OfBlocksThatShareHalfGrowsByTheOtherHalf) {
  for (const auto& [blocks, sectors] : {std::pair(1.0, 10.0), {2.0, 15.0}, {4.0, 25.0}}) {
    EXPECT_DOUBLE_EQ(window(half_shared(), blocks).unique, sectors) << blocks;
    EXPECT_DOUBLE_EQ(window(half_shared(), blocks).read, 0.8 * sectors) << blocks;
    EXPECT_DOUBLE_EQ(window(half_shared(), blocks).written, 0.2 * sectors) << blocks;
  }
}

TEST(Window, IsNeverLessThanOneBlock) {
  Summary s = half_shared();
  s.block_reuse = {{1, {10, 8, 2}}};  // every block touches the same sectors

  EXPECT_EQ(window(s, 50).unique, 10);
}

// Two buffers of 10 sectors a block; the second has 30 sectors in all, so from three blocks on it adds nothing.
TEST(Window, OfABufferIsAtMostTheBuffer) {
  AccessSkew large, small;
  large.total = 1000, large.per_block = {10, 10, 0};
  small.total = 30, small.per_block = {10, 5, 5};
  Summary s;
  s.access_skew = {large, small};

  EXPECT_EQ(window(small, 2).unique, 20);
  EXPECT_EQ(window(small, 6).unique, 30);
  EXPECT_EQ(window(small, 6).read, 15);
  EXPECT_EQ(window(s, 6).unique, 60 + 30);
}

TEST(Sectors, AreAddedWithAFactor) {
  Sectors to{1, 2, 3};

  add(to, {10, 20, 30}, 0.5);

  EXPECT_EQ(to.unique, 6);
  EXPECT_EQ(to.read, 12);
  EXPECT_EQ(to.written, 18);
}

// An L2 of 100 sectors: 80 are touched by 15 blocks (10 + 5 x 14), 120 by 23. Between them it falls by 1/8 a block.
TEST(Retention, FallsFromOneToZeroAroundWhatL2Holds) {
  const Retention kept(half_shared(), 100);

  EXPECT_EQ(kept.of(0), 1);
  EXPECT_DOUBLE_EQ(kept.of(15), 1);
  EXPECT_DOUBLE_EQ(kept.of(19), 0.5);
  EXPECT_DOUBLE_EQ(kept.of(23), 0);
  EXPECT_EQ(kept.of(90), 0);
}

TEST(Retention, OfAGridThatFitsIsCertain) { EXPECT_EQ(Retention(half_shared(), 1e9).of(100), 1); }

// Of 100 blocks 99 have the block before them; in waves of 4 a quarter of these pairs lies in two waves.
TEST(Found, ABlockBeforeIsMostlyInTheSameWave) {
  const Summary s = half_shared();
  const Retention always(s, 1e9), never(s, 0);

  const Found all = found(s.block_reuse, 100, 4, always), few = found(s.block_reuse, 100, 4, never);

  EXPECT_DOUBLE_EQ(all.same_wave.unique, 5 * 0.75);
  EXPECT_DOUBLE_EQ(all.before.unique, 5 * (0.99 - 0.75));
  EXPECT_DOUBLE_EQ(few.same_wave.unique, 5 * 0.75);
  EXPECT_EQ(few.before.unique, 0);
}

// The block 8 before lies exactly two waves of 4 back, for 92 of 100 blocks.
TEST(Found, WholeWavesBackNothingIsInTheSameWave) {
  const Summary s = half_shared();
  const std::vector<Reuse> reuse = {{8, {5, 4, 1}}};

  const Found f = found(reuse, 100, 4, Retention(s, 1e9));

  EXPECT_EQ(f.same_wave.unique, 0);
  EXPECT_DOUBLE_EQ(f.before.unique, 5 * 0.92);
}

}  // namespace
}  // namespace forewarp::model
