// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <set>

namespace forewarp {
namespace {

TEST(Random, IsTheGeneratorThatWasPublished) {
  auto random = SplitMix::from_state(1234567);  // the first numbers of the reference implementation for this seed

  EXPECT_EQ(random.next(), 6457827717110365317u);
  EXPECT_EQ(random.next(), 3203168211198807973u);
}

TEST(Random, ANumberIsAFunctionOfItsPlaceInTheStream) {
  auto random = SplitMix::from_state(99);

  for (std::uint64_t i = 1; i <= 100; ++i) EXPECT_EQ(random.next(), random_bits(99, i));
}

TEST(Random, PartsOfASeedHaveNumbersOfTheirOwn) {
  std::set<std::uint64_t> first, seeds;
  for (std::uint64_t i = 0; i < 1000; ++i) {
    first.insert(SplitMix(7, i).next());
    seeds.insert(derived_seed(7, i));
  }

  EXPECT_EQ(first.size(), 1000u);
  EXPECT_EQ(seeds.size(), 1000u);
  EXPECT_EQ(SplitMix(7).next(), SplitMix(7, 0).next());
}

TEST(Random, NumbersStayWithinTheirBounds) {
  SplitMix random(1);
  for (int i = 0; i < 1000; ++i) {
    EXPECT_LT(random.below(7), 7u);
    EXPECT_LT(scaled_below(random.next(), 7), 7u);
    const double u = random.uniform();
    EXPECT_GE(u, 0);
    EXPECT_LT(u, 1);
  }
  // floor(x * 10 / 2^64) of the ends and of the middle
  EXPECT_EQ(scaled_below(0, 10), 0u);
  EXPECT_EQ(scaled_below(std::uint64_t{1} << 63, 10), 5u);
  EXPECT_EQ(scaled_below(~std::uint64_t{0}, 10), 9u);
}

TEST(Random, AShuffleIsAPermutationAndTheSameForASeed) {
  std::array<int, 100> a{}, b{}, sorted{};
  std::iota(sorted.begin(), sorted.end(), 0);
  a = b = sorted;

  SplitMix(5).shuffle(std::span<int>(a));
  SplitMix(5).shuffle(std::span<int>(b));

  EXPECT_EQ(a, b);
  EXPECT_NE(a, sorted);
  std::ranges::sort(a);
  EXPECT_EQ(a, sorted);
}

}  // namespace
}  // namespace forewarp
