// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/profile/shape_memo.hpp"

#include <gtest/gtest.h>

#include <random>

#include "unit/emulate/profile/synthetic.hpp"

namespace forewarp::profile {
namespace {

using ptx::StateSpace;
using test::Request;

void expect_as_counted(ShapeMemo& memo, const Request& request, unsigned width) {
  std::vector<std::uint64_t> sectors;
  const auto counted = shape_of(request.access, width, sectors);

  const auto& remembered = memo.look_up(request.access, width);

  EXPECT_EQ(remembered.shape.lanes, counted.lanes);
  EXPECT_EQ(remembered.shape.sectors, counted.sectors);
  EXPECT_EQ(remembered.shape.lines, counted.lines);
  EXPECT_EQ(remembered.shape.wavefronts, counted.wavefronts);
  EXPECT_EQ(remembered.shape.ideal_wavefronts, counted.ideal_wavefronts);
  ASSERT_EQ(remembered.sectors->size(), sectors.size());
  for (std::size_t i = 0; i < sectors.size(); ++i) {
    EXPECT_EQ(remembered.base_sector + (*remembered.sectors)[i], sectors[i]);
  }
}

TEST(ShapeMemo, RemembersNothingButTheTruth) {
  // Affine and scattered patterns at moving bases, masks and widths: always what counting says.
  std::mt19937_64 random(7);
  for (const auto space : {StateSpace::global, StateSpace::shared, StateSpace::local}) {
    for (const unsigned width : {32U, 64U}) {
      ShapeMemo memo;
      for (unsigned i = 0; i < 600; ++i) {
        const unsigned bytes = 1U << random() % 5;
        const auto base = random() % 64 * bytes, stride = random() % 4 * bytes;
        const emu::LaneMask all = width == 64 ? ~0ULL : test::all_lanes;
        const emu::LaneMask active = random() % 3 == 0 ? random() & all : all;
        if (active == 0) continue;
        const bool scattered = random() % 8 == 0;
        const Request request(
            space, bytes, [&](unsigned lane) { return base + (scattered ? random() % 4096 * bytes : lane * stride); },
            active);
        expect_as_counted(memo, request, width);
      }
    }
  }
}

TEST(ShapeMemo, SeesAShiftOfAlignment) {
  ShapeMemo memo;

  EXPECT_EQ(memo.look_up(Request(StateSpace::global, 4, test::affine(0, 4)).access, 32).shape.sectors, 4U);
  EXPECT_EQ(memo.look_up(Request(StateSpace::global, 4, test::affine(4, 4)).access, 32).shape.sectors, 5U);
  EXPECT_EQ(memo.look_up(Request(StateSpace::global, 4, test::affine(128, 4)).access, 32).shape.sectors, 4U);
}

TEST(ShapeMemo, ForgetsNoWalkThroughATable) {
  // Two lanes at one number of 4 bytes: 8 places of a sector, one shape; 8 bytes apart they leave it after six.
  ShapeMemo one, two;
  for (unsigned step = 0; step < 64; ++step) {
    expect_as_counted(one, Request(StateSpace::global, 4, test::affine(4 * step, 0), 0b101), 32);
    expect_as_counted(two, Request(StateSpace::global, 4, test::affine(4 * step, 4), 0b101), 32);
    const auto& pair = two.look_up(Request(StateSpace::global, 4, test::affine(4 * step, 4), 0b101).access, 32);
    EXPECT_EQ(pair.shape.sectors, step % 8 < 6 ? 1U : 2U);
    EXPECT_EQ(pair.shape.lines, step % 32 < 30 ? 1U : 2U);
  }
}

}  // namespace
}  // namespace forewarp::profile
