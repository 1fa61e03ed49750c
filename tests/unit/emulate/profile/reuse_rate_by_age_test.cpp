// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/reuse/reuse_rate_by_age.hpp"

#include <gtest/gtest.h>

namespace forewarp::profile {
namespace {

constexpr std::uint64_t first_of_buffer_1 = std::uint64_t{1} << (emu::Memory::buffer_shift - sector_shift);

TEST(ReuseRateByAge, CountsMeetingsByTheNumberOfBlocksAsked) {
  // Sector 0 is touched by all of four blocks, 1 by the first and the last, 2 by the last alone.
  const std::vector<std::vector<std::uint64_t>> touched = {{0, 1}, {0}, {0}, {0, 1, 2}};
  std::map<std::uint64_t, BlockSectors> blocks;
  for (std::size_t b = 0; b < touched.size(); ++b)
    for (const auto sector : touched[b]) blocks[b].sectors.push_back({first_of_buffer_1 + sector, 1, 0, 0, 0});
  BufferMap buffers;
  buffers.numbers = {1};

  const ReuseRateByAge t = reuse_rate_by_age({&blocks, {4, 1, 1}, 1, &buffers, {}, {}}, 0, {}, false);

  // The first block asked has sector 0 three times, and neither 1 nor 2; the second and third have 1 once of 2 + 2.
  EXPECT_EQ(t.lookups[0], 5);
  EXPECT_EQ(t.hits[0], 3);
  EXPECT_EQ(t.lookups[1], 4);
  EXPECT_EQ(t.hits[1], 1);
}

TEST(ReuseRateByAge, WhatIsUsualIsWorthTenMeetings) {
  ReuseRateByAge usual;
  usual.hits[1] = 20, usual.lookups[1] = 2000;

  // The third block asked: 10 of 1000 usually, none of 90 here; 500 of 1000 here.
  EXPECT_DOUBLE_EQ(reuse_rate(0, 90, usual, 3), 10 / 1090.0);
  EXPECT_DOUBLE_EQ(reuse_rate(500, 1000, usual, 2), 510 / 2000.0);
}

TEST(ReuseRateByAge, LittleThatIsUsualSaysNothing) {
  ReuseRateByAge usual;
  usual.hits[0] = 9, usual.lookups[0] = 9;

  EXPECT_DOUBLE_EQ(reuse_rate(1, 4, usual, 1), 0.25);
  EXPECT_EQ(reuse_rate(0, 0, usual, 1), 0);
}

}  // namespace
}  // namespace forewarp::profile
