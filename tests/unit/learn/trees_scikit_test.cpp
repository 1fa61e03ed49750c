// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Against scikit-learn (fixtures/trees.py): best splits to the digit, forests within the spread over seeds.
#include <gtest/gtest.h>

#include "unit/learn/trees_data.hpp"

namespace forewarp::learn {
namespace {

using testing::fitted;
using testing::friedman;
using testing::friedman_numbers;
using testing::friedman_test;
using testing::predictions;
using testing::Settings;

const Settings limits{{"max_depth", "5"}, {"min_leaf", "4"}};

Settings limits_and(const std::string& criterion) {
  Settings all = limits;
  all.emplace("criterion", criterion);
  return all;
}

void expect_near(const std::vector<double>& ours, const std::vector<double>& theirs) {
  ASSERT_EQ(ours.size(), theirs.size());
  for (std::size_t i = 0; i < ours.size(); ++i) EXPECT_NEAR(ours[i], theirs[i], 1e-12) << i;
}

TEST(TreeAgainstScikitLearn, SquaredErrorIsTheSame) {
  const auto tree = fitted("tree", limits, friedman(), friedman_numbers());

  expect_near(predictions(*tree, friedman_test()), fixture::tree_mse);
  expect_near(tree->importances(), fixture::tree_mse_importances);
}

TEST(TreeAgainstScikitLearn, AbsoluteErrorIsTheSame) {
  const auto tree = fitted("tree", limits_and("mae"), friedman(), friedman_numbers());

  expect_near(predictions(*tree, friedman_test()), fixture::tree_mae);
}

TEST(TreeAgainstScikitLearn, ClassesAreTheSame) {
  const Target classes = testing::friedman_classes();

  const auto of = [&](const char* criterion) {
    const Settings settings{{"max_depth", "3"}, {"min_leaf", "8"}, {"criterion", criterion}};
    return predictions(*fitted("tree", settings, friedman(), classes), friedman_test());
  };

  expect_near(of("gini"), fixture::tree_gini);
  expect_near(of("entropy"), fixture::tree_entropy);
}

/// The mean over ten seeds; theirs: mean and standard deviation of a seed.
void expect_like(const char* learner, const Settings& settings, const std::vector<double>& theirs) {
  double mean = 0;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const auto forest = fitted(learner, settings, friedman(), friedman_numbers(), seed);
    mean += testing::rmse(predictions(*forest, friedman_test()), fixture::friedman_test_target) / 10;
  }
  EXPECT_NEAR(mean, theirs[0], 2 * theirs[1]) << learner;
}

TEST(ForestAgainstScikitLearn, ErrorsAreWithinTheSpreadOverSeeds) {
  expect_like("random_forest", {}, fixture::random_forest_rmse);
  expect_like("extra_trees", {}, fixture::extra_trees_rmse);
  expect_like("extra_trees", {{"criterion", "mae"}}, fixture::extra_trees_mae_rmse);
  expect_like("extra_trees", {{"max_features", "sqrt"}}, fixture::extra_trees_sqrt_rmse);
}

}  // namespace
}  // namespace forewarp::learn
