// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/each_device.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "forewarp/frontend/ptx/parser.hpp"
#include "forewarp/model/bounds/bounds.hpp"
#include "forewarp/model/device/database.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::model {
namespace {

/// A launch of 1024 blocks of 256 threads that each do nothing much.
profile::Profile small_profile(unsigned warp_size) {
  static const ptx::Module module = ptx::parse(
      ".version 8.0\n.target sm_70\n.address_size 64\n.visible .entry k()\n{\n.reg .f32 %f<2>;\n"
      "add.f32 %f1, 0f3F800000, 0f3F800000;\nret;\n}\n",
      "k.ptx");
  launch::Launch launch;
  launch.entry = "k";
  launch.grid.x = 1024;
  launch.block.x = 256;
  return profile::profile(module, launch, {.warp_size = warp_size});
}

TEST(EachDevice, TheFastestComesFirst) {
  const std::vector devices = {device::find_device("GTX 1650"), device::find_device("V100")};

  const auto rows = predict_each(devices, small_profile);

  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0].device.name, "V100");
  EXPECT_LT(rows[0].prediction->time_s, rows[1].prediction->time_s);
}

TEST(EachDevice, ANoteSaysWhetherMachineCodeWasRead) {
  const std::vector devices = {device::find_device("K20"), device::find_device("V100")};
  const auto code_of = [](const device::DeviceSpec& device) {
    MachineWork work;
    work.reason = "too old";
    if (device.compute_capability < 70) return work;
    work.arch = "sm_70";
    work.mix.emplace().issue = 1e9;
    return work;
  };

  const auto rows = predict_each(devices, small_profile, Caches::usual, default_model(), code_of);

  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0].device.name, "K20");  // 10^9 instructions of machine code take longer than a few of PTX
  EXPECT_EQ(rows[0].prediction->notes.back(), "machine code: estimated: too old");
  EXPECT_EQ(rows[0].prediction->machine_code, "estimated: too old");
  EXPECT_EQ(rows[1].prediction->notes.back(), "machine code: read");
  EXPECT_EQ(rows[1].prediction->limiter, "issue");
}

TEST(EachDevice, OneThatDoesNotFitSaysWhyAndStopsNoOther) {
  device::DeviceSpec tiny = device::find_device("V100");
  tiny.name = "tiny";
  tiny.max_threads_per_block = 128;  // the block has 256
  const std::vector devices = {tiny, device::find_device("K20")};

  const auto rows = predict_each(devices, small_profile);

  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0].device.name, "K20");
  EXPECT_TRUE(rows[0].prediction.has_value());
  EXPECT_FALSE(rows[1].prediction.has_value());
  EXPECT_NE(rows[1].reason.find("256"), std::string::npos) << rows[1].reason;
}

TEST(EachDevice, ALaunchThatFailsForOneWidthOfAWarpIsTheReasonOfThoseDevicesAlone) {
  const std::vector devices = {device::find_device("MI100"), device::find_device("V100")};

  const auto rows = predict_each(devices, [](unsigned warp_size) {
    if (warp_size == 64) throw InputError("faults with warps of 64\nand more text");
    return small_profile(warp_size);
  });

  EXPECT_EQ(rows[0].device.name, "V100");
  EXPECT_EQ(rows[1].device.name, "MI100");
  EXPECT_EQ(rows[1].reason, "faults with warps of 64");
}

TEST(EachDevice, AnArchitectureWhoseTimesWereNeverCheckedSaysSo) {
  const std::vector devices = {device::find_device("B200"), device::find_device("RTX 2080 Ti"),
                               device::find_device("MI300X")};

  for (const OnDevice& row : predict_each(devices, small_profile)) {
    ASSERT_TRUE(row.prediction.has_value()) << row.reason;
    const bool said = std::ranges::count(row.prediction->notes, unchecked_times_note) == 1;
    EXPECT_EQ(row.prediction->errors.has_value(), row.device.architecture == "Turing") << row.device.name;
    EXPECT_EQ(said, !row.prediction->errors) << row.device.name;
  }
}

}  // namespace
}  // namespace forewarp::model
