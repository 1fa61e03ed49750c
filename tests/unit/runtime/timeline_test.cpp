// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/runtime/timeline.hpp"

#include <gtest/gtest.h>

#include "forewarp/model/device/database.hpp"
#include "forewarp/runtime/costs.hpp"

namespace forewarp::runtime {
namespace {

constexpr double us = 1e-6;

TEST(Timeline, AKernelBeginsTheSubmitLatencyAfterItsCall) {
  Timeline t;

  const Interval k = t.kernel(default_stream, 5 * us, 10 * us, 1);

  EXPECT_DOUBLE_EQ(k.begin_s, 5 * us + submit_latency_s);
  EXPECT_DOUBLE_EQ(k.end_s, k.begin_s + 10 * us);
  EXPECT_DOUBLE_EQ(t.end(), k.end_s);
}

// 258 MB at 25.8 GB/s of one memory are 10 ms; without a published rate half of DRAM's 100 GB/s, of which 0.8 are had.
TEST(Timeline, CopiesInAMemoryOfBothHaveARateOfTheirOwn) {
  device::DeviceSpec orin;
  orin.integrated = true;
  orin.dram_bytes_per_s = 100e9;
  orin.dram_share = 0.8;
  const auto seconds = [&](bool pinned) { return copy_seconds(orin, CopyKind::host_to_device, 258'000'000, pinned); };

  EXPECT_DOUBLE_EQ(seconds(true), copy_setup_s + 258e6 / 40e9);
  orin.integrated_copy_bytes_per_s = 25.8e9;
  EXPECT_DOUBLE_EQ(seconds(true), copy_setup_s + 10e-3);
  EXPECT_DOUBLE_EQ(seconds(false), copy_setup_s + 258e6 / pageable_bytes_per_s);
}

// It keeps no room on the device: a kernel of another stream runs beside it.
TEST(Timeline, AFunctionOfTheHostDelaysItsStreamAlone) {
  Timeline t;
  t.add_stream(1, false);
  t.add_stream(2, false);

  const Interval function = t.host(1, 0, 100 * us);
  const Interval behind = t.kernel(1, 1 * us, 10 * us, 1), beside = t.kernel(2, 2 * us, 10 * us, 1);

  EXPECT_DOUBLE_EQ(function.begin_s, submit_latency_s);
  EXPECT_DOUBLE_EQ(behind.begin_s, function.end_s);
  EXPECT_DOUBLE_EQ(beside.begin_s, 2 * us + submit_latency_s);
}

TEST(Timeline, KernelsOfOneStreamFollowEachOther) {
  Timeline t;

  const Interval first = t.kernel(default_stream, 0, 10 * us, 0.1);
  const Interval second = t.kernel(default_stream, 2 * us, 10 * us, 0.1);

  EXPECT_DOUBLE_EQ(second.begin_s, first.end_s);
}

// The example of timeline.hpp: shares of 0.5 fit beside each other, shares of 0.6 do not.
TEST(Timeline, KernelsOfTwoStreamsOverlapAsFarAsTheirBlocksFit) {
  for (const double share : {0.5, 0.6}) {
    Timeline t;
    t.add_stream(1, true);
    t.add_stream(2, true);

    const Interval first = t.kernel(1, 0, 10 * us, share);
    const Interval second = t.kernel(2, 0, 10 * us, share);

    EXPECT_DOUBLE_EQ(second.begin_s, share == 0.5 ? first.begin_s : first.end_s);
  }
}

// Two long kernels of share 0.4, then one of 0.3 that fits only when the first of them has ended.
TEST(Timeline, AKernelWaitsForTheFirstThatMakesRoom) {
  Timeline t;
  for (StreamId s = 1; s <= 3; ++s) t.add_stream(s, true);

  const Interval first = t.kernel(1, 0, 10 * us, 0.4);
  t.kernel(2, 0, 30 * us, 0.4);
  const Interval third = t.kernel(3, 0, 5 * us, 0.3);

  EXPECT_DOUBLE_EQ(third.begin_s, first.end_s);
}

// Kernels of one block each in 129 streams: the last one waits until one of the others ends.
TEST(Timeline, AtMost128KernelsRunAtOnce) {
  Timeline t;
  for (StreamId s = 1; s <= 129; ++s) t.add_stream(s, true);

  const Interval first = t.kernel(1, 0, 100 * us, 0.001);
  for (StreamId s = 2; s <= 128; ++s) EXPECT_DOUBLE_EQ(t.kernel(s, 0, 100 * us, 0.001).begin_s, first.begin_s);

  EXPECT_DOUBLE_EQ(t.kernel(129, 0, 100 * us, 0.001).begin_s, first.end_s);
}

// 20,000 kernels of 100 us each that the host issues every 2 us: all of them wait in the queue.
TEST(Timeline, ALongQueueIsKeptInOrderAndCostsLittle) {
  Timeline t;

  double end = 0;
  for (int k = 0; k < 20'000; ++k) {
    const Interval when = t.kernel(default_stream, k * 2 * us, 100 * us, 1);
    ASSERT_GE(when.begin_s, end);
    end = when.end_s;
  }

  EXPECT_NEAR(end, 20'000 * 100 * us, 10 * us);
}

TEST(Timeline, TheDefaultStreamWaitsForBlockingStreamsAndTheyForIt) {
  Timeline t;
  t.add_stream(1, true);
  t.add_stream(2, false);

  const Interval in_stream = t.kernel(1, 0, 10 * us, 0.1);
  const Interval in_default = t.kernel(default_stream, 0, 10 * us, 0.1);
  const Interval after = t.kernel(1, 0, 10 * us, 0.1);
  const Interval apart = t.kernel(2, 0, 10 * us, 0.1);

  EXPECT_GE(in_default.begin_s, in_stream.end_s);
  EXPECT_GE(after.begin_s, in_default.end_s);
  EXPECT_DOUBLE_EQ(apart.begin_s, submit_latency_s);
}

TEST(Timeline, CopiesOfOneDirectionShareAnEngine) {
  Timeline t;
  t.add_stream(1, true);
  t.add_stream(2, true);

  const Interval first = t.copy(1, 0, CopyKind::host_to_device, 20 * us);
  const Interval second = t.copy(2, 0, CopyKind::host_to_device, 20 * us);
  t.add_stream(3, true);
  const Interval back = t.copy(3, 0, CopyKind::device_to_host, 20 * us);

  EXPECT_DOUBLE_EQ(second.begin_s, first.end_s);
  EXPECT_DOUBLE_EQ(back.begin_s, submit_latency_s);
}

// The kernel of stream 1 ends at 3 + 100 us, and its download follows. Meanwhile the engine is free for stream 2.
TEST(Timeline, ACopyThatWaitsForItsStreamLeavesTheEngineToOthers) {
  Timeline t;
  t.add_stream(1, true);
  t.add_stream(2, true);

  const Interval kernel = t.kernel(1, 0, 100 * us, 1);
  const Interval waits = t.copy(1, 2 * us, CopyKind::device_to_host, 20 * us);
  const Interval other = t.copy(2, 4 * us, CopyKind::device_to_host, 20 * us);
  const Interval behind = t.copy(2, 6 * us, CopyKind::device_to_host, 90 * us);

  EXPECT_DOUBLE_EQ(waits.begin_s, kernel.end_s);
  EXPECT_DOUBLE_EQ(other.begin_s, 4 * us + submit_latency_s);
  EXPECT_DOUBLE_EQ(behind.begin_s, waits.end_s);
}

// The example of copy_engine.hpp.
TEST(CopyEngine, TakesTheFirstGapThatIsLongEnough) {
  CopyEngine engine;

  (void)engine.take(0, 50, 10);
  const Interval fits = engine.take(0, 5, 10);
  const Interval does_not = engine.take(0, 5, 40);
  const Interval between = engine.take(0, 5, 35);

  EXPECT_EQ(fits.begin_s, 5);
  EXPECT_EQ(does_not.begin_s, 60);
  EXPECT_EQ(between.begin_s, 15);
  EXPECT_EQ(engine.take(0, 0, 10).begin_s, 100);  // all from 5 to 100 is taken
  EXPECT_EQ(engine.take(0, 0, 5).begin_s, 0);
}

// Copies of 1 s each behind kernels, with gaps of 2 s between them that no copy of 3 s fits: the oldest gaps are
// forgotten, and 10,000 copies of either length cost little.
TEST(CopyEngine, ALongQueueWithGapsCostsLittle) {
  CopyEngine engine;
  constexpr int copies = 10'000;

  for (int k = 0; k < copies; ++k) EXPECT_EQ(engine.take(0, 3.0 * k, 1).begin_s, 3.0 * k);
  for (int k = 0; k < copies; ++k) EXPECT_EQ(engine.take(0, 0, 3).begin_s, 3.0 * (copies + k) - 2);
}

TEST(Timeline, AnEventTakesPlaceWhenItsStreamIsDone) {
  Timeline t;
  t.add_stream(1, true);
  t.add_stream(2, true);

  const Interval kernel = t.kernel(1, 0, 10 * us, 1);
  const double event = t.mark(1, 2 * us);
  t.wait(2, event);

  EXPECT_DOUBLE_EQ(event, kernel.end_s);
  EXPECT_DOUBLE_EQ(t.kernel(2, 0, us, 1).begin_s, event);
  EXPECT_DOUBLE_EQ(t.mark(1, 100 * us), 100 * us + submit_latency_s);
}

// 132 SMs hold 8 blocks of 256 threads each: 1056 blocks of 4 KiB are 4.1 MiB. 1 KiB is one block.
TEST(SetShare, IsOneOfTheBlocksThatStoreTheBytes) {
  const device::DeviceSpec h100 = device::find_device("H100");

  EXPECT_DOUBLE_EQ(set_share(h100, 1 << 10), 1.0 / 1056);
  EXPECT_DOUBLE_EQ(set_share(h100, 1 << 20), 256.0 / 1056);
  EXPECT_DOUBLE_EQ(set_share(h100, 64 << 20), 1);
}

TEST(Timeline, ASmallFillRunsBesideAKernelThatLeavesRoom) {
  const device::DeviceSpec h100 = device::find_device("H100");
  Timeline t;
  t.add_stream(1, true);
  t.add_stream(2, true);

  const Interval kernel = t.kernel(1, 0, 1000 * us, 0.5);
  const Interval small = t.kernel(2, 0, 2 * us, set_share(h100, 1 << 10));
  const Interval large = t.kernel(2, 0, 20 * us, set_share(h100, 64 << 20));

  EXPECT_DOUBLE_EQ(small.begin_s, kernel.begin_s);
  EXPECT_DOUBLE_EQ(large.begin_s, kernel.end_s);
}

TEST(CopySeconds, PinnedMemoryUsesTheLinkAndPageableMemoryPassesThroughABuffer) {
  const device::DeviceSpec h100 = device::find_device("H100");
  constexpr std::uint64_t bytes = 1'000'000'000;

  // 63 GB/s, of which 87 % are reached: 18.2 ms; pageable: 10 GB/s, 100 ms; on the device: 2 GB at 0.91 of 3350 GB/s.
  EXPECT_NEAR(copy_seconds(h100, CopyKind::host_to_device, bytes, true), 18.25e-3, 0.05e-3);
  EXPECT_NEAR(copy_seconds(h100, CopyKind::host_to_device, bytes, false), 100e-3, 0.1e-3);
  EXPECT_NEAR(copy_seconds(h100, CopyKind::on_device, bytes, false), 0.656e-3, 0.01e-3);
}

}  // namespace
}  // namespace forewarp::runtime
