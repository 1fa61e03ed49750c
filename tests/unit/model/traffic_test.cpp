// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/bounds/traffic.hpp"

#include <gtest/gtest.h>

#include "unit/model/test_device.hpp"

namespace forewarp::model {
namespace {

const device::Occupancy eight_blocks = resident(8, 8);

/// Blocks that load `sectors` each, every one new to them and written back to another buffer.
Summary streaming(double blocks, double sectors) {
  Summary s;
  s.grid = {static_cast<std::uint32_t>(blocks), 1, 1};
  s.blocks = blocks;
  s.load_sectors = s.store_sectors = s.reuse.first = s.reuse.total = blocks * sectors;
  s.store_bytes = 32 * s.store_sectors;
  s.per_block = {2 * sectors, sectors, sectors};
  s.total = {2 * blocks * sectors, blocks * sectors, blocks * sectors};
  return s;
}

TEST(Traffic, OfAStreamIsEverySectorOnce) {
  const Summary s = streaming(100'000, 32);  // 102 MB each way, L2 holds 1 MiB

  const Traffic t = traffic(s, a_device(), eight_blocks);

  EXPECT_EQ(t.l1_hit, 0);
  EXPECT_EQ(t.l2_hit, 0);
  EXPECT_DOUBLE_EQ(t.l2_sectors, 6.4e6);
  EXPECT_DOUBLE_EQ(t.dram_read_bytes, 3.2e6 * 32);
  EXPECT_DOUBLE_EQ(t.dram_write_bytes, 3.2e6 * 32);
}

TEST(Traffic, WhatFitsInL2IsReadOnceAndNotWrittenBack) {
  const Summary s = streaming(400, 32);  // 400 KiB each way

  const Traffic t = traffic(s, a_device(), eight_blocks);

  EXPECT_DOUBLE_EQ(t.dram_read_bytes, 400 * 32 * 32);
  EXPECT_EQ(t.dram_write_bytes, 0);
}

TEST(Traffic, WithCachesColdEveryStoreReachesDram) {
  const Traffic t = traffic(streaming(400, 32), a_device(), eight_blocks, {.caches = Caches::cold});

  EXPECT_DOUBLE_EQ(t.dram_read_bytes, 400 * 32 * 32);
  EXPECT_DOUBLE_EQ(t.dram_write_bytes, 400 * 32 * 32);
  EXPECT_DOUBLE_EQ(t.min_dram_bytes, 2 * 400 * 32 * 32);
}

TEST(Traffic, WithCachesWarmInputsThatFitInL2AreThere) {
  const Traffic fits = traffic(streaming(400, 32), a_device(), eight_blocks, {.caches = Caches::warm});
  const Traffic large = traffic(streaming(100'000, 32), a_device(), eight_blocks, {.caches = Caches::warm});

  EXPECT_EQ(fits.dram_read_bytes, 0);
  EXPECT_EQ(fits.min_dram_bytes, 0);
  EXPECT_DOUBLE_EQ(large.dram_read_bytes, 3.2e6 * 32);  // least recently used: nothing of 102 MB is left in 1 MiB
}

TEST(Traffic, OfLoadsPastL1IsThatOfL2) {
  Summary s = streaming(80, 8);
  s.load_sectors = s.reuse.total = 80 * 800.0;  // each sector 100 times
  for (double& within : s.reuse.within) within = s.reuse.total - s.reuse.first;

  EXPECT_NEAR(traffic(s, a_device(), eight_blocks).l1_hit, 0.99, 1e-9);
  s.uncached_sectors = s.load_sectors / 2;
  EXPECT_NEAR(traffic(s, a_device(), eight_blocks).l1_hit, 0.99 / 2, 1e-9);
}

// 640 blocks that each store ten times to all of a table of 800 sectors, one a line, beside a stream that L2 does not
// hold. 80 resident blocks that all store to the same 800 lines leave them in L2, of which their own 64,000 would have
// 8192 places.
TEST(Traffic, BlocksThatStoreToTheSameLinesDoNotLoseThem) {
  Summary s = streaming(640, 1000);
  s.store_sectors = 640 * 8000.0;
  s.per_block = {1800, 1000, 800};
  s.total = {640 * 1000.0 + 800, 640 * 1000, 800};
  s.rewrites.sectors[10] = 640 * 7200.0;
  s.block_reuse = {{1, {800, 0, 800}}};
  AccessSkew table;
  table.total = 800;
  table.per_block = {800, 0, 800};
  table.block_reuse = {{1, {800, 0, 800}}};
  AccessSkew stream;
  stream.total = 640 * 1000;
  stream.per_block = {1000, 1000, 0};
  s.access_skew = {table, stream};

  EXPECT_LT(traffic(s, a_device(), eight_blocks).dram_write_bytes, 640 * 800 * 32.0);
}

/// 640 blocks, 80 of them resident, each with so many sectors of local memory, stored and loaded once, and a table of
/// 1000 sectors that all read.
Summary with_local_memory(double sectors) {
  Summary s;
  s.blocks = 640;
  s.local.sectors_per_block = s.local.read_sectors_per_block = s.local.written_sectors_per_block = sectors;
  s.per_block = {1000, 1000, 0};
  s.total = {1000, 1000, 0};
  s.block_reuse = {{1, {1000, 1000, 0}}};
  s.load_sectors = 640 * (sectors + 1000);
  s.local_load_sectors = s.local_store_sectors = s.store_sectors = 640 * sectors;
  s.reuse.first = 640 * 1000.0;
  s.reuse.total = s.load_sectors;
  for (std::size_t k = 0; k < s.reuse.within.size(); ++k)  // again after as many others
    s.reuse.within[k] = std::exp2(static_cast<double>(k)) >= sectors ? 640 * sectors : 0;
  return s;
}

// 80 blocks of 8192 sectors are 21 MB, of which an L2 of 1 MiB keeps nothing; 80 of 256 sectors are 655 kB.
TEST(Traffic, LocalMemoryOfTheResidentBlocksGoesToDramWhereL2DoesNotHoldIt) {
  const Traffic large = traffic(with_local_memory(8192), a_device(), eight_blocks);
  const Traffic small = traffic(with_local_memory(256), a_device(), eight_blocks);

  EXPECT_NEAR(large.dram_write_bytes, 640 * 8192 * 32.0, 1);
  EXPECT_NEAR(large.dram_read_bytes, (640 * 8192 + 1000) * 32.0, 1000 * 32 * 8);
  EXPECT_EQ(small.dram_write_bytes, 0);
  EXPECT_NEAR(small.dram_read_bytes, 1000 * 32, 1);
}

/// L2 of 1 MiB, L3 of 256 MiB.
device::DeviceSpec with_l3() {
  device::DeviceSpec d = a_device();
  d.l3_bytes = 1 << 28;
  d.l3_bytes_per_s = 200e9;
  d.l3_latency = 300;
  return d;
}

// 102 MB each way do not fit into L2 and fit into L3: read once, and what is written stays there.
TEST(Traffic, BehindL2GoesThroughL3) {
  const Summary s = streaming(100'000, 32);

  const Traffic t = traffic(s, with_l3(), eight_blocks);

  EXPECT_DOUBLE_EQ(t.l3_bytes, 2 * 3.2e6 * 32);
  EXPECT_DOUBLE_EQ(t.dram_read_bytes, 3.2e6 * 32);
  EXPECT_DOUBLE_EQ(t.dram_write_bytes, 0);
  EXPECT_DOUBLE_EQ(t.min_dram_bytes, 3.2e6 * 32);
}

TEST(Traffic, WithCachesWarmL3HasWhatFitsInIt) {
  const Traffic t = traffic(streaming(100'000, 32), with_l3(), eight_blocks, {.caches = Caches::warm});

  EXPECT_DOUBLE_EQ(t.dram_read_bytes + t.dram_write_bytes, 0);
  EXPECT_DOUBLE_EQ(t.l3_hit, 1);
  EXPECT_DOUBLE_EQ(t.l3_bytes, 2 * 3.2e6 * 32);
}

TEST(Traffic, OfAStreamThatL3CannotHoldIsThatOfDram) {
  const Traffic t = traffic(streaming(1'000'000, 32), with_l3(), eight_blocks, {.caches = Caches::warm});

  EXPECT_DOUBLE_EQ(t.dram_read_bytes, 3.2e7 * 32);
  EXPECT_DOUBLE_EQ(t.dram_write_bytes, 3.2e7 * 32);
  EXPECT_DOUBLE_EQ(t.l3_hit, 0);
}

// Every load comes back to one of the last 512 sectors: half of L1. With one sector of each line of 128 bytes, AMD's L1
// holds a quarter of them.
TEST(Traffic, LinesOfAmdTakeTheirWholePlaceInL1) {
  Summary s = streaming(80, 1024);
  s.load_lines = s.load_sectors;
  s.reuse.first = 0;
  s.reuse.within.fill(s.reuse.total);
  for (std::size_t k = 0; k < 9; ++k) s.reuse.within[k] = 0;
  device::DeviceSpec rdna = a_device(), nvidia = a_device();
  rdna.vendor = device::Vendor::amd;
  rdna.l1_bytes = nvidia.l1_bytes = 8 * 1024 * 32;  // 1024 sectors for each of eight blocks

  EXPECT_DOUBLE_EQ(traffic(s, nvidia, eight_blocks).l1_hit, 1);
  EXPECT_DOUBLE_EQ(traffic(s, rdna, eight_blocks).l1_hit, 0);
}

TEST(Traffic, AtLeastWhatIsUniqueIsMovedButForStoresThatL2Holds) {
  // 1.5 times L2 in all: half of what is written has left it
  const Traffic t = traffic(streaming(768, 32), a_device(), eight_blocks);  // 24576 sectors each way, 32768 in L2

  EXPECT_DOUBLE_EQ(t.min_dram_bytes, 1.5 * 768 * 32 * 32);
}

TEST(Traffic, SectorsWrittenInPartAreReadFirst) {
  Summary s = streaming(100'000, 32);
  s.store_bytes /= 4;  // one float of each sector's eight... two of them

  const Traffic t = traffic(s, a_device(), eight_blocks);

  EXPECT_DOUBLE_EQ(t.dram_read_bytes, 3.2e6 * 32 * 1.75);
}

// 80 blocks at a time have 102.4 each of the 8192 lines of an L2 of 1 MiB: class 8 is 129 to 256, class 6 33 to 64, and
// of class 7, 65 to 128, 0.4 are farther.
TEST(Traffic, StoresToLinesThatL2HasLostAreWrittenAgain) {
  Summary s = streaming(100'000, 32);
  s.store_sectors *= 8;
  s.rewrites.sectors[8] = 7 * 3.2e6;
  s.rewrites.visits[8] = 3.5 * 3.2e6;
  Summary near = s;
  std::swap(near.rewrites.sectors[8], near.rewrites.sectors[6]);
  Summary some = s;
  std::swap(some.rewrites.sectors[8], some.rewrites.sectors[7]);

  const Traffic far = traffic(s, a_device(), eight_blocks), kept = traffic(near, a_device(), eight_blocks),
                part = traffic(some, a_device(), eight_blocks);

  EXPECT_DOUBLE_EQ(far.dram_write_bytes, 8 * 3.2e6 * 32);
  EXPECT_DOUBLE_EQ(far.dram_read_bytes, 3.2e6 * 32);
  EXPECT_DOUBLE_EQ(far.rewritten_bytes, 7 * 3.2e6 * 32);
  EXPECT_DOUBLE_EQ(far.rewriting_visits, 3.5 * 3.2e6);
  EXPECT_DOUBLE_EQ(kept.dram_write_bytes, 3.2e6 * 32);
  EXPECT_DOUBLE_EQ(part.dram_write_bytes, (1 + 0.4 * 7) * 3.2e6 * 32);
}

TEST(Traffic, NeighboursThatReadTheSameFetchItOnceAWave) {
  Summary s = streaming(8000, 32);  // 100 waves of 80
  s.store_sectors = s.store_bytes = 0;
  s.per_block = {32, 32, 0};
  s.total = {32, 32, 0};
  s.block_reuse = {{1, {32, 32, 0}}};

  const Traffic t = traffic(s, a_device(), eight_blocks);

  // one kilobyte in all: every block but the first finds it in L2
  EXPECT_NEAR(t.dram_read_bytes, 32 * 32, 1e-6);
  EXPECT_NEAR(t.l2_hit, 1 - 1.0 / 8000, 1e-9);
}

TEST(Traffic, AWaveCoversTheGridXFirst) {
  // 40 x 40 blocks: those of a row share all they read, rows share nothing. A wave of 80 is two rows.
  Summary s = streaming(1600, 3200);
  s.grid = {40, 40, 1};
  s.store_sectors = s.store_bytes = 0;
  s.per_block = {3200, 3200, 0};
  s.total = {40 * 3200, 40 * 3200, 0};
  const double shared = 3200 * 39 / 40.0 * 1600 / 1599;  // by 1560 of the 1599 blocks that have one before them
  s.block_reuse = {{1, {shared, shared, 0}}};

  const Traffic t = traffic(s, a_device(), eight_blocks);

  EXPECT_NEAR(t.dram_read_bytes, 40 * 3200 * 32, 1);  // each row's data once
}

TEST(Traffic, PlanesAreFoundAgainWhileL2HoldsThoseBetween) {
  // 800 blocks, the one 200 before has touched half of a block's 64 sectors
  Summary s = streaming(800, 64);  // 10 waves of 80
  s.store_sectors = s.store_bytes = 0;
  s.per_block = {64, 64, 0};
  s.total = {64 * 800 - 32 * 600, 64 * 800 - 32 * 600, 0};
  s.block_reuse = {{200, {32, 32, 0}}};

  const Traffic held = traffic(s, a_device(), eight_blocks);  // 240 blocks between: 64 * 200 + 32 * 40 = 14080 of 32768
  device::DeviceSpec small = a_device();
  small.l2_bytes /= 4;  // 8192 sectors
  const Traffic lost = traffic(s, small, eight_blocks);

  EXPECT_NEAR(held.dram_read_bytes, 32000 * 32, 1e-6);
  EXPECT_NEAR(lost.dram_read_bytes, 51200 * 32, 1e-6);
}

TEST(Traffic, WhatAllBlocksReadHasHalfOfAnL2InTwoPartitions) {
  // 24000 sectors that every block reads, of 32768 in L2: they fit once and not twice
  Summary s = streaming(800, 24000);  // 10 waves of 80
  s.store_sectors = s.store_bytes = 0;
  s.per_block = s.total = {24000, 24000, 0};
  s.block_reuse = {{1, {24000, 24000, 0}}};
  s.reuse.first = s.reuse.total;  // no reuse within a block
  device::DeviceSpec parted = a_device();
  parted.l2_partitions = 2;

  const double whole = traffic(s, a_device(), eight_blocks).dram_read_bytes;
  const double halves = traffic(s, parted, eight_blocks).dram_read_bytes;

  // 16384 of 24000 sectors in either side's half: the least recently used go first, so none is there when it is wanted
  EXPECT_NEAR(whole, 24000 * 32, 1e-6);
  EXPECT_NEAR(halves, 24000 * 32 * 10, 1);
  EXPECT_DOUBLE_EQ(traffic(s, parted, eight_blocks, {.copies = L2Copies::never}).dram_read_bytes, whole);
}

TEST(Traffic, AStreamHasAllOfAnL2InTwoPartitions) {
  const Summary s = streaming(400, 32);
  device::DeviceSpec parted = a_device();
  parted.l2_partitions = 2;

  EXPECT_DOUBLE_EQ(traffic(s, parted, eight_blocks).dram_read_bytes,
                   traffic(s, a_device(), eight_blocks).dram_read_bytes);
}

TEST(Traffic, L1CatchesReuseWithinItsShareForABlock) {
  // of 10 loads, 9 come back after at most 64 sectors; L1 gives 32 KiB / 8 blocks / 32 bytes = 128 sectors
  Summary s = streaming(100'000, 100);
  s.reuse.within.fill(900 * 100'000.0 / 10 * 0.1 * 10);
  s.reuse.total = 100 * 100'000.0;
  s.reuse.first = 10 * 100'000.0;
  s.reuse.within.fill(90 * 100'000.0);
  for (std::size_t k = 0; k < 6; ++k) s.reuse.within[k] = 0;

  EXPECT_DOUBLE_EQ(traffic(s, a_device(), eight_blocks).l1_hit, 0.9);

  device::DeviceSpec small = a_device();
  small.l1_bytes = 32 * 8 * 16;  // 16 sectors a block
  EXPECT_EQ(traffic(s, small, eight_blocks).l1_hit, 0);

  device::DeviceSpec bypassing = a_device();
  bypassing.l1_caches_global = false;
  EXPECT_EQ(traffic(s, bypassing, eight_blocks).l1_hit, 0);
}

TEST(Traffic, ARequestMissesWithAnyOfItsSectors) {
  // a stream of 4 new sectors a request, and look-ups of 16 sectors in a table that L1 has
  Summary s = streaming(100'000, 100);
  s.reuse.first = 400;
  s.reuse.within.fill(1600);
  s.reuse.total = 2000;
  s.request_reuse.first = 100;
  s.request_reuse.within.fill(100);
  s.request_reuse.total = 200;

  const Traffic t = traffic(s, a_device(), eight_blocks);

  EXPECT_DOUBLE_EQ(t.l1_hit, 0.8);
  EXPECT_DOUBLE_EQ(t.request_l1_hit, 0.5);
}

TEST(Traffic, LocalMemoryIsCachedWhereGlobalMemoryIsNot) {
  Summary s = streaming(100'000, 100);
  s.load_sectors = 100;
  s.local_load_sectors = 50;
  s.reuse.within.fill(90);
  s.reuse.total = 100;
  device::DeviceSpec kepler = a_device();
  kepler.l1_caches_global = false;

  EXPECT_DOUBLE_EQ(traffic(s, kepler, eight_blocks).l1_hit, 0.5 * 0.9);
}

TEST(Traffic, L1HoldsWhatAllBlocksRead) {
  // 1024 sectors of L1 hold the reads of 16 blocks: half of them everybody's, half of them each block's own
  Summary s = streaming(100'000, 64);
  s.common_reads = {{.sectors = 32, .chance = 1}, {.sectors = 32, .chance = 1e-9}};

  // the first block of each SM brings what is everybody's
  const double hit = traffic(s, a_device(), eight_blocks).l1_hit;
  EXPECT_NEAR(hit, 0.5 * (1 - a_device().sms / 100'000.0), 1e-6);

  // one block an SM: nobody brings anything
  s = streaming(a_device().sms, 64);
  s.common_reads = {{.sectors = 64, .chance = 1}};
  EXPECT_NEAR(traffic(s, a_device(), eight_blocks).l1_hit, 0, 1e-9);
}

TEST(Traffic, SharedMemoryInUseTakesFromAnL1ThatSharesItsArray) {
  Summary s = streaming(100'000, 100);
  s.reuse.first = 10 * 100'000.0;
  s.reuse.within.fill(90 * 100'000.0);
  for (std::size_t k = 0; k < 6; ++k) s.reuse.within[k] = 0;
  s.shared_bytes = 4000;  // eight blocks: 32000 of 32768
  device::DeviceSpec d = a_device();
  d.l1_shares_with_shared = true;

  EXPECT_EQ(traffic(s, d, eight_blocks).l1_hit, 0);
}

TEST(HitRate, IsLinearWithinAClassOfDistances) {
  Summary s;
  s.reuse.within.fill(100);
  s.reuse.within[0] = s.reuse.within[1] = s.reuse.within[2] = s.reuse.within[3] = 0;  // 100 loads with distances 9..16
  s.reuse.total = 200;

  EXPECT_EQ(hit_rate(s.reuse, 8), 0);
  EXPECT_DOUBLE_EQ(hit_rate(s.reuse, 12), 0.25);
  EXPECT_DOUBLE_EQ(hit_rate(s.reuse, 16), 0.5);
  EXPECT_DOUBLE_EQ(hit_rate(s.reuse, 1e12), 0.5);
}

}  // namespace
}  // namespace forewarp::model
