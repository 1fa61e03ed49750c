// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/report/occupancy_view.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "forewarp/model/device/database.hpp"

namespace forewarp::report {
namespace {

/// V100: 8 warps; 64 / 8 = 8 by warps; 40 * 32 = 1280, 51 -> 48 warps, 6 blocks; 98304 / 16384 = 6. RTX 2080 Ti has
/// 65536 bytes: 4 blocks, as many as 32 / 8 warps; 1025 threads fit nothing.
std::vector<OccupancyCase> three() {
  return {occupancy_case(device::find_device("V100"), {256, 40, 16384}),
          occupancy_case(device::find_device("RTX 2080 Ti"), {256, 40, 16384}),
          occupancy_case(device::find_device("V100"), {1025, 40, 0})};
}

TEST(OccupancyView, TextHasItsAnswerARowACaseAndARefusalBelow) {
  const std::string text = occupancy_text(three());

  EXPECT_EQ(
      text,
      "100 % of the warps of an SM of RTX 2080 Ti with 256 threads a block, 40 registers a thread and 16.0 KiB of "
      "shared memory; 4 blocks fit; limited by warps\n\n"
      "device       threads  blocks  warps  occupancy  limited by  warps  blocks  registers  shared\n"
      "V100             256       6     48       75 %  registers       8      32          6       6\n"
      "RTX 2080 Ti      256       4     32      100 %  warps           4      16          6       4\n"
      "V100, 1025 threads: 1025 threads per block exceed what V100 allows: at most 1024\n");
}

TEST(OccupancyView, JsonSaysWhetherItFitsAndWhyNot) {
  const auto json = occupancy_json(three());

  EXPECT_EQ(json[0]["blocks_per_sm"], 6);
  EXPECT_EQ(json[0]["occupancy"], 0.75);
  EXPECT_EQ(json[0]["limit"], "registers");
  EXPECT_EQ(json[1]["blocks_by"]["shared_memory"], 4);
  EXPECT_EQ(json[2]["fits"], false);
  EXPECT_EQ(json[2]["reason"], "1025 threads per block exceed what V100 allows: at most 1024");
}

TEST(OccupancyView, CsvRowsHaveTheSameFieldsWhetherTheyFitOrNot) {
  EXPECT_EQ(
      occupancy_csv(three()),
      "device,threads,registers_per_thread,shared_bytes,blocks_per_sm,warps_per_sm,occupancy,limit,by_warps,by_blocks,"
      "by_registers,by_shared_memory,reason\n"
      "V100,256,40,16384,6,48,0.75,registers,8,32,6,6,\n"
      "RTX 2080 Ti,256,40,16384,4,32,1,warps,4,16,6,4,\n"
      "V100,1025,40,0,,,,,,,,,1025 threads per block exceed what V100 allows: at most 1024\n");
}

TEST(OccupancyView, ASweepTriesEveryWholeNumberOfWarps) {
  const auto nvidia = occupancy_sweep(device::find_device("T4"), {0, 32, 0});
  const auto amd = occupancy_sweep(device::find_device("MI100"), {0, 32, 0});

  EXPECT_EQ(nvidia.size(), 32u);  // 1024 / 32
  EXPECT_EQ(amd.size(), 16u);     // 1024 / 64
  EXPECT_EQ(amd.front().block.threads, 64u);
  EXPECT_TRUE(std::all_of(nvidia.begin(), nvidia.end(), [](const auto& c) { return c.occupancy.has_value(); }));
}

}  // namespace
}  // namespace forewarp::report
