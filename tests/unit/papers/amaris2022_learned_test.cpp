// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <filesystem>

#include "papers/amaris2022_learned/ours.hpp"
#include "papers/amaris2022_learned/pictures.hpp"
#include "papers/amaris2022_learned/scenario1.hpp"
#include "papers/amaris2022_learned/scenario2.hpp"
#include "source_dir.hpp"

namespace forewarp::papers::amaris2022_learned {
namespace {

TEST(Amaris2022Learned, ErrorsAreInPercentOfTheMeasuredTime) {
  const std::array<double, 2> told = {1.1, 1.0}, seconds = {1.0, 2.0};

  EXPECT_NEAR(mape(told, seconds), (10 + 50) / 2.0, 1e-12);
  EXPECT_NEAR(mape(told, seconds, {"a", "b"}, "b"), 50, 1e-12);
  // ln 0.001 is 3 ln 0.1: off by twice ln 0.1, 200 %.
  const std::array<double, 1> millisecond = {0.001}, tenth = {0.1};
  EXPECT_NEAR(mape_of_logs(millisecond, tenth), 200, 1e-9);
}

class OnTheirLaunches : public ::testing::Test {
 protected:
  void SetUp() override {
    const char* named = std::getenv("FOREWARP_DATA");
    options_.data =
        named ? std::filesystem::path(named) : std::filesystem::path(forewarp::test::source_dir()) / "../shared/data";
    if (!std::filesystem::exists(*options_.data / "amaris/deviceInfo.csv")) GTEST_SKIP() << "no amaris data";
    launches_ = read_rodinia(options_, files_, 57);
  }
  Options options_;
  Names files_;
  Launches launches_;
};

TEST_F(OnTheirLaunches, LinearRegressionHasTable12sErrorsOnBackPropagation) {
  std::vector<std::size_t> rows;
  for (std::size_t i = 0; i < launches_.kernel.size(); ++i)
    if (launches_.kernel[i].starts_with("BCK")) rows.push_back(i);
  ASSERT_EQ(rows.size(), 2 * 57 * 9u);
  Reproduction result;

  add_scenario1(result, of_rows(launches_, rows), options_);

  const Table& table = result.tables.at(0).table;
  ASSERT_EQ(table.texts("technique")[0], "LR");
  EXPECT_NEAR(table.numbers("MAPE")[0], 19.9, 0.05);  // as printed
  EXPECT_NEAR(table.numbers("sd")[0], 15.6, 0.05);
  ASSERT_EQ(table.texts("technique")[3], "LR");
  EXPECT_NEAR(table.numbers("MAPE")[3], 86.4, 0.05);
  EXPECT_NEAR(table.numbers("sd")[3], 158.7, 0.05);
}

TEST_F(OnTheirLaunches, Figure4IsADendrogramWithItsPicture) {
  Reproduction result;

  add_selection(result, launches_);

  const auto figure = std::ranges::find(result.tables, "figure4", &ResultTable::id);
  ASSERT_NE(figure, result.tables.end());
  EXPECT_EQ(figure->chart, "tree");
  ASSERT_EQ(result.pictures.size(), 1u);
  EXPECT_EQ(result.pictures[0].id, "figure4");
  EXPECT_NE(result.pictures[0].svg.find(">elapsed_cycles_sm</text>"), std::string::npos);
}

TEST(Amaris2022Learned, Figures3And5ArePictures) {
  Table quantiles;
  quantiles.add("normal", Table::Numbers{-2, 0, 2});
  quantiles.add("without logarithms", Table::Numbers{-1, 0, 4});
  quantiles.add("with logarithms", Table::Numbers{-2, 0, 2});
  Table errors;
  errors.add("GPU features", Table::Numbers{1, 2});
  for (const char* name : {"unseen GPU, logs", "unseen kernel, logs", "unseen GPU", "unseen kernel"})
    errors.add(name, Table::Numbers{2, 3}, "%");
  for (const char* name : {"printed, unseen GPU, logs", "printed, unseen kernel, logs"})
    errors.add(name, Table::Numbers{std::nan(""), 2.81}, "%");

  const std::vector<Picture> bars = bar_pictures(errors);

  EXPECT_EQ(qq_picture(quantiles).id, "figure3");
  ASSERT_EQ(bars.size(), 2u);
  EXPECT_NE(bars[0].svg.find(">2.81</text>"), std::string::npos);
  EXPECT_EQ(bars[1].svg.find(">2.81</text>"), std::string::npos);  // the print has no seconds
}

TEST_F(OnTheirLaunches, OursIsWithinFifteenPercentOnAnUnseenGpu) {
  Reproduction result;

  add_ours(result, launches_, options_);

  ASSERT_EQ(result.scores.at(0).id, "amaris2022.unseen_gpu");
  EXPECT_LT(result.scores[0].ours, 15);  // the target is 10, which the output says is missed
  EXPECT_GT(result.scores[0].ours, 5);   // better would be a leak
}

}  // namespace
}  // namespace forewarp::papers::amaris2022_learned
