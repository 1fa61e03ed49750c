// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/importance.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "forewarp/learn/linear/linear.hpp"
#include "forewarp/support/error.hpp"
#include "unit/learn/data.hpp"

namespace forewarp::learn {
namespace {

using namespace testing;

TEST(Importance, WhatDoesNotCountIsWorthNothingAndTheRestItsShareOfTheSpread) {
  // y = 3 a over 200 samples, b noise. Shuffled, a is independent of y: squared error twice the variance of y, so 1 -
  // R^2 goes from 0 to about 2.
  Samples x({"a", "b"}, 200);
  Target y;
  for (std::size_t i = 0; i < 200; ++i) {
    x.feature(0)[i] = static_cast<double>((i * 37) % 200);
    x.feature(1)[i] = static_cast<double>((i * 61) % 199);
    y.values.push_back(3 * x.at(i, 0));
  }
  const LinearPredictor p(0, {3, 0}, {1, 1});

  const auto importances = permutation_importance(default_loss(p, y), x, {.repeats = 20});

  EXPECT_NEAR(importances[0].mean, 2, 0.1);
  EXPECT_GT(importances[0].deviation, 0);
  EXPECT_EQ(importances[1].mean, 0);
  EXPECT_EQ(importances[1].deviation, 0);
}

TEST(Importance, IsTheSameOnAnyNumberOfThreads) {
  const auto p = make_learner("knn")->fit(train_samples(), train_classes());
  const Target target = train_classes();
  const auto of = [&](unsigned threads) {
    return permutation_importance(default_loss(*p, target), train_samples(), {.threads = threads});
  };

  const auto one = of(1), four = of(4);

  for (std::size_t j = 0; j < 4; ++j) EXPECT_EQ(one[j].mean, four[j].mean);
  EXPECT_TRUE(std::ranges::any_of(one, [](const Importance& i) { return i.mean > 0; }));
}

TEST(Importance, LossesByHand) {
  // Predicted 1 2 6 for 1 2 3, mean 2: 9 / 2. Of three classes called 0 1 0 one is 2: a third is wrong.
  const LinearPredictor p(0, {1}, {1});
  const Target numbers{{1, 2, 3}, {}};
  EXPECT_DOUBLE_EQ(default_loss(p, numbers)(samples_of({1, 2, 6}, 1)), 4.5);

  const auto nearest = make_learner("knn", {{"k", "1"}})->fit(samples_of({0, 1, 2}, 1), {{0, 1, 2}, {"a", "b", "c"}});
  const Target classes{{0, 1, 2}, {"a", "b", "c"}};
  EXPECT_DOUBLE_EQ(default_loss(*nearest, classes)(samples_of({0, 1, 0}, 1)), 1.0 / 3);
}

TEST(Importance, RefusesWhatCannotBeShuffledOrExplained) {
  const LinearPredictor p(0, {1}, {1});
  const Target one{{1}, {}}, constant{{1, 1}, {}};

  EXPECT_THROW((void)permutation_importance(default_loss(p, one), samples_of({1}, 1)), InputError);
  EXPECT_THROW((void)permutation_importance(default_loss(p, constant), samples_of({1, 2}, 1)), InputError);
  EXPECT_THROW((void)permutation_importance(default_loss(p, constant), samples_of({1, 2}, 1), {.repeats = 0}),
               InputError);
}

}  // namespace
}  // namespace forewarp::learn
