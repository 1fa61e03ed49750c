// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/reuse/touch_mixture.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace forewarp::profile {
namespace {

constexpr std::uint64_t first_of_buffer_1 = std::uint64_t{1} << (emu::Memory::buffer_shift - sector_shift);

TEST(TouchFrequency, CountsSectorsByTheNumberOfBlocksThatTouchThem) {
  // Sector 0 is touched by all of four blocks, 1 by the first and the last, 2 by the last alone; a fifth has none.
  const std::vector<std::vector<std::uint64_t>> touched = {{0, 1}, {0}, {0}, {0, 1, 2}, {}};
  std::map<std::uint64_t, BlockSectors> blocks;
  for (std::size_t b = 0; b < touched.size(); ++b) {
    blocks[b];
    for (const auto sector : touched[b]) blocks[b].sectors.push_back({first_of_buffer_1 + sector, 1, 0, 0, 0});
  }
  BufferMap buffers;
  buffers.numbers = {1};
  const SampledBlocks kept{&blocks, {50, 1, 1}, 1, &buffers, {}, {}};

  const TouchFrequency seen = touch_frequency(kept, random_blocks(kept), 0, {}, false);

  EXPECT_EQ(seen.sectors, (std::map<std::size_t, double>{{1, 1}, {2, 1}, {4, 1}}));
  EXPECT_EQ(seen.distinct(), 3);
  EXPECT_EQ(seen.touches(), 7);
  EXPECT_EQ(seen.blocks, 4U);
  EXPECT_EQ(seen.in_grid, 40);  // each of the five represents ten
}

double chance(double n, double k, double p) {
  return std::exp(std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1) + k * std::log(p) +
                  (n - k) * std::log1p(-p));
}

/// What n blocks are expected to show of so many sectors, each touched with a probability.
TouchFrequency expected(double n, double in_grid, const std::vector<std::pair<double, double>>& sectors_and_chances) {
  TouchFrequency out;
  out.blocks = static_cast<std::size_t>(n);
  out.in_grid = in_grid;
  for (double k = 1; k <= n; ++k)
    for (const auto& [sectors, p] : sectors_and_chances)
      if (const double count = sectors * chance(n, k, p); count > 0.01)
        out.sectors[static_cast<std::size_t>(k)] += count;
  return out;
}

TEST(TouchMixture, OfAGatherAtRandomFindsTheSectorsThatASampleHasNotSeen) {
  // 50 of 4000 blocks touch 524 of 131,072 sectors each: the sample has seen 23,800, the grid touches all.
  const TouchMixture mixture(expected(50, 4000, {{131072, 0.004}}), 131072);

  EXPECT_NEAR(mixture.distinct(50), 23800, 0.05 * 23800);
  EXPECT_NEAR(mixture.distinct(4000), 131072, 0.05 * 131072);
  EXPECT_NEAR(mixture.still_new(100), std::pow(0.996, 100), 0.1);
}

TEST(TouchMixture, OfATableThatIsSearchedTellsItsRootsFromItsLeaves) {
  // Level l has 2^l sectors, of which 64 threads of a block touch one each.
  std::vector<std::pair<double, double>> levels;
  for (int l = 1; l <= 17; ++l) levels.emplace_back(std::exp2(l), 1 - std::pow(1 - std::exp2(-l), 64));
  double truth = 0, touches = 0, still_new = 0;
  for (const auto& [sectors, p] : levels) {
    truth += sectors * (1 - std::pow(1 - p, 16000));
    touches += sectors * p;
    still_new += sectors * p * std::pow(1 - p, 1000);
  }

  const TouchMixture mixture(expected(149, 16000, levels), 262142);

  EXPECT_NEAR(mixture.distinct(16000), truth, 0.3 * truth);
  EXPECT_NEAR(mixture.still_new(1000), still_new / touches, 0.05);
}

TEST(TouchMixture, HasNoMoreSectorsThanTheBuffer) {
  const TouchMixture mixture(expected(50, 4000, {{131072, 0.004}}), 60000);

  EXPECT_LE(mixture.distinct(1e9), 60000 * 1.001);
}

TEST(TouchMixture, OfOneBlockIsNotKnown) {
  TouchFrequency one;
  one.blocks = 1;
  one.in_grid = 100;
  one.sectors[1] = 10;

  EXPECT_FALSE(TouchMixture(one, 1000).is_known());
}

}  // namespace
}  // namespace forewarp::profile
