// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// What L1, shared memory and the texture units of a multiprocessor do in a cycle.
#include <gtest/gtest.h>

#include "forewarp/model/bounds/bounds.hpp"
#include "unit/model/test_device.hpp"

namespace forewarp::model {
namespace {

TEST(BoundsL1, ThreeWarpsABlockDemandOfL1WhatTheirBlocksDo) {
  Demand d = blocks_of_eight_warps(8000);
  d.threads_per_block = 96;
  d.occupancy = resident(2, 3);
  d.l1_wavefronts = 8000 * 1000.0;

  // 1000 cycles of L1 a block, 800 blocks an SM: two warps of one scheduler must not count as 8 / 3 blocks
  EXPECT_NEAR(bounds(d, a_device()).time_s, 800e-6, 40e-6);
}

TEST(BoundsL1, ConflictsInSharedMemoryCountACycleEach) {
  Demand d = blocks_of_eight_warps(800);
  d.issue = d.load_store = 800 * 8 * 10.0;
  d.shared_wavefronts = 32 * d.load_store;  // every lane in one bank

  const Prediction p = bounds(d, a_device());

  EXPECT_EQ(p.limiter, "shared");
  EXPECT_NEAR(time_of(p, "shared"), 80 * 8 * 10 * 32 * 1e-9, 1e-9);
}

TEST(BoundsL1, ALookUpInL1MovesAWholeLineUpToKeplerAndSectorsSince) {
  Demand d = blocks_of_eight_warps(800);
  d.issue = 800 * 8;
  d.l1_wavefronts = d.l1_sectors = 1e6;  // scattered: a sector of each line
  device::DeviceSpec device = a_device();
  device.l1_bytes_per_cycle = 64;

  // a cycle a look-up over ten SMs; 128 bytes at 64 a cycle are two
  EXPECT_NEAR(time_of(bounds(d, device), "l1"), 100e-6, 1e-9);
  device.l1_moves_whole_lines = true;
  EXPECT_NEAR(time_of(bounds(d, device), "l1"), 200e-6, 1e-9);
}

TEST(BoundsL1, PassesThroughL1TellWhatSectorsCostFromVoltaOn) {
  Demand d = blocks_of_eight_warps(800);
  d.issue = 800 * 8;
  d.l1_wavefronts = 1e6;
  d.l1_sectors = 3.5e6;  // gathers: 32 sectors in nine passes
  device::DeviceSpec volta = a_device();
  volta.compute_capability = 70;
  volta.l1_bytes_per_cycle = 64;
  device::DeviceSpec maxwell = volta;
  maxwell.compute_capability = 52;

  EXPECT_NEAR(time_of(bounds(d, volta), "l1"), 100e-6, 1e-9);
  EXPECT_NEAR(time_of(bounds(d, maxwell), "l1"), 175e-6, 1e-9);  // 32 bytes each, 64 a cycle
  d.l1_wavefronts = 0;                                           // from counters
  EXPECT_NEAR(time_of(bounds(d, volta), "l1"), 175e-6, 1e-9);
}

TEST(BoundsL1, TextureUnitsGiveFourTexelsACycle) {
  Demand d = blocks_of_eight_warps(800);
  d.issue = 800 * 8;
  d.texture_reads = 1e5;
  device::DeviceSpec device = a_device();

  const double without = time_of(bounds(d, device), "l1");
  device.throughput.texture = 4;

  // 32 lanes take 8 cycles; ten SMs at 1 GHz
  EXPECT_NEAR(time_of(bounds(d, device), "l1"), 80e-6, 1e-9);
  EXPECT_LT(without, 1e-9);
}

TEST(BoundsL1, AWarpAloneHasSharedMemoryForItself) {
  Demand d = blocks_of_eight_warps(1);
  d.occupancy = resident(1, 1);
  d.issue = d.load_store = 512;
  d.shared_wavefronts = 512 * 32;
  Demand four = d;
  four.occupancy = resident(1, 4);
  four.issue *= 4, four.load_store *= 4, four.shared_wavefronts *= 4;

  // 16,384 passes, one a cycle of 1 GHz, whichever scheduler they come from
  EXPECT_NEAR(bounds(d, a_device()).time_s, 16.4e-6, 1e-6);
  EXPECT_NEAR(bounds(four, a_device()).time_s / bounds(d, a_device()).time_s, 4, 0.2);
}

}  // namespace
}  // namespace forewarp::model
