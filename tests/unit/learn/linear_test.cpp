// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/linear/linear.hpp"

#include <gtest/gtest.h>

#include "forewarp/learn/linear/least_squares.hpp"
#include "forewarp/learn/linear/nonnegative.hpp"
#include "forewarp/support/error.hpp"
#include "unit/learn/data.hpp"

namespace forewarp::learn {
namespace {

using namespace testing;

LinearPredictor fit(const Samples& x, std::vector<double> y, LinearSettings settings = {}) {
  return LinearLearner(settings).fit_linear(x, {std::move(y), {}});
}

void expect_fixture(const LinearPredictor& p, const std::vector<double>& expected, double tolerance) {
  EXPECT_NEAR(p.intercept(), expected[0], tolerance);
  for (std::size_t j = 0; j < 4; ++j) EXPECT_NEAR(p.coefficients()[j], expected[j + 1], tolerance) << j;
}

TEST(Linear, AStraightLineThroughThreePointsByHand) {
  // x 0 1 2, y 1 2 6: slope sum (x-1)(y-3) / sum (x-1)^2 = (2 + 0 + 3) / 2 = 5/2, intercept 3 - 5/2 = 1/2.
  const LinearPredictor p = fit(samples_of({0, 1, 2}, 1), {1, 2, 6});

  EXPECT_NEAR(p.coefficients()[0], 2.5, 1e-14);
  EXPECT_NEAR(p.intercept(), 0.5, 1e-14);
}

TEST(Linear, AgreesWithScikitLearn) {
  const LinearSettings no_intercept{.intercept = false};

  expect_fixture(fit(train_samples(), fixture::train_target), fixture::ols, 1e-11);
  expect_fixture(fit(train_samples(), fixture::train_target, no_intercept), fixture::ols_no_intercept, 1e-11);
  expect_fixture(fit(train_samples(), fixture::train_target, {.ridge = 2.5}), fixture::ridge, 1e-11);
}

TEST(Linear, WithoutNegativeCoefficientsAgreesWithScikitLearn) {
  const LinearPredictor p = fit(train_samples(), fixture::train_target, {.nonnegative = true});

  expect_fixture(p, fixture::nonnegative, 1e-11);
  EXPECT_EQ(p.coefficients()[1], 0.0);
  expect_fixture(fit(train_samples(), fixture::train_target, {.intercept = false, .nonnegative = true}),
                 fixture::nonnegative_no_intercept, 1e-11);
}

TEST(Linear, RidgeByHandShrinksTheSlopeAndNotTheIntercept) {
  // Centred x -1 0 1, y -2 -1 3: b = 5 / (2 + 3) = 1; intercept 3 - 1 * 1 = 2.
  const LinearPredictor p = fit(samples_of({0, 1, 2}, 1), {1, 2, 6}, {.ridge = 3});

  EXPECT_NEAR(p.coefficients()[0], 1, 1e-14);
  EXPECT_NEAR(p.intercept(), 2, 1e-14);
}

TEST(Linear, ALaterAliasIsDroppedAsRDropsIt) {
  // b = 2 a + 3 and d = a - c: R's lm gives NA to b and d, which is a coefficient of 0. y = 1 + 2 a - c.
  const Samples x = samples_of({0, 3, 1, -1, 1, 5, 0, 1, 2, 7, 2, 0, 4, 11, 1, 3, 5, 13, 7, -2}, 4);

  const LinearPredictor p = fit(x, {0, 3, 3, 8, 4});

  EXPECT_NEAR(p.intercept(), 1, 1e-12);
  EXPECT_NEAR(p.coefficients()[0], 2, 1e-12);
  EXPECT_EQ(p.coefficients()[1], 0.0);
  EXPECT_NEAR(p.coefficients()[2], -1, 1e-12);
  EXPECT_EQ(p.coefficients()[3], 0.0);
}

TEST(Linear, AConstantFeatureIsAnAliasOfTheIntercept) {
  const LinearPredictor p = fit(samples_of({7, 0, 7, 1, 7, 2}, 2), {1, 3, 5});

  EXPECT_EQ(p.coefficients()[0], 0.0);
  EXPECT_NEAR(p.intercept(), 1, 1e-14);
  EXPECT_EQ(p.importances(), (std::vector<double>{0, 1}));
}

TEST(Linear, WithFewerSamplesThanFeaturesTheFirstOnesExplainThem) {
  // Two samples: the intercept and a suffice, b and c have nothing left to say.
  const LinearPredictor p = fit(samples_of({1, 5, 9, 3, 2, 8}, 3), {10, 20});

  EXPECT_NEAR(p.intercept(), 5, 1e-12);
  EXPECT_NEAR(p.coefficients()[0], 5, 1e-12);
  EXPECT_EQ(p.coefficients()[1], 0.0);
  EXPECT_EQ(p.coefficients()[2], 0.0);
}

TEST(Linear, TheToleranceIsAShareOfTheColumnsOwnNorm) {
  // b = a + e with e orthogonal to a: e's share of b is |e|/|b|. Just above R's 1e-7 it stays, just below it goes.
  for (const auto& [share, kept] : {std::pair{1.1e-7, true}, std::pair{0.9e-7, false}}) {
    const std::vector<double> x = {1, 0, 1, share};  // columns (1, 0) and (1, share)

    const LeastSquares fit = least_squares({x, 2, 2}, std::vector<double>{1, 1}, 1e-7);

    EXPECT_EQ(fit.dropped.empty(), kept) << share;
  }
}

TEST(Linear, HugeAndTinyColumnsAreFittedAlike) {
  const LinearPredictor p = fit(samples_of({0, 1e-200, 1e200, 0, 2e200, 5e-200, 3e200, 1e-200}, 2), {2, 1, 12, 5});

  EXPECT_NEAR(p.intercept(), 0, 1e-12);
  EXPECT_NEAR(p.coefficients()[0] * 1e200, 1, 1e-12);
  EXPECT_NEAR(p.coefficients()[1] * 1e-200, 2, 1e-12);
}

TEST(Linear, NonNegativeFreesAndHoldsAgain) {
  // y = (1, 1) lies between a = (1, 0) and b = (1, 2): b alone explains most at first, then a joins: a/2 + b/2.
  const std::vector<double> between = {1, 0, 1, 2}, y = {1, 1};
  EXPECT_EQ(nonnegative_least_squares({between, 2, 2}, y).size(), 2u);
  EXPECT_NEAR(nonnegative_least_squares({between, 2, 2}, y)[0], 0.5, 1e-14);
  EXPECT_NEAR(nonnegative_least_squares({between, 2, 2}, y)[1], 0.5, 1e-14);

  // Against everything: all zero.
  EXPECT_EQ(nonnegative_least_squares({between, 2, 2}, std::vector<double>{-1, -1}), (std::vector<double>{0, 0}));
}

TEST(Linear, ImportancesAreCoefficientTimesSpread) {
  // y = 3 a + b, a spreads over +-1, b over +-3: 3 to 3.
  const LinearPredictor p = fit(samples_of({-1, -3, -1, 3, 1, -3, 1, 3}, 2), {-6, 0, 0, 6});

  EXPECT_NEAR(p.importances()[0], 0.5, 1e-14);
  EXPECT_NEAR(p.importances()[1], 0.5, 1e-14);
}

TEST(Linear, WhatIsWrittenPredictsTheSame) {
  const LinearPredictor p = fit(train_samples(), fixture::train_target);

  EXPECT_EQ(predictions(*written_and_read(p), test_samples()), predictions(p, test_samples()));
}

TEST(Linear, RefusesClassesAndWhatLeavesTheRangeOfDouble) {
  const auto learner = make_learner("linear");

  EXPECT_THROW((void)learner->fit(train_samples(), train_classes()), InputError);
  // A slope of 1e400.
  EXPECT_THROW((void)learner->fit(samples_of({0, 1e-200, 2e-200}, 1), {{0, 1e200, 2e200}, {}}), InputError);
  EXPECT_THROW((void)make_learner("linear", {{"ridge", "-1"}}), InputError);
}

}  // namespace
}  // namespace forewarp::learn
