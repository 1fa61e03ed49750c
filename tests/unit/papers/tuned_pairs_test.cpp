// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "papers/zigon2020/tuned_pairs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "forewarp/support/error.hpp"
#include "forewarp/support/table/csv.hpp"
#include "source_dir.hpp"

namespace forewarp::papers::zigon2020 {
namespace {

const Change a_tile{"gemm", "SA", 0, {1}, {"S20", "S100"}};
const Change vectors{"gemm", "VWM", 1, {2, 4}, {"F1"}};

TEST(TunedPairs, TwoConfigurationsAreAPairWhenOneParameterAloneDiffers) {
  // SA goes from 0 to 1 with VWM at 1 and at 2; at 4 only SA = 1 was measured.
  const MeasuredTimes times = measured_times(table::parse_csv("VWM,SA,ms\n1,0,8\n1,1,4\n2,0,6\n2,1,5\n4,1,3\n"));

  const auto pairs = pairs_of({times}, a_tile);

  ASSERT_EQ(pairs.size(), 2u);
  EXPECT_EQ(pairs[0].before, (Configuration{{"SA", 0}, {"VWM", 1}}));
  EXPECT_EQ(pairs[0].after, (Configuration{{"SA", 1}, {"VWM", 1}}));
  EXPECT_EQ(pairs[1].before, (Configuration{{"SA", 0}, {"VWM", 2}}));
}

TEST(TunedPairs, AConfigurationBeforeMayHaveSeveralAfter) {
  const MeasuredTimes times = measured_times(table::parse_csv("SA,VWM,ms\n0,1,8\n0,2,6\n0,4,5\n0,8,5\n"));

  const auto pairs = pairs_of({times}, vectors);

  ASSERT_EQ(pairs.size(), 2u);  // 1 to 8 is not among the changes
  EXPECT_EQ(pairs[0].after.at("VWM"), 2);
  EXPECT_EQ(pairs[1].after.at("VWM"), 4);
}

TEST(TunedPairs, APairNeedsBothTimesOnEveryBoardWhateverTheOrderOfColumns) {
  const MeasuredTimes one = measured_times(table::parse_csv("VWM,SA,ms\n1,0,8\n1,1,4\n2,0,6\n2,1,5\n"));
  const MeasuredTimes other = measured_times(table::parse_csv("SA,VWM,ms\n0,1,9\n1,1,4\n0,2,6\n1,2,\n"));

  const auto pairs = pairs_of({one, other}, a_tile);

  ASSERT_EQ(pairs.size(), 1u);
  EXPECT_EQ(pairs[0].before.at("VWM"), 1);
}

TEST(TunedPairs, PaddingCountsOnlyWhereTheKernelInsertsColumns) {
  // A block of 32 has no conflicts; 16 with two columns a thread: 2 * 16 + 14 - 16 = 30; 18 with one: 14; with two: 32.
  EXPECT_FALSE(padding_inserts_columns({{"block_size_x", 32}, {"tile_size_x", 1}}));
  EXPECT_TRUE(padding_inserts_columns({{"block_size_x", 16}, {"tile_size_x", 2}}));
  EXPECT_TRUE(padding_inserts_columns({{"block_size_x", 18}, {"tile_size_x", 1}}));
  EXPECT_FALSE(padding_inserts_columns({{"block_size_x", 18}, {"tile_size_x", 2}}));
}

TEST(TunedPairs, AParameterThatWasNotTunedIsRefusedByName) {
  const MeasuredTimes times = measured_times(table::parse_csv("VWM,ms\n1,8\n"));

  EXPECT_THROW((void)pairs_of({times}, a_tile), InputError);
}

TunedPair result(double measured, std::size_t place, double estimated) {
  return {&vectors, "V100 PCIe", {}, measured, {.place = place, .estimated = estimated, .reached = 1, .first = "F1"}};
}

TEST(TunedPairs, TheClaimsAreSharesOfWhatWasMeasuredAndOfWhatWasAdvised) {
  const std::vector<TunedPair> pairs = {result(2.0, 1, 1.8), result(1.5, 0, 0), result(1.05, 2, 1.1),
                                        result(0.9, 1, 2.0)};

  const std::vector<Score> scores = scores_of(pairs);

  ASSERT_EQ(scores.size(), 3u);
  EXPECT_DOUBLE_EQ(scores[0].ours, 50);        // of the two above 1.1 the first
  EXPECT_DOUBLE_EQ(scores[1].ours, 200. / 3);  // of the three advised 2.0 and 1.05
  EXPECT_DOUBLE_EQ(scores[2].ours, 200. / 3);  // 1.8 for 2.0 and 1.1 for 1.05; not 2.0 for 0.9
  EXPECT_TRUE(scores_of({}).empty());
}

TEST(TunedPairs, WithoutTheMeasurementsItSaysWhereTheyArePublished) {
  try {
    (void)measured({});
    FAIL();
  } catch (const Unavailable& error) {
    EXPECT_NE(std::string(error.what()).find("tuning/gemm"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("GPU_benchmarking_paper"), std::string::npos) << error.what();
  }
}

/// Data from outside: CLBlast's product measured on four boards. One pair, two compilations.
TEST(TunedPairs, AMeasuredPairIsCompiledEmulatedAndAdvisedOnEachBoard) {
  const char* named = std::getenv("FOREWARP_DATA");
  const std::filesystem::path data =
      named ? std::filesystem::path(named) : std::filesystem::path(test::source_dir()) / "../shared/data";
  if (!std::filesystem::exists(data / "tuning/gemm"))
    GTEST_SKIP() << "no ../shared/data/tuning; FOREWARP_DATA names another folder";

  Reproduction result;
  try {
    result = measured({.data = data}, {a_tile}, 1);
  } catch (const Unavailable& error) {
    GTEST_SKIP() << error.what();
  }

  const Table& table = std::ranges::find(result.tables, "pairs", &ResultTable::id)->table;
  ASSERT_EQ(table.rows(), 4u);
  EXPECT_EQ(table.texts("device"), (Table::Texts{"A100 PCIe", "V100 PCIe", "GTX 1080 Ti", "RTX 3090"}));
  for (std::size_t row = 0; row < 4; ++row) {
    EXPECT_EQ(table.texts("change")[row], "SA 0 to 1");
    EXPECT_GT(table.numbers("measured")[row], 0);
    EXPECT_GT(table.numbers("bounds model")[row], 0);
  }
}

}  // namespace
}  // namespace forewarp::papers::zigon2020
