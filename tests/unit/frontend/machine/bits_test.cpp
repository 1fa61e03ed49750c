// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/machine/detail/bits.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace forewarp::machine::detail {
namespace {

TEST(Bits, OfAFieldAreTakenFromItsFirstOne) {
  EXPECT_EQ(field(0xabcd'1234'5678'9def, 0, 4), 0xfu);
  EXPECT_EQ(field(0xabcd'1234'5678'9def, 48, 16), 0xabcdu);
  EXPECT_EQ(field(std::numeric_limits<std::uint64_t>::max(), 1, 63), std::numeric_limits<std::uint64_t>::max() >> 1);
}

TEST(Bits, TheHighestOneOfANumberIsItsSign) {
  EXPECT_EQ(sign_extended(0x7fffff, 24), 0x7fffff);
  EXPECT_EQ(sign_extended(0x800000, 24), -0x800000);
  EXPECT_EQ(sign_extended(0xffffff, 24), -1);
  EXPECT_EQ(sign_extended(~std::uint64_t{0}, 64), -1);
}

}  // namespace
}  // namespace forewarp::machine::detail
