// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/rank/tuner/agreement.hpp"

#include <gtest/gtest.h>

#include "forewarp/model/rank/portability.hpp"
#include "unit/message_of.hpp"

namespace forewarp::rank {
namespace {

Candidate candidate(const std::string& x, double time_s) {
  Candidate c;
  c.configuration = {{"x", x}};
  c.prediction.emplace();
  c.prediction->time_s = time_s;
  c.prediction->low_s = 0.5 * time_s;
  c.prediction->high_s = 1.5 * time_s;
  return c;
}

Ranking ranking(const std::vector<std::pair<std::string, double>>& times) {
  Ranking made;
  for (const auto& [x, time_s] : times) made.candidates.push_back(candidate(x, time_s));
  made.groups.push_back({0, times.size(), ""});
  return made;
}

TEST(Agreement, ComparesOrderErrorsAndTheBest) {
  const Ranking predicted = ranking({{"1", 1.0}, {"2", 2.0}, {"3", 4.0}});
  const Space space{{parse_dimension("x=1,2,3,4")}, {}};
  const MeasuredTimes measured{{{{"x", "1"}}, 2.0}, {{{"x", "2"}}, 1.0}, {{{"x", "3"}}, 8.0}, {{{"x", "4"}}, 0.5}};

  const Agreement a = agreement_of(predicted, space, measured);

  EXPECT_EQ(a.accuracy.count, 3U);
  EXPECT_EQ(a.not_predicted, 1U);
  // Ranks 1 2 3 against 2 1 3: 1 - 6 (1 + 1) / (3 (9 - 1)) = 0.5.
  EXPECT_DOUBLE_EQ(a.accuracy.spearman, 0.5);
  // Ratios 0.5, 2, 0.5: the median is 0.5; errors 0.5, 1, 0.5; after division by 0.5: 0, 3, 0.
  EXPECT_DOUBLE_EQ(a.accuracy.bias, 0.5);
  EXPECT_DOUBLE_EQ(a.accuracy.error, 0.5);
  EXPECT_DOUBLE_EQ(a.accuracy.error_calibrated, 0);
  // 0.5 .. 1.5 has no 2.0, 1 .. 3 has 1.0, 2 .. 6 has no 8.0.
  EXPECT_DOUBLE_EQ(a.accuracy.in_range, 1.0 / 3);
  EXPECT_DOUBLE_EQ(a.predicted_best_s, 2.0);
  EXPECT_DOUBLE_EQ(a.measured_best_s, 0.5);
  EXPECT_EQ(a.measured_best, (Configuration{{"x", "4"}}));
  EXPECT_DOUBLE_EQ(a.regret, 3.0);
  EXPECT_DOUBLE_EQ(a.regret_of_ten, 1.0);
  EXPECT_EQ(a.place, 3U);
  ASSERT_EQ(a.by_value.size(), 3U);  // none of x=4 has both times
  EXPECT_DOUBLE_EQ(a.by_value[1].bias, 4.0);
}

TEST(Agreement, NeedsAConfigurationWithBothTimes) {
  const Space space{{parse_dimension("x=1,2")}, {}};
  EXPECT_EQ(testing::message_of([&] {
              (void)agreement_of(ranking({{"1", 1.0}}), space, {{{{"x", "2"}}, 1.0}});
            }),
            "no configuration has both a predicted and a measured time");
}

TEST(Portability, IsTheHarmonicMeanOfTheEfficiencies) {
  const std::vector<Ranking> both{ranking({{"1", 1.0}, {"2", 1.25}, {"3", 4.0}}), ranking({{"3", 2.0}, {"2", 2.5}})};

  const Portability found = portability_of(both);

  ASSERT_EQ(found.bests.size(), 2U);
  EXPECT_EQ(found.bests[0].configuration.at("x"), "1");
  EXPECT_EQ(found.bests[0].efficiency, (std::vector<double>{1, 0}));  // the second device does not run it
  EXPECT_EQ(found.bests[0].portability, 0);
  ASSERT_TRUE(found.for_all);
  EXPECT_EQ(found.for_all->configuration.at("x"), "2");  // 0.8 and 0.8 against 0.25 and 1: 0.8 against 0.4
  EXPECT_DOUBLE_EQ(found.for_all->portability, 0.8);
}

TEST(Portability, HasNoConfigurationForAllWhereADeviceRunsNone) {
  const Portability found = portability_of(std::vector<Ranking>{ranking({{"1", 1.0}}), Ranking{}});
  EXPECT_FALSE(found.for_all);
  EXPECT_TRUE(found.bests[1].configuration.empty());
}

}  // namespace
}  // namespace forewarp::rank
