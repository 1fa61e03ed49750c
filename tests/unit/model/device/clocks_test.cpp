// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/device/clocks.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "forewarp/model/device/database.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::device {
namespace {

TEST(Clocks, BandwidthsFollowTheirClocksAndDramKeepsItsNanoseconds) {
  DeviceSpec device;
  device.base_hz = 1.0e9;
  device.boost_hz = 1.5e9;
  device.memory_hz = 5.0e9;
  device.l2_bytes_per_s = 600e9;
  device.dram_bytes_per_s = 400e9;
  device.l2_latency = 200;
  device.dram_latency = 500;
  device.peak_fp32_flops = 9e12;

  const DeviceSpec slower = at_clocks(device, 0.75e9, 4.0e9);

  EXPECT_DOUBLE_EQ(slower.boost_hz, 0.75e9);
  EXPECT_DOUBLE_EQ(slower.base_hz, 0.75e9);
  EXPECT_DOUBLE_EQ(slower.l2_bytes_per_s, 300e9);    // half the core clock
  EXPECT_DOUBLE_EQ(slower.dram_bytes_per_s, 320e9);  // four fifths of the memory clock
  EXPECT_DOUBLE_EQ(slower.dram_latency, 350);        // 200 + (500 - 200) / 2
  EXPECT_DOUBLE_EQ(slower.peak_fp32_flops, 4.5e12);
}

TEST(Clocks, AClockThatIsSetIsTheOneThatIsHeld) {
  DeviceSpec device;
  device.boost_hz = 1.5e9, device.sustained_hz = 1.6e9, device.tensor_hz = 1.2e9;
  device.memory_hz = 5.0e9;

  EXPECT_EQ(at_clocks(device, 1.4e9, 5.0e9).sustained_hz, 0);
  EXPECT_DOUBLE_EQ(at_clocks(device, 1.4e9, 5.0e9).tensor_hz, 1.2e9);
  EXPECT_DOUBLE_EQ(at_clocks(device, 1.0e9, 5.0e9).tensor_hz, 1.0e9);
}

TEST(Clocks, AClockOfNothingIsRefused) {
  const DeviceSpec device = find_device("V100");

  EXPECT_THROW((void)at_clocks(device, 0, 1e9), InputError);
  EXPECT_THROW((void)at_clocks(device, 1e9, -1), InputError);
  EXPECT_THROW((void)at_clocks(device, std::numeric_limits<double>::quiet_NaN(), 1e9), InputError);
}

}  // namespace
}  // namespace forewarp::device
