// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/bayes/naive_bayes.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "forewarp/support/error.hpp"
#include "unit/learn/data.hpp"

namespace forewarp::learn {
namespace {

using namespace testing;

void expect_near(const std::vector<double>& ours, const std::vector<double>& theirs) {
  ASSERT_EQ(ours.size(), theirs.size());
  for (std::size_t i = 0; i < ours.size(); ++i) EXPECT_NEAR(ours[i], theirs[i], 1e-12) << i;
}

/// With a fifth feature of 7 everywhere.
Samples with_constant(const Samples& samples) {
  Samples out({"a", "b", "c", "d", "e"}, samples.rows());
  for (std::size_t j = 0; j < 4; ++j) std::ranges::copy(samples.feature(j), out.feature(j).begin());
  std::ranges::fill(out.feature(4), 7);
  return out;
}

TEST(NaiveBayes, AgreesWithScikitLearn) {
  expect_near(predictions(*make_learner("naive_bayes")->fit(train_samples(), train_classes()), test_samples()),
              fixture::naive_bayes);
  const auto smoothed =
      make_learner("naive_bayes", {{"smoothing", "1e-3"}})->fit(with_constant(train_samples()), train_classes());
  expect_near(predictions(*smoothed, with_constant(test_samples())), fixture::naive_bayes_constant);
}

TEST(NaiveBayes, TwoClassesByHand) {
  // a: 0 2, mean 1, variance 1; b: 4 8, mean 6, variance 4. At 3, priors equal:
  // a: exp(-4/2) / 1, b: exp(-9/8) / 2: P(a) = e^-2 / (e^-2 + e^-1.125 / 2).
  const auto p =
      make_learner("naive_bayes", {{"smoothing", "0"}})->fit(samples_of({0, 4, 2, 8}, 1), {{0, 1, 0, 1}, {"a", "b"}});
  std::vector<double> out(2);

  p->predict(std::vector<double>{3}, out);

  EXPECT_NEAR(out[0], std::exp(-2) / (std::exp(-2) + std::exp(-1.125) / 2), 1e-15);
}

TEST(NaiveBayes, AClassWithoutSamplesHasNoProbability) {
  Target target = train_classes();
  target.classes.push_back("absent");

  const auto out = predictions(*make_learner("naive_bayes")->fit(train_samples(), target), test_samples());

  for (std::size_t i = 0; i < 6; ++i) EXPECT_EQ(out[i * 4 + 3], 0);
}

TEST(NaiveBayes, BeyondDoubleThePriorsAnswer) {
  const auto p = make_learner("naive_bayes")->fit(train_samples(), train_classes());
  std::vector<double> out(3);

  p->predict(std::vector<double>{1e300, 0, 0, 0}, out);

  EXPECT_NEAR(out[0], 1.0 / 3, 1e-15);
}

TEST(NaiveBayes, RefusesNumbersOneClassAndNothingButConstants) {
  Target one = train_classes();
  std::ranges::fill(one.values, 1);

  EXPECT_THROW((void)make_learner("naive_bayes")->fit(train_samples(), train_numbers()), InputError);
  EXPECT_THROW((void)make_learner("naive_bayes")->fit(train_samples(), one), InputError);
  EXPECT_THROW((void)make_learner("naive_bayes")->fit(samples_of({7, 7}, 1), {{0, 1}, {"a", "b"}}), InputError);
}

TEST(NaiveBayes, WhatIsWrittenPredictsTheSame) {
  const auto p = make_learner("naive_bayes")->fit(train_samples(), train_classes());

  EXPECT_EQ(predictions(*written_and_read(*p), test_samples()), predictions(*p, test_samples()));
}

}  // namespace
}  // namespace forewarp::learn
