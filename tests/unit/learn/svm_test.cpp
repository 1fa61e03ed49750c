// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/svm/svm.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "forewarp/support/error.hpp"
#include "forewarp/support/parallel.hpp"
#include "unit/learn/data.hpp"

namespace forewarp::learn {
namespace {

using namespace testing;
using Settings = std::map<std::string, std::string>;

std::vector<double> regress(Settings settings) {
  settings.emplace("tolerance", "1e-10");
  return predictions(*make_learner("svm", settings)->fit(train_samples(), train_numbers()), test_samples());
}

void expect_near(const std::vector<double>& ours, const std::vector<double>& theirs, double tolerance) {
  ASSERT_EQ(ours.size(), theirs.size());
  for (std::size_t i = 0; i < ours.size(); ++i) EXPECT_NEAR(ours[i], theirs[i], tolerance) << i;
}

TEST(Svm, RegressionAgreesWithScikitLearnScaledAsE1071Scales) {
  expect_near(regress({}), fixture::svr_rbf, 1e-7);
  expect_near(regress({{"kernel", "linear"}}), fixture::svr_linear, 1e-7);
  expect_near(regress({{"kernel", "polynomial"}, {"coef0", "1"}, {"cost", "2"}}), fixture::svr_polynomial, 1e-7);
  expect_near(regress({{"kernel", "sigmoid"}, {"gamma", "0.05"}, {"coef0", "0.1"}}), fixture::svr_sigmoid, 1e-7);
  expect_near(regress({{"type", "nu"}}), fixture::nu_svr_rbf, 1e-7);
  expect_near(regress({{"scale", "no"}}), fixture::svr_unscaled, 1e-7);
}

TEST(Svm, ClassificationVotesAsScikitLearn) {
  const auto p =
      make_learner("svm", {{"probability", "no"}, {"tolerance", "1e-10"}})->fit(train_samples(), train_classes());

  const std::vector<double> votes = predictions(*p, test_samples());

  for (std::size_t i = 0; i < 6; ++i)
    for (std::size_t c = 0; c < 3; ++c)
      EXPECT_EQ(votes[i * 3 + c], fixture::svc_votes[i] == static_cast<double>(c) ? 1 : 0) << i << ' ' << c;
}

TEST(Svm, TheSigmoidIsTheMinimumThatScipyFinds) {
  std::vector<bool> positive;
  for (const double v : fixture::platt_positive) positive.push_back(v == 1);

  const Sigmoid s = fit_sigmoid(fixture::platt_decisions, positive);

  EXPECT_NEAR(s.a, fixture::platt_sigmoid[0], 1e-6);
  EXPECT_NEAR(s.b, fixture::platt_sigmoid[1], 1e-6);
}

TEST(Svm, CouplingFindsTheProbabilitiesThatThePairsWereMadeFrom) {
  const std::vector<double> truth = {0.5, 0.3, 0.2};
  std::vector<double> pairwise(9), found(3);
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) pairwise[i * 3 + j] = i == j ? 0 : truth[i] / (truth[i] + truth[j]);

  couple(pairwise, found);

  expect_near(found, truth, 1e-10);
}

TEST(Svm, CouplingOfPairsThatContradictEachOtherSolvesTheLinearSystem) {
  // r_12 = 0.9, r_23 = 0.8, r_31 = 0.7. Q_ii = sum r_ji^2, Q_ij = -r_ji r_ij:
  // Q = [0.1^2+0.7^2, -0.09, -0.21; -0.09, 0.9^2+0.2^2, -0.16; -0.21, -0.16, 0.3^2+0.8^2] and Q p = c e, sum p = 1.
  // Rows 1 - 2: 0.59 p1 - 0.94 p2 - 0.05 p3 = 0; rows 2 - 3: 0.12 p1 + 1.01 p2 - 0.89 p3 = 0.
  // p1 : p2 : p3 = (0.94*0.89 + 0.05*1.01) : (0.59*0.89 - 0.05*0.12) : (0.59*1.01 + 0.94*0.12)
  //             = 0.8871 : 0.5191 : 0.7087, of a sum of 2.1149.
  std::vector<double> found(3);

  couple(std::vector<double>{0, 0.9, 0.3, 0.1, 0, 0.8, 0.7, 0.2, 0}, found);

  expect_near(found, {0.8871 / 2.1149, 0.5191 / 2.1149, 0.7087 / 2.1149}, 1e-9);
}

TEST(Svm, ProbabilitiesAddUpToOneAndSideWithTheVotes) {
  const auto p = make_learner("svm")->fit(train_samples(), train_classes());

  const std::vector<double> out = predictions(*p, test_samples());

  for (std::size_t i = 0; i < 6; ++i) {
    const auto row = std::span(out).subspan(i * 3, 3);
    EXPECT_NEAR(std::accumulate(row.begin(), row.end(), 0.0), 1, 1e-12);
    EXPECT_EQ(static_cast<double>(std::ranges::max_element(row) - row.begin()), fixture::svc_votes[i]) << i;
  }
}

TEST(Svm, TheSameSeedGivesTheSameBytesOnAnyNumberOfThreadsAndBesideOthers) {
  const auto bytes = [](unsigned threads) {
    Writer out;
    make_learner("svm")->fit(train_samples(), train_classes(), {.seed = 3, .threads = threads})->write(out);
    return out.bytes();
  };
  const auto alone = bytes(1);
  std::vector<std::vector<std::byte>> together(8);

  parallel_for(
      together.size(), [&](std::size_t i) { together[i] = bytes(2); }, 4);

  for (const auto& other : together) EXPECT_EQ(other, alone);
}

TEST(Svm, AClassWithoutSamplesHasNoProbability) {
  Target target = train_classes();
  target.classes.insert(target.classes.begin() + 1, "absent");
  for (double& v : target.values) v = v == 0 ? 0 : v + 1;

  const auto p = make_learner("svm")->fit(train_samples(), target);
  const std::vector<double> out = predictions(*p, test_samples());

  for (std::size_t i = 0; i < 6; ++i) EXPECT_EQ(out[i * 4 + 1], 0.0);
}

TEST(Svm, AConstantFeatureAndAConstantTargetStayAsTheyAre) {
  const auto p = make_learner("svm")->fit(samples_of({5, 1, 5, 2, 5, 3}, 2), {{4, 4, 4}, {}});

  double out = 0;
  p->predict(std::vector<double>{5, 2}, {&out, 1});

  EXPECT_NEAR(out, 4, 0.1);
}

TEST(Svm, WhatIsWrittenPredictsTheSame) {
  const auto numbers = make_learner("svm")->fit(train_samples(), train_numbers());
  const auto classes = make_learner("svm")->fit(train_samples(), train_classes());

  EXPECT_EQ(predictions(*written_and_read(*numbers), test_samples()), predictions(*numbers, test_samples()));
  EXPECT_EQ(predictions(*written_and_read(*classes), test_samples()), predictions(*classes, test_samples()));
}

TEST(Svm, RefusesOneClassAndKernelsBeyondDouble) {
  Target one = train_classes();
  std::ranges::fill(one.values, 1);

  EXPECT_THROW((void)make_learner("svm")->fit(train_samples(), one), InputError);
  EXPECT_THROW((void)make_learner("svm", {{"scale", "no"}, {"kernel", "linear"}})
                   ->fit(samples_of({1e200, 2, 3}, 1), {{1, 2, 3}, {}}),
               InputError);
  EXPECT_THROW((void)make_learner("svm", {{"kernel", "cubic"}}), InputError);
}

TEST(Svm, TrainingPrintsNothing) {
  ::testing::internal::CaptureStdout();

  (void)make_learner("svm")->fit(train_samples(), train_numbers());

  EXPECT_EQ(::testing::internal::GetCapturedStdout(), "");
}

}  // namespace
}  // namespace forewarp::learn
