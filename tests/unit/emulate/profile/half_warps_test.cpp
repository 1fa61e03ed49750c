// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/profile/half_warps.hpp"

#include <gtest/gtest.h>

#include <functional>

#include "unit/emulate/profile/synthetic.hpp"

namespace forewarp::profile {
namespace {

using ptx::StateSpace;
using test::affine;
using test::Request;

HalfWarps halves(unsigned bytes, const std::function<std::uint64_t(unsigned)>& address,
                 emu::LaneMask active = test::all_lanes, unsigned width = 32) {
  const Request request(StateSpace::global, bytes, address, active);
  return half_warps_of(request.access, width);
}

/// Loads of CLBlast's matrix product: `lanes` lanes read `bytes` each, so far apart, and the others repeat them.
std::uint32_t gemm(unsigned bytes, unsigned apart, unsigned lanes) {
  return halves(bytes, [=](unsigned lane) { return std::uint64_t{lane % lanes} * apart; }).passes;
}

// Measured on a GTX 1080 Ti at 1.75 GHz (shared/data/tuning/gemm, SB = 1, NWI = 1): cycles of a load.
TEST(HalfWarps, TakesTheCyclesMeasuredOnPascal) {
  EXPECT_EQ(gemm(4, 16, 8), 4U);   // 4.0
  EXPECT_EQ(gemm(4, 16, 16), 8U);  // 7.9
  EXPECT_EQ(gemm(4, 16, 32), 8U);  // 7.9
  EXPECT_EQ(gemm(4, 64, 8), 8U);   // 7.9
  EXPECT_EQ(gemm(8, 8, 32), 4U);   // 4.4
  EXPECT_EQ(gemm(8, 16, 8), 4U);   // 4.2
  EXPECT_EQ(gemm(8, 16, 16), 8U);  // 7.9
  EXPECT_EQ(gemm(8, 16, 32), 8U);  // 8.0
  EXPECT_EQ(gemm(8, 32, 8), 4U);   // 4.1
  EXPECT_EQ(gemm(8, 32, 16), 8U);  // 7.9
  EXPECT_EQ(gemm(8, 64, 8), 8U);   // 7.9
  EXPECT_EQ(gemm(16, 16, 8), 8U);  // 8.2
  EXPECT_EQ(gemm(16, 16, 16), 8U);
  EXPECT_EQ(gemm(16, 16, 32), 8U);  // 8.0
  EXPECT_EQ(gemm(16, 32, 8), 8U);
  EXPECT_EQ(gemm(16, 32, 16), 8U);
  EXPECT_EQ(gemm(16, 64, 8), 8U);  // 8.0
}

TEST(HalfWarps, AColumnIsInOneBank) {
  // amaris2022's matrix product that is not coalesced: lanes l and l + 16 read one address, and the rows are 4 KiB
  // apart. Two halves of 16 pieces, two a cycle: 16 passes. A store writes two floats of each sector.
  EXPECT_EQ(halves(4, [](unsigned lane) { return lane % 16 * 4096; }).passes, 16U);
  const auto store = halves(4, [](unsigned lane) { return lane % 16 * 4096 + lane / 16 * 4; });
  EXPECT_EQ(store.passes, 16U);
  EXPECT_EQ(store.sectors, 32U);  // its counter: 32 for each store
}

TEST(HalfWarps, NeighboursAndOneAddressTakeAPassEach) {
  EXPECT_EQ(halves(4, affine(0, 4)).passes, 2U);
  EXPECT_EQ(halves(4, affine(0, 4)).sectors, 4U);
  EXPECT_EQ(halves(4, affine(64, 0)).passes, 2U);
  EXPECT_EQ(halves(4, affine(64, 0)).sectors, 2U);
  EXPECT_EQ(halves(1, affine(0, 1)).passes, 2U);
}

TEST(HalfWarps, OnlyHalvesWithActiveLanesPass) {
  EXPECT_EQ(halves(4, affine(0, 4), 0x0000ffff).passes, 1U);
  EXPECT_EQ(halves(4, affine(0, 4), 0x80000001).passes, 2U);
  EXPECT_EQ(halves(4, affine(0, 4), 0).passes, 0U);
}

TEST(HalfWarps, LanesThatAreNotAlignedTouchTwoPieces) {
  // Bytes 8 to 136 of 16 lanes with 8 bytes each: pieces 0 to 8, banks 0 to 3 with 3, 2, 2, 2.
  EXPECT_EQ(halves(8, affine(8, 8), 0xffff).passes, 3U);
  EXPECT_EQ(halves(8, affine(8, 8), 0xffff).sectors, 5U);
}

TEST(HalfWarps, AnyOrderOfTheLanesIsTheSame) {
  const auto rising = [](unsigned lane) { return std::uint64_t{lane} * 48; };
  const auto falling = [](unsigned lane) { return std::uint64_t{15 - lane % 16 + lane / 16 * 16} * 48; };
  EXPECT_EQ(halves(4, rising).passes, halves(4, falling).passes);
  EXPECT_EQ(halves(4, rising).sectors, halves(4, falling).sectors);
}

TEST(HalfWarps, MostSectorsFitTheTable) {
  // 16 lanes of 32 bytes that are not aligned touch two sectors each: 3 pieces, 48 in all.
  EXPECT_EQ(halves(32, affine(16, 4096), 0xffff).sectors, 32U);
  EXPECT_EQ(halves(32, affine(8, 4096), 0xffff).passes, 12U);
  EXPECT_EQ(halves(4, affine(0, 4), ~0ULL, 64).passes, 4U);
}

}  // namespace
}  // namespace forewarp::profile
