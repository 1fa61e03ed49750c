// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/profile/block_footprint.hpp"

#include <gtest/gtest.h>

#include "forewarp/emulate/machine/memory.hpp"

namespace forewarp::profile {
namespace {

struct Watched {
  BufferMap buffers;
  BlockFootprint footprint{1, buffers};
  Watched() { footprint.begin(); }

  void load(std::uint64_t sector, std::uint64_t weight, std::uint32_t warp = 0, bool first_of_request = true) {
    footprint.touch({sector, weight, 0xffffffff, 0, 1, first_of_request, true, first_of_request}, warp);
  }
  void store(std::uint64_t sector, std::uint64_t weight = 1, std::uint32_t warp = 0, bool first_of_request = true) {
    footprint.touch({sector, weight, 0xf, 0, 2, first_of_request, false, first_of_request}, warp);
  }
  [[nodiscard]] Detail detail() {
    Detail out;
    footprint.finish(out);
    return out;
  }
};

TEST(BlockFootprint, IterationsOfASampledLoopAreNoFartherApartForStandingForMany) {
  Watched w;
  // Each iteration reads sector 0 and one of its own; each of the two that are run stands for 100.
  w.load(0, 1), w.load(1, 1);
  w.load(0, 100), w.load(2, 100);
  w.load(0, 100), w.load(3, 100);
  w.load(0, 1), w.load(4, 1);

  const Detail d = w.detail();

  // 200 loads of sector 0 at a distance of 1, where both touches are in the loop or in the iteration before it. The
  // last one sees what the loop stands for only behind the last iteration run: 100 sectors (class 7: up to 128).
  EXPECT_EQ(d.reuse[0], 200U);
  EXPECT_EQ(d.reuse[7], 1U);
  EXPECT_EQ(d.first, 1U + 1 + 100 + 100 + 1);
}

// A second pass over what the block wrote itself needs nothing of memory; where a part was written, the rest is
// fetched.
TEST(BlockFootprint, WhatTheBlockStoredWholeIsNotFetched) {
  BufferMap buffers;
  buffers.numbers = {5};
  BlockFootprint footprint(1, buffers);
  const std::uint64_t base = std::uint64_t{5} << (emu::Memory::buffer_shift - sector_shift);
  const auto touch = [&](std::uint64_t sector, std::uint32_t bytes, unsigned use) {
    footprint.touch({base + sector, 1, bytes, 0, use & 3U, true, use == 1, true}, 0);
  };
  footprint.begin();
  touch(0, 0xffffffff, 2), touch(0, 0xffffffff, 1);                           // stored whole, then read
  touch(1, 0x0000ffff, 2), touch(1, 0xffff0000, 2), touch(1, 0x0000000f, 1);  // stored in two parts, then read
  touch(2, 0x0000ffff, 2), touch(2, 0xffff0000, 1);                           // half of it stored
  touch(3, 0xffffffff, 1), touch(3, 0xffffffff, 2), touch(3, 0xffffffff, 1);  // read first

  Detail d;
  footprint.finish(d);

  EXPECT_EQ(d.buffers[0].unique, 4U);
  EXPECT_EQ(d.buffers[0].written, 4U);
  EXPECT_EQ(d.buffers[0].read, 2U);
}

// A request is near where all its sectors have been loaded with less than 512 others since, and no other warp has just
// asked for one of them.
TEST(BlockFootprint, RequestsThatEveryL1AnswersAreNear) {
  Watched w;
  w.load(0, 1), w.load(0, 10);           // the first is new, the second near
  w.load(0, 1), w.load(1, 1, 0, false);  // brings a new sector
  w.load(1, 1, 1);                       // another warp waits for it
  w.load(1, 1, 1);                       // near
  for (unsigned k = 0; k < 600; ++k) w.load(100 + k, 1);
  w.load(0, 1);  // too far

  const Detail d = w.detail();

  EXPECT_EQ(d.loads[0].requests, 11U + 1 + 2 + 600 + 1);
  EXPECT_EQ(d.loads[0].near, 10U + 1);
}

TEST(BlockFootprint, LocalMemoryIsCountedApartFromBuffers) {
  Watched w;
  const auto local = [](std::uint64_t sector) { return BlockFootprint::local_key(0, sector); };
  w.store(local(0)), w.store(local(1)), w.store(local(8));
  w.load(local(1), 1), w.load(7, 1);
  w.store(local(0));  // one other line stored to since

  const Detail d = w.detail();

  EXPECT_EQ(d.local.unique, 3U);
  EXPECT_EQ(d.local.read, 1U);
  EXPECT_EQ(d.local.written, 3U);
  EXPECT_EQ(d.rewritten_local[0], 1U);
  EXPECT_EQ(d.rewritten[0], 0U);
}

TEST(BlockFootprint, ARequestIsAsFarAsItsFarthestSector) {
  Watched w;
  w.load(0, 1), w.load(1, 1), w.load(2, 1), w.load(3, 1);
  w.load(3, 5), w.load(0, 5, 0, false);  // 0 and 3 sectors between: class 2, up to 4
  w.load(0, 1), w.load(9, 1, 0, false);  // one that no one has touched
  w.store(5), w.store(6, 1, 0, false);   // no load
  w.load(9, 1), w.load(9, 1, 0, false);  // two sectors stored to since: class 1

  const Detail d = w.detail();

  EXPECT_EQ(d.first_requests, 4U + 1);
  EXPECT_EQ(d.request_reuse[2], 5U);
  EXPECT_EQ(d.request_reuse[1], 1U);
  EXPECT_EQ(d.load_requests, 4U + 5 + 1 + 1);
}

TEST(BlockFootprint, WarpsThatReadTheSameInStepWaitForOneMiss) {
  Watched w;
  // Each of two warps reads sectors 0 to 9 in turn: warp 0 misses, warp 1 finds each sector on its way.
  for (std::uint64_t i = 0; i < 10; ++i) w.load(i, 3, 0), w.load(i, 3, 1);

  EXPECT_EQ(w.detail().load_requests, 60U);
  EXPECT_EQ(w.detail().in_flight, 30U);
  EXPECT_EQ(w.detail().first, 30U);
}

TEST(BlockFootprint, AWarpWaitsOnceForEachSector) {
  Watched w;
  // Two warps read the four words of sector 0, then those of sector 1.
  for (std::uint64_t i = 0; i < 8; ++i) w.load(i / 4, 1, 0), w.load(i / 4, 1, 1);

  EXPECT_EQ(w.detail().in_flight, 2U);
}

TEST(BlockFootprint, WhatAnotherWarpReadLongAgoHasCome) {
  Watched w;
  for (std::uint64_t i = 0; i < 10; ++i) w.load(i, 1, 0);
  for (std::uint64_t i = 0; i < 10; ++i) w.load(9 - i, 1, 1);

  // Warp 1 is at sector i with its request 10 - i, where warp 0 was with request i + 1: at most 4 apart for i = 3 to 6.
  EXPECT_EQ(w.detail().in_flight, 4U);
}

TEST(BlockFootprint, ARequestWithASectorOfItsOwnMissesItself) {
  Watched w;
  w.load(0, 1, 0);
  w.load(0, 1, 1), w.load(1, 1, 1, false);  // one request
  w.load(1, 1, 2), w.load(0, 1, 2, false);
  w.load(2, 1, 3), w.load(0, 1, 3, false);
  w.load(0, 1, 0);  // its own sector

  EXPECT_EQ(w.detail().load_requests, 5U);
  EXPECT_EQ(w.detail().in_flight, 1U);
}

TEST(BlockFootprint, WhatALoopBeforeTouchedIsAsFarAsAllItsIterations) {
  Watched w;
  w.load(0, 1);
  for (std::uint64_t i = 1; i <= 8; ++i) w.load(i, 50);  // 400 sectors in all
  w.load(0, 1);

  EXPECT_EQ(w.detail().reuse[9], 1U);  // 257 to 512
}

TEST(BlockFootprint, ALoopAroundASampledLoopCountsItsIterationsOnce) {
  Watched w;
  // Two iterations of the outer loop, each for 10, with an inner loop of 4, each for 5; both read the same.
  for (unsigned outer = 0; outer < 2; ++outer) {
    w.load(100, 10);
    for (std::uint64_t i = 1; i <= 4; ++i) w.load(i, 50);
  }

  // In one outer iteration the inner loop reads 20 sectors, 4 for 5 each: that far is sector 100 from itself (class 5:
  // 17 to 32). Each of the row is 15 others and sector 100 away, with 16 in class 4: 9 to 16.
  EXPECT_EQ(w.detail().reuse[5], 10U);
  EXPECT_EQ(w.detail().reuse[4], 4 * 50U);
}

// A thread each for 40 lines stores a word in turn, eight of a sector.
TEST(BlockFootprint, StoresThatComeBackHaveADistanceInLines) {
  Watched w;
  for (int word = 0; word < 8; ++word)
    for (std::uint64_t line = 0; line < 40; ++line) w.store(4 * line, 1, static_cast<std::uint32_t>(line), true);

  const Detail d = w.detail();

  EXPECT_EQ(d.rewritten[6], 7U * 40);         // 39 other lines
  EXPECT_EQ(d.rewriting_visits[6], 2U * 20);  // two lines are a piece; stores of a warp are at once up to four apart
  EXPECT_EQ(d.first, 0U);
}

TEST(BlockFootprint, StoresToNewSectorsOfALineDoNotComeBack) {
  Watched w;
  for (std::uint64_t sector = 0; sector < 64; ++sector) w.store(sector), w.load(sector, 1);
  for (std::uint64_t sector = 0; sector < 4; ++sector) w.store(sector);

  const Detail d = w.detail();

  EXPECT_EQ(d.rewritten[4], 1U);  // 15 other lines
  EXPECT_EQ(d.rewritten[0], 3U);
  EXPECT_EQ(d.rewriting_visits[4], 1U);
  EXPECT_EQ(d.rewriting_visits[0], 0U);
}

TEST(BlockFootprint, TellsWhenASectorWasTouchedFirst) {
  Watched w;
  w.load(7, 1), w.load(3, 4), w.load(7, 4);

  const BlockSectors s = w.footprint.sectors();

  EXPECT_EQ(s.requests, 9U);
  ASSERT_EQ(s.sectors.size(), 2U);
  EXPECT_EQ(s.sectors[0].when, 5U);  // sector 3: with the second request, which stands for four
  EXPECT_EQ(s.sectors[1].when, 1U);
}

TEST(BlockFootprint, ARequestWhoseOthersMissWaitsForNoOtherWarp) {
  Watched w;
  w.load(1, 1, 0);
  w.load(0, 1, 1), w.load(1, 1, 1, false), w.load(2, 1, 1, false);  // one request: new, on its way, new

  EXPECT_EQ(w.detail().in_flight, 0U);
}

}  // namespace
}  // namespace forewarp::profile
