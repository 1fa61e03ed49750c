// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "forewarp/support/error.hpp"
#include "unit/learn/trees_data.hpp"

namespace forewarp::learn {
namespace {

using testing::fitted;
using testing::samples_of;
using testing::Settings;

double answer(const Predictor& predictor, std::vector<double> row, std::size_t output = 0) {
  std::vector<double> out(predictor.outputs());
  predictor.predict(row, out);
  return out[output];
}

// y over x = 1 2 3 4 is 0 0 6 12. Squared errors: cut after 1: 0 + 72 (mean 6: 36 + 0 + 36); after 2: 0 + 18; after 3:
// 24 (mean 2: 4 + 4 + 16) + 0. So the cut is at 2.5 and the leaves are 0 and 9.
TEST(Tree, CutsWhereTheSquaredErrorIsLeast) {
  const auto tree = fitted("tree", {{"max_depth", "1"}}, samples_of({1, 2, 3, 4}, 1), {{0, 0, 6, 12}, {}});

  EXPECT_EQ(answer(*tree, {2.5}), 0);
  EXPECT_EQ(answer(*tree, {2.5001}), 9);
}

// y over x = 1..5 is 0 1 10 11 100. Absolute errors: cut after 1: 0 + (|1-10.5| + |10-10.5| + |11-10.5| + |100-10.5|)
// = 100; after 2: 1 + (1 + 0 + 89) = 91; after 3: (1 + 0 + 9) + 89 = 99; after 4: (0+11) + (10-1) = 20... the two outer
// pairs of 0 1 10 11: 11 + 9 = 20, and 0. So the cut is at 4.5, the leaves are (1 + 10) / 2 and 100.
TEST(Tree, CutsWhereTheAbsoluteErrorIsLeast) {
  const Settings settings{{"max_depth", "1"}, {"criterion", "mae"}};

  const auto tree = fitted("tree", settings, samples_of({1, 2, 3, 4, 5}, 1), {{0, 1, 10, 11, 100}, {}});

  EXPECT_EQ(answer(*tree, {4.5}), 5.5);
  EXPECT_EQ(answer(*tree, {4.6}), 100);
}

// With at least two in a leaf, the cuts are after 2 (91) and after 3 (99).
TEST(Tree, LeavesEnoughSamplesOnBothSides) {
  const Settings settings{{"max_depth", "1"}, {"criterion", "mae"}, {"min_leaf", "2"}};

  const auto tree = fitted("tree", settings, samples_of({1, 2, 3, 4, 5}, 1), {{0, 1, 10, 11, 100}, {}});

  EXPECT_EQ(answer(*tree, {2.5}), 0.5);
  EXPECT_EQ(answer(*tree, {2.6}), 11);
}

// Classes over x = 1..5 are a a b a b. n times Gini impurity after 1: 0 + 4 (1 - 1/2) = 2; after 2: 0 + 3 (1 - 5/9) =
// 4/3; after 3: 3 x 4/9 + 2 x 1/2 = 7/3; after 4: 4 (1 - 10/16) + 0 = 3/2. So the cut is after 2.
TEST(Tree, CutsWhereTheGiniImpurityIsLeast) {
  const auto tree = fitted("tree", {{"max_depth", "1"}}, samples_of({1, 2, 3, 4, 5}, 1), {{0, 0, 1, 0, 1}, {"a", "b"}});

  EXPECT_EQ(answer(*tree, {2.5}, 0), 1);
  EXPECT_DOUBLE_EQ(answer(*tree, {2.6}, 0), 1.0 / 3);
  EXPECT_DOUBLE_EQ(answer(*tree, {2.6}, 1), 2.0 / 3);
}

// One feature says all, the other nothing.
TEST(Tree, ImportanceGoesToTheFeatureThatSplits) {
  const auto tree = fitted("tree", {}, samples_of({1, 5, 2, 5, 3, 5, 4, 5}, 2), {{0, 0, 6, 12}, {}});

  EXPECT_EQ(tree->importances(), (std::vector<double>{1, 0}));
}

TEST(Tree, ConstantFeaturesGiveOneLeafWithTheMean) {
  for (const auto* learner : {"tree", "extra_trees"}) {
    const auto tree = fitted(learner, {}, samples_of({7, 7, 7}, 1), {{1, 2, 6}, {}});

    EXPECT_DOUBLE_EQ(answer(*tree, {7}), 3) << learner;
    EXPECT_EQ(tree->importances(), std::vector<double>{0}) << learner;
  }
}

TEST(Tree, GrownWholeItRepeatsWhatItSaw) {
  const Samples samples = testing::friedman();
  const Target target = testing::friedman_numbers();
  for (const auto* criterion : {"mse", "mae"})
    for (const auto* threshold : {"best", "random"}) {
      const auto tree = fitted("tree", {{"criterion", criterion}, {"threshold", threshold}}, samples, target);

      EXPECT_EQ(testing::predictions(*tree, samples), target.values) << criterion << threshold;
    }
}

TEST(Tree, ValuesBeyondSinglePrecisionAreOneValue) {
  const auto tree = fitted("tree", {}, samples_of({1, 1e40, 1e50}, 1), {{1, 5, 7}, {}});

  EXPECT_EQ(answer(*tree, {1}), 1);
  EXPECT_EQ(answer(*tree, {1e60}), 6);
}

TEST(Tree, RefusesWhatDoesNotGoTogether) {
  const Samples samples = samples_of({1, 2, 3, 4}, 1);
  const Target numbers{{0, 0, 6, 12}, {}}, classes{{0, 0, 1, 1}, {"a", "b"}};

  EXPECT_THROW((void)fitted("tree", {{"criterion", "gini"}}, samples, numbers), InputError);
  EXPECT_THROW((void)fitted("tree", {{"criterion", "mae"}}, samples, classes), InputError);
  EXPECT_THROW((void)fitted("tree", {{"max_features", "2"}}, samples, numbers), InputError);
  EXPECT_THROW((void)fitted("tree", {{"max_features", "0.0"}}, samples, numbers), InputError);
  EXPECT_THROW((void)fitted("tree", {{"max_features", "most"}}, samples, numbers), InputError);
  EXPECT_THROW((void)fitted("tree", {{"min_split", "1"}}, samples, numbers), InputError);
  EXPECT_THROW((void)fitted("tree", {{"monotone", "z:+"}}, samples, numbers), InputError);
  EXPECT_THROW((void)fitted("tree", {{"monotone", "a"}}, samples, numbers), InputError);
  EXPECT_THROW((void)fitted("tree", {{"monotone", "a:+"}, {"criterion", "mae"}}, samples, numbers), InputError);
  EXPECT_THROW((void)fitted("tree", {}, samples, {{0, 0, 0, 0}, {"a"}}), InputError);
  EXPECT_THROW((void)fitted("tree", {}, samples, {{0, 0, 1, 1e300}, {}}), InputError);
  EXPECT_THROW((void)fitted("extra_trees", {{"trees", "0"}}, samples, numbers), InputError);
}

}  // namespace
}  // namespace forewarp::learn
