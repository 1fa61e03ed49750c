// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/wave/wave.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "forewarp/model/device/database.hpp"
#include "forewarp/support/error.hpp"
#include "unit/model/test_device.hpp"

namespace forewarp::model::wave {
namespace {

/// f(w) = 1 + w / 16 s: a bend as blunt as can be, for arithmetic by hand.
constexpr Constants blunt{.tau_s = 1, .saturation_warps = 16, .sharpness = 1};
/// 8 warps a block: 8 of them on an SM, 80 on the ten SMs of a_device().
Waves of_eight_warps(std::uint64_t blocks, const Constants& c = blunt) {
  return waves(a_device(), {.blocks = blocks, .block = {.threads = 256}}, c);
}

TEST(Wave, SlowsDownByTheRootOfTwoAtSaturation) {
  EXPECT_DOUBLE_EQ(slowdown(16, {.saturation_warps = 16, .sharpness = 2}), std::sqrt(2.0));
  EXPECT_NEAR(slowdown(160, {.saturation_warps = 16, .sharpness = 16}), 10, 1e-12);
  EXPECT_NEAR(slowdown(1, {.saturation_warps = 16, .sharpness = 16}), 1, 1e-12);
  EXPECT_DOUBLE_EQ(slowdown(1e6, {.saturation_warps = 1, .sharpness = 1000}), 1e6);  // no overflow on the way
}

TEST(Wave, ALaunchWithinOneWaveTakesWhatItsBusiestSmTakes) {
  // 40 blocks: 4 an SM, 32 warps: 1 + 32 / 16. 41 blocks: one SM has 5, 40 warps: 1 + 40 / 16.
  EXPECT_DOUBLE_EQ(of_eight_warps(40).time_s, 3);
  EXPECT_DOUBLE_EQ(of_eight_warps(41).time_s, 3.5);
  EXPECT_DOUBLE_EQ(of_eight_warps(40).efficiency, 1.0 / 3);
  EXPECT_EQ(of_eight_warps(40).full, 0);
  EXPECT_EQ(of_eight_warps(40).busiest_warps, 32);
}

TEST(Wave, AFullWaveHasNoLastOne) {
  const Waves w = of_eight_warps(80);

  EXPECT_DOUBLE_EQ(w.time_s, 5);  // 64 warps: 1 + 4
  EXPECT_EQ(w.full, 1);
  EXPECT_EQ(w.blocks_left, 0);
  EXPECT_DOUBLE_EQ(w.utilisation, 80 * 8.0 / (10 * 16 * 5));
}

TEST(Wave, OneBlockMoreThanAWaveAddsAWaveOfItsOwn) {
  // One block is left; its SM has 8 warps, 1 + 8 / 16. The spread, 0.1 + sqrt(0.1 * 0.9875) blocks, is less.
  EXPECT_DOUBLE_EQ(of_eight_warps(81).time_s, 6.5);
}

TEST(Wave, TheLastOfSeveralWavesFallsUnevenly) {
  // 40 blocks left, 4 an SM of 8: deviation sqrt(4 * 1/2), the busiest has 4 + sqrt(2).
  Constants even = blunt;
  even.spread = 0;

  EXPECT_DOUBLE_EQ(of_eight_warps(120).time_s, 5 + 1 + (4 + std::sqrt(2.0)) * 8 / 16);
  EXPECT_DOUBLE_EQ(of_eight_warps(120, even).time_s, 5 + 3);
}

TEST(Wave, NoSmEverHasMoreThanFit) {
  Constants wide = blunt;
  wide.spread = 100;

  EXPECT_DOUBLE_EQ(of_eight_warps(120, wide).time_s, 10);
}

TEST(Wave, TheSchedulerWithTheMostWarpsDecides) {
  // 5 warps on 4 schedulers: one of them has 2, as if there were 8.
  const Shape shape{.blocks = 10, .block = {.threads = 160}};
  Constants any = blunt;
  any.whole_schedulers = false;

  EXPECT_DOUBLE_EQ(waves(a_device(), shape, blunt).time_s, 1.5);
  EXPECT_DOUBLE_EQ(waves(a_device(), shape, any).time_s, 1 + 5.0 / 16);
}

TEST(Wave, RegistersAndSharedMemoryMakeWavesSmaller) {
  // 48 KiB a block: two fit the 96 KiB of an SM. 20 at once, 16 warps, 1 + 1 each of two waves.
  const Shape shape{.blocks = 40, .block = {.threads = 256, .shared_bytes = 49152}};

  EXPECT_DOUBLE_EQ(waves(a_device(), shape, blunt).time_s, 4);
}

TEST(Wave, TimeJumpsPastEach208BlocksOfAK20) {
  const device::DeviceSpec k20 = device::find_device("K20");
  const Constants c{.tau_s = 14.5e-3, .saturation_warps = 33};

  for (const std::uint64_t multiple : {208u, 416u, 624u}) {
    const double before = waves(k20, {.blocks = multiple, .block = {.threads = 32}}, c).time_s;
    const double after = waves(k20, {.blocks = multiple + 1, .block = {.threads = 32}}, c).time_s;
    EXPECT_NEAR(after - before, c.tau_s, 1e-5);
  }
}

TEST(Wave, TauIsWhatMakesTheMeasuredLaunchComeOut) {
  EXPECT_DOUBLE_EQ(tau_from(a_device(), {.blocks = 40, .block = {.threads = 256}}, 0.6, blunt), 0.2);
  EXPECT_THROW((void)tau_from(a_device(), {.blocks = 40, .block = {.threads = 256}}, 0, blunt), InputError);
}

TEST(Wave, SaturationIsLatencyTimesRate) {
  EXPECT_DOUBLE_EQ(saturation_from_data_sheet(a_device()), 20);  // 4 a cycle, 5 cycles
  EXPECT_DOUBLE_EQ(saturation_from_data_sheet(device::find_device("K20")), 36);
}

TEST(Wave, RefusesWhatCannotBe) {
  EXPECT_THROW((void)of_eight_warps(0), InputError);
  EXPECT_THROW((void)of_eight_warps(1, {.tau_s = 0, .saturation_warps = 1}), InputError);
  EXPECT_THROW((void)of_eight_warps(1, {.tau_s = 1, .saturation_warps = 0}), InputError);
  EXPECT_THROW((void)of_eight_warps(1, {.tau_s = 1, .saturation_warps = 1, .sharpness = -1}), InputError);
  EXPECT_THROW((void)of_eight_warps(1, {.tau_s = 1, .saturation_warps = 1, .spread = -1}), InputError);
  EXPECT_THROW((void)waves(a_device(), {.blocks = 1, .block = {.threads = 2048}}, blunt), InputError);
}

}  // namespace
}  // namespace forewarp::model::wave
