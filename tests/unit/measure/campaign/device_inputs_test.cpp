// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/measure/campaign/device_inputs.hpp"

#include <gtest/gtest.h>

#include "forewarp/measure/campaign/inputs.hpp"
#include "forewarp/model/device/database.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::campaign {
namespace {

TEST(DeviceInputs, AreTheBoundsModelsTermsOverItsTimeAndTheDataSheet) {
  model::Prediction prediction;
  prediction.time_s = 4;
  prediction.waves = 2.5;
  prediction.terms = {{"dram", 3}, {"int add", 1}, {"load/store", 2}, {"cores", 9}};
  const device::DeviceSpec v100 = device::find_device("V100");

  const DeviceFacts facts = device_facts(prediction, v100);

  EXPECT_EQ(facts.at("bounds_runtime_s"), 4);
  EXPECT_EQ(facts.at("bounds_dram"), 0.75);
  EXPECT_EQ(facts.at("bounds_int_add"), 0.25);
  EXPECT_EQ(facts.at("bounds_load_store"), 0.5);
  EXPECT_EQ(facts.at("bounds_fp64"), 0);
  EXPECT_EQ(facts.at("bounds_waves"), 2.5);
  EXPECT_EQ(facts.at("device_sms"), 80);
  EXPECT_EQ(facts.at("device_tdp_w"), v100.tdp_w);
  EXPECT_EQ(facts.at("core_clock"), v100.boost_hz / 1e6);
  EXPECT_EQ(facts.at("memory_clock"), v100.memory_hz / 1e6);
  EXPECT_EQ(facts.size(), bounds_inputs().size() + sheet_inputs().size() + clock_inputs().size());
}

TEST(DeviceInputs, AreAskedForByNameAndMissedWhereThereIsNoDataSheet) {
  LaunchFacts facts;
  EXPECT_TRUE(is_device_input("bounds_dram"));
  EXPECT_FALSE(is_device_input("dram_traffic"));
  EXPECT_THROW((void)input("device_sms", facts), InputError);

  facts.of_device["device_sms"] = 80;

  EXPECT_EQ(input("device_sms", facts), 80);
}

TEST(DeviceInputs, ClocksAreReadOfCoreAndMemoryAndRefusedElse) {
  const Clocks both = clocks_from("1380/877"), core = clocks_from("945.5");
  EXPECT_EQ(both.core_mhz, 1380);
  EXPECT_EQ(both.memory_mhz, 877);
  EXPECT_EQ(core.core_mhz, 945.5);
  EXPECT_EQ(core.memory_mhz, 0);
  EXPECT_EQ(clock_text(both), "1380/877");
  EXPECT_EQ(clock_text(core), "945.5");
  for (const char* wrong : {"", "fast", "1380/", "1380/877/5", "-5", "0", "1380MHz", "/877"})
    EXPECT_THROW((void)clocks_from(wrong), InputError) << wrong;
}

TEST(DeviceInputs, ADeviceAtClocksHasItsBandwidthsScaled) {
  const device::DeviceSpec v100 = device::find_device("V100");
  const double memory_mhz = v100.memory_hz / 1e6;

  const device::DeviceSpec half = at(v100, {.core_mhz = v100.boost_hz / 2e6, .memory_mhz = memory_mhz / 2});
  const device::DeviceSpec cores = at(v100, {.core_mhz = 1000});

  EXPECT_DOUBLE_EQ(half.dram_bytes_per_s, v100.dram_bytes_per_s / 2);
  EXPECT_DOUBLE_EQ(half.l2_bytes_per_s, v100.l2_bytes_per_s / 2);
  EXPECT_EQ(half.base_hz, half.boost_hz);
  EXPECT_EQ(cores.dram_bytes_per_s, v100.dram_bytes_per_s);
  EXPECT_EQ(cores.boost_hz, 1e9);
  EXPECT_THROW((void)at(v100, {.core_mhz = 3}), InputError);
}

}  // namespace
}  // namespace forewarp::campaign
