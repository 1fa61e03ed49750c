// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/profile/counting_observer.hpp"

#include <gtest/gtest.h>

#include "forewarp/emulate/machine/memory.hpp"
#include "forewarp/emulate/profile/overlap.hpp"
#include "unit/emulate/profile/synthetic.hpp"

namespace forewarp::profile {
namespace {

using emu::AccessKind;
using ptx::StateSpace;
using test::affine;
using test::all_lanes;
using test::Request;

constexpr std::uint64_t buffer_a = std::uint64_t{1} << emu::Memory::buffer_shift, buffer_b = 2 * buffer_a;

/// A function of one basic block with ten instructions and three sites, and an observer that looks at all closely.
struct Watched {
  ptx::Function function;
  emu::ProgramMap map;
  std::shared_ptr<WatchPlan> plan = std::make_shared<WatchPlan>();
  std::unique_ptr<CountingObserver> observer;

  explicit Watched(launch::Dim3 grid = {1, 1, 1}) {
    function.body.resize(10);
    map.blocks.push_back({&function, 0, 10});
    for (std::uint32_t i = 0; i < 3; ++i) map.sites.push_back({&function, i, 0});
    plan->strata = Strata(grid, StrataLevel::one);
    plan->detail_all = true;
    plan->buffers.numbers = {1, 2};
    for (std::uint64_t i = 0; i < grid.count(); ++i) plan->kept.push_back(i);
    observer = std::make_unique<CountingObserver>(std::make_shared<Program>(map), plan);
  }
  [[nodiscard]] const Counters& counters() const { return observer->sums().counters.at(0); }
  [[nodiscard]] const Detail& detail() const { return observer->sums().details.at(0); }
};

void load(emu::Observer& observer, std::uint32_t warp, std::uint64_t base, std::uint32_t site = 0,
          AccessKind kind = AccessKind::load, std::uint64_t stride = 4) {
  observer.access({0, warp}, Request(StateSpace::global, 4, affine(base, stride), all_lanes, kind, site).access);
}

TEST(CountingObserver, CountsBlocksBranchesAndBarriers) {
  Watched w;
  w.observer->block_begin(0, {0, 0, 0});
  w.observer->basic_block({0, 0}, 0, all_lanes);
  w.observer->basic_block({0, 1}, 0, 0xff);
  w.observer->branch({0, 0}, 0, all_lanes, 0xf);
  w.observer->branch({0, 0}, 0, all_lanes, all_lanes);
  w.observer->barrier({0, 0}, 0, all_lanes);
  w.observer->block_end(0);

  EXPECT_EQ(w.counters().blocks[0].warps, 2U);
  EXPECT_EQ(w.counters().blocks[0].lanes, 40U);
  EXPECT_EQ(w.counters().branches, 2U);
  EXPECT_EQ(w.counters().divergent, 1U);
  EXPECT_EQ(w.counters().barriers, 1U);
  // Ten instructions a block: 2 * 10 warp instructions, 40 * 10 thread instructions.
  ASSERT_EQ(w.observer->sums().costs.size(), 1U);
  EXPECT_EQ(w.observer->sums().costs[0].warp_instructions, 20U);
  EXPECT_EQ(w.observer->sums().costs[0].thread_instructions, 400U);
}

TEST(CountingObserver, WeightsStandForSkippedIterations) {
  Watched w;
  w.observer->block_begin(0, {0, 0, 0});
  w.observer->basic_block({0, 0}, 0, all_lanes);
  w.observer->weight({0, 0}, 50);
  w.observer->basic_block({0, 0}, 0, all_lanes);
  load(*w.observer, 0, buffer_a);
  w.observer->weight({0, 0}, 1);
  w.observer->basic_block({0, 0}, 0, all_lanes);
  w.observer->block_end(0);

  // 1 + 50 + 1 entries, 50 requests of 4 sectors, each new: 200 distinct sectors.
  EXPECT_EQ(w.counters().blocks[0].warps, 52U);
  EXPECT_EQ(w.counters().sites[0].sectors, 200U);
  EXPECT_EQ(w.detail().unique[0], 200U);
  EXPECT_TRUE(w.observer->sums().weighted);
  EXPECT_EQ(w.observer->sums().warp_instructions_run, 30U);
}

TEST(CountingObserver, FindsTheFootprintOfSitesAndBuffers) {
  Watched w;
  w.observer->block_begin(0, {0, 0, 0});
  load(*w.observer, 0, buffer_a);
  load(*w.observer, 1, buffer_a + 64);
  load(*w.observer, 0, buffer_b, 1);
  load(*w.observer, 1, buffer_b, 2, AccessKind::store);
  w.observer->block_end(0);

  // Site 0: bytes 0..127 and 64..191 = 192 bytes = 6 sectors; the sites of b: 4 each, the same ones.
  EXPECT_EQ(w.detail().unique[0], 6U);
  EXPECT_EQ(w.detail().unique[site_spaces], 4U);
  EXPECT_EQ(w.detail().buffers[0].unique, 6U);
  EXPECT_EQ(w.detail().buffers[0].written, 0U);
  EXPECT_EQ(w.detail().buffers[1].unique, 4U);
  EXPECT_EQ(w.detail().buffers[1].read, 4U);
  EXPECT_EQ(w.detail().buffers[1].written, 4U);
}

TEST(CountingObserver, TakesReuseDistancesOverInterleavedWarps) {
  Watched w;
  w.observer->block_begin(0, {0, 0, 0});
  // Warp 0 runs first: a, then a again; warp 1 reads 4 sectors of b. In turns: a b a: distance 4 - 1 .. for a's
  // sectors.
  load(*w.observer, 0, buffer_a);
  load(*w.observer, 0, buffer_a);
  load(*w.observer, 1, buffer_b);
  w.observer->block_end(0);

  // Each of a's 4 sectors sees its 3 fellows and b's 4 before it comes again: distance 7, class (4, 8].
  EXPECT_EQ(w.detail().first, 8U);
  EXPECT_EQ(w.detail().reuse[3], 4U);
}

TEST(CountingObserver, FindsTheMostLoadedAtomicAddress) {
  Watched w({4, 1, 1});
  for (std::uint64_t block = 0; block < 4; ++block) {
    w.observer->block_begin(block, {static_cast<std::uint32_t>(block), 0, 0});
    // All lanes on one address that all blocks share, and on one of the block's own.
    load(*w.observer, 0, buffer_a, 0, AccessKind::atomic, 0);
    load(*w.observer, 0, buffer_b + 64 * block, 1, AccessKind::reduction, 0);
    w.observer->block_end(block);
  }

  // 4 blocks watched of 100: 32 lanes * 4 * 25, one request a block, as one operation.
  const auto [lanes, requests] = w.observer->sums().atomics.hottest(4, 100, [](std::uint32_t) { return true; });
  EXPECT_DOUBLE_EQ(lanes, 3200);
  EXPECT_DOUBLE_EQ(requests, 100);
}

/// Block (x, y) of a matrix product with 16 x 16 tiles reads the rows of its y from a, the columns of its x from b.
void matmul_block(emu::Observer& observer, launch::Dim3 index, std::uint64_t linear, std::uint64_t n) {
  observer.block_begin(linear, index);
  for (std::uint64_t k = 0; k < n; k += 16) {
    for (std::uint32_t row = 0; row < 16; ++row) {
      const auto a = buffer_a + 4 * ((index.y * 16 + row) * n + k);
      const auto b = buffer_b + 4 * ((k + row) * n + index.x * 16);
      observer.access({linear, row / 2}, Request(StateSpace::global, 4, affine(a, 4), 0xffff).access);
      observer.access({linear, row / 2},
                      Request(StateSpace::global, 4, affine(b, 4), 0xffff, AccessKind::load, 1).access);
    }
  }
  observer.block_end(linear);
}

TEST(Overlap, OfAMatrixProductIsWholeAlongXForAAndAlongYForB) {
  const launch::Dim3 grid{4, 4, 1};
  Watched w(grid);
  for (std::uint32_t y = 0; y < 4; ++y) {
    for (std::uint32_t x = 0; x < 4; ++x) matmul_block(*w.observer, {x, y, 0}, y * 4 + x, 64);
  }

  const auto overlaps = compare_neighbours(w.observer->sums().kept_sectors, grid, 12, w.plan->buffers);

  // The next block along x reads the same rows of a and the next columns of b; along y the other way round. There is
  // no neighbour along z.
  EXPECT_EQ(overlaps.buffers[0].shares(), (Overlap{1, 0, 1}));
  EXPECT_EQ(overlaps.buffers[1].shares(), (Overlap{0, 1, 1}));
  EXPECT_EQ(overlaps.slots[0].shares(), (Overlap{1, 0, 1}));
  EXPECT_EQ(overlaps.slots[site_spaces].shares(), (Overlap{0, 1, 1}));
}

TEST(CountingObserver, ForksMergeToTheSameSums) {
  const launch::Dim3 grid{4, 1, 1};
  Watched whole(grid), split(grid);
  for (std::uint32_t x = 0; x < 4; ++x) matmul_block(*whole.observer, {x, 0, 0}, x, 64);

  for (std::uint32_t x = 0; x < 4; ++x) {
    const auto fork = split.observer->fork();
    matmul_block(*fork, {x, 0, 0}, x, 64);
    split.observer->merge(*fork);
  }

  EXPECT_EQ(split.counters().sites[0].sectors, whole.counters().sites[0].sectors);
  EXPECT_EQ(split.detail().unique, whole.detail().unique);
  EXPECT_EQ(split.detail().reuse, whole.detail().reuse);
  EXPECT_EQ(split.observer->sums().kept_sectors.size(), 4U);
  EXPECT_EQ(split.observer->sums().costs.size(), 4U);
}

}  // namespace
}  // namespace forewarp::profile
