// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/reuse/access_skew.hpp"

#include <gtest/gtest.h>

namespace forewarp::profile {
namespace {

constexpr std::uint64_t first_of_buffer_1 = std::uint64_t{1} << (emu::Memory::buffer_shift - sector_shift);

using Order = std::vector<std::uint32_t>;  ///< when a block touches sector 0, 1, ..

/// Blocks of so many requests that touch the same sectors of the one buffer, each in an order of its own.
std::vector<double> of(const std::vector<Order>& blocks, std::uint64_t requests) {
  std::map<std::uint64_t, BlockSectors> kept;
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    BlockSectors& block = kept[b];
    block.requests = requests;
    for (std::uint32_t s = 0; s < blocks[b].size(); ++s)
      block.sectors.push_back({first_of_buffer_1 + s, 1, 0, 0, blocks[b][s]});
  }
  BufferMap buffers;
  buffers.numbers = {1};
  return access_skew({&kept, {static_cast<std::uint32_t>(blocks.size()), 1, 1}, 1, &buffers, {}, {}});
}

TEST(AccessSkew, IsNoneWhereBlocksWalkTheSameDataTogether) {
  EXPECT_EQ(of({{0, 1, 2}, {0, 1, 2}, {0, 1, 2}}, 3), std::vector<double>{0});
}

TEST(AccessSkew, IsThreeTimesTheMeanTimeBetweenTouchesInCoursesOfABlock) {
  // 1, 0 and 2 of 24 requests apart: 3 * 1 / 24
  EXPECT_EQ(of({{0, 1, 2}, {1, 1, 4}}, 24), std::vector<double>{0.125});
}

TEST(AccessSkew, IsAtMostACourse) {
  // one walks up, one down: 9, 3, 3 and 9 of 10
  EXPECT_EQ(of({{0, 3, 6, 9}, {9, 6, 3, 0}}, 10), std::vector<double>{1});
}

TEST(AccessSkew, IsNoneOfWhatNobodyShares) { EXPECT_EQ(of({{0, 1}}, 2), std::vector<double>{0}); }

}  // namespace
}  // namespace forewarp::profile
