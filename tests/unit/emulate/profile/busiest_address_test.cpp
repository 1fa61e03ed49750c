// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/profile/busiest_address.hpp"

#include <gtest/gtest.h>

#include <array>

namespace forewarp::profile {
namespace {

TEST(BusiestAddress, CountsTheLanesOfABlockThatMeet) {
  const std::array<std::uint64_t, 4> addresses{64, 64, 128, 64};
  emu::Access access{.site = 0,
                     .space = ptx::StateSpace::shared,
                     .kind = emu::AccessKind::atomic,
                     .bytes = 4,
                     .active = 0b0111,
                     .addresses = addresses.data()};
  BusiestAddress busiest;
  busiest.begin();

  busiest.add(access, 1);
  EXPECT_EQ(busiest.lanes(), 2U);  // lanes 0 and 1; lane 3 is not active
  access.active = 0b1111;
  busiest.add(access, 10);
  EXPECT_EQ(busiest.lanes(), 32U);  // 2 and three lanes ten times

  busiest.begin();
  EXPECT_EQ(busiest.lanes(), 0U);
}

}  // namespace
}  // namespace forewarp::profile
