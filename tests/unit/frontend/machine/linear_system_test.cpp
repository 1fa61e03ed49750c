// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/machine/detail/linear_system.hpp"

#include <gtest/gtest.h>

namespace forewarp::machine::detail {
namespace {

using Added = LinearSystem::Added;

// x + y = 10, 4 x + y = 34
TEST(LinearSystem, EquationsDetermineTheirUnknowns) {
  LinearSystem system(2);

  EXPECT_EQ(system.add({{0, 1}, {1, 1}}, 10), Added::informative);
  EXPECT_EQ(system.value_of({{0, 1}}), std::nullopt);
  EXPECT_EQ(system.add({{0, 4}, {1, 1}}, 34), Added::informative);
  EXPECT_EQ(system.add({{0, 2}, {1, 2}}, 20), Added::implied);

  EXPECT_DOUBLE_EQ(system.value_of({{0, 1}}).value(), 8);
  EXPECT_DOUBLE_EQ(system.value_of({{0, 1}, {1, -1}}).value(), 6);
}

TEST(LinearSystem, WhatContradictsIsLeftOut) {
  LinearSystem system(3);
  (void)system.add({{0, 1}, {1, 1}}, 10);

  EXPECT_EQ(system.add({{0, 1}, {1, 1}}, 12), Added::contradicted);
  EXPECT_EQ(system.add({{0, 1}}, 15), Added::contradicted);  // the other would be -5
  EXPECT_EQ(system.add({{0, 1}}, 3), Added::informative);
  EXPECT_EQ(system.add({{2, 1}}, 1), Added::informative);

  const std::vector<double> values = system.solve({});
  EXPECT_NEAR(values[0], 3, 1e-9);
  EXPECT_NEAR(values[1], 7, 1e-9);
  EXPECT_NEAR(values[2], 1, 1e-9);
}

// 4 x + y = 34 with as little of 6 x + 3 y as possible: x = 8.5, y = 0.
TEST(LinearSystem, WishesDecideWhatIsFree) {
  LinearSystem system(2);
  (void)system.add({{0, 4}, {1, 1}}, 34);

  const std::vector<double> values = system.solve({{{{0, 1}}, 0, 6}, {{{1, 1}}, 0, 3}});

  EXPECT_NEAR(values[0], 8.5, 1e-3);
  EXPECT_NEAR(values[1], 0, 1e-3);
}

// x - y = 5 and y wished to be -3: y is held at 0.
TEST(LinearSystem, NoUnknownIsNegative) {
  LinearSystem system(2);
  (void)system.add({{0, 1}, {1, -1}}, 5);

  const std::vector<double> values = system.solve({{{{1, 1}}, -3, 1}});

  EXPECT_NEAR(values[0], 5, 1e-3);
  EXPECT_NEAR(values[1], 0, 1e-3);
}

// Beside a count of 10^9 a thousand below zero is no rounding: y = 0, not -1000.
TEST(LinearSystem, SmallUnknownsAreNotNegativeBesideLargeOnes) {
  LinearSystem system(3);
  (void)system.add({{2, 1}}, 1e9);
  (void)system.add({{0, 1}, {1, -1}}, 5000);

  const std::vector<double> values = system.solve({{{{1, 1}}, -10000, 1}});

  EXPECT_NEAR(values[0], 5000, 1);
  EXPECT_NEAR(values[1], 0, 1);
}

TEST(LinearSystem, NothingIsKnownOfNoUnknowns) {
  LinearSystem system(0);

  EXPECT_EQ(system.add({}, 0), Added::implied);
  EXPECT_TRUE(system.solve({}).empty());
}

}  // namespace
}  // namespace forewarp::machine::detail
