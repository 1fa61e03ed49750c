// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/bounds/dram_rows.hpp"

#include <gtest/gtest.h>

namespace forewarp::model {
namespace {

TEST(DramRows, PiecesOf64BytesComeAsFastAsRowsAreOpened) {
  device::DeviceSpec d;
  d.memory_bus_bits = 192;
  d.dram_channel_bits = 16;
  d.dram_activate_s = 4e-9;

  // 12 channels open a row each in 4 ns: 12 * 64 / 4 ns = 192 GB/s.
  EXPECT_NEAR(row_seconds(192e9, 2, d), 1, 1e-9);
  EXPECT_EQ(row_seconds(192e9, 0, d), 0);  // visits not known
  d.dram_channel_bits = 0;
  EXPECT_EQ(row_seconds(192e9, 2, d), 0);  // memory not known
}

TEST(DramRows, BlocksThatVisitTheSamePieceAtOnceShareItsRow) {
  Summary s;
  s.blocks = 1000;
  // Two sectors of each of 16 pieces; the next block along x has the next two of the same pieces, as 3 in 4 do.
  s.piece_visits.push_back({32, 16, 0, {}, {{1, 0.75}}});

  // One block alone: 2 sectors a visit. 8 of 16 resident blocks at once: 8 * 32 sectors in 16 (8 - 0.75 * 7) = 44
  // visits.
  EXPECT_NEAR(sectors_per_visit(s, 1, 0), 2, 1e-9);
  EXPECT_NEAR(sectors_per_visit(s, 16, 0), 256.0 / 44, 1e-9);
}

// Of each block 256 sectors of a stream, by pieces, and 256 of a table of 32,768, one by one.
TEST(DramRows, OfATableThatStaysInL2AreOpenedOnce) {
  Summary s;
  s.blocks = 16384;
  s.per_block.unique = 512;
  s.piece_visits.push_back({256, 32, 16384 * 256.0, {}, {}});
  s.piece_visits.push_back({256, 256, 32768, {}, {}});
  const double pieces = 16384 * 32.0, stream = 16384 * 256.0;

  // 128 blocks, 65,536 sectors, lie between two touches of a sector: an L2 of 196,608 sectors loses it exp(-3) of the
  // times.
  const double again = (stream - 32768) * std::exp(-3.0);
  EXPECT_NEAR(sectors_per_visit(s, 1000, 196608), (stream + 32768 + again) / (pieces + 32768 + again), 1e-6);
  EXPECT_NEAR(sectors_per_visit(s, 1000, 1), 2 * stream / (pieces + stream), 0.01);  // next to no L2
}

TEST(DramRows, AreNotKnownWithoutVisits) { EXPECT_EQ(sectors_per_visit({}, 10, 0), 0); }

}  // namespace
}  // namespace forewarp::model
