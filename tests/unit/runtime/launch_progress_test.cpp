// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/runtime/launch_progress.hpp"

#include <gtest/gtest.h>

namespace forewarp::runtime {
namespace {

class LaunchProgressTest : public ::testing::Test {
 protected:
  double now = 100;
  std::string drawn;
  LaunchProgress progress{[this](std::string_view text) { drawn += text; }, [this] { return now; }};
};

TEST_F(LaunchProgressTest, AShortLaunchShowsNothing) {
  progress.begin("k(int)");
  now += 0.9;
  progress.advance(9, 10, "blocks");
  progress.end();

  EXPECT_EQ(drawn, "");
}

// The reports at 2.0 and 2.3 s are drawn; the one at 2.1 s is too near to the one before.
TEST_F(LaunchProgressTest, ALongOneShowsItsShareOfBlocksAndIsWipedOut) {
  progress.begin("k(int)");
  for (const auto& [time, done] : {std::pair{102.0, 25U}, {102.1, 30U}, {102.3, 50U}}) {
    now = time;
    progress.advance(done, 100, "blocks");
  }
  progress.end();

  EXPECT_EQ(drawn,
            "\r\x1b[Kforewarp: k(int)  25 % of its blocks  2 s"
            "\r\x1b[Kforewarp: k(int)  50 % of its blocks  2 s"
            "\r\x1b[K");
}

TEST_F(LaunchProgressTest, EachLaunchBeginsAnew) {
  progress.begin("first()");
  now += 5;
  progress.end();
  progress.begin("second()");
  now += 0.5;
  progress.advance(1, 2, "blocks");

  EXPECT_EQ(drawn, "");
}

TEST(LaunchProgress, WithoutATerminalNothingIsDrawn) {
  double now = 0;
  LaunchProgress progress(nullptr, [&] { return now; });
  progress.begin("k()");
  now = 10;

  progress.advance(1, 2, "blocks");
  progress.end();
}

}  // namespace
}  // namespace forewarp::runtime
