// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/trees/losses.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "forewarp/learn/trees/boosted.hpp"
#include "unit/learn/data.hpp"

namespace forewarp::learn::trees {
namespace {

using Numbers = std::vector<double>;
using Rows = std::vector<std::uint32_t>;
using testing::samples_of;

const Target numbers{{1, 2, 6}, {}};
const Target two{{0, 1, 1, 1}, {"a", "b"}};
const Target three{{0, 1, 1, 2}, {"a", "b", "c"}};

TEST(Losses, StartWithTheBestConstant) {
  EXPECT_EQ(start_of(Loss::squared, numbers), Numbers{3});
  EXPECT_EQ(start_of(Loss::absolute, numbers), Numbers{2});
  EXPECT_NEAR(start_of(Loss::log, two)[0], std::log(3), 1e-15);  // the odds of b are 3 to 1
  Numbers shares = start_of(Loss::log, three);
  softmax(shares);
  EXPECT_NEAR(shares[1], 0.5, 1e-15);
}

TEST(Losses, GradientsAreResidualsSignsAndDifferencesOfProbabilities) {
  const Numbers f = {2, 2, 2};
  EXPECT_EQ(downhill(Loss::squared, numbers, f, 1, 0), (Numbers{-1, 0, 4}));
  EXPECT_EQ(downhill(Loss::absolute, numbers, f, 1, 0), (Numbers{-1, -1, 1}));
  EXPECT_EQ(downhill(Loss::log, two, Numbers{0, 0, 0, 0}, 1, 0), (Numbers{-0.5, 0.5, 0.5, 0.5}));
  // equal F: every class has a third
  const Numbers gradient = downhill(Loss::log, three, Numbers(12, 0), 3, 1);
  EXPECT_NEAR(gradient[0], -1.0 / 3, 1e-15);
  EXPECT_NEAR(gradient[2], 2.0 / 3, 1e-15);
}

TEST(Losses, StepsAreTheMeanTheMedianAndNewtons) {
  const Numbers f = {0, 0, 0};
  EXPECT_EQ(leaf_step(Loss::squared, numbers, numbers.values, f, 1, Rows{0, 2}), 3.5);
  EXPECT_EQ(leaf_step(Loss::absolute, numbers, {}, f, 1, Rows{0, 1, 2}), 2);
  EXPECT_EQ(leaf_step(Loss::absolute, numbers, {}, f, 1, Rows{0, 2}), 3.5);
  // two samples of class b at p = 1/2: (1/2 + 1/2) / (1/4 + 1/4) = 2; with three outputs times 2/3
  const Numbers gradient = {-0.5, 0.5, 0.5, 0.5};
  EXPECT_EQ(leaf_step(Loss::log, two, gradient, {}, 1, Rows{1, 2}), 2);
  EXPECT_NEAR(leaf_step(Loss::log, two, gradient, {}, 3, Rows{1, 2}), 4.0 / 3, 1e-15);
  EXPECT_EQ(leaf_step(Loss::log, two, Numbers{1, 1, 1, 1}, {}, 1, Rows{1, 2}), 0);  // no curvature: no step
}

TEST(Losses, SoftmaxAndTheLogisticDoNotOverflow) {
  Numbers values = {1e300, 0, -1e300};
  softmax(values);

  EXPECT_EQ(values, (Numbers{1, 0, 0}));
  EXPECT_EQ(logistic(-1e300), 0);
  EXPECT_EQ(logistic(0), 0.5);
}

// One round of rate 1 on 0 0 6 12 over 1 2 3 4, one split: F = 4.5, residuals -4.5 -4.5 1.5 7.5; the best cut is after
// 2 (as for the targets), leaves -4.5 and 4.5: 0 and 9.
TEST(Boosted, OneRoundIsTheConstantAndOneTree) {
  const BoostedLearner learner({.tree = {.max_depth = 1}, .rounds = 1, .rate = 1});

  const auto predictor = learner.fit(samples_of({1, 2, 3, 4}, 1), {{0, 0, 6, 12}, {}});

  const auto& boosted = dynamic_cast<const BoostedPredictor&>(*predictor);
  EXPECT_EQ(boosted.base(), Numbers{4.5});
  EXPECT_EQ(boosted.view().trees(), 1);
  EXPECT_EQ(testing::predictions(boosted, samples_of({1, 2, 3, 4}, 1)), (Numbers{0, 0, 9, 9}));
}

TEST(Boosted, ThreeClassesHaveATreeEachPerRound) {
  const BoostedLearner learner({.tree = {.max_depth = 1}, .rounds = 5});

  const auto predictor = learner.fit(samples_of({1, 2, 3, 4}, 1), three);

  const auto& boosted = dynamic_cast<const BoostedPredictor&>(*predictor);
  EXPECT_EQ(boosted.view().trees(), 15);
  EXPECT_EQ(boosted.outputs(), 3);
  const Numbers p = testing::predictions(boosted, samples_of({1}, 1));
  EXPECT_NEAR(p[0] + p[1] + p[2], 1, 1e-15);
  EXPECT_GT(p[0], p[1]);
}

}  // namespace
}  // namespace forewarp::learn::trees
