// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/bounds/summary.hpp"

#include <gtest/gtest.h>

namespace forewarp::model {
namespace {

/// 100 warps of 32 lanes, one atomic each, on the address that all share.
profile::Profile one_atomic_a_lane(const char* mnemonic, double collisions) {
  profile::Profile p;
  p.launch.grid = {100, 1, 1};
  p.launch.block = {32, 1, 1};
  profile::AccessSite site;
  site.mnemonic = mnemonic;
  site.space = ptx::StateSpace::global;
  site.kind = emu::AccessKind::reduction;
  site.requests = 100;
  site.lanes = 3200;
  site.collisions = collisions;
  p.sites = {site};
  p.hottest_atomic = 3200;
  p.hottest_atomic_requests = 100;
  return p;
}

TEST(Summary, IntegerAtomicsOfAWarpOnOneAddressAreCombined) {
  // All lanes but the first of each warp collide: 3200 - 100.
  EXPECT_EQ(summarise(one_atomic_a_lane("red.global.add.u32", 3100)).atomic_serial, 100);
}

TEST(Summary, FloatAtomicsAndScatteredOnesComeLaneByLane) {
  EXPECT_EQ(summarise(one_atomic_a_lane("red.global.add.f32", 3100)).atomic_serial, 3200);
  EXPECT_EQ(summarise(one_atomic_a_lane("red.global.add.u32", 1000)).atomic_serial, 3200);
}

}  // namespace
}  // namespace forewarp::model
