// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/profile/stack_distance.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <list>
#include <random>

#include "forewarp/profile/profile.hpp"

namespace forewarp::profile {
namespace {

/// The LRU stack itself.
class BruteForce {
 public:
  std::uint64_t touch(std::uint64_t sector) {
    const auto at = std::find(stack_.begin(), stack_.end(), sector);
    const auto depth = static_cast<std::uint64_t>(std::distance(stack_.begin(), at));
    const bool found = at != stack_.end();
    if (found) stack_.erase(at);
    stack_.push_front(sector);
    return found ? depth : StackDistance::never;
  }

 private:
  std::list<std::uint64_t> stack_;
};

TEST(StackDistance, CountsOtherDistinctSectorsSinceTheLastTouch) {
  StackDistance stack;

  // a b c b a a: b saw c; a saw b and c; a saw nothing.
  EXPECT_EQ(stack.touch(1).distance, StackDistance::never);
  EXPECT_EQ(stack.touch(2).distance, StackDistance::never);
  EXPECT_EQ(stack.touch(3).distance, StackDistance::never);
  EXPECT_EQ(stack.touch(2).distance, 1U);
  EXPECT_EQ(stack.touch(1).distance, 2U);
  EXPECT_EQ(stack.touch(1).distance, 0U);
}

TEST(StackDistance, EqualsTheStackOnRandomStreamsLongEnoughToRenumber) {
  std::mt19937_64 random(3);
  StackDistance stack;
  for (const std::uint64_t sectors : {5U, 300U, 1500U}) {
    BruteForce brute;
    stack.clear();
    for (unsigned i = 0; i < 20000; ++i) {
      const auto sector = random() % sectors * (random() % 2 == 0 ? 1 : 977);
      ASSERT_EQ(stack.touch(sector).distance, brute.touch(sector)) << "touch " << i;
    }
  }
}

TEST(StackDistance, AHeavySectorStandsForMany) {
  StackDistance stack;
  stack.touch(1);
  stack.touch(2, 100);
  stack.touch(3, 1);

  // Between the touches of 1 lie 2, which stands for 100, and 3.
  EXPECT_EQ(stack.touch(1).distance, 101U);
}

TEST(ReuseHistogram, HitRateIsTheShareOfShortDistances) {
  ReuseHistogram h;
  h.counts[0] = 10;  // distances 0 and 1
  h.counts[3] = 20;  // distances 5 to 8
  h.first = 10;

  // A cache of 2 sectors keeps distances 0 and 1; one of 9 keeps up to 8; one of 7 keeps 5 and 6 of 5..8.
  EXPECT_DOUBLE_EQ(h.hit_rate(0), 0);
  EXPECT_DOUBLE_EQ(h.hit_rate(2), 10.0 / 40);
  EXPECT_DOUBLE_EQ(h.hit_rate(7), (10.0 + 10) / 40);
  EXPECT_DOUBLE_EQ(h.hit_rate(9), 30.0 / 40);
  EXPECT_DOUBLE_EQ(h.hit_rate(1e12), 30.0 / 40);
}

}  // namespace
}  // namespace forewarp::profile
