// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// What trees are grown from: samples in order, in single precision and in lines, and their order by each feature.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "forewarp/learn/trees/aligned.hpp"
#include "forewarp/learn/trees/float_row.hpp"
#include "forewarp/learn/trees/lane_random.hpp"
#include "forewarp/learn/trees/presorted.hpp"
#include "forewarp/learn/trees/sorted_samples.hpp"
#include "unit/learn/data.hpp"

namespace forewarp::learn::trees {
namespace {

using Rows = std::vector<std::uint32_t>;
using testing::samples_of;

TEST(LineVector, StartsOnACacheLine) {
  for (std::size_t n = 1; n < 20; ++n) {
    const LineVector<float> v(n);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(v.data()) % 64, 0) << n;
  }
}

TEST(SortedSamples, NarrowedKeepsInsideSinglePrecision) {
  EXPECT_EQ(narrowed(0.5), 0.5f);
  EXPECT_EQ(narrowed(1 + 1e-9), 1.0f);
  EXPECT_EQ(narrowed(1e300), std::numeric_limits<float>::max());
  EXPECT_EQ(narrowed(-1e300), -std::numeric_limits<float>::max());
}

// Targets 3 1 2 1: the samples 1, 3, 2, 0; of the two with target 1 the first comes first.
TEST(SortedSamples, AscendByTargetAndKeepTheOrderOfEqualOnes) {
  const SortedSamples sorted =
      ordered(samples_of({10, 100, 11, 101, 12, 102, 13, 103}, 2), std::vector{3., 1., 2., 1.});

  EXPECT_EQ(sorted.source, (Rows{1, 3, 2, 0}));
  EXPECT_EQ(sorted.y, (std::vector<double>{1, 1, 2, 3}));
  EXPECT_EQ(sorted.stride, lanes);
  EXPECT_EQ(sorted.at(1, 0), 13);
  EXPECT_EQ(sorted.at(1, 1), 103);
  for (std::size_t j = 2; j < lanes; ++j) EXPECT_EQ(sorted.x[j], 0) << j;
}

TEST(SortedSamples, ChosenRowsMayRepeat) {
  const SortedSamples all = ordered(samples_of({10, 11, 12}, 1), std::vector{1., 2., 3.});

  const SortedSamples some = chosen_rows(all, Rows{0, 2, 2});

  EXPECT_EQ(some.rows, 3);
  EXPECT_EQ(some.y, (std::vector<double>{1, 3, 3}));
  EXPECT_EQ(some.source, (Rows{0, 2, 2}));
  EXPECT_EQ(some.at(2, 0), 12);
}

TEST(SortedSamples, ABootstrapDrawsAsManyAscendingAndAboutTwoThirdsOfThem) {
  Random random(7);

  const Rows rows = bootstrap(1000, random);

  EXPECT_EQ(rows.size(), 1000);
  EXPECT_TRUE(std::ranges::is_sorted(rows));
  EXPECT_LT(rows.back(), 1000);
  // of 1000 rows 1 - (1 - 1/1000)^1000 = 63.2 % are drawn, with a standard deviation of 1 %
  EXPECT_NEAR(static_cast<double>(std::set<std::uint32_t>(rows.begin(), rows.end()).size()), 632, 50);
}

TEST(Presorted, HasTheRowsOfEachFeatureInOrder) {
  const SortedSamples data = ordered(samples_of({3, 0, 1, 0, 2, -1}, 2), std::vector{1., 2., 3.});

  const Presorted order = presorted(data);

  EXPECT_TRUE(std::ranges::equal(order.of(0), Rows{1, 2, 0}));
  EXPECT_TRUE(std::ranges::equal(order.of(1), Rows{2, 0, 1}));  // equal values in the order of the rows
}

TEST(Presorted, OfChosenRowsIsWhatSortingThemGives) {
  const SortedSamples data = ordered(samples_of({3, 9, 1, 9, 2, -1, 2, 5, 8, 9}, 2), std::vector{1., 2., 3., 4., 5.});
  for (const Rows& rows : {Rows{0, 0, 2}, Rows{1, 2, 3, 4}, Rows{4, 4, 4, 4, 4}, Rows{0, 1, 1, 3, 3}})
    EXPECT_EQ(chosen_rows(presorted(data), rows).order, presorted(chosen_rows(data, rows)).order);
}

TEST(FloatRow, HoldsFewAndManyFeatures) {
  for (const std::size_t n : {1, 64, 65, 300}) {
    std::vector<double> row(n);
    for (std::size_t j = 0; j < n; ++j) row[j] = static_cast<double>(j) + 0.5;
    row.back() = 1e300;

    const FloatRow x(row);

    for (std::size_t j = 0; j + 1 < n; ++j) ASSERT_EQ(x.data()[j], static_cast<float>(j) + 0.5f) << n;
    EXPECT_EQ(x.data()[n - 1], std::numeric_limits<float>::max()) << n;
  }
}

TEST(FloatRow, BlocksCoverEverySampleOnce) {
  Samples samples({"a", "b"}, 20000);
  for (std::size_t i = 0; i < samples.rows(); ++i) {
    samples.feature(0)[i] = static_cast<double>(i);
    samples.feature(1)[i] = -static_cast<double>(i);
  }
  std::size_t next = 0;

  for_narrow_blocks(samples, [&](std::size_t first, std::size_t count, const float* x, std::size_t stride) {
    ASSERT_EQ(first, next);
    for (std::size_t i = 0; i < count; ++i) {
      ASSERT_EQ(x[i * stride], static_cast<float>(first + i));
      ASSERT_EQ(x[i * stride + 1], -static_cast<float>(first + i));
    }
    next = first + count;
  });

  EXPECT_EQ(next, 20000);
}

TEST(LaneRandom, FollowsItsSeedAndDiffersBetweenLanes) {
  Random one(5), again(5);

  const LaneRandom a(one), b(again);

  EXPECT_EQ(a.a, b.a);
  EXPECT_EQ(a.b, b.b);
  EXPECT_EQ(std::set<std::uint64_t>(a.a.begin(), a.a.end()).size(), 4);
  EXPECT_NE(a.a, a.b);
}

}  // namespace
}  // namespace forewarp::learn::trees
