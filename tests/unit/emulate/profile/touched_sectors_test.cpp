// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/profile/touched_sectors.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "forewarp/emulate/machine/memory.hpp"

namespace forewarp::profile {
namespace {

TEST(TouchedSectors, CountEachSectorOfABufferOnce) {
  const BufferMap map{{0, 7}};  // an argument that is not a buffer, then one
  TouchedSectors touched(map, {0, 320});
  const std::uint64_t first = std::uint64_t{7} << (emu::Memory::buffer_shift - sector_shift);

  touched.mark(first, std::vector<std::uint64_t>{0, 3, 0, 9, 3});
  touched.mark(5, std::vector<std::uint64_t>{0});  // of no buffer

  EXPECT_EQ(touched.count(1), 3U);
  EXPECT_EQ(touched.count(0), 0U);
}

TEST(TouchedSectors, OfOneRequestMayBeInSeveralBuffersAndInNone) {
  const BufferMap map{{7, 9}};
  TouchedSectors touched(map, {32 * 200, 32 * 10});
  const unsigned shift = emu::Memory::buffer_shift - sector_shift;
  const std::uint64_t first = std::uint64_t{7} << shift, second = std::uint64_t{9} << shift;

  // Two words of the first buffer (64 sectors each), in turn; the second one; in none, and back.
  touched.mark(first, std::vector<std::uint64_t>{0, 64, 1, 65, second - first + 2, 5 - first, 2, 0});

  EXPECT_EQ(touched.count(0), 5U);
  EXPECT_EQ(touched.count(1), 1U);
}

TEST(TouchedSectors, BeyondTheEndOfABufferAreNotCounted) {
  const BufferMap map{{7}};
  TouchedSectors touched(map, {320});
  const std::uint64_t first = std::uint64_t{7} << (emu::Memory::buffer_shift - sector_shift);

  touched.mark(first, std::vector<std::uint64_t>{1, 1 << 20, 2});

  EXPECT_EQ(touched.count(0), 2U);
}

TEST(TouchedSectors, BeyondAGuessedBufferAreCountedWhereTheyAre) {
  const BufferMap map{{7}};
  TouchedSectors touched(map, {320}, {true});
  const std::uint64_t first = std::uint64_t{7} << (emu::Memory::buffer_shift - sector_shift);

  touched.mark(first, std::vector<std::uint64_t>{1, 1 << 20, 1 << 30, 2, 1 << 20, (1 << 30) + 1});

  EXPECT_EQ(touched.count(0), 5U);
  EXPECT_TRUE(touched.is_complete());
}

TEST(TouchedSectors, BeyondAGuessedBufferHaveBoundedMemory) {
  const BufferMap map{{7}};
  TouchedSectors touched(map, {320}, {true});
  const std::uint64_t first = std::uint64_t{7} << (emu::Memory::buffer_shift - sector_shift);

  // 64 MiB are 2^21 sectors: 1024 pieces of so many are noted, not 2000.
  for (std::uint64_t piece = 0; piece < 2000; ++piece)
    touched.mark(first + (piece << 21U) + 1024, std::vector<std::uint64_t>{0});

  EXPECT_EQ(touched.count(0), 1024U);
  EXPECT_FALSE(touched.is_complete());
}

}  // namespace
}  // namespace forewarp::profile
