// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "papers/hasan2014/hardware.hpp"

#include <gtest/gtest.h>

#include "forewarp/measure/run/open.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::papers::hasan2014 {
namespace {

TEST(Hasan2014Hardware, RoundsCountWholeGroupsOfAllComputeUnits) {
  const Rounds rounds{.launch_ms = 1, .group_ms = 0.5, .item_ms = 0.01, .compute_units = 2};

  EXPECT_DOUBLE_EQ(rounds.time_ms({3, 100, 0}), 1 + 2 * (0.5 + 1));  // three groups are two rounds of two
}

TEST(Hasan2014Hardware, PlantedConstantsAreFound) {
  const Rounds planted{.launch_ms = 0.02, .group_ms = 0.003, .item_ms = 5e-5, .compute_units = 4};
  std::vector<Cell> cells;
  for (const double blocks : {16., 65., 130., 640.})
    for (const double threads : {32., 160., 320.}) cells.push_back({blocks, threads, 0});
  for (Cell& cell : cells) cell.time_ms = planted.time_ms(cell);
  const std::vector<std::size_t> all{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};

  const Rounds found = fit_rounds(cells, all, 4);

  EXPECT_NEAR(found.launch_ms, planted.launch_ms, 1e-4 * planted.launch_ms);
  EXPECT_NEAR(found.group_ms, planted.group_ms, 1e-4 * planted.group_ms);
  EXPECT_NEAR(found.item_ms, planted.item_ms, 1e-4 * planted.item_ms);
}

TEST(Hasan2014Hardware, WithoutADeviceItSaysThatItDidNotRun) {
  const Reproduction result = hardware({});

  EXPECT_TRUE(result.scores.empty());
  ASSERT_EQ(result.notes.size(), 1u);
  EXPECT_NE(result.notes[0].find("not run: --device"), std::string::npos);
}

TEST(Hasan2014Hardware, EveryLaunchGetsATimeOfTheDevice) {
  const auto device = run::open_device("emulated:K20");

  const std::vector<Cell> cells =
      sweep(*device, {{16, 32, 0}, {208, 64, 0}, {640, 320, 0}}, {.terms = 64, .trials = 5, .pass_seconds = 0}, nullptr)
          .cells;

  ASSERT_EQ(cells.size(), 3u);
  EXPECT_GT(cells[0].time_ms, 0);
  EXPECT_GT(cells[2].time_ms, cells[0].time_ms);
}

TEST(Hasan2014Hardware, ADeviceThatIsNotHereIsUnavailable) {
  EXPECT_THROW((void)hardware({.data = std::nullopt, .device = "opencl:77"}), Unavailable);
  EXPECT_THROW((void)hardware({.data = std::nullopt, .device = "K20"}), InputError);
}

}  // namespace
}  // namespace forewarp::papers::hasan2014
