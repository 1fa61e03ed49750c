// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/profile/stack_distance.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <list>
#include <random>

#include "forewarp/emulate/profile/profile.hpp"

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

TEST(StackDistance, PairsWithinASampledLoopAreAsFarApartAsTheyAre) {
  StackDistance stack;
  stack.touch(1);       // a tile from before the loop
  stack.touch(10, 50);  // an iteration that stands for 50: three new sectors and the tile
  stack.touch(11, 50);
  stack.touch(12, 50);

  // From before the loop, so the iterations in between are all of them: 3 sectors x 50.
  EXPECT_EQ(stack.touch(1, 50).distance, 150U);
  // The same iteration again: 11 and 12 and the tile lie between, in each of the 50.
  EXPECT_EQ(stack.touch(10, 50).distance, 3U);
  EXPECT_EQ(stack.touch(11, 50).distance, 3U);
  // After the loop 12 was 50 sectors, the last of which is this one; the tile and 2 x 50 more came since.
  EXPECT_EQ(stack.touch(12).distance, 101U);
}

TEST(StackDistance, ANestOfSampledLoopsMultipliesFromThePairOutwards) {
  StackDistance stack;
  stack.touch(1, 4);   // outer loop: an iteration stands for 4
  stack.touch(2, 20);  // inner loop: 5 of each of those
  stack.touch(3, 20);

  EXPECT_EQ(stack.touch(2, 20).distance, 1U);  // within the inner loop: 3
  EXPECT_EQ(stack.touch(1, 4).distance, 10U);  // an outer iteration apart: 2 sectors x 5
  EXPECT_EQ(stack.touch(1, 1).distance, 0U);
  EXPECT_EQ(stack.touch(3, 1).distance, 24U);  // all is over: 20 of 2, 4 of 1
}

/// Passes over 2 + 10 x 98 sectors: two as they are, then each tenth. Later passes stand for `passes` each.
std::vector<std::uint64_t> distances_of_passes(std::uint64_t passes) {
  StackDistance stack;
  std::vector<std::uint64_t> distances;
  for (unsigned pass = 0; pass < 4; ++pass) {
    const std::uint64_t of_pass = pass < 2 ? 1 : passes;
    for (unsigned i = 0; i < 100; ++i) {
      const auto touched = stack.touch(i, of_pass * (i < 2 ? 1 : 10));
      if (pass > 0) distances.push_back(touched.distance);
    }
  }
  return distances;
}

TEST(StackDistance, BetweenSampledPassesIsWhatIsBetweenWholeOnes) {
  const std::vector<std::uint64_t> whole = distances_of_passes(1);
  EXPECT_EQ(whole.front(), 981U);  // all but the sector itself
  EXPECT_EQ(distances_of_passes(4), whole);
  EXPECT_EQ(distances_of_passes(50), whole);
}

TEST(StackDistance, EqualsItsDefinitionOnRandomWeights) {
  struct Touched {
    std::uint64_t sector, weight;
  };
  std::mt19937_64 random(5);
  StackDistance stack;
  std::vector<Touched> stream;
  for (unsigned i = 0; i < 6000; ++i) {
    const std::uint64_t sector = random() % 40,
                        weight = std::uint64_t{1} << (i / 50 % 4 * (random() % 20 == 0 ? 0 : 2));
    std::uint64_t expected = StackDistance::never;
    // Back to the last touch of it; the lightest on the way, both ends with it.
    std::uint64_t lightest = weight;
    for (std::size_t at = stream.size(); at-- > 0;) {
      lightest = std::min(lightest, stream[at].weight);
      if (stream[at].sector != sector) continue;
      expected = 0;
      // Touches in a row are one, as heavy as the last, and the lightest of them counts.
      for (std::size_t k = at; k > 0 && stream[k - 1].sector == sector; --k)
        lightest = std::min(lightest, stream[k - 1].weight);
      lightest = std::max<std::uint64_t>(1, lightest / std::max<std::uint64_t>(1, weight / stream[at].weight));
      std::vector<std::uint64_t> seen;
      for (std::size_t k = at + 1; k < stream.size(); ++k) {
        if (std::count(seen.begin(), seen.end(), stream[k].sector) > 0) continue;
        seen.push_back(stream[k].sector);
        const auto first =
            std::find_if(stream.begin(), stream.end(), [&](const Touched& t) { return t.sector == stream[k].sector; });
        const auto last = std::find_if(stream.rbegin(), stream.rend(),
                                       [&](const Touched& t) { return t.sector == stream[k].sector; });
        const std::uint64_t in_stretch = std::max(first->weight, last->weight) / lightest;
        expected += std::max<std::uint64_t>(1, std::min(first->weight, in_stretch));
      }
      break;
    }
    ASSERT_EQ(stack.touch(sector, weight).distance, expected) << "touch " << i;
    stream.push_back({sector, weight});
  }
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
