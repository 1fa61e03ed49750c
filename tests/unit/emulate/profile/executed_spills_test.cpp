// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/profile/executed_spills.hpp"

#include <gtest/gtest.h>

namespace forewarp::profile {
namespace {

TEST(ExecutedSpills, EachPlaceRunsAsOftenAsAMeanInstruction) {
  Profile profile;
  profile.threads = 10;
  profile.thread_instructions = 2400;  // 240 a thread
  profile.basic_blocks.resize(3);
  profile.basic_blocks[0].instructions = 50, profile.basic_blocks[0].threads = 10;
  profile.basic_blocks[1].instructions = 30, profile.basic_blocks[1].threads = 63;
  profile.basic_blocks[2].instructions = 500;  // not reached

  const Spills executed = executed_spills({.load_bytes = 8, .store_bytes = 4, .frame_bytes = 16}, profile);

  EXPECT_DOUBLE_EQ(executed.load_bytes, 24);  // 240 / 80 = 3 times
  EXPECT_DOUBLE_EQ(executed.store_bytes, 12);
  EXPECT_DOUBLE_EQ(executed.frame_bytes, 16);
}

TEST(ExecutedSpills, ALaunchThatDoesNothingSpillsNothing) {
  EXPECT_EQ(executed_spills({.load_bytes = 8, .store_bytes = 4, .frame_bytes = 16}, {}).load_bytes, 0);
}

}  // namespace
}  // namespace forewarp::profile
