// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/validation/metrics.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "forewarp/support/error.hpp"

namespace forewarp::validate {
namespace {

using Values = std::vector<double>;

TEST(Metrics, TakeRelativeErrorsAgainstTheMeasuredValueAndNotThePrediction) {
  // |50 - 100| / 100 = 0.5 (against the prediction it would be 1), |3 - 2| / 2 = 0.5, |4 - 4| / 4 = 0, |1 - 5| / 5 =
  // 0.8.
  const ErrorSummary summary = summarise(Values{50, 3, 4, 1}, Values{100, 2, 4, 5});

  EXPECT_EQ(summary.count, 4u);
  EXPECT_DOUBLE_EQ(summary.mape, 1.8 / 4);
  EXPECT_DOUBLE_EQ(summary.median, 0.5);
  EXPECT_DOUBLE_EQ(summary.max, 0.8);
  // Sorted 0, .5, .5, .8: the 90 % quantile lies at position 2.7: .5 + .7 * .3.
  EXPECT_NEAR(summary.p90, 0.71, 1e-12);
  EXPECT_NEAR(summary.p25, 0.375, 1e-12);
}

TEST(Metrics, GiveTheGeometricMeanOfTheFactorByWhichPredictionsAreOff) {
  // Twice too much and eight times too little: sqrt(2 * 8) = 4.
  EXPECT_NEAR(summarise(Values{2, 1}, Values{1, 8}).factor, 4.0, 1e-12);
  EXPECT_TRUE(std::isinf(summarise(Values{-1, 1}, Values{1, 8}).factor));
}

TEST(Metrics, GiveRmseR2AndRankCorrelation) {
  // Residuals 1, -1, 0; squares 2 over 3 pairs. Total about the mean 2: 1 + 0 + 1 = 2, so R2 = 0.
  const ErrorSummary summary = summarise(Values{2, 1, 3}, Values{1, 2, 3});

  EXPECT_NEAR(summary.rmse, std::sqrt(2.0 / 3.0), 1e-12);
  EXPECT_NEAR(summary.r2, 0.0, 1e-12);
  EXPECT_NEAR(summary.spearman, 0.5, 1e-12);  // 1 - 6 * (1 + 1 + 0) / (3 * 8)
  EXPECT_TRUE(std::isnan(summarise(Values{1, 2}, Values{3, 3}).r2));
}

TEST(Metrics, CountAPredictionThatIsNoNumberAsAnInfiniteError) {
  const ErrorSummary summary = summarise(Values{std::nan(""), 1, 1, 1}, Values{1, 1, 1, 1});

  EXPECT_TRUE(std::isinf(summary.mape));
  EXPECT_TRUE(std::isinf(summary.max));
  EXPECT_EQ(summary.median, 0.0);
  EXPECT_TRUE(std::isinf(summary.rmse));
}

TEST(Metrics, RefuseAMeasuredZeroAndSayWhich) {
  try {
    (void)summarise(Values{1, 1}, Values{1, 0});
    FAIL() << "a zero was divided by";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("measured value 2 is 0"), std::string::npos) << error.what();
  }
  EXPECT_THROW((void)summarise(Values{}, Values{}), InputError);
  EXPECT_THROW((void)summarise(Values{1}, Values{1, 2}), InputError);
}

}  // namespace
}  // namespace forewarp::validate
