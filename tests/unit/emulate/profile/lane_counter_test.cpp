// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/profile/lane_counter.hpp"

#include <gtest/gtest.h>

namespace forewarp::profile {
namespace {

using Counts = std::vector<std::uint64_t>;

TEST(LaneCounter, AddsTheActiveLanesByBasicBlock) {
  LaneCounter counter(3);
  counter.basic_block({.block = 0, .warp = 0}, 0, 0xffffffff);
  counter.basic_block({.block = 0, .warp = 1}, 2, 0xf);
  counter.basic_block({.block = 7, .warp = 0}, 2, 0x80000001);

  EXPECT_EQ(counter.lanes(), (Counts{32, 0, 6}));  // 4 + 2 lanes
}

TEST(LaneCounter, CountsOneWarpOfEachBlockWhereOneIsNamed) {
  LaneCounter counter(1, 1);
  counter.basic_block({.block = 0, .warp = 0}, 0, 0xffffffff);
  counter.basic_block({.block = 0, .warp = 1}, 0, 0x3);
  counter.basic_block({.block = 4, .warp = 1}, 0, 0x1);

  EXPECT_EQ(counter.lanes(), (Counts{3}));
}

TEST(LaneCounter, APartCountsAsTheWholeDoesAndIsAddedToIt) {
  LaneCounter whole(2, 0);
  whole.basic_block({.block = 0, .warp = 0}, 0, 0x1);
  const std::unique_ptr<emu::Observer> part = whole.fork();
  part->basic_block({.block = 1, .warp = 0}, 1, 0x7);
  part->basic_block({.block = 1, .warp = 1}, 1, 0x7);  // not the warp that is counted
  whole.merge(*part);

  EXPECT_EQ(whole.lanes(), (Counts{1, 3}));
}

}  // namespace
}  // namespace forewarp::profile
