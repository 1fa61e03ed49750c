// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/bounds/bounds.hpp"

#include <gtest/gtest.h>

#include "forewarp/model/bounds/constants.hpp"
#include "forewarp/support/error.hpp"
#include "unit/model/test_device.hpp"

namespace forewarp::model {
namespace {

TEST(Bounds, AStreamTakesItsBytesOverTheBandwidthThatCanBeHad) {
  Demand d = blocks_of_eight_warps(8000);  // 100 waves
  d.dram_bytes = 78e6;
  d.dram_written_bytes = 39e6;
  d.issue = 8000 * 8 * 10;  // ten instructions a warp

  const Prediction p = bounds(d, a_device());

  // 78 MB over 0.78 * 100 GB/s: 1 ms; the queue of 64 warps behind one full station adds nothing
  EXPECT_EQ(p.limiter, "dram");
  EXPECT_NEAR(time_of(p, "dram"), 1e-3, 1e-9);
  EXPECT_NEAR(p.time_s, 1e-3, 0.02e-3);
}

TEST(Bounds, ReadsAloneMoveMoreThanCopies) {
  Demand copy = blocks_of_eight_warps(8000);
  copy.dram_bytes = 78e6;
  copy.dram_written_bytes = 39e6;
  Demand read = copy;
  read.dram_written_bytes = 0;

  // a bus that never turns around: 0.78 of the peak become 0.78 * 1.08
  EXPECT_NEAR(time_of(bounds(read, a_device()), "dram"), time_of(bounds(copy, a_device()), "dram") / 1.08, 1e-9);
}

TEST(Bounds, ALockIsTakenByOneAfterTheOther) {
  Demand d = blocks_of_eight_warps(8000);
  d.issue = 8000 * 8;
  d.lock.acquisitions = 10'000;
  d.lock.section.atomic = 2;
  device::DeviceSpec device = a_device();
  device.atomic_latency = 500;

  const Prediction p = bounds(d, device);

  // 10,000 times two atomics of 500 cycles of 1 GHz
  EXPECT_EQ(p.limiter, "lock");
  EXPECT_NEAR(time_of(p, "lock"), 10e-3, 1e-9);
  EXPECT_GE(p.time_s, 10e-3);
}

TEST(Bounds, BlocksComeNoFasterThanTheDeviceHandsThemOut) {
  Demand d = blocks_of_eight_warps(8000);
  d.issue = 8000 * 8;
  device::DeviceSpec device = a_device();
  device.blocks_per_cycle = 0.5;

  const Prediction p = bounds(d, device);

  EXPECT_EQ(p.limiter, "dispatch");
  EXPECT_NEAR(time_of(p, "dispatch"), 16e-6, 1e-9);  // 8000 blocks at 0.5 a cycle of 1 GHz
}

TEST(Bounds, TheStoresOfABlockHoldItsPlace) {
  Demand d = blocks_of_eight_warps(800);  // ten waves of 80
  d.issue = 8;
  device::DeviceSpec device = a_device();
  device.block_dispatch_cycles = device.block_turnaround_cycles = 0;
  device.block_store_cycles = 1000;
  const double without = bounds(d, device).time_s;
  d.stored_sectors = 1;

  // nine times a block waits for the place of one that has stored
  EXPECT_NEAR(bounds(d, device).time_s - without, 9e-6, 0.1e-6);
}

TEST(Bounds, AWaitForSeveralLoadsTakesAsLongAsTheSlowest) {
  Demand d = blocks_of_eight_warps(80);
  d.issue = 8;
  d.path.global = 10;
  d.path.mlp = 3;
  d.l1_hit = 2.0 / 3;  // a stencil: two of three loads hit the line that the third brings

  const Prediction p = bounds(d, a_device());

  EXPECT_NEAR(time_of(p, "latency"), 10 * a_device().dram_latency * 1e-9, 1e-9);
}

TEST(Bounds, ALoadTakesAsLongAsItsSlowestSector) {
  Demand d = blocks_of_eight_warps(80);
  d.issue = 8;
  d.path.global = 10;
  d.l1_hit = 0.8;
  d.request_l1_hit = 0.5;  // four of five sectors are a table's, every other request goes to DRAM

  const Prediction p = bounds(d, a_device());

  EXPECT_NEAR(time_of(p, "latency"), 5 * (a_device().l1_latency + a_device().dram_latency) * 1e-9, 1e-9);
}

// Four loads of a stream are waited for together, then four of a table: half of the requests miss, but each of the
// first ten waits goes to DRAM, and none of the other ten.
TEST(Bounds, LoadsThatL1AnswersDoNotShareTheMissesOfOthers) {
  Demand d = blocks_of_eight_warps(80);
  d.issue = 8;
  d.path.global = d.path.near = 10;
  d.path.near_share = 0.5;
  d.l1_hit = 0.5;
  const double table_and_stream = 10 * (a_device().l1_latency + a_device().dram_latency) * 1e-9;

  d.path.mlp = 1;
  EXPECT_NEAR(time_of(bounds(d, a_device()), "latency"), table_and_stream, 1e-9);
  d.path.mlp = 4;
  EXPECT_NEAR(time_of(bounds(d, a_device()), "latency"), table_and_stream, 1e-9);
}

// 6.4 million warp instructions over 10 SMs * 4 schedulers: 160000 cycles, of which pairs save half.
TEST(Bounds, InstructionsThatIssueInPairsTakeHalfTheSlots) {
  Demand d = blocks_of_eight_warps(800);
  d.issue = 800.0 * 8 * 1000;
  d.paired = d.issue / 2;

  EXPECT_NEAR(time_of(bounds(d, a_device()), "issue"), 80e-6, 1e-12);
}

// A warp has the pipes of one scheduler, an eighth of a warp instruction a cycle each: 8000 cycles for 1000 of one
// warp, and as long for four of them.
TEST(Bounds, AWarpHasThePipesOfItsSchedulerAlone) {
  for (const double warps : {1.0, 2.0, 4.0}) {
    Demand d = blocks_of_eight_warps(1);
    d.threads_per_block = 32 * warps;
    d.occupancy = resident(1, static_cast<std::uint32_t>(warps));
    d.special = d.issue = 1000 * warps;
    device::DeviceSpec device = a_device();
    device.throughput.special = device.schedulers * device.warp_size / 8.0;

    const Prediction p = bounds(d, device);

    EXPECT_NEAR(time_of(p, "special"), 8e-6, 1e-9) << warps;
    EXPECT_GE(p.time_s, 8e-6) << warps;
    EXPECT_LE(p.time_s, 8e-6 + device.launch_overhead_s + 1e-6) << warps;
  }
}

TEST(Bounds, PureMultiplyAddsReachThePipe) {
  Demand d = blocks_of_eight_warps(800);
  d.fp32 = d.issue = 800.0 * 8 * 1000;  // a thousand to a warp
  d.path.alu = 250;                     // four chains side by side

  const Prediction p = bounds(d, a_device());

  // 6.4 million warp instructions of 32 lanes over 10 SMs * 128 lanes: 160000 cycles, 160 us; issue the same
  EXPECT_NEAR(time_of(p, "fp32"), 160e-6, 1e-12);
  EXPECT_NEAR(time_of(p, "issue"), 160e-6, 1e-12);
  EXPECT_GE(p.time_s, 160e-6);
  EXPECT_LE(p.time_s, 1.05 * 160e-6);
}

TEST(Bounds, ATinyLaunchTakesTheOverheadAndOneCriticalPath) {
  Demand d = blocks_of_eight_warps(1);
  d.issue = 8 * 20;
  d.path = {.alu = 16, .global = 2};
  device::DeviceSpec device = a_device();
  device.launch_overhead_s = 3e-6;

  const Prediction p = bounds(d, device);

  // 16 * 5 + 2 * 400 cycles = 880 ns after 3 us; the warps of the block hardly meet
  EXPECT_NEAR(p.time_s, 3.88e-6, 0.02e-6);
  EXPECT_EQ(p.limiter, "launch");
  EXPECT_FALSE(p.notes.empty());
}

TEST(Bounds, OneBlockMoreThanThereIsRoomForCostsAWaveOfItsOwn) {
  Demand d = blocks_of_eight_warps(80);
  d.issue = 80 * 8;
  d.path = {.alu = 1000};  // latency alone: 5 us a wave
  Demand more = d;
  more.blocks = 81;

  const double one = bounds(d, a_device()).time_s, two = bounds(more, a_device()).time_s;

  EXPECT_NEAR(one, 5e-6, 0.05e-6);
  EXPECT_NEAR(two, 10e-6, 0.1e-6);
  EXPECT_NEAR(bounds(more, a_device()).waves, 81.0 / 80, 1e-12);
}

TEST(Bounds, OneBlockMoreThanSmsDoublesTheWorkOfTheBusiest) {
  Demand d = blocks_of_eight_warps(10);
  d.fp32 = d.issue = 10 * 8 * 4000.0;
  Demand more = d;
  more.blocks = 11;
  more.fp32 = more.issue = 11 * 8 * 4000.0;

  const double ten = bounds(d, a_device()).time_s, eleven = bounds(more, a_device()).time_s;

  // a block: 8 * 4000 * 32 lanes / 128 = 8000 cycles
  EXPECT_NEAR(ten, 8e-6, 0.6e-6);
  EXPECT_NEAR(eleven / ten, 2, 0.05);
}

TEST(Bounds, FewWarpsAreBoundByLatencyAsLittlesLawSays) {
  Demand d = blocks_of_eight_warps(800);
  d.issue = d.fp32 = 800 * 8 * 100.0;
  d.path = {.alu = 100};
  d.occupancy = resident(1, 8);

  const Prediction p = bounds(d, a_device());

  // 80 waves of 100 links * 5 cycles; 8 warps issue 8 * 100 in 500 cycles, 1.6 a cycle of 4
  EXPECT_EQ(p.limiter, "latency");
  EXPECT_NEAR(time_of(p, "latency"), 80 * 500e-9, 1e-12);
  // and 79 times the room of a block is empty for 200 cycles: 15.8 us; before Volta that is not known
  EXPECT_NEAR(p.time_s, 40e-6 + 15.8e-6, 6e-6);
  device::DeviceSpec maxwell = a_device();
  maxwell.block_dispatch_cycles = maxwell.block_turnaround_cycles = 0;
  EXPECT_NEAR(bounds(d, maxwell).time_s, 40e-6, 6e-6);
}

TEST(Bounds, MoreOfAnythingOnTheDeviceIsNeverSlower) {
  Demand d = blocks_of_eight_warps(1234);
  d.issue = 1234 * 8 * 300.0;
  d.fp32 = 1234 * 8 * 100.0;
  d.int_add = 1234 * 8 * 120.0;
  d.special = 1234 * 8 * 7.0;
  d.load_store = 1234 * 8 * 40.0;
  d.shared_wavefronts = 1234 * 8 * 60.0;
  d.l1_sectors = d.l2_sectors = 1234 * 8 * 50.0;
  d.dram_bytes = d.l2_sectors * 16;
  d.path = {.alu = 100, .shared = 20, .global = 4, .ilp = 2};
  for (const double barriers : {0.0, 2.0, 8.0}) {
    d.path.barrier = barriers;
    const device::DeviceSpec base = a_device();
    const double before = bounds(d, base).time_s;
    const auto faster = [&](auto change) {
      device::DeviceSpec changed = base;
      change(changed);
      return bounds(d, changed).time_s;
    };

    EXPECT_LE(faster([](auto& v) { v.dram_bytes_per_s *= 1.5; }), before);
    EXPECT_LE(faster([](auto& v) { v.l2_bytes_per_s *= 1.5; }), before);
    EXPECT_LE(faster([](auto& v) { v.throughput.fp32 *= 2; }), before);
    EXPECT_LE(faster([](auto& v) { v.throughput.special *= 2; }), before);
    EXPECT_LE(faster([](auto& v) { v.issue_per_scheduler *= 2; }), before);
    EXPECT_LE(faster([](auto& v) { v.dram_latency /= 2; }), before);
    EXPECT_LE(faster([](auto& v) { v.boost_hz *= 1.2; }), before);
    EXPECT_LE(faster([](auto& v) { v.sms *= 2; }), before * (1 + 1e-9));
  }
}

TEST(Bounds, BarriersKeepALoneBlockFromComputingWhileItLoads) {
  Demand d = blocks_of_eight_warps(100);
  d.occupancy = resident(1, 8);
  d.fp32 = d.issue = 100 * 8 * 1000.0;  // a block: 2000 cycles of fp32
  d.dram_bytes = 100 * 15600;           // a block: 15600 bytes * 10 SMs / 78 bytes a cycle: 2000 cycles
  d.dram_written_bytes = d.dram_bytes / 2;
  d.path.global = 1;
  Demand phased = d;
  phased.path.barrier = 1;

  // with barriers 2000 + 2000 a block, ten blocks an SM, and DRAM answers 2 * 400 * 0.48^2 = 183 cycles later, as it is
  // busy half of the time; without, eight warps fill each other's gaps
  EXPECT_NEAR(bounds(phased, a_device()).time_s, 41.8e-6, 0.2e-6);
  EXPECT_LT(bounds(d, a_device()).time_s, 30e-6);
}

TEST(Bounds, BlocksThatDoNothingSpreadOverAllMultiprocessors) {
  Demand d = blocks_of_eight_warps(1);  // on ten multiprocessors of four schedulers and 1 GHz
  d.idle_blocks = 99'999;
  d.issue = 8e6;
  d.idle_share = 0.9;

  // 0.8 million instructions of its own, a tenth of 7.2 million of the others
  EXPECT_NEAR(time_of(bounds(d, a_device()), "issue"), 1.52e6 / 4 * 1e-9, 1e-6);
}

TEST(Bounds, AtomicsOnOneAddressAreServedOneACycle) {
  Demand d = blocks_of_eight_warps(8000);
  d.issue = 8000 * 8;
  d.atomic_serial = 8000 * 256;

  const Prediction p = bounds(d, a_device());

  EXPECT_EQ(p.limiter, "atomics");
  EXPECT_NEAR(p.time_s, 2.048e-3, 0.05e-3);
}

TEST(Bounds, ABlockThatCostsMoreThanTheOthersGoesOnAlone) {
  Demand d = blocks_of_eight_warps(80);
  d.fp32 = d.issue = 80 * 8 * 1000.0;
  Demand uneven = d;
  uneven.imbalance = 3;

  // A round of 8 blocks has 8 * 8000 instructions, 4 a cycle: 16,000 cycles. The longest block has two blocks' work
  // more, of 2000 cycles each without other blocks.
  EXPECT_NEAR(bounds(uneven, a_device()).time_s / bounds(d, a_device()).time_s, 1 + 2 * 2000 / 16000.0, 0.01);
}

TEST(Bounds, TwoLanesOfDoublePrecisionAreOfAllSchedulers) {
  Demand d = blocks_of_eight_warps(1);
  d.occupancy = resident(1, 1);
  d.issue = d.fp64 = 1000;
  device::DeviceSpec consumer = a_device();
  consumer.throughput.fp64 = 2;

  EXPECT_NEAR(bounds(d, consumer).time_s, 16e-6, 1e-6);  // 16 cycles an instruction, not 64
  // of 64 lanes a warp alone has 16
  EXPECT_NEAR(time_of(bounds(d, a_device()), "fp64"), 2e-6, 1e-9);
}

TEST(Bounds, DramMovesTheBytesOfTheBlocksThatThereAre) {
  Demand ten = blocks_of_eight_warps(10), eleven = blocks_of_eight_warps(11);  // of ten SMs one has two
  ten.dram_bytes = 10 * 7.8e6;
  eleven.dram_bytes = 11 * 7.8e6;

  EXPECT_NEAR(bounds(eleven, a_device()).time_s / bounds(ten, a_device()).time_s, 1.1, 0.01);
}

TEST(Bounds, ALaunchTakesAsLongAsItsLongestWarp) {
  Demand d = blocks_of_eight_warps(8000);  // 100 waves
  d.issue = 8000 * 8 * 10;
  const double without = bounds(d, a_device()).time_s;
  d.longest_warp.path = {.alu = 1e6, .instructions = 1e6};

  const Prediction first = bounds(d, a_device());
  d.longest_warp.begins = 0.51;  // of 8000 blocks 80 are resident: half of the others have ended by then
  const Prediction later = bounds(d, a_device());

  EXPECT_NEAR(first.time_s, 5e-3, 1e-9);  // 5 cycles a link
  EXPECT_EQ(first.limiter, "latency");
  EXPECT_NEAR(later.time_s, without / 2 + 5e-3, 1e-9);
  EXPECT_GT(first.low_s, without);
  d.longest_warp.blocks_alike = 8;  // with 9 tenths of the instructions, in a tenth of the places
  d.longest_warp.share_of_others = 0.1;
  EXPECT_NEAR(bounds(d, a_device()).time_s, without / 2 * (0.1 + 0.9 * 0.1) + 5e-3, 1e-9);
}

// Two of 1000 blocks have 300 times the work, in a loop without a load; a mean block waits for memory.
TEST(Bounds, ALongBlockDoesNotWaitAsOftenAsSoManyMeanOnes) {
  Demand d = blocks_of_eight_warps(1000);
  d.issue = 1000 * 8 * 10;
  d.path.global = 1;
  d.imbalance = 300;
  d.longest_warp.path = {.alu = 3e4, .instructions = 3e4};

  const double time = bounds(d, a_device()).time_s;

  const double own = 3e4 * 5 / 1e9;  // 5 cycles a link at 1 GHz
  EXPECT_GE(time, own);
  EXPECT_LT(time, 1.5 * own);
}

// The last block of a triangle has twice a mean one's work. That its longest warp was found a little longer than twice
// a mean one does not take its waits away.
TEST(Bounds, DoesNotJumpWhereTheLongestWarpIsTwiceAMeanOne) {
  Demand d = blocks_of_eight_warps(80);
  d.issue = 80 * 8 * 1000.0;
  d.path.alu = 4000;
  d.imbalance = 2;
  Demand known = d;
  known.longest_warp.path = {.alu = 2.01 * 4000, .instructions = 2010};

  EXPECT_NEAR(bounds(known, a_device()).time_s / bounds(d, a_device()).time_s, 1, 0.02);
}

TEST(Bounds, BlocksReachAnSmOneAtATime) {
  Demand d = blocks_of_eight_warps(100'000);
  d.issue = 100'000 * 8;  // one instruction a warp: 2 cycles a block

  const Prediction p = bounds(d, a_device());

  // 10000 blocks an SM, 16 cycles each: 160 us
  EXPECT_EQ(p.limiter, "dispatch");
  EXPECT_NEAR(time_of(p, "dispatch"), 160e-6, 1e-12);
  EXPECT_NEAR(p.low_s, 80e-6, 1e-9);  // the optimistic takes half of that
  device::DeviceSpec pascal = a_device();
  pascal.block_dispatch_cycles = pascal.block_turnaround_cycles = 0;
  EXPECT_EQ(time_of(bounds(d, pascal), "dispatch"), 0);
}

TEST(Bounds, AchievedOccupancyIsTheMeanOverFullWavesAndTheLast) {
  Demand d = blocks_of_eight_warps(90);  // one wave of 8 blocks an SM, then one block an SM
  d.issue = 90 * 8;
  d.path = {.alu = 1000};

  // both waves last as long: (64 + 8) / 2 of 64 warps
  EXPECT_NEAR(bounds(d, a_device()).achieved_occupancy, 36.0 / 64, 0.01);
}

TEST(Bounds, RefuseWhatCannotBe) {
  EXPECT_THROW((void)bounds(Demand{}, a_device()), InputError);
  EXPECT_THROW((void)bounds(blocks_of_eight_warps(1), device::DeviceSpec{}), InputError);
}

}  // namespace
}  // namespace forewarp::model
