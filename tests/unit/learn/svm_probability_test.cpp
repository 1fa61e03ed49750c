// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/svm/probability.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "forewarp/learn/svm/libsvm.hpp"
#include "forewarp/learn/svm/platt.hpp"
#include "unit/message_of.hpp"

namespace forewarp::learn {
namespace {

TEST(Sigmoid, StaysAwayFromZeroAndOne) {
  const Sigmoid s{-1, 0};

  EXPECT_EQ(s(0), 0.5);
  EXPECT_NEAR(s(2), 1 / (1 + std::exp(-2)), 1e-15);
  EXPECT_EQ(s(1e6), 1 - 1e-7);
  EXPECT_EQ(s(-1e6), 1e-7);
}

// Without information in the decision values only b is left: the mean of the targets (n+ + 1) / (n+ + 2) and
// 1 / (n- + 2), here (3 x 4/5 + 1/3) / 4.
TEST(Sigmoid, OfEqualDecisionsIsTheMeanOfTheSmoothedTargets) {
  const Sigmoid s = fit_sigmoid(std::vector<double>{0, 0, 0, 0}, {true, true, true, false});

  EXPECT_NEAR(s(0), (3 * 0.8 + 1.0 / 3) / 4, 1e-8);
}

TEST(Sigmoid, RisesWithTheDecisionWherePositivesLieAbove) {
  const Sigmoid s = fit_sigmoid(std::vector<double>{-2, -1, 1, 2}, {false, false, true, true});

  EXPECT_LT(s.a, 0);
  EXPECT_NEAR(s.b, 0, 1e-6);  // the samples mirror each other
  EXPECT_NEAR(s(1.5) + s(-1.5), 1, 1e-6);
}

TEST(Couple, TwoClassesKeepTheirPairwiseProbability) {
  std::vector<double> p(2);

  couple(std::vector<double>{0, 0.7, 0.3, 0}, p);

  EXPECT_NEAR(p[0], 0.7, 1e-9);
  EXPECT_NEAR(p[1], 0.3, 1e-9);
}

/// On a line: label 4 from 0 to 2, label 9 from 10 to 12.
SvmProblem two_groups() {
  SvmProblem problem(1);
  for (const double x : {0.0, 0.5, 1.0, 1.5, 2.0}) problem.add(std::vector<double>{x}, 4);
  for (const double x : {10.0, 10.5, 11.0, 11.5, 12.0}) problem.add(std::vector<double>{x}, 9);
  return problem;
}

TEST(SvmProblem, ShowsLibsvmItsRows) {
  SvmProblem problem(2);
  problem.add(std::vector<double>{5, 6}, 1);
  problem.add(std::vector<double>{7, 8}, 2);

  const svm_problem view = problem.view();

  ASSERT_EQ(view.l, 2);
  EXPECT_EQ(view.y[1], 2);
  EXPECT_EQ(view.x[1], problem.row(1));
  EXPECT_EQ(view.x[1][1].index, 2);  // libsvm counts features from 1
  EXPECT_EQ(view.x[1][1].value, 8);
  EXPECT_EQ(view.x[1][2].index, -1);
}

// The widest margin lies between 2 and 10: w x + b with w = 1/4 and the zero at 6, which the samples 2 and 10 support.
TEST(SvmTraining, FindsTheWidestMargin) {
  SvmProblem problem = two_groups();
  const SvmSettings settings{.kernel = {KernelKind::linear}, .cost = 100, .tolerance = 1e-9};

  const SvmModel model = train(problem, settings, SvmTask::classify);

  ASSERT_EQ(model->l, 2);
  EXPECT_EQ(model->SV[0]->value, 2);
  EXPECT_EQ(model->SV[1]->value, 10);
  EXPECT_NEAR(std::abs(model->sv_coef[0][0]), 1.0 / 32, 1e-6);  // w = alpha (10 - 2)
  EXPECT_NEAR(std::abs(model->rho[0]), 1.5, 1e-6);
}

TEST(SvmTraining, RepeatsWhatLibsvmFindsWrong) {
  SvmProblem problem = two_groups();

  EXPECT_EQ(forewarp::testing::message_of([&] { (void)train(problem, {.cost = -1}, SvmTask::classify); }),
            "svm: C <= 0");
}

TEST(Platt, ASigmoidPerPairSeparatesTheGroups) {
  SvmProblem problem = two_groups();
  for (const double x : {20.0, 20.5, 21.0, 21.5, 22.0}) problem.add(std::vector<double>{x}, 12);
  const SvmSettings settings{.kernel = {KernelKind::linear}, .cost = 100};
  const std::vector<std::uint64_t> labels = {4, 9, 12};

  const auto sigmoids = fit_sigmoids(problem, labels, settings, {.seed = 3, .threads = 1});

  ASSERT_EQ(sigmoids.size(), 3);
  for (const Sigmoid& s : sigmoids) {
    EXPECT_GT(s(1), 0.7);  // the first of the pair is the positive class
    EXPECT_LT(s(-1), 0.3);
  }
}

TEST(Platt, DependsOnTheSeedAndNotOnTheThreads) {
  SvmProblem problem(1);
  for (const double x : {0.0, 1.0, 3.0, 2.5, 6.0, 7.0}) problem.add(std::vector<double>{x}, 0);
  for (const double x : {2.0, 4.0, 5.0, 6.5, 9.0, 8.0}) problem.add(std::vector<double>{x}, 1);
  const SvmSettings settings{.kernel = {KernelKind::linear}};
  const std::vector<std::uint64_t> labels = {0, 1};
  const auto fit = [&](std::uint64_t seed, unsigned threads) {
    const Sigmoid s = fit_sigmoids(problem, labels, settings, {.seed = seed, .threads = threads}).front();
    return std::pair(s.a, s.b);
  };

  EXPECT_EQ(fit(1, 1), fit(1, 3));
  EXPECT_NE(fit(1, 1), fit(2, 1));
}

}  // namespace
}  // namespace forewarp::learn
