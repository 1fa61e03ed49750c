// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/validation/search.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "forewarp/learn/validation/baselines.hpp"
#include "forewarp/support/error.hpp"
#include "toy.hpp"

namespace forewarp::validate {
namespace {

using Values = std::vector<double>;

TEST(Search, ExpandsAGridWithTheLastNameFastest) {
  const auto grid = expand_grid({{"criterion", "mse|mae"}, {"trees", "128|256"}});

  ASSERT_EQ(grid.size(), 4u);
  EXPECT_EQ(grid[1].at("criterion"), "mse");
  EXPECT_EQ(grid[1].at("trees"), "256");
  EXPECT_EQ(grid[2].at("criterion"), "mae");
}

struct Case {
  learn::Samples samples = test::samples_of({"x"}, {{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}});
  learn::Target target{{2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24}, {}};
  std::vector<Method> settings = {test::proportional(1), test::proportional(2), test::proportional(3)};
};

TEST(Search, ChoosesTheSettingThatIsRightAndTestsItOnEveryFold) {
  for (const Nesting nesting : {Nesting::shared_folds, Nesting::nested}) {
    const Case here;
    const SearchResult result = search(here.samples, here.target, here.settings, k_fold_splitter(3),
                                       {.iterations = 2, .nesting = nesting, .cross = {}});

    ASSERT_EQ(result.folds.size(), 6u);
    EXPECT_EQ(result.best, 1u);
    // Half as much and half again: 50 % each, on every row of every fold.
    EXPECT_NEAR(result.mean_error[0], 0.5, 1e-12);
    EXPECT_NEAR(result.mean_error[1], 0.0, 1e-12);
    EXPECT_NEAR(result.mean_error[2], 0.5, 1e-12);
    EXPECT_EQ(result.folds[4].iteration, 1u);
    EXPECT_EQ(result.folds[4].fold, 1u);
    EXPECT_EQ(result.folds[4].chosen, 1u);
  }
}

/// Knows each row by heart once it has been asked for it `often` times: what a choice that sees the test rows can do.
Method peeking(std::size_t row) {
  return {
      "peeking", false,
      [row](const learn::Samples& samples, const learn::Target& target, const Split& split, const learn::FitOptions&) {
        Values answer;
        for (const std::size_t i : split.test) answer.push_back(i == row ? target.values[i] : 3 * samples.at(i, 0));
        return answer;
      }};
}

TEST(Search, NestedChoosesWithoutSeeingTheRowsOnWhichItIsTested) {
  // Setting r is right on row r alone and 50 % off elsewhere. Whoever chooses on the test fold gains from that; the
  // nested choice knows only training rows, and on the rows left out its setting is 50 % off.
  Case here;
  here.settings.clear();
  for (std::size_t row = 0; row < 12; ++row) here.settings.push_back(peeking(row));

  const SearchResult nested = search(here.samples, here.target, here.settings, k_fold_splitter(3),
                                     {.iterations = 1, .nesting = Nesting::nested, .cross = {}});
  const SearchResult shared = search(here.samples, here.target, here.settings, k_fold_splitter(3),
                                     {.iterations = 1, .nesting = Nesting::shared_folds, .cross = {}});

  for (const FoldScore& fold : nested.folds) EXPECT_NEAR(fold.outer, 0.5, 1e-12);
  double mean = 0;
  for (const double error : shared.outer_errors()) mean += error / 3;
  EXPECT_LT(mean, 0.5 - 0.01);  // one of twelve rows is free: 0.5 * 11 / 12
}

TEST(Search, KeepsTheLongestInTrainingWithTheSplitOfThePaper) {
  const Case here;
  const Splitter splitter = duration_splitter(here.target.values, 3, {.longest = 5, .edges = {5, 10}});
  const SearchResult result = search(here.samples, here.target, here.settings, splitter,
                                     {.iterations = 1, .nesting = Nesting::shared_folds, .cross = {}});

  EXPECT_EQ(result.folds.size(), 3u);
  // Nested: the inner folds again keep five of the nine or so rows that are left.
  EXPECT_NO_THROW((void)search(here.samples, here.target, here.settings, splitter,
                               {.iterations = 1, .nesting = Nesting::nested, .cross = {}}));
}

TEST(Search, RefusesNothingToSearch) {
  const Case here;

  EXPECT_THROW((void)search(here.samples, here.target, {}, k_fold_splitter(3), {}), InputError);
  EXPECT_THROW((void)search(here.samples, here.target, here.settings, k_fold_splitter(30), {}), InputError);
}

}  // namespace
}  // namespace forewarp::validate
