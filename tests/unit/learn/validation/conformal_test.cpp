// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/validation/conformal.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "forewarp/learn/validation/domain.hpp"
#include "forewarp/support/random.hpp"
#include "toy.hpp"

namespace forewarp::validate {
namespace {

using Values = std::vector<double>;

TEST(Conformal, TakesTheOrderStatisticThatHasTheCoverage) {
  // Nine rows off by the factors 1.1 .. 1.9; ceil(10 * 0.8) = 8: 1.8.
  Values predicted, measured(9, 1.0);
  for (int i = 1; i <= 9; ++i) predicted.push_back(i % 2 ? 1 + 0.1 * i : 1 / (1 + 0.1 * i));

  EXPECT_NEAR(conformal_factor(predicted, measured, 0.8), 1.8, 1e-12);
  EXPECT_NEAR(conformal_factor(predicted, measured, 0.9), 1.9, 1e-12);
  // ceil(10 * 0.95) = 10 > 9: so few rows promise nothing.
  EXPECT_TRUE(std::isinf(conformal_factor(predicted, measured, 0.95)));
  EXPECT_TRUE(std::isinf(conformal_factor(Values{}, Values{}, 0.5)));
}

TEST(Conformal, KeepsWholeGroupsBack) {
  const std::vector<std::string> groups = {"a", "b", "a", "c", "d", "b", "c", "d", "e"};
  const Split split = calibration_split({0, 1, 2, 3, 4, 5, 6, 7}, groups, 3);

  std::set<std::string> learnt, kept;
  for (const std::size_t row : split.train) learnt.insert(groups[row]);
  for (const std::size_t row : split.test) kept.insert(groups[row]);
  EXPECT_EQ(learnt.size(), 3u);
  EXPECT_EQ(kept.size(), 1u);
  EXPECT_FALSE(learnt.contains(*kept.begin()));
}

TEST(Conformal, CoversWhatItPromisesWhenRowsComeFromOneSource) {
  // Measured = x e^u with u uniform in [-1, 1]; the prediction is x. The range that covers 80 % is a factor e^0.8.
  auto random = SplitMix::from_state(42);
  Values x, measured;
  for (int i = 0; i < 2000; ++i) {
    x.push_back(1 + static_cast<double>(random.below(1000)));
    measured.push_back(x.back() * std::exp(static_cast<double>(random.below(2'000'001)) / 1e6 - 1));
  }
  const auto samples = test::samples_of({"x"}, {x});
  const learn::Target target{measured, {}};

  const Coverage coverage = measure_coverage({samples, target, {}}, test::proportional(1), k_fold(2000, 5, 1), 0.8);

  EXPECT_NEAR(coverage.covered, 0.8, 0.03);
  EXPECT_NEAR(coverage.median_factor, std::exp(0.8), 0.1);
  EXPECT_EQ(coverage.rows, 2000u);
}

TEST(Domain, NamesTheFeaturesThatLieOutsideTheBox) {
  const Domain domain = domain_of(test::samples_of({"a", "b"}, {{1, 5}, {10, 20}}));

  EXPECT_TRUE(outside(domain, Values{1, 20}).empty());
  EXPECT_EQ(outside(domain, Values{0.5, 21}), (std::vector<std::size_t>{0, 1}));
  EXPECT_EQ(outside(domain, Values{2, std::nan("")}), (std::vector<std::size_t>{1}));
}

}  // namespace
}  // namespace forewarp::validate
