// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// The remedies that remedy_test does not reach, and the two that change the shape of a launch.
#include "forewarp/model/advise/remedies.hpp"

#include <gtest/gtest.h>

#include "forewarp/model/advise/quantities.hpp"
#include "forewarp/model/device/database.hpp"
#include "forewarp/model/model.hpp"

namespace forewarp::advise {
namespace {

/// 100 blocks of 64 threads, which load one float each and lie in one buffer.
Mended a_launch() {
  Mended m;
  m.device = device::find_device("V100");
  m.profile.launch.grid = {100, 1, 1};
  m.profile.launch.block = {64, 1, 1};
  m.profile.warps = 200, m.profile.threads = 6400;
  m.profile.path.instructions = 10, m.profile.path.ilp = 1, m.profile.path.mlp = 2;
  profile::AccessSite site;
  site.mnemonic = "ld.global.f32";
  site.space = ptx::StateSpace::global;
  site.kind = emu::AccessKind::load;
  site.bytes_per_lane = 4;
  site.requests = 200, site.lanes = 6400, site.sectors = 800, site.lines = 200, site.unique_sectors_per_block = 8;
  m.profile.sites.push_back(site);
  profile::BufferFootprint buffer;
  buffer.sectors_per_block = 8, buffer.read_sectors_per_block = 6, buffer.written_sectors_per_block = 2;
  m.profile.buffers.push_back(buffer);
  return m;
}

TEST(Narrow, AreNeighbouringWordsOfLessThan16Bytes) {
  profile::AccessSite site = a_launch().profile.sites[0];
  EXPECT_TRUE(is_narrow(site, 32));

  profile::AccessSite wide = site;
  wide.bytes_per_lane = 16, wide.sectors = 3200;
  EXPECT_FALSE(is_narrow(wide, 32));
  profile::AccessSite one_address = site;
  one_address.sectors = 200;
  EXPECT_FALSE(is_narrow(one_address, 32));
  profile::AccessSite scattered = site;
  scattered.sectors = 6400;
  EXPECT_FALSE(is_narrow(scattered, 32));
  profile::AccessSite one_lane = site;
  one_lane.lanes = one_lane.sectors = 200;
  EXPECT_FALSE(is_narrow(one_lane, 32));
}

/// Compute-bound, in blocks of which a V100 holds two an SM: 160 of 161 at once.
Mended a_launch_of_two_waves() {
  Mended m = a_launch();
  m.profile.launch.grid = {161, 1, 1};
  m.profile.launch.block = {1024, 1, 1};
  m.profile.registers = 32;
  m.profile.warps = 161 * 32, m.profile.threads = 161 * 1024;
  m.profile.warp_instructions = 1e4 * m.profile.warps, m.profile.thread_instructions = 32 * m.profile.warp_instructions;
  profile::InstructionCount fma;
  fma.opcode = ptx::Opcode::fma, fma.type = ptx::Type::f32;
  fma.warps = 1e4 * m.profile.warps, fma.threads = 1e4 * m.profile.threads;
  m.profile.instructions = {fma};
  m.profile.path.instructions = 1e4, m.profile.path.alu = 1e3, m.profile.path.ilp = 10;
  return m;
}

double seconds(const Mended& m) { return model::predict(m.profile, m.device, m.caches).time_s; }

TEST(WholeWaves, AreOfSmallerBlocksWhereTheyAreApart) {
  Mended m = a_launch_of_two_waves();
  const double before = seconds(m);

  ASSERT_TRUE(whole_waves(m));

  EXPECT_LT(m.profile.launch.block.x, 1024);
  EXPECT_EQ(m.profile.launch.grid.x * m.profile.launch.block.x, 161 * 1024);
  EXPECT_LT(seconds(m), 0.9 * before);
}

TEST(WholeWaves, AreOneOfResidentBlocksWhereTheyHaveBarriers) {
  Mended m = a_launch_of_two_waves();
  m.profile.barriers = 161 * 32;
  const double before = seconds(m);

  ASSERT_TRUE(whole_waves(m));

  EXPECT_EQ(m.profile.launch.grid.x, 160);
  EXPECT_EQ(m.profile.launch.block.x, 1024);
  EXPECT_NEAR(m.profile.warps, 160 * 32, 1e-6);
  EXPECT_NEAR(m.profile.path.alu, 1e3 * 161 / 160, 1e-6);
  EXPECT_NEAR(m.profile.buffers[0].sectors_per_block, 8.0 * 161 / 160, 1e-6);
  EXPECT_LT(seconds(m), 0.9 * before);
}

TEST(WholeWaves, AreThereWhereTheGridFills) {
  Mended m = a_launch_of_two_waves();
  m.profile.launch.grid = {160, 1, 1};
  m.profile.barriers = 160 * 32;

  EXPECT_FALSE(whole_waves(m));
}

// Blocks of 64 have a sixteenth of the warps between two touches of a sector, blocks that come one after the other as
// many.
TEST(WholeWaves, FindAgainWhatABlockReadAsBefore) {
  Mended apart = a_launch_of_two_waves(), dealt = apart;
  apart.profile.loads.counts[9] = apart.profile.rewrites.sectors[9] = 8;
  dealt.profile.loads.counts[9] = 8;
  dealt.profile.barriers = 161 * 32;

  ASSERT_TRUE(whole_waves(apart));
  ASSERT_TRUE(whole_waves(dealt));

  ASSERT_EQ(apart.profile.launch.block.x, 64);
  EXPECT_EQ(apart.profile.loads.counts[5], 8);
  EXPECT_EQ(apart.profile.loads.counts[9], 0);
  EXPECT_EQ(apart.profile.rewrites.sectors[5], 8);
  EXPECT_EQ(dealt.profile.loads.counts[9], 8);
}

TEST(Coarsen, WorksBesideEachOtherAreBetweenTwoTouches) {
  profile::Profile p = a_launch().profile;
  p.loads.counts[1] = 8, p.loads.counts[23] = 5, p.loads.first = 3;

  ASSERT_TRUE(coarsen(p, 4));

  EXPECT_EQ(p.loads.counts[3], 8);
  EXPECT_EQ(p.loads.counts[23], 5);
  EXPECT_EQ(p.loads.first, 3);
}

// The buffer is the second argument, behind a number: each of its sectors is loaded once, or three times.
TEST(RegisterReuse, SavesNoLoadThatASectorNeedsOnce) {
  for (const double times : {1.0, 3.0}) {
    Mended m = a_launch();
    m.profile.launch.arguments = {{"n", launch::Scalar{}, false}, {"data", launch::Buffer{}, false}};
    m.profile.sites[0].buffer = 1;
    m.profile.buffers[0].sectors_total = 800 / times;
    profile::AccessSite tile = m.profile.sites[0];
    tile.space = ptx::StateSpace::shared;
    tile.buffer = -1;
    tile.wavefronts = tile.ideal_wavefronts = 200;
    m.profile.sites.push_back(tile);

    ASSERT_TRUE(register_reuse(m));

    EXPECT_DOUBLE_EQ(m.profile.sites[0].sectors, times > 2 ? 400 : 800);
    EXPECT_DOUBLE_EQ(m.profile.sites[1].wavefronts, 100);
  }
}

TEST(Coarsen, KeepsTheWorkAndLengthensTheThread) {
  profile::Profile p = a_launch().profile;

  ASSERT_TRUE(coarsen(p, 4));

  EXPECT_EQ(p.launch.grid.x, 25);
  EXPECT_EQ(p.warps, 50);
  EXPECT_EQ(p.threads, 1600);
  EXPECT_EQ(p.path.instructions, 40);
  EXPECT_EQ(p.path.ilp, 4);
  EXPECT_EQ(p.path.mlp, 8);
  EXPECT_EQ(p.sites[0].requests, 200);
  EXPECT_EQ(p.sites[0].unique_sectors_per_block, 32);  // nothing is shared between blocks
  EXPECT_EQ(p.buffers[0].sectors_per_block, 32);
}

// 10 blocks by 3 are 4, so a block does 2.5 times the work.
TEST(Coarsen, RoundsTheGridUp) {
  profile::Profile p = a_launch().profile;
  p.launch.grid = {1, 10, 1};

  ASSERT_TRUE(coarsen(p, 3));

  EXPECT_EQ(p.launch.grid.y, 4);
  EXPECT_EQ(p.path.instructions, 25);
}

TEST(Coarsen, LeavesAGridOfTooFewBlocksAlone) {
  profile::Profile p = a_launch().profile;
  p.launch.grid = {2, 3, 1};

  EXPECT_FALSE(coarsen(p, 4));

  EXPECT_EQ(p.launch.grid.y, 3);
  EXPECT_EQ(p.warps, 200);
}

TEST(JoinBlocks, AQuarterOfABlockTouchesAQuarter) {
  profile::BufferFootprint buffer = a_launch().profile.buffers[0];

  join_blocks(buffer, 0.25);

  EXPECT_EQ(buffer.sectors_per_block, 2);
  EXPECT_EQ(buffer.read_sectors_per_block, 1.5);
  EXPECT_EQ(buffer.written_sectors_per_block, 0.5);
}

// A V100 has 80 SMs that hold 32 blocks of two warps each.
TEST(Remedies, ADeviceIsFilledByAsManyBlocksAsItHolds) {
  Mended m = a_launch();
  EXPECT_FALSE(fills_the_device(m));

  m.profile.launch.grid = {80 * 32, 1, 1};
  EXPECT_TRUE(fills_the_device(m));
  m.profile.launch.grid = {80 * 32 - 1, 1, 1};
  EXPECT_FALSE(fills_the_device(m));
}

TEST(Remedies, FindNothingToChangeInAStream) {
  for (bool (*remedy)(Mended&) :
       {coalesced, conflict_free, no_local, host_copied, converged, fewer_atomics, balanced}) {
    Mended m = a_launch();
    m.profile.imbalance = 1;
    EXPECT_FALSE(remedy(m));
    EXPECT_EQ(m.profile.sites[0].sectors, 800);
    EXPECT_EQ(m.profile.sites[0].requests, 200);
  }
}

// A grid of a quarter: each thread spills what four spilled.
TEST(Coarsen, LeavesSpillsAsManyBytesAsTheyAre) {
  profile::Profile p = a_launch().profile;
  p.spills = {.load_bytes = 100, .store_bytes = 40, .frame_bytes = 20};

  ASSERT_TRUE(coarsen(p, 4));

  EXPECT_EQ(p.warps * p.spills.load_bytes, 200 * 100);
  EXPECT_EQ(p.warps * p.spills.store_bytes, 200 * 40);
  EXPECT_EQ(p.spills.frame_bytes, 80);
}

TEST(Remedies, SpilledRegistersGetRoom) {
  Mended m = a_launch();
  m.profile.launch.grid = {100'000, 1, 1};
  m.profile.warps = 200'000, m.profile.threads = 6'400'000;
  m.profile.registers = 64;
  EXPECT_FALSE(unspilled(m));
  m.profile.spills = {.load_bytes = 4000, .store_bytes = 1000, .frame_bytes = 400};

  ASSERT_TRUE(unspilled(m));

  EXPECT_EQ(m.profile.registers, 64 + 100);
  EXPECT_EQ(m.profile.spills.load_bytes + m.profile.spills.store_bytes + m.profile.spills.frame_bytes, 0);
}

// 64 + 800 values of 4 bytes: 255 registers leave 609 of 800 in memory.
TEST(Remedies, SpillsBeyondTheMostRegistersStay) {
  Mended m = a_launch();
  m.profile.launch.grid = {100'000, 1, 1};
  m.profile.warps = 200'000, m.profile.threads = 6'400'000;
  m.profile.registers = 64;
  m.profile.spills = {.load_bytes = 80'000, .store_bytes = 8000, .frame_bytes = 3200};

  ASSERT_TRUE(unspilled(m));

  EXPECT_EQ(m.profile.registers, 255);
  EXPECT_NEAR(m.profile.spills.load_bytes, 60'900, 1e-6);
  EXPECT_NEAR(m.profile.spills.frame_bytes, 3200 * 609. / 800, 1e-6);
}

TEST(Remedies, ConstantsAtDifferentAddressesAreReadThroughL1) {
  Mended m = a_launch();
  EXPECT_FALSE(through_l1(m));
  profile::AccessSite& table = m.profile.sites[0];
  table.space = ptx::StateSpace::const_;
  table.lines = 200, table.addresses_per_line = 1;
  EXPECT_FALSE(through_l1(m));
  table.addresses_per_line = 32;  // 6400 addresses of 200 requests

  ASSERT_TRUE(through_l1(m));

  EXPECT_EQ(table.space, ptx::StateSpace::global);
  EXPECT_EQ(m.profile.loads.first, 8 * 100);  // 8 sectors of each block, all of them new to it
  EXPECT_EQ(m.profile.path.global, 0.25);     // a load a warp, of which four are waited for together
  EXPECT_FALSE(through_l1(m));
}

// The path of the traced warp is half of that of the longest, that of a mean one a quarter.
TEST(Remedies, EvenWarpsTakeAsLongAsTheirMean) {
  Mended m = a_launch();
  EXPECT_FALSE(even_warps(m));
  m.profile.path.spread = 2;
  m.profile.path.spread_of_mean = 4;

  ASSERT_TRUE(even_warps(m));

  EXPECT_EQ(m.profile.path.spread, 0.5);
  EXPECT_FALSE(even_warps(m));
}

TEST(Remedies, BalancedTakesAwayTheImbalanceAlone) {
  Mended m = a_launch();
  m.profile.imbalance = 3;
  m.profile.longest_warp.path.instructions = 1e6;

  ASSERT_TRUE(balanced(m));

  EXPECT_EQ(m.profile.imbalance, 1);
  EXPECT_EQ(m.profile.longest_warp.path.instructions, 0);
  EXPECT_EQ(m.profile.sites[0].sectors, 800);
}

}  // namespace
}  // namespace forewarp::advise
