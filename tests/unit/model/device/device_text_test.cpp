// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/device/device_text.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "forewarp/model/device/database.hpp"
#include "forewarp/model/device/readings.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::device {
namespace {

TEST(DeviceText, EveryShippedDeviceReadsBackWithItsSources) {
  for (const DeviceSpec& device : shipped_devices()) {
    const DeviceSpec again = parse_device(device_text(device), device.name + ".toml");

    EXPECT_EQ(again.name, device.name);
    EXPECT_EQ(again.aliases, device.aliases);
    EXPECT_EQ(again.dram_type, device.dram_type);
    EXPECT_EQ(again.target, device.target);
    EXPECT_EQ(again.checked, device.checked);
    EXPECT_EQ(again.sources, device.sources) << device.name;
    const auto before = readings(device), after = readings(again);
    for (std::size_t i = 0; i < before.size(); ++i) EXPECT_EQ(after[i].value, before[i].value) << before[i].key;
  }
}

TEST(DeviceText, LeavesOutWhatTheArchitectureGives) {
  const auto keys = own_figures(find_device("A40"));

  EXPECT_NE(std::ranges::find(keys, "sms"), keys.end());
  EXPECT_EQ(std::ranges::find(keys, "max_warps"), keys.end());
}

TEST(DeviceText, ASetFigureIsWrittenWithItsSource) {
  DeviceSpec device = find_device("A40");
  set_figure(device, "l2_latency", 251, "a chase");

  const DeviceSpec again = parse_device(device_text(device), "a40.toml");

  EXPECT_EQ(again.l2_latency, 251);
  EXPECT_EQ(again.sources.at("l2_latency"), "a chase");
}

TEST(DeviceText, AnotherClockKeepsTheBytesPerCycleOfL2) {
  DeviceSpec device = find_device("A40");  // 1500 bytes per cycle at 1740 MHz
  set_figure(device, "boost_mhz", 1000, "a test");

  EXPECT_DOUBLE_EQ(device.l2_bytes_per_s, 1500e9);
}

TEST(DeviceText, FiguresThatDoNotExistOrDoNotFitAreErrors) {
  DeviceSpec device = find_device("A40");

  EXPECT_THROW(set_figure(device, "l2_latencies", 251, "a test"), InputError);
  EXPECT_THROW(set_figure(device, "sms", 0, "a test"), InputError);
  EXPECT_THROW(set_figure(device, "sms", 1.5, "a test"), InputError);
}

}  // namespace
}  // namespace forewarp::device
