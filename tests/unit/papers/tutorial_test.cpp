// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "papers/braun2020/tutorial.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <limits>

#include "forewarp/learn/validation/metrics.hpp"
#include "source_dir.hpp"

namespace forewarp::papers {
namespace {

Options with_data() {
  const char* named = std::getenv("FOREWARP_DATA");
  return {.data = named ? std::filesystem::path(named)
                        : std::filesystem::path(forewarp::test::source_dir()) / "../shared/data"};
}

bool have_data() { return std::filesystem::exists(*with_data().data / "braun-tutorial/cuda_flux_metrics.db"); }

TEST(Tutorial, CountersMakeTheTwelveFeatures) {
  Table counters;
  const double none = std::numeric_limits<double>::quiet_NaN();
  for (const auto& [name, value] : std::initializer_list<std::pair<const char*, double>>{{"gX", 4},
                                                                                         {"gY", 2},
                                                                                         {"gZ", 1},
                                                                                         {"bX", 32},
                                                                                         {"bY", 8},
                                                                                         {"bZ", 1},
                                                                                         {"time", 99},
                                                                                         {"lseq", 0},
                                                                                         {"fma.rn.f32", 100},
                                                                                         {"sqrt.rn.f32", 10},
                                                                                         {"and.b32", 7},
                                                                                         {"bra", 5},
                                                                                         {"bar.sync", 3},
                                                                                         {"ld.global.f32", 20},
                                                                                         {"st.global.v2.f32", 10},
                                                                                         {"ld.param.u64", 30},
                                                                                         {"ld.shared.f32", 6},
                                                                                         {"mul.lo.s32", none}})
    counters.add(name, Table::Numbers{value});
  const learn::Samples f = braun_features_from_flux(counters);

  const auto at = [&](std::size_t j) { return f.at(0, j); };
  EXPECT_EQ(at(0), 256);  // threads per CTA
  EXPECT_EQ(at(1), 8);    // CTAs
  EXPECT_EQ(at(2), 191);  // 100 + 10 + 7 + 5 + 3 + 20 + 10 + 30 + 6
  EXPECT_EQ(at(3), 10);
  EXPECT_EQ(at(4), 7);
  EXPECT_EQ(at(5), 5);
  EXPECT_EQ(at(6), 100);
  EXPECT_EQ(at(7), 3);
  EXPECT_EQ(at(8), 20 * 4 + 10 * 8);
  EXPECT_EQ(at(9), 30 * 8);
  EXPECT_EQ(at(10), 6 * 4);
  EXPECT_DOUBLE_EQ(at(11), 100.0 / (160 + 240));
}

TEST(Tutorial, TheAuthorsOwnModelIsOffByFortyPercent) {
  if (!have_data()) GTEST_SKIP() << "the tutorial's databases are not here";
  const TutorialRuns runs = read_tutorial(with_data(), "T4", "time");
  const std::vector<double> told = authors_predictions(with_data(), runs);

  ASSERT_EQ(runs.measured.size(), 43u);
  for (const double t : told) EXPECT_FALSE(std::isnan(t));
  const validate::ErrorSummary errors = validate::summarise(told, runs.measured);
  EXPECT_NEAR(100 * errors.mape, 40.5, 0.05);
  EXPECT_NEAR(100 * errors.median, 31.9, 0.05);
}

}  // namespace
}  // namespace forewarp::papers
