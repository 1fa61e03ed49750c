// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/fit/jacobian.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace forewarp::fit {
namespace {

// r_i = a x_i^2 + b: dr/da = x^2, dr/db = 1.
TEST(Jacobian, IsColumnAfterColumn) {
  const std::vector<double> x = {1, 2, 3};
  const Residuals residuals = [&](std::span<const double> p, std::span<double> out) {
    for (std::size_t i = 0; i < x.size(); ++i) out[i] = p[0] * x[i] * x[i] + p[1];
  };
  const std::vector<Parameter> parameters = {{.name = "a"}, {.name = "b"}};

  const std::vector<double> j = jacobian(parameters, residuals, std::vector<double>{5, -2}, 3);

  const std::vector<double> expected = {1, 4, 9, 1, 1, 1};
  for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(j[i], expected[i], 1e-6) << i;
}

TEST(Jacobian, StaysWithinTheBounds) {
  double least = 10, most = -10;
  const Residuals residuals = [&](std::span<const double> p, std::span<double> out) {
    least = std::min(least, p[0]);
    most = std::max(most, p[0]);
    out[0] = 3 * p[0];
  };
  const std::vector<Parameter> low = {{.name = "a", .low = 1, .high = 2}};

  EXPECT_NEAR(jacobian(low, residuals, std::vector<double>{1}, 1)[0], 3, 1e-6);
  EXPECT_NEAR(jacobian(low, residuals, std::vector<double>{2}, 1)[0], 3, 1e-6);
  EXPECT_GE(least, 1);
  EXPECT_LE(most, 2);
}

// A mean: r_i = m - y_i, J is a column of ones, so the variance is S / (n - 1) / n: here 6 / 3 / 4 = 1/2.
TEST(StandardErrors, OfAMeanAreThoseOfTheTextbook) {
  const std::vector<double> ones(4, 1);

  EXPECT_NEAR(standard_errors(ones, 4, {true}, 6)[0], std::sqrt(0.5), 1e-12);
}

TEST(StandardErrors, AreUnknownWithoutSpareRowsOrIndependentColumns) {
  EXPECT_TRUE(std::isnan(standard_errors(std::vector<double>{1}, 1, {true}, 0)[0]));
  const std::vector<double> twice = {1, 2, 3, 2, 4, 6};
  for (const double error : standard_errors(twice, 3, {true, true}, 1)) EXPECT_TRUE(std::isnan(error));
  const std::vector<double> one = standard_errors(twice, 3, {true, false}, 1);
  EXPECT_NEAR(one[0], std::sqrt(1.0 / 2 / 14), 1e-12);
  EXPECT_TRUE(std::isnan(one[1]));
}

}  // namespace
}  // namespace forewarp::fit
