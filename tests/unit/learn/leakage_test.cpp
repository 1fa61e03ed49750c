// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/selection/leakage.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "unit/learn/data.hpp"
#include "unit/message_of.hpp"

namespace forewarp::learn {
namespace {

TEST(Leakage, AProportionAndAPowerPredictWithoutError) {
  const std::vector<double> x = {1, 2, 3, 4, 5, 6};
  std::vector<double> proportional, square;
  for (const double v : x) proportional.push_back(7 * v), square.push_back(3 * v * v);

  EXPECT_NEAR(error_alone(x, proportional), 0, 1e-12);
  EXPECT_NEAR(error_alone(x, square), 0, 1e-12);
}

// A constant feature: t = k x predicts the median of the other targets. Rows 0 .. 4 are a fold each, the targets 1 1 1
// 1 2 have the medians 1 1 1 1 1: errors 0 0 0 0 0.5, of which the median is 0.
TEST(Leakage, TheErrorIsTheMedianOverRowsLeftOut) {
  EXPECT_EQ(error_alone(std::vector<double>(5, 1), std::vector<double>{1, 1, 1, 1, 2}), 0);
  // targets 1 and 4 in two groups: each is predicted as the other, errors |4 - 1| / 1 and |1 - 4| / 4
  const std::vector<std::string> groups = {"a", "b"};
  EXPECT_DOUBLE_EQ(error_alone(std::vector<double>{1, 1}, std::vector<double>{1, 4}, groups), (3 + 0.75) / 2);
}

TEST(Leakage, ValuesThatAreNotPositiveNeverPredict) {
  EXPECT_EQ(error_alone(std::vector<double>{1, 0}, std::vector<double>{1, 1}), INFINITY);
  EXPECT_EQ(error_alone(std::vector<double>{1, 1}, std::vector<double>{1, -1}), INFINITY);
  EXPECT_EQ(error_alone({}, {}), INFINITY);
}

TEST(Leakage, FindsFeaturesByNameAndByWhatTheyPredict) {
  // a: the target in another unit; b: unrelated; c: unrelated, but named as a time
  const Samples samples = testing::samples_of({10, 5, 3, 20, 1, 90, 30, 70, 1, 40, 2, 50, 50, 33, 1, 60, 8, 7}, 3);
  const Target target{{1, 2, 3, 4, 5, 6}, {}};
  LeakageOptions options;
  options.is_time = [](std::string_view name) { return name == "c"; };

  const std::vector<Leak> found = leaks(samples, target, options);

  ASSERT_EQ(found.size(), 2);
  EXPECT_EQ(found[0].name, "a");
  EXPECT_FALSE(found[0].by_name);
  EXPECT_NEAR(found[0].error, 0, 1e-12);
  EXPECT_EQ(found[1].feature, 2);
  EXPECT_TRUE(found[1].by_name);
}

TEST(Leakage, OfClassesOnlyNamesLeak) {
  const Samples samples = testing::samples_of({1, 2, 3, 4}, 1);

  EXPECT_TRUE(leaks(samples, {{0, 0, 1, 1}, {"x", "y"}}).empty());
}

TEST(Leakage, RefusesGroupsThatAreNotOneARow) {
  const Samples samples = testing::samples_of({1, 2, 3, 4}, 1);

  EXPECT_EQ(forewarp::testing::message_of([&] {
              (void)leaks(samples, {{1, 2, 3, 4}, {}}, {.groups = {"k"}});
            }),
            "4 rows have 1 groups");
}

}  // namespace
}  // namespace forewarp::learn
