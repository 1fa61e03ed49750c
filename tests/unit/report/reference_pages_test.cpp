// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Pages of occupancy, devices, counters and the corpus.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "forewarp/model/device/database.hpp"
#include "forewarp/report/devices_view.hpp"
#include "forewarp/report/occupancy_view.hpp"
#include "forewarp/report/page/documents.hpp"

namespace forewarp::report {
namespace {

using Json = nlohmann::ordered_json;

Page page_from(const Json& json) { return page_of(std::vector{Document{"result", json}}); }

double at(const Series& series, double x) {
  double y = -1;
  for (const Mark& mark : series.marks)
    if (std::get<double>(mark.x) <= x) y = std::get<double>(mark.y);
  return y;
}

/// V100: 64 warps, 65536 registers and 96 KiB of shared memory an SM.
TEST(OccupancyPage, ItsCurvesAreThoseOfTheCalculator) {
  const std::vector<OccupancyCase> cases{occupancy_case(device::find_device("V100"), {256, 32, 0})};
  const Page page = page_from(occupancy_json(cases));

  ASSERT_EQ(page.sections.at(0).blocks.size(), 4U);
  const auto &threads = std::get<Chart>(page.sections[0].blocks[0]),
             &registers = std::get<Chart>(page.sections[0].blocks[1]),
             &shared = std::get<Chart>(page.sections[0].blocks[2]);
  EXPECT_EQ(at(threads.series.at(0), 256), 1);
  EXPECT_EQ(at(threads.series.at(0), 32), 0.5);       // 32 blocks of a warp each
  EXPECT_EQ(at(registers.series.at(0), 32), 1);       // 8 warps of 1024 registers: 8 blocks
  EXPECT_EQ(at(registers.series.at(0), 255), 0.125);  // 8 warps of 8192 registers: one block
  EXPECT_EQ(at(shared.series.at(0), 0), 1);
  EXPECT_EQ(at(shared.series.at(0), 49152), 0.25);  // two blocks of 48 KiB
  ASSERT_EQ(threads.rules.size(), 1U);
  EXPECT_EQ(threads.rules[0].first, 256);
  EXPECT_EQ(threads.rules[0].second, "here: 256");
  EXPECT_EQ(page.answer->sentence.find("100 % of the warps of an SM of V100 with 256 threads a block"), 0U);
}

TEST(OccupancyPage, AnUnknownDeviceHasItsTableAndABlockThatDoesNotFitItsReason) {
  Json row{{"device", "my own"}, {"threads", 2048}, {"registers_per_thread", 32},
           {"shared_bytes", 0},  {"fits", false},   {"reason", "2048 threads per block exceed what it allows"}};
  const Page page = page_from(Json::array({row}));

  const auto& table = std::get<PageTable>(page.sections.at(0).blocks.back());
  EXPECT_EQ(std::get<std::string>(table.rows.at(0).back()), "2048 threads per block exceed what it allows");
  EXPECT_FALSE(page.answer.has_value());
}

TEST(DevicesPage, EachDeviceIsAPointOfAtMostEightColoursAndARow) {
  const auto devices = device::shipped_devices();
  const Page page = page_from(devices_json(devices));

  const auto& chart = std::get<Chart>(page.sections.at(0).blocks.at(0));
  std::size_t marks = 0;
  for (const Series& series : chart.series) marks += series.marks.size();
  EXPECT_EQ(marks, devices.size());
  EXPECT_LE(chart.series.size(), 8U);
  EXPECT_EQ(std::get<PageTable>(page.sections[0].blocks.at(1)).rows.size(), devices.size());
  EXPECT_EQ(page.sections.size(), 1U);  // figure by figure only of a few
}

TEST(DevicesPage, OneDeviceHasEveryFigureWithItsSource) {
  const std::vector devices{device::find_device("V100")};
  const Json json = devices_json(devices);
  const Page page = page_from(json);

  ASSERT_EQ(page.sections.size(), 2U);
  const auto& table = std::get<PageTable>(page.sections[1].blocks.at(0));
  EXPECT_EQ(table.rows.size(), json.at(0).at("figures").size());
  const auto& point = std::get<Chart>(page.sections[0].blocks.at(0)).series.at(0).marks.at(0);
  EXPECT_EQ(std::get<double>(point.x), 900e9);
  EXPECT_EQ(std::get<double>(point.y), 15.7e12);
  EXPECT_EQ(page.answer->sentence, "V100, Volta: 15.7 TFLOP/s of fp32, 900 GB/s of DRAM bandwidth");
}

TEST(CountersPage, SharesAreBarsTheLargestFirstAndAllAreInTheTable) {
  const Page page = page_from(Json::parse(R"({"kernel": "saxpy", "device": "V100", "counters": {
    "blocks": {"value": 4, "unit": "1"}, "dram_utilization": {"value": 50, "unit": "%"}, "ipc_share": {"value": 80, "unit": "%"},
    "elapsed": {"value": 250, "unit": "us"}}})"));

  const auto& bars = std::get<Chart>(page.sections.at(0).blocks.at(0)).series.at(0).marks;
  ASSERT_EQ(bars.size(), 2U);
  EXPECT_EQ(std::get<std::string>(bars[0].y), "ipc_share");
  EXPECT_EQ(std::get<PageTable>(page.sections[0].blocks.at(1)).rows.size(), 4U);
  EXPECT_EQ(page.answer->sentence, "250 us on V100: DRAM at 50 % of the peak");
}

TEST(CorpusPage, AreasAreCountedByKernelAndAClassWithoutALaunchIsARow) {
  const Page page = page_from(Json::parse(R"({"launches": [
      {"launch": "saxpy n=1", "kernel": "saxpy", "area": "elementwise", "suite": "own"},
      {"launch": "saxpy n=2", "kernel": "saxpy", "area": "elementwise", "suite": "own"},
      {"launch": "scan", "kernel": "scan", "area": "sums", "suite": "own"}],
    "dials": [{"dial": "intensity", "meaning": "m", "classes": [{"low": 0, "high": 1, "kernels": 2, "launches": 3, "example": "scan"},
      {"low": 1, "kernels": 0, "launches": 0}]}]})"));

  const auto& bars = std::get<Chart>(page.sections.at(0).blocks.at(0)).series.at(0).marks;
  ASSERT_EQ(bars.size(), 2U);
  EXPECT_EQ(std::get<double>(bars[0].x), 1);  // two launches, one kernel
  const auto& classes = std::get<PageTable>(page.sections.at(1).blocks.at(0));
  ASSERT_EQ(classes.rows.size(), 2U);
  EXPECT_EQ(page.answer->sentence, "2 kernels, 3 launches; 1 of 2 kinds of kernel have no launch");
  EXPECT_TRUE(std::holds_alternative<std::monostate>(classes.rows[1][2]));  // no upper end
}

}  // namespace
}  // namespace forewarp::report
