// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/profile/touched_sectors.hpp"

#include <gtest/gtest.h>

#include "forewarp/emulate/machine/memory.hpp"

namespace forewarp::profile {
namespace {

TEST(TouchedSectors, CountEachSectorOfABufferOnce) {
  const BufferMap map{{0, 7}};  // an argument that is not a buffer, then one
  TouchedSectors touched(map, {0, 320});
  const std::uint64_t first = std::uint64_t{7} << (emu::Memory::buffer_shift - sector_shift);

  for (const auto sector : {first, first + 3, first, first + 9, first + 3}) touched.mark(sector);
  touched.mark(5);  // of no buffer

  EXPECT_EQ(touched.count(1), 3U);
  EXPECT_EQ(touched.count(0), 0U);
}

}  // namespace
}  // namespace forewarp::profile
