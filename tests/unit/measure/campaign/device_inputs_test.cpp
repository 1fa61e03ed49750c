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
  EXPECT_EQ(facts.size(), bounds_inputs().size() + sheet_inputs().size());
}

TEST(DeviceInputs, AreAskedForByNameAndMissedWhereThereIsNoDataSheet) {
  LaunchFacts facts;
  EXPECT_TRUE(is_device_input("bounds_dram"));
  EXPECT_FALSE(is_device_input("dram_traffic"));
  EXPECT_THROW((void)input("device_sms", facts), InputError);

  facts.of_device["device_sms"] = 80;

  EXPECT_EQ(input("device_sms", facts), 80);
}

}  // namespace
}  // namespace forewarp::campaign
