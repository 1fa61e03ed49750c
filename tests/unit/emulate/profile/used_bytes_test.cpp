// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Which bytes of its sectors a request, a block and a grid use.
#include <gtest/gtest.h>

#include <map>
#include <random>

#include "forewarp/emulate/machine/memory.hpp"
#include "forewarp/emulate/profile/counting_observer.hpp"
#include "forewarp/emulate/profile/overlap.hpp"
#include "unit/emulate/profile/row_kernel.hpp"
#include "unit/emulate/profile/synthetic.hpp"
#include "unit/emulate/profile/window_kernel.hpp"

namespace forewarp::profile {
namespace {

using emu::AccessKind;
using ptx::StateSpace;
using test::affine;
using test::Request;

using Masks = std::vector<std::uint32_t>;

Masks masks_of(const Request& request) {
  std::vector<std::uint64_t> sectors;
  const auto shape = shape_of(request.access, 32, sectors);
  Masks bytes;
  bytes_of(request.access, shape, 0, sectors, bytes);
  return bytes;
}

TEST(BytesOf, AStrideOfFourFloatsUsesAQuarterOfEachSector) {
  // 32 lanes 16 bytes apart: two a sector, at its bytes 0 to 3 and 16 to 19.
  EXPECT_EQ(masks_of(Request(StateSpace::global, 4, affine(0, 16))), Masks(16, 0x000f000f));
}

TEST(BytesOf, ALaneASectorUsesItsOwnBytes) {
  // Lane i at byte 40 i: bytes 0, 8, 16, 24 of its sector in turn, each in the next sector but one every fifth.
  const auto bytes = masks_of(Request(StateSpace::global, 8, affine(0, 40), 0xf));

  EXPECT_EQ(bytes, (Masks{0xff, 0xff00, 0xff0000, 0xff000000}));
}

TEST(BytesOf, WhatLiesAcrossTwoSectorsUsesBytesOfBoth) {
  // 8 bytes from byte 28 on: 4 of one sector, 4 of the next.
  EXPECT_EQ(masks_of(Request(StateSpace::global, 8, affine(28, 0), 1)), (Masks{0xf0000000, 0xf}));
}

TEST(BytesOf, LanesThatComeBackToASectorAddToIt) {
  // Bytes 0, 64 and 4: sectors 0, 2, 0 again.
  const auto places = [](unsigned lane) { return std::array<std::uint64_t, 3>{0, 64, 4}[lane % 3]; };

  EXPECT_EQ(masks_of(Request(StateSpace::global, 4, places, 0b111)), (Masks{0xff, 0xf}));
}

TEST(BytesOf, AWholeSectorALaneIsUsedWhole) {
  EXPECT_EQ(masks_of(Request(StateSpace::global, 32, affine(64, 32))), Masks(32, ~std::uint32_t{0}));
}

TEST(BytesOf, AgreesWithAByteByByteCountRememberedOrNot) {
  std::mt19937_64 random(3);
  ShapeMemo memo;
  for (unsigned i = 0; i < 2000; ++i) {
    const unsigned size = std::array<unsigned, 6>{1, 2, 4, 8, 16, 32}[random() % 6];
    const std::uint64_t base = (1 << 20) + random() % 256, stride = random() % 64;
    const bool scattered = random() % 3 == 0;
    const emu::LaneMask active = random() % 2 == 0 ? test::all_lanes : (random() & test::all_lanes) | 1;
    const Request request(
        StateSpace::global, size,
        [&](unsigned lane) { return scattered ? base + random() % 2048 : base + lane * stride; }, active);
    std::map<std::uint64_t, std::uint32_t> expected;
    for (unsigned lane = 0; lane < 32; ++lane) {
      if ((active >> lane & 1) == 0) continue;
      for (auto byte = request.addresses[lane]; byte < request.addresses[lane] + size; ++byte)
        expected[byte / 32] |= std::uint32_t{1} << byte % 32;
    }

    const auto& result = memo.look_up(request.access, 32);
    const auto& bytes = memo.touched_bytes(request.access);

    ASSERT_EQ(bytes.size(), expected.size());
    for (std::size_t k = 0; k < bytes.size(); ++k)
      ASSERT_EQ(bytes[k], expected.at(result.base_sector + (*result.sectors)[k])) << i;
  }
}

TEST(BytesOf, AWalkThroughASectorUsesOneFloatAfterTheOther) {
  ShapeMemo memo;  // which takes requests within one sector to be of one shape
  for (unsigned k = 0; k < 8; ++k) {
    const Request request(StateSpace::global, 4, affine(64 + 4 * k, 0));
    (void)memo.look_up(request.access, 32);

    EXPECT_EQ(memo.touched_bytes(request.access), Masks(1, std::uint32_t{0xf} << 4 * k));
  }
}

constexpr std::uint64_t buffer = std::uint64_t{1} << emu::Memory::buffer_shift;

/// Two sites, one buffer, every block looked at closely and kept.
struct Watched {
  ptx::Function function;
  emu::ProgramMap map;
  std::shared_ptr<WatchPlan> plan = std::make_shared<WatchPlan>();
  std::unique_ptr<CountingObserver> observer;

  explicit Watched(launch::Dim3 grid = {1, 1, 1}) {
    function.body.resize(2);
    map.blocks.push_back({&function, 0, 2});
    for (std::uint32_t i = 0; i < 2; ++i) map.sites.push_back({&function, i, 0});
    plan->strata = Strata(grid, StrataLevel::one);
    plan->detail_all = true;
    plan->buffers.numbers = {1};
    for (std::uint64_t i = 0; i < grid.count(); ++i) plan->kept.push_back(i);
    observer = std::make_unique<CountingObserver>(std::make_shared<Program>(map), plan);
  }
  /// Lane i loads a float 16 i bytes after byte `first` of the buffer.
  void load_field(std::uint64_t first, std::uint32_t site = 0, std::uint32_t warp = 0) const {
    observer->access(
        {0, warp},
        Request(StateSpace::global, 4, affine(buffer + first, 16), test::all_lanes, AccessKind::load, site).access);
  }
  [[nodiscard]] const Detail& detail() const { return observer->sums().details.at(0); }
};

TEST(UsedBytes, OfABlockAreTheUnionOverSitesAndWarps) {
  Watched w;

  w.observer->block_begin(0, {0, 0, 0});
  w.load_field(0, 0);
  w.load_field(4, 1);
  w.load_field(0, 1, 1);  // another warp, the first field again
  w.observer->block_end(0);

  // 512 bytes are 16 sectors. Fields 0 and 1 of each 16 bytes: 16 of the 32 bytes of each, whoever asks.
  EXPECT_EQ(w.detail().buffers[0].unique, 16U);
  EXPECT_EQ(w.detail().buffers[0].used_bytes, 256U);
  EXPECT_EQ(w.detail().used_bytes[0], 256U);
  EXPECT_EQ(w.detail().used_bytes[site_spaces], 256U);
}

TEST(UsedBytes, IterationsThatStandForOthersBringTheirBytesToo) {
  Watched w;

  w.observer->block_begin(0, {0, 0, 0});
  w.load_field(0);
  w.observer->weight({0, 0}, 10);
  w.load_field(4);    // 32 lanes * 4 bytes new in sectors known: 128 bytes, ten times
  w.load_field(512);  // 16 new sectors and 128 new bytes, ten times
  w.observer->block_end(0);

  EXPECT_EQ(w.detail().buffers[0].unique, 16U + 160U);
  EXPECT_EQ(w.detail().buffers[0].used_bytes, 128U + 1280U + 1280U);
}

TEST(UsedBytes, NeighboursThatMeetInASectorNeedNotUseTheSameBytes) {
  const launch::Dim3 grid{2, 2, 1};
  Watched w(grid);
  for (std::uint32_t y = 0; y < 2; ++y) {
    for (std::uint32_t x = 0; x < 2; ++x) {
      w.observer->block_begin(y * 2 + x, {x, y, 0});
      w.load_field(4 * x);  // along x the next field, along y the same
      w.observer->block_end(y * 2 + x);
    }
  }

  const auto overlaps = compare_neighbours(w.observer->sums().kept_sectors, grid, 8, w.plan->buffers);

  EXPECT_EQ(overlaps.buffers[0].shares(), (Overlap{1, 1, 1}));
  EXPECT_EQ(overlaps.buffer_bytes[0].shares(0), (Overlap{0, 1, 0}));  // no neighbour along z: nothing is known
}

TEST(UsedBytes, OfLocalMemoryBelongToNoBuffer) {
  Watched w;

  w.observer->block_begin(0, {0, 0, 0});
  w.observer->access({0, 0}, Request(StateSpace::local, 4, affine(0, 0)).access);
  w.observer->block_end(0);

  EXPECT_EQ(w.detail().buffers[0].used_bytes, 0U);
}

BufferFootprint image_of(const forewarp::test::Window& window, unsigned width, bool exact) {
  const auto kernel = forewarp::test::window_kernel(window, width);
  return profile(kernel.module, kernel.launch, {.exact = exact}).buffers[0];
}

TEST(UsedBytes, OfOneChannelOfFourAreAQuarterHoweverTheWindowsOverlap) {
  const auto image = image_of({.pixel_floats = 4, .channels = 1}, 256, true);

  // 258 * 258 pixels of 16 bytes, 4 used, once each over the grid; the windows of 16 x 16 threads are 18 x 18.
  EXPECT_NEAR(image.used_bytes_per_block, 18 * 18 * 4, 1e-6);
  EXPECT_NEAR(image.used_share(), 0.25, 0.01);
  EXPECT_NEAR(image.used_bytes_total, 258 * 258 * 4, 258 * 258 * 4 * 0.02);
}

// 64 blocks after each other read the same KiB, all of its sectors: a sample of neighbours sees no other one.
TEST(UsedBytes, AreAllOfARowThatManyNeighboursShare) {
  const Profile sampled = profile(row_kernel(6), row_launch(65536, 1024 * 256), {.exact_below = 1});

  ASSERT_LT(sampled.sampling.blocks_run, 65536U);
  EXPECT_GT(sampled.buffers[0].used_share(), 0.99);
}

TEST(UsedBytes, OfFourChannelsAreAllThoughEachSiteReadsAQuarter) {
  EXPECT_GT(image_of({.pixel_floats = 4, .channels = 4}, 256, true).used_share(), 0.97);
}

TEST(UsedBytes, OfRowsNarrowerThanASectorAreAllOverTheGrid) {
  // A block's rows of 18 floats end within sectors that its neighbours use on.
  const auto image = image_of({.pixel_floats = 1, .channels = 1}, 256, true);

  EXPECT_LT(image.used_bytes_per_block / (32 * image.sectors_per_block), 0.85);
  EXPECT_GT(image.used_share(), 0.97);
}

TEST(UsedBytes, OfASampleAreThoseOfTheWholeGrid) {
  for (const unsigned channels : {1U, 4U}) {
    const forewarp::test::Window window{.pixel_floats = 4, .channels = channels};
    const auto sampled = image_of(window, 1024, false), whole = image_of(window, 1024, true);

    EXPECT_NEAR(sampled.used_share(), whole.used_share(), 0.03);
    EXPECT_NEAR(sampled.used_bytes_per_block, whole.used_bytes_per_block, 0.03 * whole.used_bytes_per_block);
  }
}

}  // namespace
}  // namespace forewarp::profile
