// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/profile/request_shape.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

#include "unit/emulate/profile/synthetic.hpp"

namespace forewarp::profile {
namespace {

using emu::AccessKind;
using ptx::StateSpace;
using test::affine;
using test::Request;

RequestShape shape(const Request& request, unsigned width = 32) {
  std::vector<std::uint64_t> sectors;
  return shape_of(request.access, width, sectors);
}

RequestShape global(std::uint64_t base, std::uint64_t stride, unsigned bytes = 4, unsigned width = 32) {
  return shape(Request(StateSpace::global, bytes, affine(base, stride), width == 64 ? ~0ULL : test::all_lanes), width);
}

RequestShape shared(std::uint64_t stride, unsigned bytes = 4) {
  return shape(Request(StateSpace::shared, bytes, affine(0, stride)));
}

TEST(RequestShape, ConsecutiveFloatsTakeFourSectorsOfOneLine) {
  // 32 lanes * 4 bytes = 128 bytes = 4 sectors of 32 = 1 line of 128.
  EXPECT_EQ(global(1024, 4).sectors, 4U);
  EXPECT_EQ(global(1024, 4).lines, 1U);
}

TEST(RequestShape, MisalignedFloatsTakeOneMoreSectorAndLine) {
  // Bytes 1028..1155: sectors 32..36, lines 8 and 9.
  EXPECT_EQ(global(1028, 4).sectors, 5U);
  EXPECT_EQ(global(1028, 4).lines, 2U);
}

TEST(RequestShape, EverySecondFloatDoublesTheSectors) {
  // Span 256 bytes: 8 sectors, 2 lines.
  EXPECT_EQ(global(0, 8).sectors, 8U);
  EXPECT_EQ(global(0, 8).lines, 2U);
}

TEST(RequestShape, AColumnTakesASectorALane) {
  EXPECT_EQ(global(0, 4096).sectors, 32U);
  EXPECT_EQ(global(0, 4096).lines, 32U);
}

TEST(RequestShape, ABroadcastTakesOneSector) {
  EXPECT_EQ(global(64, 0).sectors, 1U);
  EXPECT_EQ(global(64, 0).lines, 1U);
}

TEST(RequestShape, DoublesAndFloat4TakeWhatTheirBytesTake) {
  // 32 * 8 = 256 bytes = 8 sectors, 2 lines; 32 * 16 = 512 bytes = 16 sectors, 4 lines.
  EXPECT_EQ(global(0, 8, 8).sectors, 8U);
  EXPECT_EQ(global(0, 16, 16).sectors, 16U);
  EXPECT_EQ(global(0, 16, 16).lines, 4U);
}

TEST(RequestShape, LocalMemoryTakesAPassALine) {
  EXPECT_EQ(shape(Request(StateSpace::local, 16, affine(16, 0))).passes, 4U);
}

TEST(RequestShape, AConstantTakesAPassForEachAddress) {
  EXPECT_EQ(shape(Request(StateSpace::const_, 4, affine(64, 0))).passes, 1U);
  EXPECT_EQ(shape(Request(StateSpace::const_, 4, affine(64, 4))).passes, 32U);
  EXPECT_EQ(shape(Request(StateSpace::const_, 4, [](unsigned lane) { return lane / 8 * 4; })).passes, 4U);
}

TEST(RequestShape, AWaveOfSixtyFourTakesTwice) {
  EXPECT_EQ(global(0, 4, 4, 64).sectors, 8U);
  EXPECT_EQ(global(0, 4, 4, 64).lanes, 64U);
}

TEST(RequestShape, DescendingAndShuffledLanesTouchEachSectorOnce) {
  const Request reversed(StateSpace::global, 4, [](unsigned lane) { return 4 * (31 - lane % 32); });
  const Request shuffled(StateSpace::global, 4, [](unsigned lane) { return 4 * (lane * 7 % 32); });

  EXPECT_EQ(shape(reversed).sectors, 4U);
  EXPECT_EQ(shape(shuffled).sectors, 4U);
  EXPECT_EQ(shape(shuffled).lines, 1U);
}

TEST(RequestShape, OnlyActiveLanesCount) {
  const Request half(StateSpace::global, 4, affine(0, 4), 0x0000ffff);

  // 16 lanes * 4 bytes = 64 bytes.
  EXPECT_EQ(shape(half).lanes, 16U);
  EXPECT_EQ(shape(half).sectors, 2U);
}

/// The distinct sectors of lanes that touch one each, in the order of the lanes.
std::vector<std::uint64_t> sectors_in_order(const Request& request) {
  std::vector<std::uint64_t> out;
  for (unsigned lane = 0; lane < 64; ++lane) {
    const std::uint64_t sector = request.addresses[lane] / 32;
    if ((request.access.active >> lane & 1) != 0 && std::ranges::find(out, sector) == out.end()) out.push_back(sector);
  }
  return out;
}

// Rising from lane to lane, in steps of up to so many words, save for one lane or for none; near or far from each
// other.
TEST(RequestShape, SectorsAndLinesAreThoseOfTheLanesInTheirOrder) {
  std::mt19937_64 random(11);
  for (int round = 0; round < 4000; ++round) {
    const std::uint64_t longest = std::uint64_t{1} << random() % 22, out_of_order = random() % 100;
    std::uint64_t next = 1 << 20;
    const Request request(
        StateSpace::global, 4,
        [&](unsigned lane) {
          next += 4 * (random() % longest);
          return lane == out_of_order ? 4 * (random() % (1 << 18)) : next;
        },
        random() % 3 == 0 ? test::all_lanes : random() | 1);
    const auto expected = sectors_in_order(request);
    std::set<std::uint64_t> lines;
    for (const auto sector : expected) lines.insert(sector / 4);

    std::vector<std::uint64_t> sectors;
    const RequestShape seen = shape_of(request.access, 64, sectors);

    ASSERT_EQ(sectors, expected);
    ASSERT_EQ(seen.sectors, expected.size());
    ASSERT_EQ(seen.lines, lines.size());
  }
}

TEST(RequestShape, LocalMemoryPutsTheLanesSideBySide) {
  const Request same(StateSpace::local, 4, affine(8, 0));
  const Request vector(StateSpace::local, 16, affine(16, 0));

  // Every lane its own word of one row: 128 bytes. A float4 has four such rows.
  EXPECT_EQ(shape(same).sectors, 4U);
  EXPECT_EQ(shape(vector).sectors, 16U);
}

TEST(RequestShape, SharedStrideOneIsFreeOfConflicts) {
  EXPECT_EQ(shared(4).wavefronts, 1U);
  EXPECT_EQ(shared(4).ideal_wavefronts, 1U);
  EXPECT_EQ(shared(4).sectors, 0U);
}

TEST(RequestShape, SharedStrideTwoWordsConflictsTwice) {
  // Banks 0, 2, .., 30, 0, ..: two words a bank.
  EXPECT_EQ(shared(8).wavefronts, 2U);
}

TEST(RequestShape, SharedColumnConflictsThirtyTwoTimesAndPaddingCuresIt) {
  EXPECT_EQ(shared(32 * 4).wavefronts, 32U);
  EXPECT_EQ(shared(33 * 4).wavefronts, 1U);
}

TEST(RequestShape, SharedBroadcastTakesOneWavefront) {
  EXPECT_EQ(shared(0).wavefronts, 1U);
  // Two words of one bank, 16 lanes each: two wavefronts.
  const Request two(StateSpace::shared, 4, [](unsigned lane) { return lane % 2 * 128; });
  EXPECT_EQ(shape(two).wavefronts, 2U);
}

TEST(RequestShape, SharedBytesOfOneWordAreShared) {
  // 32 bytes lie in 8 words of 8 banks.
  EXPECT_EQ(shared(1, 1).wavefronts, 1U);
}

TEST(RequestShape, SharedDoublesGoByHalfWarps) {
  // 16 lanes * 8 bytes = 128 bytes a wavefront.
  EXPECT_EQ(shared(8, 8).wavefronts, 2U);
  EXPECT_EQ(shared(8, 8).ideal_wavefronts, 2U);
  // Stride 16 bytes: 16 lanes span 256 bytes, two words a bank in each half: 4.
  EXPECT_EQ(shared(16, 8).wavefronts, 4U);
  // All lanes the same double: both halves together.
  EXPECT_EQ(shared(0, 8).wavefronts, 1U);
  EXPECT_EQ(shared(0, 8).ideal_wavefronts, 1U);
}

TEST(RequestShape, SharedFloat4GoesByQuarterWarps) {
  EXPECT_EQ(shared(16, 16).wavefronts, 4U);
  EXPECT_EQ(shared(16, 16).ideal_wavefronts, 4U);
  // Stride 32 bytes: 8 lanes span 256 bytes, so each quarter takes 2.
  EXPECT_EQ(shared(32, 16).wavefronts, 8U);
}

TEST(RequestShape, SharedAtomicsOnOneWordQueueUp) {
  const Request one(StateSpace::shared, 4, affine(0, 0), test::all_lanes, AccessKind::atomic);

  EXPECT_EQ(shape(one).wavefronts, 32U);
  EXPECT_EQ(shape(one).collisions, 31U);
  EXPECT_EQ(shape(one).ideal_wavefronts, 32U) << "no place in other banks would help";
  EXPECT_EQ(shape(one).passes, 1U) << "if the lanes are counted together";
}

TEST(RequestShape, SharedAtomicsOnWordsOfOneBankQueueUpEvenIfLanesAreCounted) {
  // Lanes 2k and 2k + 1 on word 32 k: 16 words of bank 0.
  const Request pairs(
      StateSpace::shared, 4, [](unsigned lane) { return lane / 2 * 128; }, test::all_lanes, AccessKind::atomic);

  EXPECT_EQ(shape(pairs).wavefronts, 32U);
  EXPECT_EQ(shape(pairs).passes, 16U);
  EXPECT_EQ(shape(pairs).ideal_wavefronts, 2U);
}

TEST(RequestShape, AtomicCollisionsAreLanesBeyondTheFirstOfAnAddress) {
  // Four addresses, eight lanes each: 32 - 4.
  const Request four(
      StateSpace::global, 4, [](unsigned lane) { return lane % 4 * 4; }, test::all_lanes, AccessKind::reduction);

  EXPECT_EQ(shape(four).collisions, 28U);
  EXPECT_EQ(shape(four).sectors, 1U);
}

TEST(RequestShape, WideLoadsReturnARegisterACycleOrTwoWherePairsOfLanesAgree) {
  const auto wide = [](auto address) { return shape(Request(StateSpace::shared, 16, address)).wide_wavefronts; };
  // The example of the forum's thread: lane % 4 * 16 takes 4, pairs that agree (i, i^1) or (i, i^2) take 2.
  EXPECT_EQ(wide([](unsigned lane) { return std::uint64_t{lane % 4 * 16}; }), 4U);
  EXPECT_EQ(wide([](unsigned lane) { return std::uint64_t{lane / 2 % 4 * 16}; }), 2U);
  EXPECT_EQ(wide([](unsigned lane) { return std::uint64_t{lane % 2 * 16}; }), 2U);
  EXPECT_EQ(wide([](unsigned) { return std::uint64_t{0}; }), 2U);
  EXPECT_EQ(wide([](unsigned lane) { return std::uint64_t{lane * 16}; }), 4U);
  // Rows of 64 bytes: in each quarter warp four lanes to a bank.
  EXPECT_EQ(wide([](unsigned lane) { return std::uint64_t{lane * 64}; }), 16U);
}

}  // namespace
}  // namespace forewarp::profile
