// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/advise/remedy.hpp"

#include <gtest/gtest.h>

#include "forewarp/model/device/database.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::advise {
namespace {

/// 100 blocks of 64 threads, each thread loads one float.
Mended launch_of(double sectors_per_request) {
  Mended m;
  m.device = device::find_device("V100");
  m.profile.launch.grid = {100, 1, 1};
  m.profile.launch.block = {64, 1, 1};
  m.profile.warps = 200, m.profile.threads = 6400;
  m.profile.registers = 32;
  profile::AccessSite site;
  site.mnemonic = "ld.global.f32";
  site.space = ptx::StateSpace::global;
  site.kind = emu::AccessKind::load;
  site.bytes_per_lane = 4;
  site.requests = 200, site.lanes = 6400;
  site.sectors = 200 * sectors_per_request;
  site.lines = site.sectors;
  site.unique_sectors_per_block = site.sectors / 100;
  m.profile.sites.push_back(site);
  return m;
}

TEST(Remedy, CoalescedAccessesMoveNoMoreThanTheirLanesAskFor) {
  const auto mended = mend("coalesced", launch_of(32));

  ASSERT_TRUE(mended);
  EXPECT_DOUBLE_EQ(mended->profile.sites[0].sectors, 800);  // 6400 lanes * 4 bytes / 32
  EXPECT_DOUBLE_EQ(mended->profile.sites[0].lines, 200);    // four sectors each
}

TEST(Remedy, WhatIsCoalescedAlreadyIsLeftAlone) { EXPECT_FALSE(mend("coalesced", launch_of(4))); }

TEST(Remedy, VectorLoadsMakeAQuarterOfTheRequestsForTheSameSectors) {
  const auto mended = mend("vector_loads", launch_of(4));

  ASSERT_TRUE(mended);
  EXPECT_DOUBLE_EQ(mended->profile.sites[0].requests, 50);
  EXPECT_DOUBLE_EQ(mended->profile.sites[0].sectors, 800);
  EXPECT_DOUBLE_EQ(mended->profile.sites[0].bytes_asked(), 6400 * 4.0);
  EXPECT_EQ(mended->profile.launch.grid.x, 25u);
}

TEST(Remedy, ReadsOfTexturesDoNotBecomeVectors) {
  Mended m = launch_of(4);
  m.profile.sites[0].mnemonic = "tex.2d.v4.f32.f32";

  EXPECT_FALSE(mend("vector_loads", m));
}

TEST(Remedy, BankConflictsGoAndNothingElse) {
  Mended m = launch_of(4);
  m.profile.sites[0].space = ptx::StateSpace::shared;
  m.profile.sites[0].wavefronts = 6400;
  m.profile.sites[0].ideal_wavefronts = 200;

  const auto mended = mend("conflict_free", m);

  ASSERT_TRUE(mended);
  EXPECT_DOUBLE_EQ(mended->profile.sites[0].wavefronts, 200);
  EXPECT_DOUBLE_EQ(mended->profile.sites[0].requests, 200);
}

TEST(Remedy, ReuseInSharedMemoryLoadsEachSectorOnce) {
  Mended m = launch_of(4);
  m.profile.sites[0].unique_sectors_per_block = 1;  // 8 sectors a block, all of them the same one
  m.profile.path.global = 8;

  const auto mended = mend("shared_reuse", m);

  ASSERT_TRUE(mended);
  EXPECT_DOUBLE_EQ(mended->profile.sites[0].sectors, 100);
  EXPECT_LT(mended->profile.path.global, 8);
  EXPECT_GT(mended->profile.path.barrier, 0);
}

TEST(Remedy, FusingMakesANodeOfAGraphAndMergesWhatIsOne) {
  Mended launch = launch_of(4);
  launch.device.launch_overhead_s = 2e-6;
  launch.device.graph_launch_overhead_s = 0.8e-6;
  EXPECT_DOUBLE_EQ(mend("fused", launch)->device.launch_overhead_s, 0.8e-6);
  launch.device.graph_launch_overhead_s = 0;  // not known
  EXPECT_DOUBLE_EQ(mend("fused", launch)->device.launch_overhead_s, 1e-6);
  launch.device.graph_launch_overhead_s = 1.9e-6;  // gains too little
  EXPECT_EQ(mend("fused", launch)->device.launch_overhead_s, 0);
  launch.device.launch_overhead_s = launch.device.graph_launch_overhead_s;  // is a node
  EXPECT_EQ(mend("fused", launch)->device.launch_overhead_s, 0);
  launch.device.launch_overhead_s = 0;
  EXPECT_FALSE(mend("fused", launch));
}

TEST(Remedy, AnUnknownNameIsRefused) { EXPECT_THROW((void)mend("magic", launch_of(4)), InputError); }

}  // namespace
}  // namespace forewarp::advise
