// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/measure/figures/base.hpp"

#include <gtest/gtest.h>

#include "forewarp/model/device/database.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::figures {
namespace {

TEST(FiguresBase, TheSameBoardKeepsItsSources) {
  const device::DeviceSpec a40 = device::find_device("A40");

  const device::DeviceSpec base = base_for("nvidia a40", a40, {}, "");

  EXPECT_EQ(base.name, "A40");
  EXPECT_EQ(base.sources, a40.sources);
}

TEST(FiguresBase, FiguresOfAnotherBoardAreEstimatesAndThoseOfItsArchitectureAreNot) {
  const device::DeviceSpec base = base_for("X1", device::find_device("A40"), {}, "");

  EXPECT_EQ(base.name, "X1");
  EXPECT_TRUE(base.aliases.empty());
  EXPECT_TRUE(base.sources.at("sms").starts_with("estimated: as the A40; NVIDIA A40 data sheet"))
      << base.sources.at("sms");
  EXPECT_TRUE(base.sources.at("launch_overhead_us").starts_with("estimated: as the A40; te42kyfo"));
  EXPECT_FALSE(base.sources.at("max_warps").starts_with("estimated"));
}

TEST(FiguresBase, SettingsReplaceFiguresAndLeaveOutAPeakThatNoLongerFollows) {
  const device::DeviceSpec base =
      base_for("X1", device::find_device("A40"), {"sms=10", "dram_type=GDDR7", "dram_inline_ecc=false"}, "a sheet");

  EXPECT_EQ(base.sms, 10);
  EXPECT_EQ(base.sources.at("sms"), "a sheet");
  EXPECT_EQ(base.dram_type, "GDDR7");
  EXPECT_FALSE(base.dram_inline_ecc);
  EXPECT_EQ(base.peak_fp32_flops, 0);
  EXPECT_FALSE(base.sources.contains("peak_fp32_tflops"));
}

TEST(FiguresBase, SettingsThatAreNoneAreErrors) {
  const device::DeviceSpec a40 = device::find_device("A40");

  EXPECT_THROW(static_cast<void>(base_for("A40", a40, {"sms"}, "")), InputError);
  EXPECT_THROW(static_cast<void>(base_for("A40", a40, {"sms=many"}, "")), InputError);
  EXPECT_THROW(static_cast<void>(base_for("A40", a40, {"smz=4"}, "")), InputError);
  EXPECT_THROW(static_cast<void>(base_for("A40", a40, {"sms=-4"}, "")), InputError);
}

}  // namespace
}  // namespace forewarp::figures
