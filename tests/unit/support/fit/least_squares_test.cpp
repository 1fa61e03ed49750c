// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/fit/least_squares.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "forewarp/support/error.hpp"

namespace forewarp::fit {
namespace {

const std::vector<double> line_x = {0, 1, 2, 3}, line_y = {1, 3, 4, 8};

void line_residuals(std::span<const double> p, std::span<double> out) {
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = p[0] + p[1] * line_x[i] - line_y[i];
}

TEST(LeastSquares, AStraightLineHasTheSlopeInterceptAndErrorsOfTheBook) {
  // Means 1.5 and 4; Sxx = 5, Sxy = 1.5*3 + 0.5*1 + 0 + 1.5*4 = 11: slope 2.2, intercept 4 - 3.3 = 0.7.
  // Residuals 0.3, 0.1... of the fit 0.7 2.9 5.1 7.3: -0.3 -0.1 1.1 -0.7: S = 0.09 + 0.01 + 1.21 + 0.49 = 1.8.
  // s^2 = 1.8 / 2 = 0.9; slope: sqrt(0.9 / 5); intercept: sqrt(0.9 (1/4 + 1.5^2 / 5)) = sqrt(0.63).
  const Summary fit =
      least_squares(std::vector<Parameter>{{.name = "a", .start = 5}, {.name = "b", .start = -5}}, line_residuals, 4);

  EXPECT_TRUE(fit.converged()) << fit.message;
  EXPECT_NEAR(fit.at("a").value, 0.7, 1e-7);
  EXPECT_NEAR(fit.at("b").value, 2.2, 1e-7);
  EXPECT_NEAR(fit.sum_of_squares, 1.8, 1e-12);
  EXPECT_NEAR(fit.at("a").standard_error, std::sqrt(0.63), 1e-6);
  EXPECT_NEAR(fit.at("b").standard_error, std::sqrt(0.18), 1e-6);
  EXPECT_EQ(fit.message, "converged");
}

TEST(LeastSquares, BoundsThatAreNotReachedChangeNothing) {
  const Summary fit = least_squares(
      std::vector<Parameter>{{.name = "a", .start = 0, .low = 0, .high = 10}, {.name = "b", .start = 1, .low = -4}},
      line_residuals, 4);

  EXPECT_NEAR(fit.at("a").value, 0.7, 1e-6);
  EXPECT_NEAR(fit.at("b").value, 2.2, 1e-6);
  EXPECT_NEAR(fit.at("a").standard_error, std::sqrt(0.63), 1e-5);
}

TEST(LeastSquares, AnActiveBoundIsSaidAndTheOthersAreFittedBesideIt) {
  // Intercept held at 1 by its bound: b = sum x (y - 1) / sum x^2 = (2 + 6 + 21) / 14 = 29 / 14.
  // S = sum (y - 1)^2 - 29^2 / 14 = 62 - 60.0714 = 1.92857; one free parameter: s^2 = S / 3, error sqrt(s^2 / 14).
  const Summary fit =
      least_squares(std::vector<Parameter>{{.name = "a", .start = 3, .low = 1, .high = 4}, {.name = "b", .start = 0}},
                    line_residuals, 4);

  EXPECT_TRUE(fit.converged());
  EXPECT_TRUE(fit.at("a").at_bound);
  EXPECT_EQ(fit.at("a").value, 1);
  EXPECT_TRUE(std::isnan(fit.at("a").standard_error));
  EXPECT_NEAR(fit.at("b").value, 29.0 / 14, 1e-6);
  EXPECT_NEAR(fit.at("b").standard_error, std::sqrt((62 - 29.0 * 29 / 14) / 3 / 14), 1e-6);
  EXPECT_NE(fit.message.find("a is at its bound 1"), std::string::npos) << fit.message;
}

TEST(LeastSquares, AStartOnTheWrongBoundDoesNotHoldItThere) {
  const Summary fit = least_squares(
      std::vector<Parameter>{{.name = "a", .start = 10, .low = -10, .high = 10}, {.name = "b", .start = 0}},
      line_residuals, 4);

  EXPECT_NEAR(fit.at("a").value, 0.7, 1e-6);
}

TEST(LeastSquares, EqualBoundsHoldAParameter) {
  const Summary fit =
      least_squares(std::vector<Parameter>{{.name = "a", .start = 1, .low = 1, .high = 1}, {.name = "b", .start = 0}},
                    line_residuals, 4);

  EXPECT_EQ(fit.at("a").value, 1);
  EXPECT_FALSE(fit.at("a").at_bound);
  EXPECT_NEAR(fit.at("b").value, 29.0 / 14, 1e-7);
  EXPECT_NE(fit.message.find("a is held at 1"), std::string::npos) << fit.message;
}

TEST(LeastSquares, ACurveIsFoundFromFarAway) {
  // y = 3 exp(-x / 2) without noise.
  const auto residuals = [](std::span<const double> p, std::span<double> out) {
    for (std::size_t i = 0; i < out.size(); ++i) {
      const auto x = static_cast<double>(i);
      out[i] = p[0] * std::exp(-x / p[1]) - 3 * std::exp(-x / 2);
    }
  };

  const Summary fit = least_squares(std::vector<Parameter>{{.name = "height", .start = 1, .low = 0, .high = 100},
                                                           {.name = "length", .start = 9, .low = 0.1, .high = 50}},
                                    residuals, 8);

  EXPECT_NEAR(fit.at("height").value, 3, 1e-6);
  EXPECT_NEAR(fit.at("length").value, 2, 1e-6);
}

TEST(LeastSquares, WhatTheDataDoNotTellHasNoErrorAndIsNamed) {
  const auto only_the_sum = [](std::span<const double> p, std::span<double> out) {
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = p[0] + p[1] - static_cast<double>(i);
  };

  const Summary fit =
      least_squares(std::vector<Parameter>{{.name = "a", .start = 1}, {.name = "b", .start = 2}}, only_the_sum, 5);

  EXPECT_NEAR(fit.at("a").value + fit.at("b").value, 2, 1e-6);
  EXPECT_TRUE(std::isnan(fit.at("a").standard_error));
  EXPECT_NE(fit.message.find("the data do not determine a"), std::string::npos) << fit.message;
}

TEST(LeastSquares, AsManyResidualsAsParametersHaveNoErrors) {
  const Summary fit = least_squares(std::vector<Parameter>{{.name = "a"}, {.name = "b"}}, line_residuals, 2);

  EXPECT_NEAR(fit.at("b").value, 2, 1e-7);
  EXPECT_TRUE(std::isnan(fit.at("b").standard_error));
}

TEST(LeastSquares, NoConvergenceIsAnOutcome) {
  const auto slow = [](std::span<const double> p, std::span<double> out) {
    out[0] = 10 * (p[1] - p[0] * p[0]);  // Rosenbrock's valley
    out[1] = 1 - p[0];
  };
  const std::vector<Parameter> start{{.name = "x", .start = -1.2}, {.name = "y", .start = 1}};

  EXPECT_EQ(least_squares(start, slow, 2, {.max_evaluations = 8}).termination, Termination::out_of_evaluations);
  EXPECT_NEAR(least_squares(start, slow, 2).at("x").value, 1, 1e-6);
}

TEST(LeastSquares, AStartThatIsNotANumberIsAnOutcomeToo) {
  const auto root = [](std::span<const double> p, std::span<double> out) { out[0] = std::sqrt(p[0]) - 2; };

  const Summary fit = least_squares(std::vector<Parameter>{{.name = "x", .start = -1}}, root, 1);

  EXPECT_EQ(fit.termination, Termination::not_finite);
  EXPECT_EQ(fit.at("x").value, -1);
}

TEST(LeastSquares, StepsToWhereResidualsAreNoNumbersAreRefused) {
  const auto root = [](std::span<const double> p, std::span<double> out) { out[0] = std::log(p[0]) - 3; };

  EXPECT_NEAR(least_squares(std::vector<Parameter>{{.name = "x", .start = 0.01}}, root, 1).at("x").value, std::exp(3),
              1e-5);
}

TEST(LeastSquares, WhatTheResidualsThrowPassesThrough) {
  const auto broken = [](std::span<const double>, std::span<double>) -> void { throw std::domain_error("no"); };

  EXPECT_THROW((void)least_squares(std::vector<Parameter>{{.name = "x"}}, broken, 1), std::domain_error);
}

TEST(LeastSquares, ImpossibleRequestsAreRefusedByName) {
  const auto refuse = [](const std::vector<Parameter>& parameters, std::size_t count) {
    try {
      (void)least_squares(parameters, line_residuals, count);
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string("accepted");
  };

  EXPECT_EQ(refuse({}, 4), "least squares need at least one parameter");
  EXPECT_EQ(refuse({{.name = "a", .start = 1, .low = 2, .high = 1}}, 4), "parameter a: the bounds 2 and 1 are crossed");
  EXPECT_EQ(refuse({{.name = "a", .start = 3, .low = 1, .high = 2}}, 4),
            "parameter a: the start 3 is not within 1 and 2");
  EXPECT_EQ(refuse({{.name = "a"}, {.name = "b"}}, 1), "1 residuals cannot determine 2 parameters");
}

void line_derivatives(std::span<const double>, std::span<double> columns) {
  for (std::size_t i = 0; i < 4; ++i) columns[i] = 1, columns[4 + i] = line_x[i];
}

TEST(LeastSquares, ExactDerivativesLeadToTheSamePlaceWithFewerEvaluations) {
  const std::vector<Parameter> both{{.name = "a", .start = 5}, {.name = "b", .start = -5}};

  const Summary exact = least_squares(both, line_residuals, line_derivatives, 4);
  const Summary differences = least_squares(both, line_residuals, 4);

  EXPECT_NEAR(exact.at("b").value, 2.2, 1e-9);
  EXPECT_NEAR(exact.at("a").standard_error, std::sqrt(0.63), 1e-9);
  EXPECT_LT(exact.evaluations, differences.evaluations);
}

TEST(LeastSquares, ExactDerivativesGoThroughTheBounds) {
  // With the slope held to at most 2 the best intercept is 4 - 3 = 1.
  const std::vector<Parameter> both{{.name = "a", .start = 5, .low = 0},
                                    {.name = "b", .start = 1, .low = 0, .high = 2}};

  const Summary fit = least_squares(both, line_residuals, line_derivatives, 4);

  EXPECT_TRUE(fit.at("b").at_bound);
  EXPECT_NEAR(fit.at("a").value, 1, 1e-6);
}

}  // namespace
}  // namespace forewarp::fit
