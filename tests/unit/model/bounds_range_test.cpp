// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/bounds/bounds.hpp"

#include <gtest/gtest.h>

#include "forewarp/model/bounds/constants.hpp"
#include "forewarp/support/error.hpp"
#include "unit/model/test_device.hpp"

namespace forewarp::model {
namespace {

TEST(BoundsRange, TheRangeOfSampledCountsIsWiderByTwoStandardErrors) {
  Demand d = blocks_of_eight_warps(8000);
  d.dram_bytes = 78e6;
  Demand sampled = d;
  sampled.sampling_error = 0.2;
  device::DeviceSpec device = a_device();
  device.launch_overhead_s = 1e-6;

  const Prediction all = bounds(d, device), some = bounds(sampled, device);

  // what is not the launch itself, by 1 + 2 * 0.2 either way
  EXPECT_EQ(some.time_s, all.time_s);
  EXPECT_NEAR(some.high_s - 1e-6, 1.4 * (all.high_s - 1e-6), 1e-12);
  EXPECT_NEAR(some.low_s - 1e-6, (all.low_s - 1e-6) / 1.4, 1e-12);
}

TEST(BoundsRange, UnknownTrafficOfDramWidensTheRangeOfWhatMovesMuch) {
  Demand arithmetic = blocks_of_eight_warps(8000);
  arithmetic.fp32 = arithmetic.issue = 8000.0 * 8 * 1000;
  arithmetic.dram_bytes = 78e3;
  Demand stream = blocks_of_eight_warps(8000);
  stream.dram_bytes = 78e6;
  const Prediction before = bounds(arithmetic, a_device()), stream_before = bounds(stream, a_device());
  arithmetic.dram_error = stream.dram_error = 0.5;

  const Prediction p = bounds(arithmetic, a_device()), of_stream = bounds(stream, a_device());

  EXPECT_NEAR(p.low_s, before.low_s, 0.01 * before.low_s);
  EXPECT_NEAR(p.high_s, before.high_s, 0.01 * before.high_s);
  EXPECT_NEAR(of_stream.low_s, stream_before.low_s / 2, 0.02 * stream_before.low_s);
  EXPECT_NEAR(of_stream.high_s, 2 * stream_before.high_s, 0.02 * stream_before.high_s);
}

TEST(BoundsRange, UnknownTrafficOfDramIsLimitedByWhatIsRequested) {
  Demand d = blocks_of_eight_warps(8000);
  d.dram_bytes = 1e6;
  d.l2_sectors = 2e6 / 32;
  d.dram_error = 10;  // 21 times as much, but only twice as much is requested

  const Demand most = with_most_traffic(d), least = with_least_traffic(d);

  EXPECT_DOUBLE_EQ(most.dram_bytes, 2e6);
  EXPECT_DOUBLE_EQ(most.l2_sectors, d.l2_sectors);
  EXPECT_DOUBLE_EQ(least.dram_bytes, 1e6 / 21);
}

TEST(BoundsRange, UnknownTrafficLeavesTheLowEndOverTheRoofOfAnExactLaunch) {
  Demand d = blocks_of_eight_warps(8000);
  d.dram_bytes = d.min_dram_bytes = 78e6;
  const Prediction exact = bounds(d, a_device());
  d.dram_error = 0.5;

  const Prediction p = bounds(d, a_device());

  EXPECT_GE(exact.low_s, exact.min_s());
  EXPECT_GE(p.low_s, exact.min_s() / 2 * (1 - 1e-12));
  EXPECT_GE(p.time_s, p.min_s());
  EXPECT_GT(p.high_s, exact.high_s);
}

TEST(BoundsRange, TheRangeHoldsTheTimeAndWidensWithTheClocks) {
  Demand d = blocks_of_eight_warps(800);
  d.fp32 = d.issue = 800 * 8 * 1000.0;
  device::DeviceSpec slow = a_device();
  slow.base_hz = 0.5e9;

  const Prediction p = bounds(d, a_device()), q = bounds(d, slow);

  EXPECT_LE(p.low_s, p.time_s);
  EXPECT_GE(p.high_s, p.time_s);
  EXPECT_DOUBLE_EQ(p.high_s, least_range(a_device()) * p.time_s);  // a quarter more work is less
  EXPECT_NEAR(q.high_s, 2 * 1.25 * p.time_s, 0.01 * q.high_s);     // at half the clock
  EXPECT_DOUBLE_EQ(p.time_s, q.time_s);
}

TEST(BoundsRange, TheRangeOfATransferIsThatOfItsAssumptions) {
  Demand d = blocks_of_eight_warps(800);
  d.dram_bytes = d.min_dram_bytes = 1e9;
  device::DeviceSpec exact = a_device();
  exact.dram_share_low = exact.dram_share_high = exact.dram_share;

  const Prediction p = bounds(d, exact);

  EXPECT_EQ(p.limiter, "dram");
  EXPECT_LT(p.high_s, least_range(exact) * p.time_s);
  EXPECT_GT(p.low_s, p.time_s / least_range(exact));
}

TEST(BoundsRange, OfAmdIsWiderAsItsCompilersMakeOtherCode) {
  Demand d = blocks_of_eight_warps(800);
  d.fp32 = d.issue = 800 * 8 * 1000.0;
  device::DeviceSpec amd = a_device();
  amd.vendor = device::Vendor::amd;

  EXPECT_DOUBLE_EQ(bounds(d, a_device()).high_s, 1.27 * bounds(d, a_device()).time_s);
  EXPECT_DOUBLE_EQ(bounds(d, amd).high_s, 2.7 * bounds(d, amd).time_s);
}

}  // namespace
}  // namespace forewarp::model
