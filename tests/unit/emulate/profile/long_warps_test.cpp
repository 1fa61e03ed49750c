// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/profile/long_warps.hpp"

#include <gtest/gtest.h>

#include "forewarp/frontend/ptx/parser.hpp"

namespace forewarp::profile {
namespace {

/// Basic block 0: two additions, one after the other.
struct TwoAdditions {
  ptx::Module module = ptx::parse(R"(
.version 7.0
.target sm_70
.address_size 64
.visible .entry k() {
  .reg .f32 %f<9>;
  add.f32 %f1, %f1, %f8;
  add.f32 %f1, %f1, %f8;
}
)");
  emu::ProgramMap map;
  std::unique_ptr<Program> program;
  std::unique_ptr<LongWarps> warps;

  TwoAdditions() {
    map.blocks.push_back({module.find("k"), 0, 2});
    program = std::make_unique<Program>(map);
    warps = std::make_unique<LongWarps>(*program);
    warps->begin(4);
  }
  void run(std::uint32_t warp, unsigned times, std::uint64_t weight = 1) {
    for (unsigned i = 0; i < times; ++i) warps->basic_block(warp, 0, 2, weight);
  }
  [[nodiscard]] std::int64_t additions() const {
    return warps->longest()->links[static_cast<unsigned>(LinkClass::alu)];
  }
};

TEST(LongWarps, ShortOnesAreNotTraced) {
  TwoAdditions k;
  for (std::uint32_t warp = 0; warp < 4; ++warp) k.run(warp, LongWarps::least / 2 - 1);

  EXPECT_FALSE(k.warps->longest());
}

TEST(LongWarps, WhatCameBeforeTheTraceCountsLikeWhatIsTraced) {
  TwoAdditions k;
  k.run(2, 10'000);

  ASSERT_TRUE(k.warps->longest());
  EXPECT_EQ(k.warps->longest()->instructions, 20'000U);
  EXPECT_NEAR(static_cast<double>(k.additions()), 20'000, 20);
}

TEST(LongWarps, ALongerWarpTakesTheTrace) {
  TwoAdditions k;
  k.run(0, 3000);
  k.run(1, 5000);  // longer, but not twice
  k.run(3, 100'000);

  ASSERT_TRUE(k.warps->longest());
  EXPECT_EQ(k.warps->longest()->instructions, 200'000U);
  EXPECT_NEAR(static_cast<double>(k.additions()), 200'000, 200);
}

TEST(LongWarps, ALittleLongerWarpCountsLikeTheOneThatIsTraced) {
  TwoAdditions k;
  k.run(0, 10'000);
  k.run(1, 19'000);

  ASSERT_TRUE(k.warps->longest());
  EXPECT_EQ(k.warps->longest()->instructions, 38'000U);
  EXPECT_NEAR(static_cast<double>(k.additions()), 38'000, 40);
}

TEST(LongWarps, AnIterationOfASampledLoopIsSoMany) {
  TwoAdditions k;
  k.run(0, 10);
  k.warps->weight(0, 100);
  k.run(0, 100, 100);
  k.warps->weight(0, 1);
  k.run(0, 10);

  ASSERT_TRUE(k.warps->longest());
  EXPECT_EQ(k.warps->longest()->instructions, 20'040U);
  EXPECT_NEAR(static_cast<double>(k.additions()), 20'040, 200);
}

TEST(LongWarps, OfWhichTooLittleWasSeenAreLeftOut) {
  TwoAdditions k;
  k.warps->weight(0, 1'000'000);
  k.run(0, 1, 1'000'000);
  k.warps->weight(0, 1);
  k.run(0, 1);

  EXPECT_FALSE(k.warps->longest());
}

}  // namespace
}  // namespace forewarp::profile
