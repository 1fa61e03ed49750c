// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/report/devices_view.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "forewarp/model/device/database.hpp"
#include "forewarp/model/device/readings.hpp"

namespace forewarp::report {
namespace {

std::vector<device::DeviceSpec> two() { return {device::find_device("V100"), device::find_device("MI100")}; }

TEST(DevicesView, AListHasALineADevice) {
  const std::string text = devices_text(two());

  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 3);
  EXPECT_NE(text.find("V100    Volta         7.0   80  1530 MHz  15.7 TF  16 GiB HBM2   900 GB/s"), std::string::npos)
      << text;
  EXPECT_NE(text.find("MI100   CDNA            -  120  1502 MHz  23.1 TF  32 GiB HBM2  1229 GB/s"), std::string::npos)
      << text;
}

TEST(DevicesView, OneDeviceShowsEveryFigureWithItsSource) {
  const device::DeviceSpec v100 = device::find_device("V100");

  const std::string text = device_text(v100);

  for (const auto& [key, source] : v100.sources) {
    EXPECT_NE(text.find("\n  " + key + " "), std::string::npos) << key;
    EXPECT_NE(text.find("  " + source + "\n"), std::string::npos) << source;
  }
}

TEST(DevicesView, JsonHasTheFiguresOfTheFileInItsUnits) {
  const auto json = devices_json(two());

  ASSERT_EQ(json.size(), 2u);
  EXPECT_EQ(json[0]["name"], "V100");
  EXPECT_EQ(json[0]["figures"]["boost_mhz"]["value"], 1530);
  EXPECT_EQ(json[0]["figures"]["memory_gbps_per_pin"]["value"], 1.754);
  EXPECT_EQ(json[0]["figures"]["l2_bytes_per_cycle"]["value"], 1561);
  EXPECT_EQ(json[0]["figures"]["l1_caches_global"]["value"], true);
  EXPECT_EQ(json[1]["figures"]["warp_size"]["value"], 64);
  EXPECT_FALSE(json[1]["figures"]["warp_size"]["source"].get<std::string>().empty());
}

TEST(DevicesView, CsvHasAColumnAFigureAndARowADevice) {
  const std::string csv = devices_csv(two());

  const std::string header = csv.substr(0, csv.find('\n'));
  EXPECT_EQ(header.substr(0, 38), "name,vendor,architecture,dram_type,com");
  EXPECT_EQ(std::count(header.begin(), header.end(), ','),
            3 + static_cast<long>(device::readings(device::find_device("V100")).size()));
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 3);
  EXPECT_NE(csv.find("\nMI100,amd,CDNA,HBM2,0,2020,120,64,"), std::string::npos) << csv;
}

}  // namespace
}  // namespace forewarp::report
