// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// The small containers of the counting observer, against those of the standard library.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "forewarp/emulate/profile/atomic_hotspot.hpp"
#include "forewarp/emulate/profile/counters.hpp"
#include "forewarp/emulate/profile/index_table.hpp"
#include "forewarp/emulate/profile/mark.hpp"
#include "forewarp/emulate/profile/period_detector.hpp"
#include "forewarp/emulate/profile/request_log.hpp"
#include "forewarp/emulate/profile/sector_set.hpp"
#include "forewarp/emulate/profile/small_set.hpp"
#include "forewarp/emulate/profile/sort_by_number.hpp"
#include "forewarp/support/random.hpp"

namespace forewarp::profile {
namespace {

TEST(SmallSet, TakesEveryNumberOnceUntilItIsCleared) {
  SplitMix random(1);
  SmallSet set;
  set.clear();
  for (int round = 0; round < 50; ++round) {
    std::set<std::uint64_t> expected;
    for (int i = 0; i < 512; ++i) {
      const std::uint64_t value = random.below(700) << (round % 50);
      ASSERT_EQ(set.insert(value), expected.insert(value).second);
    }
    set.clear();
  }
  EXPECT_TRUE(set.insert(0));
}

TEST(SortByNumber, SortsAsAStableSortDoes) {
  SplitMix random(5);
  for (const std::size_t size : {0U, 1U, 255U, 256U, 3000U})
    for (const unsigned shift : {0U, 5U, 20U, 53U}) {
      std::vector<std::pair<std::uint64_t, std::size_t>> items, expected;
      const std::uint64_t high = random.next() << 60;
      for (std::size_t i = 0; i < size; ++i) items.emplace_back(high ^ random.below(2000) << shift, i);
      if (size > 300) items[300].first = ~std::uint64_t{0};
      expected = items;

      sort_by_number(items, [](const auto& item) { return item.first; });

      std::ranges::stable_sort(expected, {}, [](const auto& item) { return item.first; });
      ASSERT_EQ(items, expected) << size << " " << shift;
    }
}

TEST(SectorSet, KeepsTheFirstOfEachSectorAndCountsLinesOfFour) {
  SectorSet set;
  SplitMix random(2);
  for (int round = 0; round < 100; ++round) {
    const std::uint64_t near = random.next(), origin = SectorSet::origin_around(near);
    std::vector<std::uint64_t> sectors, expected;
    std::set<std::uint64_t> lines;
    for (int i = 0; i < 64; ++i) sectors.push_back(near + random.below(40));
    for (const std::uint64_t sector : sectors) {
      if (std::ranges::find(expected, sector) == expected.end()) expected.push_back(sector);
      lines.insert(sector / 4);
    }

    const SectorSet::Counts kept = set.reduce(sectors.data(), 64, origin);

    sectors.resize(kept.sectors);
    ASSERT_EQ(sectors, expected);
    ASSERT_EQ(kept.lines, lines.size());
  }
}

TEST(SectorSet, TheWindowReachesBothWaysFromItsSector) {
  const std::uint64_t sector = 1'000'000'007, origin = SectorSet::origin_around(sector);

  EXPECT_EQ(origin % 64, 0);
  EXPECT_GE(sector - origin, SectorSet::max_span / 2);
  EXPECT_LT(sector - origin, SectorSet::max_span / 2 + 64);
}

TEST(IndexTable, FindsEachNumberWhereTheListHasIt) {
  SplitMix random(3);
  IndexTable table;
  for (int round = 0; round < 3; ++round) {
    std::vector<std::uint64_t> list;
    table.clear();
    for (int i = 0; i < 9000; ++i) {  // grows several times from its 1024 places
      const std::uint64_t number = random.below(5000) << 20;
      const auto expected = static_cast<std::uint32_t>(std::ranges::find(list, number) - list.begin());

      const auto index = table.find_or_add(number, static_cast<std::uint32_t>(list.size()),
                                           [&](std::uint32_t at) { return list[at]; });

      ASSERT_EQ(index, expected);
      if (index == list.size()) list.push_back(number);
    }
  }
}

TEST(PeriodDetector, FindsTheShortestPeriodAfterEnoughRounds) {
  for (unsigned period = 1; period <= PeriodDetector::longest; ++period) {
    PeriodDetector detector;
    std::uint32_t rounds = 0;
    unsigned found = 0;
    for (; found == 0 && rounds < 200; ++rounds)
      for (std::uint32_t block = 1; block <= period; ++block) found = std::max(found, detector.add(block));

    EXPECT_EQ(found, period);
    EXPECT_GE(rounds, PeriodDetector::enough) << period;
    EXPECT_LE(rounds, PeriodDetector::enough + 2) << period;
    EXPECT_EQ(detector.ago(1), period);
  }
}

TEST(PeriodDetector, ARoundThatDiffersStartsAgain) {
  PeriodDetector detector;
  for (int i = 0; i < 60; ++i) EXPECT_EQ(detector.add(7), 0);
  EXPECT_EQ(detector.add(8), 0);
  for (int i = 0; i < 60; ++i) EXPECT_EQ(detector.add(7), 0) << i;
}

TEST(PeriodDetector, FiveBlocksAreNoPeriod) {
  PeriodDetector detector;
  for (std::uint32_t i = 0; i < 2000; ++i) ASSERT_EQ(detector.add(1 + i % 5), 0);
}

SectorTouch like(std::uint32_t slot) {
  SectorTouch touch{};
  touch.weight = 1;
  touch.slot = slot & max_slots;
  return touch;
}

// Warp 0 has two requests (of two sectors and of one), warp 2 one: one request of each warp in turn.
TEST(RequestLog, WarpsTakeTurnsRequestByRequest) {
  RequestLog log;
  log.add(0, like(1), 100, {0, 1}, nullptr);
  log.add(0, like(2), 200, {0}, nullptr);
  const std::uint32_t bytes[] = {0xf};
  log.add(2, like(3), 300, {5}, bytes);
  EXPECT_EQ(log.size(), 4);

  std::vector<std::uint64_t> order;
  std::vector<bool> first;
  std::uint32_t touched = 0;
  std::vector<std::uint32_t> warps;
  log.drain([&](const SectorTouch& touch, std::uint32_t warp) {
    order.push_back(touch.sector);
    warps.push_back(warp);
    first.push_back(touch.first_of_request);
    if (touch.slot == 3) touched = touch.bytes;
  });

  EXPECT_EQ(order, (std::vector<std::uint64_t>{100, 101, 305, 200}));
  EXPECT_EQ(warps, (std::vector<std::uint32_t>{0, 0, 2, 0}));
  EXPECT_EQ(first, (std::vector<bool>{true, false, true, true}));
  EXPECT_EQ(touched, 0xf);
  EXPECT_EQ(log.size(), 0);
}

/// One request of two lanes on one address and a third on another.
emu::Access atomics(const std::uint64_t* addresses) {
  return {.site = 0,
          .space = ptx::StateSpace::global,
          .kind = emu::AccessKind::reduction,
          .bytes = 4,
          .active = 7,
          .addresses = addresses};
}

// In two of ten blocks: the address 8 in both, so in all ten; 16 and 24 in one each.
TEST(AtomicHotspot, AnAddressOfSeveralBlocksIsSharedByAll) {
  const std::uint64_t one[] = {8, 8, 16}, two[] = {8, 24, 24};
  AtomicHotspot hotspot;
  hotspot.begin_block();
  hotspot.access(atomics(one), 1);
  hotspot.end_block();
  AtomicHotspot later;
  later.begin_block();
  later.access(atomics(two), 1);
  later.end_block();
  hotspot.merge(later);

  const auto [lanes, requests] = hotspot.hottest(2, 10, [](std::uint32_t) { return true; });

  EXPECT_EQ(lanes, 3 * 5);  // 3 lanes in 2 blocks, so 15 in 10
  EXPECT_EQ(requests, 2 * 5);
}

// One block: two instructions that are combined add to 8, a third one swaps at 16.
TEST(AtomicHotspot, LanesCountWhereTheyAreNotCombined) {
  const std::uint64_t many[] = {8, 8, 8}, few[] = {16, 16, 40};
  AtomicHotspot hotspot;
  hotspot.begin_block();
  for (std::uint32_t site = 0; site < 3; ++site) {
    emu::Access access = atomics(site < 2 ? many : few);
    access.site = site;
    hotspot.access(access, 1);
  }
  hotspot.end_block();

  const auto operations = [&](std::uint32_t combined_sites) {
    return hotspot.hottest(1, 1, [&](std::uint32_t site) { return site < combined_sites; }).second;
  };
  EXPECT_EQ(operations(0), 6);
  EXPECT_EQ(operations(1), 4);
  EXPECT_EQ(operations(2), 2);
}

// The 512 bytes at 512 are visited at two sectors by each of two requests, one of weight 3; those at 2048 by one
// request.
TEST(AtomicHotspot, SectorsOfASliceAreServedInTurn) {
  const std::uint64_t apart[] = {512, 516, 1020}, other[] = {2048, 2052, 2056};
  AtomicHotspot hotspot;
  for (int block = 0; block < 2; ++block) {
    hotspot.begin_block();
    hotspot.access(atomics(apart), block == 0 ? 1 : 3);
    hotspot.access(atomics(other), 1);
    hotspot.end_block();
  }

  EXPECT_EQ(hotspot.hottest_slice(2, 10), (2 * 1 + 2 * 3) * 5);
}

TEST(AtomicHotspot, AnAddressOfOneBlockIsItsOwn) {
  const std::uint64_t one[] = {16, 16, 16};
  AtomicHotspot hotspot;
  hotspot.begin_block();
  hotspot.access(atomics(one), 4);
  hotspot.end_block();

  EXPECT_EQ(hotspot.hottest(1000, 1000, [](std::uint32_t) { return false; }).first, 12);
}

TEST(Counters, SlotsAreASiteAndASpace) {
  std::set<std::uint32_t> slots;
  for (std::uint32_t site = 0; site < 3; ++site)
    for (const ptx::StateSpace space : site_space_of) {
      std::uint32_t slot = 0;
      ASSERT_TRUE(slot_of(site, space, slot));
      slots.insert(slot);
    }

  EXPECT_EQ(slots.size(), 12);
  EXPECT_EQ(*slots.rbegin(), 11);
  std::uint32_t untouched = 99;
  EXPECT_FALSE(slot_of(0, ptx::StateSpace::param, untouched));
  EXPECT_EQ(untouched, 99);
}

TEST(Counters, AddUpFieldByField) {
  Counters a, b;
  a.resize(2, 4, 1);
  b.resize(2, 4, 1);
  a.blocks[1] = {1, 2, 3};
  b.blocks[1] = {10, 20, 30};
  a.sites[3].requests = b.sites[3].requests = 1;
  a.sites[3].sectors = 5;
  b.sites[3].sectors = 7;
  b.merged[0].wavefronts[0] = 9;
  a.branches = 1, b.branches = 2, b.divergent = 4, b.barriers = 8, a.blocks_run = b.blocks_run = 1;

  a.add(b);

  EXPECT_EQ(a.blocks[1].warps, 11);
  EXPECT_EQ(a.blocks[1].taken, 33);
  EXPECT_EQ(a.sites[3].sectors, 12);
  EXPECT_EQ(a.merged[0].wavefronts[0], 9);
  EXPECT_EQ(a.branches, 3);
  EXPECT_EQ(a.divergent, 4);
  EXPECT_EQ(a.barriers, 8);
  EXPECT_EQ(a.blocks_run, 2);
}

TEST(Detail, AddsUpBuffersAndDistances) {
  Detail a, b;
  a.resize(4, 2);
  b.resize(4, 2);
  a.unique[2] = 1, b.unique[2] = 2;
  b.buffers[1] = {5, 4, 1, 160};
  a.reuse[3] = 1, b.reuse[3] = 6;
  b.first = 3, b.walk_steps = 8, a.blocks_run = b.blocks_run = 1;

  a.add(b);

  EXPECT_EQ(a.unique[2], 3);
  EXPECT_EQ(a.buffers[1].unique, 5);
  EXPECT_EQ(a.buffers[1].used_bytes, 160);
  EXPECT_EQ(a.reuse[3], 7);
  EXPECT_EQ(a.first, 3);
  EXPECT_EQ(a.walk_steps, 8);
  EXPECT_EQ(a.blocks_run, 2);
}

TEST(Mark, HasANameAndSaysWhetherItIsOfAGuess) {
  std::set<std::string_view> names;
  for (int kind = 0; kind <= static_cast<int>(MarkKind::beyond_end); ++kind)
    names.insert(name_of(static_cast<MarkKind>(kind)));

  EXPECT_EQ(names.size(), static_cast<std::size_t>(MarkKind::beyond_end) + 1);
  EXPECT_TRUE(names.contains("work_value"));
  EXPECT_TRUE(is_of_guess(MarkKind::work_contents));
  EXPECT_TRUE(is_of_guess(MarkKind::traffic_contents));
  EXPECT_FALSE(is_of_guess(MarkKind::empty));
  EXPECT_FALSE(is_of_guess(MarkKind::beyond_end));
}

}  // namespace
}  // namespace forewarp::profile
