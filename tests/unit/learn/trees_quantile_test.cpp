// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "forewarp/support/error.hpp"
#include "unit/learn/trees_data.hpp"

namespace forewarp::learn {
namespace {

using testing::fitted;
using testing::friedman;
using testing::friedman_numbers;
using testing::samples_of;
using testing::Settings;

std::vector<double> quantiles(const Predictor& predictor, const std::vector<double>& row,
                              const std::vector<double>& levels) {
  std::vector<double> out(levels.size());
  EXPECT_TRUE(predictor.quantiles(row, levels, out));
  return out;
}

// One tree, one cut between 2 and 10: the left leaf has 1 2 3 4, so each weighs a quarter.
TEST(QuantileForest, TellsTheQuantilesOfTheLeaf) {
  const Settings one{{"trees", "1"}, {"bootstrap", "no"}, {"min_leaf", "4"}};
  const auto forest =
      fitted("quantile_forest", one, samples_of({0, 1, 2, 2, 10, 11, 12, 13}, 1), {{3, 1, 4, 2, 50, 60, 70, 80}, {}});

  EXPECT_EQ(quantiles(*forest, {1}, {0, 0.25, 0.26, 0.5, 0.75, 1}), (std::vector<double>{1, 1, 2, 2, 3, 4}));
  EXPECT_EQ(quantiles(*forest, {99}, {0.5, 0.9}), (std::vector<double>{60, 80}));
}

TEST(QuantileForest, WithoutASplitEveryLevelIsTheTargets) {
  const Settings settings{{"trees", "7"}, {"bootstrap", "no"}};
  const auto forest = fitted("quantile_forest", settings, samples_of({7, 7, 7, 7, 7}, 1), {{5, 4, 3, 2, 1}, {}});

  EXPECT_EQ(quantiles(*forest, {0}, {0.2, 0.4, 0.6, 0.8, 1}), (std::vector<double>{1, 2, 3, 4, 5}));
}

// Between the 10 % and the 90 % quantile lie about 80 % of what comes; 50 samples have a standard error of 6 %.
TEST(QuantileForest, RangesHoldWhatTheyPromise) {
  const auto forest = fitted("quantile_forest", {{"trees", "200"}}, friedman(), friedman_numbers());
  std::size_t inside = 0;
  std::vector<double> row(5);
  for (std::size_t i = 0; i < 50; ++i) {
    testing::friedman_test().copy_row(i, row);
    const auto range = quantiles(*forest, row, {0.1, 0.9});
    const double y = fixture::friedman_test_target[i];
    inside += range[0] <= y && y <= range[1] ? 1 : 0;
  }

  EXPECT_GE(inside, 34U);
}

TEST(QuantileForest, IsTheSameOnAnyNumberOfThreadsAndFromItsBytes) {
  const auto forest = fitted("quantile_forest", {{"trees", "9"}}, friedman(), friedman_numbers(), 5, 1);
  const auto again = testing::written_and_read(*forest);
  const std::vector<double> row(5, 0.4), levels{0.1, 0.5, 0.9};

  EXPECT_EQ(testing::bytes_of(*forest),
            testing::bytes_of(*fitted("quantile_forest", {{"trees", "9"}}, friedman(), friedman_numbers(), 5, 5)));
  EXPECT_EQ(quantiles(*again, row, levels), quantiles(*forest, row, levels));
  EXPECT_EQ(testing::predictions(*again, friedman()), testing::predictions(*forest, friedman()));
}

TEST(QuantileForest, RefusesClassesAndOddLevels) {
  const auto forest = fitted("quantile_forest", {{"trees", "2"}}, friedman(), friedman_numbers());
  const std::vector<double> row(5, 0.4);

  EXPECT_THROW((void)fitted("quantile_forest", {}, friedman(), testing::friedman_classes()), InputError);
  EXPECT_THROW((void)quantiles(*forest, row, {-0.1}), InputError);
  EXPECT_THROW((void)quantiles(*forest, row, {1.1}), InputError);
}

TEST(HostileQuantileForest, NoChangedByteLeadsAstray) {
  const auto bytes = testing::bytes_of(
      *fitted("quantile_forest", {{"trees", "2"}, {"min_leaf", "20"}}, friedman(), friedman_numbers()));
  for (std::size_t i = 0; i < bytes.size(); ++i)
    for (const int value : {0x00, 0x7f, 0xff}) {
      std::vector<std::byte> changed = bytes;
      changed[i] = static_cast<std::byte>(value);
      try {
        const auto forest = testing::predictor_from("quantile_forest", changed);
        if (forest->features() < 100) (void)quantiles(*forest, std::vector<double>(forest->features()), {0.5});
      } catch (const InputError&) {
      }
    }
  for (std::size_t size = 0; size < bytes.size(); ++size)
    EXPECT_THROW((void)testing::predictor_from("quantile_forest", std::span(bytes).first(size)), InputError) << size;
}

}  // namespace
}  // namespace forewarp::learn
