// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/device/conditions.hpp"

#include <gtest/gtest.h>

#include "forewarp/model/device/database.hpp"
#include "unit/message_of.hpp"

namespace forewarp::device {
namespace {

TEST(Conditions, WithoutAnyTheDeviceStaysAsItIs) {
  const DeviceSpec h100 = find_device("H100"), same = under(h100, {});

  EXPECT_EQ(same.boost_hz, h100.boost_hz);
  EXPECT_EQ(same.sustained_hz, h100.sustained_hz);
  EXPECT_EQ(same.launch_overhead_s, h100.launch_overhead_s);
}

TEST(Conditions, ALockedClockIsThatOfTheSmsAndLeavesTheMemoryAlone) {
  const DeviceSpec h100 = find_device("H100"), locked = under(h100, {.clock_hz = 1.2e9});

  EXPECT_EQ(locked.boost_hz, 1.2e9);
  EXPECT_EQ(locked.sustained_hz, 1.2e9);
  EXPECT_EQ(locked.dram_bytes_per_s, h100.dram_bytes_per_s);
}

TEST(Conditions, NsightComputeMeasuresAtBaseClockUnlessAClockIsGiven) {
  const DeviceSpec h100 = find_device("H100");

  EXPECT_EQ(under(h100, {.as_ncu = true}).boost_hz, h100.base_hz);
  EXPECT_EQ(under(h100, {.clock_hz = 1.5e9, .as_ncu = true}).boost_hz, 1.5e9);
}

TEST(Conditions, ANodeOfAGraphBeginsSooner) {
  const DeviceSpec a40 = find_device("A40");

  EXPECT_EQ(under(a40, {.in_graph = true}).launch_overhead_s, a40.graph_launch_overhead_s);
  EXPECT_LT(a40.graph_launch_overhead_s, 0.6 * a40.launch_overhead_s);
  EXPECT_DOUBLE_EQ(graph_saving_s(a40), a40.launch_overhead_s - a40.graph_launch_overhead_s);
  DeviceSpec unknown = a40;
  unknown.graph_launch_overhead_s = 0;
  EXPECT_EQ(graph_saving_s(unknown), 0);
}

TEST(Conditions, WhatNoDeviceHasIsRefused) {
  const DeviceSpec k20 = find_device("K20");

  EXPECT_EQ(testing::message_of([&] { (void)under(k20, {.clock_hz = 1e3}); }),
            "a clock of 0.001 MHz: expected 50 to 10000 MHz");
  EXPECT_EQ(testing::message_of([&] { (void)under(k20, {.in_graph = true}); }),
            "K20: what a launch within a graph takes is not known (graph_launch_overhead_us)");
}

}  // namespace
}  // namespace forewarp::device
