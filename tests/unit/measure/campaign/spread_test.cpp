// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/measure/campaign/spread.hpp"

#include <gtest/gtest.h>

namespace forewarp::campaign {
namespace {

TEST(Spread, AfterTheMiddleComesAlwaysTheFarthestOfAllThatWereTaken) {
  // On a line: 0 is nearest the origin; then 10; then -6 (6 away; 4 is 4 away); then 4.
  const std::vector<std::vector<double>> points = {{4}, {0}, {10}, {-6}};

  EXPECT_EQ(spread_order(points), (std::vector<std::size_t>{1, 2, 3, 0}));
}

TEST(Spread, WhatIsTakenComesFirstAndCounts) {
  const std::vector<std::vector<double>> points = {{4}, {0}, {10}, {-6}};
  const std::vector<std::size_t> taken = {2};

  // 10 is taken: -6 is 16 away; then 0 (6 from -6) and 4 (6 from 10) are as far: the lower index
  EXPECT_EQ(spread_order(points, taken), (std::vector<std::size_t>{2, 3, 0, 1}));
}

TEST(Spread, ACoordinateThatIsTheSameEverywhereSaysNothing) {
  std::vector<feature::Features> features(2);
  features[0].set("ctas", 10), features[1].set("ctas", 10);
  features[0].set("sync_ops", 0), features[1].set("sync_ops", 7);

  const auto points = feature_points(features);

  // log(1 + 0) and log(8), scaled: -1 and 1
  ASSERT_EQ(points[0].size(), 1u);
  EXPECT_NEAR(points[0][0], -1, 1e-12);
  EXPECT_NEAR(points[1][0], 1, 1e-12);
}

TEST(Spread, OfNothingIsNothing) {
  EXPECT_TRUE(spread_order({}).empty());
  EXPECT_TRUE(feature_points({}).empty());
}

}  // namespace
}  // namespace forewarp::campaign
