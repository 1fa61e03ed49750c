// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/score.hpp"

#include <gtest/gtest.h>

namespace forewarp {
namespace {

TEST(Score, IsMetAtItsTargetInItsDirection) {
  Score score{.id = "a", .what = "error", .unit = "%", .ours = 10, .target = 10};
  EXPECT_STREQ(score.verdict(), "met");
  score.ours = 10.1;
  EXPECT_STREQ(score.verdict(), "MISSED");
  score.better = Better::higher;
  EXPECT_STREQ(score.verdict(), "met");
}

TEST(Score, OfAModelsTimesMeetsNoTarget) {
  const Score score{.id = "a", .what = "error", .unit = "%", .ours = 0, .target = 10, .synthetic = true};

  EXPECT_FALSE(score.met());
  EXPECT_STREQ(score.verdict(), "synthetic");
}

}  // namespace
}  // namespace forewarp
