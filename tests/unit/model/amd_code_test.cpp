// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/bounds/amd_code.hpp"

#include <gtest/gtest.h>

#include "unit/model/test_device.hpp"

namespace forewarp::model {
namespace {

using machine::Pipe;

/// Ten CUs of four SIMDs with 16 lanes, multiplies and transcendentals at a quarter of the rate.
device::DeviceSpec a_cdna() {
  device::DeviceSpec d = a_device();
  d.vendor = device::Vendor::amd;
  d.warp_size = 64;
  d.issue_per_scheduler = 0.25;
  d.throughput.fp16 = d.throughput.fp32 = d.throughput.fp64 = d.throughput.int_add = d.throughput.shift =
      d.throughput.convert = 64;
  d.throughput.int_mul = d.throughput.special = 16;
  d.l1_bytes = 16384;
  return d;
}

MachineWork work(std::initializer_list<std::pair<Pipe, double>> pipes) {
  MachineWork w;
  w.mix.emplace();
  for (const auto& [pipe, count] : pipes) w.mix->pipes[static_cast<std::size_t>(pipe)] = count;
  return w;
}

Demand of_blocks(double blocks) {
  Demand d;
  d.blocks = blocks;
  d.threads_per_block = 256;
  d.occupancy = resident(8, 4);
  return d;
}

// 100 plain instructions, 10 multiplies and 5 exponentials of four slots; scalar ones have a path of their own.
TEST(AmdCode, IssuesVectorInstructionsInSlotsOfPlainOnes) {
  const MachineWork w =
      work({{Pipe::fp32, 100}, {Pipe::int_mul, 10}, {Pipe::special, 5}, {Pipe::uniform, 1000}, {Pipe::other, 50}});

  EXPECT_DOUBLE_EQ(with_amd_code(of_blocks(100), w, a_cdna()).issue, 160);
}

TEST(AmdCode, TranscendentalsOfRdnaRunBesideTheSimd) {
  device::DeviceSpec rdna = a_cdna();
  rdna.warp_size = 32;
  rdna.schedulers = 2;
  rdna.issue_per_scheduler = 1;

  EXPECT_DOUBLE_EQ(with_amd_code(of_blocks(100), work({{Pipe::special, 5}}), rdna).issue, 5);
}

TEST(AmdCode, RequestsToVectorMemoryLeaveOutLocalMemory) {
  MachineWork w = work({{Pipe::memory, 70}});
  w.vector_memory = 20;

  EXPECT_DOUBLE_EQ(with_amd_code(of_blocks(100), w, a_cdna()).load_store, 20);
}

// 100 blocks of four waves: 800 waits are two of each, with three loads in flight.
TEST(AmdCode, WavesWaitAsOftenAsTheCodeSays) {
  MachineWork w;
  w.mix.emplace();
  w.waits = 800;
  w.loads_waited_for = 2400;

  const Demand d = with_amd_code(of_blocks(100), w, a_cdna());

  EXPECT_DOUBLE_EQ(d.path.global, 2);
  EXPECT_DOUBLE_EQ(d.path.mlp, 3);
}

// 64 lanes, each in a cycle of its own.
TEST(AmdCode, UnalignedAccessesToLocalMemoryGoLaneByLane) {
  MachineWork w;
  w.mix.emplace();
  w.unaligned_lanes = 64;
  Demand d = of_blocks(100);
  d.shared_wavefronts = 2;

  EXPECT_DOUBLE_EQ(with_amd_code(d, w, a_cdna()).shared_wavefronts, 66);
}

// 8 KiB of frames on each CU: 1000 stores of 4 bytes are 8000 sectors, that pass L1; as many loads hit it.
TEST(AmdCode, SpillsThatFitStayInL1ButForStores) {
  MachineWork w;
  w.mix.emplace();
  w.frame_bytes = 4;
  w.mix->spill_loads.narrow = w.mix->spill_stores.narrow = 1000;

  const Demand d = with_amd_code(of_blocks(100), w, a_cdna());

  EXPECT_DOUBLE_EQ(d.l1_sectors, 16'000);
  EXPECT_DOUBLE_EQ(d.l2_sectors, 8'000);
  EXPECT_DOUBLE_EQ(d.dram_bytes, 0);
}

// Frames of 8.4 MB: L1 holds 16 of 838 KB of a CU, L2 an eighth of all.
TEST(AmdCode, LargeFramesSpillToDram) {
  MachineWork w;
  w.mix.emplace();
  w.frame_bytes = 409;
  w.mix->spill_loads.narrow = w.mix->spill_stores.narrow = 1000;

  const Demand d = with_amd_code(of_blocks(100), w, a_cdna());

  const double frames = 409.0 * 8 * 256, past_l1 = 8'000 * (2 - 16384 / frames);
  EXPECT_DOUBLE_EQ(d.l2_sectors, past_l1);
  EXPECT_DOUBLE_EQ(d.dram_bytes, 32 * past_l1 * (1 - (1 << 20) / (10 * frames)));
  EXPECT_DOUBLE_EQ(d.l3_bytes, 0);
}

TEST(AmdCode, L3HoldsFramesThatL2CannotHold) {
  device::DeviceSpec device = a_cdna();
  device.l3_bytes = 1 << 26;
  MachineWork w;
  w.mix.emplace();
  w.frame_bytes = 409;
  w.mix->spill_stores.narrow = 1000;

  const Demand d = with_amd_code(of_blocks(100), w, device);

  EXPECT_GT(d.l3_bytes, 0);
  EXPECT_DOUBLE_EQ(d.dram_bytes, 0);
}

TEST(AmdCode, IsTakenForDevicesOfAmd) {
  const MachineWork w = work({{Pipe::fp32, 7}, {Pipe::uniform, 9}});

  EXPECT_DOUBLE_EQ(with_machine_code(of_blocks(100), w, a_cdna()).issue, 7);
}

TEST(AmdCode, WithoutATargetOrASourceIsNotKnown) {
  source::Compiler compiler(std::make_shared<source::CacheStore>(std::nullopt));
  device::DeviceSpec device = a_cdna();
  const kernel::Kernel no_source;

  EXPECT_NE(amd_work(no_source, {}, device, compiler).reason.find("target"), std::string::npos);
  device.target = "gfx90a";
  EXPECT_NE(amd_work(no_source, {}, device, compiler).reason.find("no source"), std::string::npos);
}

/// A wave of 64 loads a float of each 32 bytes: 64 sectors, 16 lines; its lanes pass one by one.
profile::Profile eight_words() {
  profile::Profile p;
  p.warp_size = 64;
  for (std::uint32_t line = 1; line <= 8; ++line) {
    profile::AccessSite site;
    site.ptx_line = line;
    site.space = ptx::StateSpace::global;
    site.kind = emu::AccessKind::load;
    site.bytes_per_lane = 4;
    site.requests = 10;
    site.sectors = 640;
    site.lines = 160;
    site.passes_per_line = 4;
    p.sites.push_back(site);
  }
  return p;
}

// Eight loads of 4 bytes are two of 16: of 5120 sectors 1280 are left. Lanes are 32 bytes apart; of four lanes two
// meet, as there are four places of 16 bytes: 32 passes of each of 20 requests.
TEST(AmdCode, JoinedAccessesTouchTheirSectorsOnce) {
  std::map<std::uint32_t, double> joined;
  for (std::uint32_t line = 1; line <= 8; ++line) joined[line] = 16;

  const JoinedAccesses less = joined_accesses(eight_words(), joined);

  EXPECT_DOUBLE_EQ(less.load_sectors, 5120 - 1280);
  EXPECT_DOUBLE_EQ(less.load_lines, 1280 - 320);
  EXPECT_DOUBLE_EQ(less.load_passes, 5120 - 20 * 32);
  EXPECT_DOUBLE_EQ(less.store_sectors, 0);
}

TEST(AmdCode, AccessesThatStayAloneAreAsInPtx) {
  EXPECT_DOUBLE_EQ(joined_accesses(eight_words(), {}).load_sectors, 0);
  EXPECT_DOUBLE_EQ(joined_accesses(eight_words(), {{1, 4}}).load_sectors, 0);
}

// Of 800 sectors 100 are new and 700 known, 600 of them for the last 16 sectors. 600 fall away.
TEST(AmdCode, OfWhatIsLoadedAgainTheNearestFallsAway) {
  Summary s;
  s.load_sectors = s.reuse.total = 800;
  s.reuse.first = 100;
  s.reuse.within.fill(700);
  for (int k = 0; k < 5; ++k) s.reuse.within[k] = 600;
  JoinedAccesses less;
  less.load_sectors = 600;

  const Summary now = with_joined_accesses(s, less);

  EXPECT_DOUBLE_EQ(now.load_sectors, 200);
  EXPECT_DOUBLE_EQ(now.reuse.total, 200);
  EXPECT_DOUBLE_EQ(hit_rate(now.reuse, 16), 0);
  EXPECT_DOUBLE_EQ(hit_rate(now.reuse, 1 << 20), 0.5);
}

}  // namespace
}  // namespace forewarp::model
