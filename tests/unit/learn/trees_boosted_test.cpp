// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "forewarp/support/error.hpp"
#include "unit/learn/trees_data.hpp"

namespace forewarp::learn {
namespace {

using testing::fitted;
using testing::friedman;
using testing::friedman_classes;
using testing::friedman_numbers;
using testing::friedman_test;
using testing::predictions;
using testing::samples_of;
using testing::Settings;

const Settings like_theirs{{"trees", "20"}, {"rate", "0.3"}, {"max_depth", "2"}, {"min_leaf", "5"}};

Settings with(Settings settings, const char* name, const char* value) {
  settings.insert_or_assign(name, value);
  return settings;
}

// y = 0 0 6 12: the mean is 4.5; one cut, best after 2 (trees_split_test): residuals -4.5 and 4.5; half of each step.
TEST(Boosted, TakesItsRateOfEachStep) {
  const auto model = fitted("boosted_trees", {{"trees", "1"}, {"rate", "0.5"}, {"max_depth", "1"}},
                            samples_of({1, 2, 3, 4}, 1), {{0, 0, 6, 12}, {}});

  EXPECT_EQ(predictions(*model, samples_of({1, 4}, 1)), (std::vector<double>{2.25, 6.75}));
}

// y = 0 0 6 12 again, by absolute error: the median is 3, all gradients -1 -1 1 1, so the cut is after 2 and the median
// residuals are -3 and (3 + 9) / 2.
TEST(Boosted, AbsoluteErrorStepsByMedians) {
  const auto model = fitted("boosted_trees", {{"trees", "1"}, {"rate", "1"}, {"max_depth", "1"}, {"loss", "absolute"}},
                            samples_of({1, 2, 3, 4}, 1), {{0, 0, 6, 12}, {}});

  EXPECT_EQ(predictions(*model, samples_of({1, 4}, 1)), (std::vector<double>{0, 9}));
}

// Two of each class: log odds 0, p = 1/2, gradients -1/2 and 1/2; Newton's step on the right (1/2 + 1/2) / (1/4 + 1/4)
// = 2; half of it: p = 1 / (1 + exp(-1)).
TEST(Boosted, TwoClassesStepByNewton) {
  const auto model = fitted("boosted_trees", {{"trees", "1"}, {"rate", "0.5"}, {"max_depth", "1"}},
                            samples_of({1, 2, 3, 4}, 1), {{0, 0, 1, 1}, {"a", "b"}});

  const std::vector<double> shares = predictions(*model, samples_of({4}, 1));

  EXPECT_DOUBLE_EQ(shares[1], 1 / (1 + std::exp(-1.0)));
  EXPECT_DOUBLE_EQ(shares[0] + shares[1], 1);
}

TEST(Boosted, SquaredErrorIsAsScikitLearns) {
  const auto model = fitted("boosted_trees", like_theirs, friedman(), friedman_numbers());

  const std::vector<double> ours = predictions(*model, friedman_test());

  for (std::size_t i = 0; i < ours.size(); ++i) EXPECT_NEAR(ours[i], fixture::boosted_squared_error[i], 1e-9) << i;
}

// Theirs takes the lower of two middle residuals, ours their mean, so the errors are near and the answers not the same.
TEST(Boosted, AbsoluteErrorIsAsGoodAsScikitLearns) {
  const auto model = fitted("boosted_trees", with(like_theirs, "loss", "absolute"), friedman(), friedman_numbers());

  const double ours = testing::rmse(predictions(*model, friedman_test()), fixture::friedman_test_target);
  const double theirs = testing::rmse(fixture::boosted_absolute_error, fixture::friedman_test_target);

  EXPECT_NEAR(ours, theirs, 0.1 * theirs);
}

TEST(Boosted, ManyClassesAreLearnt) {
  const Target classes = friedman_classes();
  const auto model = fitted("boosted_trees", {}, friedman(), classes);

  const std::vector<double> shares = predictions(*model, friedman());

  std::size_t right = 0;
  for (std::size_t i = 0; i < 100; ++i) {
    EXPECT_NEAR(shares[3 * i] + shares[3 * i + 1] + shares[3 * i + 2], 1, 1e-12);
    right += shares[3 * i + static_cast<std::size_t>(classes.values[i])] > 0.5 ? 1 : 0;
  }
  EXPECT_GE(right, 99U);
}

TEST(Boosted, ComesBackFromItsBytesAndAnswersManyAsOne) {
  for (const Target& target : {friedman_numbers(), friedman_classes(), Target{std::vector<double>(100, 3), {}}}) {
    const auto model = fitted("boosted_trees", with(like_theirs, "subsample", "0.5"), friedman(), target);
    const auto again = testing::written_and_read(*model);
    const std::vector<double> all = predictions(*model, friedman_test());

    EXPECT_EQ(predictions(*again, friedman_test()), all);
    EXPECT_EQ(again->importances(), model->importances());
    std::vector<double> row(5), one(model->outputs());
    for (std::size_t i = 0; i < 50; ++i) {
      friedman_test().copy_row(i, row);
      again->predict(row, one);
      EXPECT_EQ(one, std::vector<double>(all.begin() + i * one.size(), all.begin() + (i + 1) * one.size()));
    }
  }
}

TEST(Boosted, SubsamplesFollowTheSeed) {
  const Settings half = with(like_theirs, "subsample", "0.5");
  const auto bytes = [&](std::uint64_t seed) {
    return testing::bytes_of(*fitted("boosted_trees", half, friedman(), friedman_numbers(), seed));
  };

  EXPECT_EQ(bytes(1), bytes(1));
  EXPECT_NE(bytes(1), bytes(2));
}

TEST(Boosted, NeverFallsAlongAFeatureThatMayOnlyRaise) {
  const auto model = fitted("boosted_trees", {{"monotone", "d:+"}}, friedman(), friedman_numbers());
  std::vector<double> row(5), out(1);
  for (std::size_t i = 0; i < 50; ++i) {
    friedman_test().copy_row(i, row);
    double last = -1e300;
    for (int step = 0; step <= 50; ++step) {
      row[3] = step / 50.0;
      model->predict(row, out);
      EXPECT_GE(out[0], last - 1e-9);  // sums of steps that cancel
      last = out[0];
    }
  }
}

TEST(Boosted, RefusesWhatDoesNotGoTogether) {
  const Samples samples = friedman();

  EXPECT_THROW((void)fitted("boosted_trees", {{"loss", "log"}}, samples, friedman_numbers()), InputError);
  EXPECT_THROW((void)fitted("boosted_trees", {{"loss", "absolute"}}, samples, friedman_classes()), InputError);
  EXPECT_THROW((void)fitted("boosted_trees", {{"rate", "0"}}, samples, friedman_numbers()), InputError);
  EXPECT_THROW((void)fitted("boosted_trees", {{"loss", "absolute"}, {"monotone", "a:+"}}, samples, friedman_numbers()),
               InputError);
}

TEST(HostileBoosted, EveryTruncationIsRefused) {
  const auto bytes = testing::bytes_of(*fitted("boosted_trees", {{"trees", "2"}}, friedman(), friedman_classes()));
  for (std::size_t size = 0; size < bytes.size(); ++size)
    EXPECT_THROW((void)testing::predictor_from("boosted_trees", std::span(bytes).first(size)), InputError) << size;
}

}  // namespace
}  // namespace forewarp::learn
