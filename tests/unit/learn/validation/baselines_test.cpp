// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/validation/baselines.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "toy.hpp"

namespace forewarp::validate {
namespace {

using test::samples_of;
using Values = std::vector<double>;

Values ask(const Method& method, const learn::Samples& samples, const Values& target, const Split& split) {
  return method.answer(samples, {target, {}}, split, {});
}

TEST(Baselines, SayTheMeanAndTheMedianOfTheTrainingRowsOnly) {
  const auto samples = samples_of({"x"}, {{1, 2, 3, 4}});
  const Split split{{0, 1, 2}, {3}};

  EXPECT_EQ(ask(mean_baseline(), samples, {1, 2, 9, 1000}, split), (Values{4}));
  EXPECT_EQ(ask(median_baseline(), samples, {1, 2, 9, 1000}, split), (Values{2}));
}

TEST(Baselines, SayTheMostFrequentClass) {
  const auto samples = samples_of({"x"}, {{1, 2, 3, 4}});
  const learn::Target target{{1, 0, 1, 0}, {"a", "b"}};

  EXPECT_EQ(mean_baseline().answer(samples, target, {{0, 1, 2}, {3}}, {}), (Values{1}));
}

TEST(Baselines, ScaleTheFeatureThatDoesBestInTraining) {
  // t = 3 work but for noise in the other column; the row asked for has work 10.
  const auto samples = samples_of({"noise", "work"}, {{5, 1, 7, 1}, {1, 2, 4, 10}});

  EXPECT_EQ(ask(scaling_baseline(), samples, {3, 6, 12, 0}, {{0, 1, 2}, {3}}), (Values{30}));
}

TEST(Baselines, ScaleTheBoundThatIsGiven) {
  const auto samples = samples_of({"x"}, {{1, 1, 1}});

  // Ratios 2 and 4: k = 3, and the bound of the row asked for is 5.
  EXPECT_EQ(ask(scaling_baseline(Values{1, 1, 5}), samples, {2, 4, 0}, {{0, 1}, {2}}), (Values{15}));
  // A bound of zero says nothing: the median.
  EXPECT_EQ(ask(scaling_baseline(Values{1, 1, 0}), samples, {2, 4, 0}, {{0, 1}, {2}}), (Values{3}));
}

TEST(Baselines, TakeTheNearestRowInLogarithms) {
  // From 1000, 100 is nearer than 5000 is in plain numbers, but not in logarithms: log 10 against log 5.
  const auto samples = samples_of({"size", "constant"}, {{100, 5000, 1000}, {7, 7, 7}});

  EXPECT_EQ(ask(nearest_baseline(), samples, {1, 2, 0}, {{0, 1}, {2}}), (Values{2}));
}

TEST(Baselines, LeaveTheNearestRowOutOfLargeTables) {
  learn::Target target;
  target.values.assign(max_rows_for_nearest, 1);
  EXPECT_EQ(baselines(target).back().name, "nearest neighbour");

  target.values.push_back(1);
  EXPECT_EQ(baselines(target).size(), 3U);
  EXPECT_EQ(baselines(target).back().name, "scaling");
}

}  // namespace
}  // namespace forewarp::validate
