// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/measure/run/timing.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "forewarp/support/random.hpp"

namespace forewarp::run {
namespace {

TEST(Timing, AnAnomalyIsFarFromTheMedianInSpreadAndInFactor) {
  // median 10, absolute distances 0 0 0 1 1 1 90: their median is 1, so s = 1.4826; 90 > 14.8 and 100 > 3 * 10.
  EXPECT_EQ(anomalies(std::vector<double>{10, 11, 9, 10, 11, 100, 10}),
            (std::vector<bool>{false, false, false, false, false, true, false}));
  // 25 is 10 spreads away (s = 1.4826 * 1) yet less than three times the median
  EXPECT_EQ(anomalies(std::vector<double>{10, 11, 9, 10, 11, 26, 10}), std::vector<bool>(7, false));
  // 0.5 is below a third of the median and further than 10 spreads... of a tenth
  EXPECT_EQ(anomalies(std::vector<double>{10, 10.1, 9.9, 10, 10.1, 0.5, 10}),
            (std::vector<bool>{false, false, false, false, false, true, false}));
}

TEST(Timing, WidelySpreadTimesAreNoAnomalies) {
  // median 4, distances 3 2 1 0 4 12 28: their median is 3, ten spreads are 44
  EXPECT_EQ(anomalies(std::vector<double>{1, 2, 3, 4, 8, 16, 32}), std::vector<bool>(7, false));
}

TEST(Timing, FourTimesAreTooFewToCallOneAnAnomaly) {
  EXPECT_EQ(anomalies(std::vector<double>{1, 1, 1, 100}), std::vector<bool>(4, false));
}

std::vector<Timed> canary_of(const std::vector<double>& seconds) {
  std::vector<Timed> runs;
  for (std::size_t i = 0; i < seconds.size(); ++i) runs.push_back({seconds[i], 10.0 * static_cast<double>(i)});
  return runs;
}

TEST(Timing, ATrialIsSlowWhereTheCanaryBeforeOrAfterItWas) {
  // at 0, 10, 20, ... seconds; slow from 30 to 40
  const Plateaus plateaus(canary_of({1, 1.1, 1, 1.8, 1.8, 1, 1}));

  EXPECT_NEAR(plateaus.baseline_s(), 1, 1e-12);
  EXPECT_FALSE(plateaus.slow_at(15));
  EXPECT_TRUE(plateaus.slow_at(25));  // after it came a slow run
  EXPECT_TRUE(plateaus.slow_at(35));  // between two
  EXPECT_TRUE(plateaus.slow_at(45));  // before it
  EXPECT_FALSE(plateaus.slow_at(55));
  EXPECT_FALSE(plateaus.slow_at(99));  // after the last
  EXPECT_NEAR(plateaus.slow_share(), 2.0 / 7, 1e-12);
}

TEST(Timing, WithoutACanaryNothingIsSlow) {
  EXPECT_FALSE(Plateaus().slow_at(5));
  EXPECT_EQ(Plateaus().slow_share(), 0);
  EXPECT_EQ(Plateaus().drift(), 1);
}

TEST(Timing, DriftTellsThrottling) {
  EXPECT_DOUBLE_EQ(Plateaus(canary_of({1, 1, 1, 1.1, 1.1, 1.1, 1.2, 1.2, 1.2})).drift(), 1.2);
  EXPECT_DOUBLE_EQ(Plateaus(canary_of({1, 1, 1, 1, 1, 1, 1, 1, 1})).drift(), 1);
}

TEST(Timing, TheRangeOfTheMedianIsFromOrderStatistics) {
  // n = 16: 8 - 0.98 * 4 = 4.08, so the 5th smallest and the 5th largest of 1 ... 16
  std::vector<double> seconds(16);
  for (std::size_t i = 0; i < 16; ++i) seconds[i] = static_cast<double>(16 - i);

  const MedianRange range = median_range(seconds);

  EXPECT_EQ(range.low, 5);
  EXPECT_EQ(range.high, 12);
  EXPECT_EQ(range.width(), 7);
  EXPECT_TRUE(std::isinf(median_range(std::vector<double>{1, 1, 1, 1, 1}).width()));
}

TEST(Timing, TheRangeHoldsTheMedianAsOftenAsItSays) {
  SplitMix random(7);
  int held = 0;
  for (int round = 0; round < 1000; ++round) {
    std::vector<double> seconds(30);
    for (double& s : seconds) s = random.uniform();
    const MedianRange range = median_range(seconds);
    held += range.low <= 0.5 && 0.5 <= range.high;
  }
  // ranks 9 ... 22 of 30: 95.7 % exactly; four standard deviations of 1000 rounds are 2.6 %
  EXPECT_GT(held, 930);
  EXPECT_LT(held, 984);
}

TEST(Timing, TheEstimateIsTheLowQuantileOutsideOfPlateaus) {
  const Plateaus plateaus(canary_of({1, 1, 1.8, 1.8, 1, 1}));  // trials from 10 to 40 s are slow
  std::vector<Timed> trials;
  for (int i = 0; i < 10; ++i) trials.push_back({5.0 + i % 2, 5});
  for (int i = 0; i < 10; ++i) trials.push_back({9.5, 25});
  trials.push_back({80, 45});

  const TimingSummary summary = summarise(trials, plateaus);

  EXPECT_EQ(summary.trials, 21u);
  EXPECT_EQ(summary.slow, 10u);
  EXPECT_EQ(summary.anomalies, 1u);
  EXPECT_EQ(summary.used, 10u);
  EXPECT_FALSE(summary.from_plateaus);
  EXPECT_EQ(summary.estimate, 5);                                           // 10 % of 5 5 5 5 5 6 6 6 6 6
  EXPECT_EQ(summarise(trials, plateaus, {.average = true}).estimate, 5.5);  // of those ten, as the paper's
  EXPECT_EQ(summarise(trials, plateaus, {.low_quantile = 1}).estimate, 6);
  EXPECT_EQ(summary.lowest, 5);
  EXPECT_EQ(summary.highest, 80);
  EXPECT_EQ(summary.median, 9.5);  // the 11th of 5 x5, 6 x5, 9.5 x10, 80
  EXPECT_NEAR(summary.average, (5 * 5 + 5 * 6 + 95 + 80) / 21.0, 1e-12);
  EXPECT_EQ(summary.spread, 3.5);  // quartiles 6 and 9.5
}

TEST(Timing, WithTooFewTrialsOutsideOfPlateausAllButAnomaliesAreUsedAndItSaysSo) {
  const Plateaus plateaus(canary_of({1, 1, 1.8, 1.8, 1, 1}));
  std::vector<Timed> trials(8, Timed{9, 25});
  trials.push_back({5, 5});

  const TimingSummary summary = summarise(trials, plateaus);

  EXPECT_TRUE(summary.from_plateaus);
  EXPECT_EQ(summary.used, 9u);
}

/// The case that sixty trials in a row do not average out: 1.8 times slower for a third of the time, in stretches.
TEST(Timing, PlateausAndAnomaliesDoNotMoveTheEstimate) {
  SplitMix random(11);
  const auto noise = [&] { return 1 + 0.02 * random.uniform(); };
  std::vector<Timed> canary, trials;
  for (int second = 0; second < 90; ++second) {
    const double busy = second / 10 % 3 == 0 ? 1.8 : 1;
    canary.push_back({1e-3 * busy * noise(), static_cast<double>(second)});
    const double anomaly = second % 29 == 12 ? 10 : 1;
    trials.push_back({4e-3 * busy * anomaly * noise(), second + 0.5});
  }

  const TimingSummary summary = summarise(trials, Plateaus(canary));

  EXPECT_NEAR(summary.estimate, 4e-3, 0.01 * 4e-3);
  EXPECT_GT(summary.average, 1.3 * 4e-3);
  EXPECT_EQ(summary.anomalies, 3u);  // at 12, 41 and 70 s
}

TEST(Timing, NoTrialsGiveNoEstimate) {
  const TimingSummary summary = summarise({}, Plateaus());

  EXPECT_EQ(summary.trials, 0u);
  EXPECT_EQ(summary.estimate, 0);
}

}  // namespace
}  // namespace forewarp::run
