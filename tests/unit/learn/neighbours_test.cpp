// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/neighbours/neighbours.hpp"

#include <gtest/gtest.h>

#include "forewarp/support/error.hpp"
#include "unit/learn/data.hpp"

namespace forewarp::learn {
namespace {

using namespace testing;
using Settings = std::map<std::string, std::string>;

void expect_near(const std::vector<double>& ours, const std::vector<double>& theirs) {
  ASSERT_EQ(ours.size(), theirs.size());
  for (std::size_t i = 0; i < ours.size(); ++i) EXPECT_NEAR(ours[i], theirs[i], 1e-12) << i;
}

std::vector<double> answers(const Settings& settings, const Target& target) {
  return predictions(*make_learner("knn", settings)->fit(train_samples(), target), test_samples());
}

TEST(Neighbours, AgreeWithScikitLearn) {
  expect_near(answers({{"k", "3"}}, train_numbers()), fixture::knn_uniform);
  expect_near(answers({{"k", "3"}, {"weights", "distance"}}, train_numbers()), fixture::knn_distance);
  expect_near(answers({}, train_classes()), fixture::knn_class_uniform);
  expect_near(answers({{"weights", "distance"}}, train_classes()), fixture::knn_class_distance);
}

double answer(const Settings& settings, double x) {
  const auto p = make_learner("knn", settings)->fit(samples_of({0, 2, 2, 10}, 1), {{1, 2, 6, 50}, {}});
  double out = 0;
  p->predict(std::vector<double>{x}, {&out, 1});
  return out;
}

TEST(Neighbours, ByHand) {
  // At 1: all of 0, 2, 2 are 1 away, the first two are taken: (1 + 2) / 2.
  EXPECT_DOUBLE_EQ(answer({{"k", "2"}, {"scale", "no"}}, 1), 1.5);
  // At 0.5 by distance: weights 1/0.5 and 1/1.5: (2 * 1 + 2/3 * 2) / (8/3) = 1.25.
  EXPECT_DOUBLE_EQ(answer({{"k", "2"}, {"scale", "no"}, {"weights", "distance"}}, 0.5), 1.25);
  // On the samples at 2, these alone count: (2 + 6) / 2.
  EXPECT_DOUBLE_EQ(answer({{"k", "3"}, {"scale", "no"}, {"weights", "distance"}}, 2), 4);
}

TEST(Neighbours, FarBeyondDoubleTheyStillAnswer) {
  const double far = answer({{"k", "2"}, {"scale", "no"}, {"weights", "distance"}}, 1e200);

  EXPECT_DOUBLE_EQ(far, 1.5);  // all are infinitely far: the first two
}

TEST(Neighbours, FewerSamplesThanNeighboursIsAnError) {
  EXPECT_THROW((void)make_learner("knn")->fit(samples_of({1, 2, 3, 4}, 1), {{1, 2, 3, 4}, {}}), InputError);
  EXPECT_THROW((void)make_learner("knn", {{"k", "0"}}), InputError);
}

TEST(Neighbours, WhatIsWrittenPredictsTheSame) {
  for (const Target& target : {train_numbers(), train_classes()}) {
    const auto p = make_learner("knn", {{"weights", "distance"}})->fit(train_samples(), target);

    EXPECT_EQ(predictions(*written_and_read(*p), test_samples()), predictions(*p, test_samples()));
  }
}

}  // namespace
}  // namespace forewarp::learn
