// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/fit/bounded.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace forewarp::fit {
namespace {

const Parameter between{.name = "x", .low = 2, .high = 6};
const Parameter above{.name = "x", .low = 2};
const Parameter below{.name = "x", .high = 6};
const Parameter anywhere{.name = "x"};

TEST(Bounded, AFreeVariableOfNothingIsTheMiddleOrTheOneBound) {
  EXPECT_DOUBLE_EQ(bounded_from_free(between, 0), 4);
  EXPECT_DOUBLE_EQ(bounded_from_free(above, 0), 2);
  EXPECT_DOUBLE_EQ(bounded_from_free(below, 0), 6);
  EXPECT_DOUBLE_EQ(bounded_from_free(anywhere, -7.5), -7.5);
}

TEST(Bounded, ValuesWorkedByHand) {
  // sin(pi/6) = 1/2: 2 + 4 * 1.5 / 2 = 5; u^2 = 8: 2 - 1 + sqrt(9) = 4, 6 + 1 - 3 = 4.
  EXPECT_DOUBLE_EQ(bounded_from_free(between, std::numbers::pi / 6), 5);
  EXPECT_DOUBLE_EQ(bounded_from_free(above, std::sqrt(8.0)), 4);
  EXPECT_DOUBLE_EQ(bounded_from_free(below, std::sqrt(8.0)), 4);
}

TEST(Bounded, SlopesAreThoseOfTheDifferences) {
  for (const double u : {-3.0, -0.4, 0.0, 0.9, 7.0})
    for (const Parameter& p : {between, above, below, anywhere}) {
      const double difference = (bounded_from_free(p, u + 1e-6) - bounded_from_free(p, u - 1e-6)) / 2e-6;
      EXPECT_NEAR(bounded_slope(p, u), difference, 1e-6);
    }
}

TEST(Bounded, NothingLeavesTheBoundsAndTheWayBackIsTheWayThere) {
  for (double u = -50; u <= 50; u += 0.37)
    for (const Parameter& p : {between, above, below, anywhere}) {
      const double x = bounded_from_free(p, u);

      EXPECT_GE(x, p.low);
      EXPECT_LE(x, p.high);
      EXPECT_NEAR(bounded_from_free(p, free_from_bounded(p, x)), x, 1e-9);
    }
}

TEST(Bounded, AStartOnABoundIsMovedByItsShareOfTheRange) {
  EXPECT_DOUBLE_EQ(off_the_bounds(between, 2, 0.1), 2.4);
  EXPECT_DOUBLE_EQ(off_the_bounds(between, 6, 0.1), 5.6);
  EXPECT_DOUBLE_EQ(off_the_bounds(above, 2, 0.1), 2.3);  // a tenth of 1 + 2
  EXPECT_DOUBLE_EQ(off_the_bounds(between, 3, 0.1), 3);
  EXPECT_TRUE(is_at_low(between, 2));
  EXPECT_TRUE(is_at_high(between, 6));
  EXPECT_FALSE(is_at_low(between, 2.001));
  EXPECT_FALSE(is_at_high(above, 1e9));
}

}  // namespace
}  // namespace forewarp::fit
