// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "papers/zigon2020/noise.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "forewarp/support/error.hpp"
#include "papers/published.hpp"

namespace forewarp::papers::zigon2020 {
namespace {

TEST(Noise, IsWhatLaunchesOfTheSameWorkDifferBy) {
  // Two configurations execute the same instructions, the third does not: 99 and 101 are one percent from their median,
  // times sqrt(2), as a median of two lies between them.
  Table table;
  table.add("smsp__inst_executed.sum", Table::Numbers{1000, 1000, 2000});
  table.add("dram__sectors_read.sum", Table::Numbers{99, 101, 500});
  table.add("smsp__issue_active.avg.pct_of_peak_sustained_active", Table::Numbers{50, 50, 90});

  const Scatter scatter = scatter_of_ktt({table});

  ASSERT_EQ(scatter.traffic.size(), 2u);
  EXPECT_NEAR(scatter.traffic[0], -0.01 * std::sqrt(2.0), 1e-12);
  EXPECT_NEAR(scatter.traffic[1], 0.01 * std::sqrt(2.0), 1e-12);
  EXPECT_EQ(scatter.activity, (std::vector<double>{0, 0}));
}

TEST(Noise, LeavesCountsOfInstructionsAsTheyAre) {
  learn::Samples samples({"dram_utilization", "issue_slot_utilization", "gld_efficiency"}, 3);
  for (std::size_t j = 0; j < 3; ++j) std::ranges::fill(samples.feature(j), 50.0);

  const learn::Samples out = scattered(samples, {"test", {0.1}, {-0.2}}, 1);

  EXPECT_NEAR(out.at(0, 0), 55, 1e-12);
  EXPECT_NEAR(out.at(1, 1), 40, 1e-12);
  EXPECT_EQ(out.at(2, 2), 50);
}

TEST(Published, FiguresHaveIdsAndUnknownOnesAreErrors) {
  EXPECT_EQ(published("braun2020.time.mape"), 8.86);
  EXPECT_EQ(published("zigon2020.worst_f1"), 0.96);
  EXPECT_THROW((void)published("braun2020.time.guess"), InputError);
}

}  // namespace
}  // namespace forewarp::papers::zigon2020
