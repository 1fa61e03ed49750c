// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/bounds/access_skew.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "forewarp/model/bounds/traffic.hpp"
#include "unit/model/test_device.hpp"

namespace forewarp::model {
namespace {

TEST(AccessSkew, ReferencesAreThoseOfWhichATouchedSectorSeesSoMany) {
  EXPECT_EQ(references(1), 0);
  // lambda = 1: 1 / (1 - 1/e) = 1.5819767
  EXPECT_NEAR(references(1.5819767068693265), 1, 1e-9);
  EXPECT_NEAR(references(50), 50, 1e-9);
}

TEST(AccessSkew, ASectorIsFetchedOnceIfKeptAndByEachReaderIfNot) {
  const double lambda = 2, readers = 2 / (1 - std::exp(-2.0));

  EXPECT_DOUBLE_EQ(fetches_a_wave(lambda, 1), 1);
  EXPECT_DOUBLE_EQ(fetches_a_wave(lambda, 0), readers);
  // g = 1/2: (1 - 1/e + 2 * 1/2 * 1/e) / (1 - e^-2) = 1 / 0.8646647
  EXPECT_NEAR(fetches_a_wave(lambda, 0.5), 1 / 0.8646647, 1e-6);
  EXPECT_DOUBLE_EQ(share_fetched(lambda, 1), 1 / readers);
  EXPECT_DOUBLE_EQ(fetches_a_wave(0, 0), 1);
}

TEST(AccessSkew, WhatIsTouchedAtRandomFillsL2BeforeAStreamOfAsManySectors) {
  AccessSkew gathered, streamed;
  gathered.spread = 1;
  const std::vector<WaveOfBuffer> stream = {{&streamed, {1000, 1000, 0}, 0, 0}};
  const std::vector<WaveOfBuffer> gather = {{&gathered, {1000, 1000, 0}, 8, 0}};

  EXPECT_NEAR(memory_of_l2(500, 1000, stream), 0.5, 1e-9);
  // 1000 (1 - e^-8f) / (1 - e^-8) = 500: f = -ln(1 - 0.5 (1 - e^-8)) / 8
  EXPECT_NEAR(memory_of_l2(500, 1000, gather), -std::log(1 - 0.5 * (1 - std::exp(-8.0))) / 8, 1e-9);
  EXPECT_EQ(memory_of_l2(1000, 1000, gather), 1);
}

TEST(AccessSkew, AWaveLeavesItsLastTouchesToTheNext) {
  AccessSkew buffer;
  buffer.spread = 0.5;
  const WaveOfBuffer wave{&buffer, {1000, 1000, 0}, 2, 1 - std::exp(-2.0)};

  EXPECT_EQ(wave.left_by_wave_before(0.5), 0);  // a course less the half in which it is touched
  // f = 0.75: h = (0.5 + 0.75 - 1) / 0.5 = 1/2: (1 - 2 / e) / (1 - e^-2)
  EXPECT_NEAR(wave.left_by_wave_before(0.75), (1 - 2 / std::exp(1.0)) / (1 - std::exp(-2.0)), 1e-9);
}

/// 8000 blocks, 100 waves of 80, that each gather 8192 of 65536 sectors; L2 has 32768 places.
Summary gathering(double spread) {
  constexpr double each = 8192, all = 65536, blocks = 8000;
  Summary s;
  s.grid = {8000, 1, 1};
  s.blocks = blocks;
  s.load_sectors = s.reuse.first = s.reuse.total = blocks * each;
  s.per_block = {each, each, 0};
  s.total = {all, all, 0};
  // touched by a block with the chance 1/8, so last by the one D before with (7/8)^(D - 1) / 8
  for (double d = 1, share = each / 8; d < 200; ++d, share *= 7.0 / 8) s.block_reuse.push_back({d, {share, share, 0}});
  AccessSkew b;
  b.spread = spread;
  b.total = all;
  b.per_block = s.per_block;
  b.block_reuse = s.block_reuse;
  s.access_skew = {b};
  return s;
}

TEST(AccessSkew, GathersInABufferTwiceAsLargeAsL2MissHalfTheTime) {
  const double bytes = traffic(gathering(1), a_device(), resident(8, 8)).dram_read_bytes;

  // 80 blocks of 1/8 each: lambda = 10 of 65536 sectors, of which L2 remembers half: e^(-10 f) = 1/2, and that is how
  // often a reference misses. References of sectors that no block of the wave touches (e^-10) do not count.
  EXPECT_NEAR(bytes / 32, 8000 * 8192 / 2.0, 0.01 * 8000 * 8192 / 2.0);
}

TEST(AccessSkew, GathersInStepFetchOnceAWave) {
  const double bytes = traffic(gathering(0), a_device(), resident(8, 8)).dram_read_bytes;

  EXPECT_NEAR(bytes / 32, 100 * 65536, 0.02 * 100 * 65536);  // nothing is left by the wave before
}

}  // namespace
}  // namespace forewarp::model
