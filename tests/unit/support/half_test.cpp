// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/half.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace forewarp {
namespace {

TEST(Half, EveryF16ComesBackFromItsValue) {
  for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
    const float value = f16_to_float(static_cast<std::uint16_t>(bits));
    if (!std::isnan(value)) {
      ASSERT_EQ(float_to_f16(value), bits);
    }
  }
}

TEST(Half, F16RoundsToTheNearestAndTiesToEven) {
  EXPECT_EQ(float_to_f16(1.0f), 0x3c00);
  EXPECT_EQ(float_to_f16(1.0f + 0x1p-11f), 0x3c00);      // halfway to 1 + 2^-10: even is below
  EXPECT_EQ(float_to_f16(1.0f + 3 * 0x1p-11f), 0x3c02);  // halfway between 1 and 2 steps: even is above
  EXPECT_EQ(float_to_f16(1.0f + 0x1p-11f + 0x1p-20f), 0x3c01);
  EXPECT_EQ(float_to_f16(65504.0f), 0x7bff);  // the largest half
  EXPECT_EQ(float_to_f16(65520.0f), 0x7c00);  // halfway to 2^16: infinity
  EXPECT_EQ(float_to_f16(0x1p-24f), 0x0001);  // the smallest
  EXPECT_EQ(float_to_f16(0x1p-25f), 0x0000);  // a tie with zero
  EXPECT_EQ(float_to_f16(-2.0f), 0xc000);
}

TEST(Half, Bf16IsTheUpperHalfRounded) {
  EXPECT_EQ(float_to_bf16(1.0f), 0x3f80);
  EXPECT_EQ(float_to_bf16(1.0f + 0x1p-8f), 0x3f80);  // a tie, even below
  EXPECT_EQ(float_to_bf16(1.0f + 3 * 0x1p-8f), 0x3f82);
}

TEST(Half, EveryBf16ComesBackFromItsValue) {
  for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
    const float value = bf16_to_float(static_cast<std::uint16_t>(bits));
    if (!std::isnan(value)) {
      ASSERT_EQ(float_to_bf16(value), bits);
    }
  }
}

TEST(Half, ConversionsAreExactBetweenNeighbours) {
  // Of two f16 next to each other the midpoint goes to the even one, and what is nearer to one goes there.
  for (std::uint32_t bits = 0; bits < 0x7bff; ++bits) {
    const float low = f16_to_float(static_cast<std::uint16_t>(bits));
    const float high = f16_to_float(static_cast<std::uint16_t>(bits + 1));
    const float middle = low + (high - low) / 2;
    ASSERT_LT(low, high);
    ASSERT_EQ(float_to_f16(middle), bits + (bits & 1));
    ASSERT_EQ(float_to_f16(std::nextafter(middle, 0.0F)), bits);
    ASSERT_EQ(float_to_f16(std::nextafter(middle, 1e6F)), bits + 1);
  }
}

TEST(Half, NanHasOnePattern) {
  const float nan = std::numeric_limits<float>::quiet_NaN();

  EXPECT_EQ(float_to_f16(nan), 0x7fff);
  EXPECT_EQ(float_to_f16(-nan), 0x7fff);
  EXPECT_EQ(float_to_bf16(nan), 0x7fff);
  EXPECT_TRUE(std::isnan(f16_to_float(0x7c01)));
  EXPECT_TRUE(std::isnan(bf16_to_float(0x7f81)));
}

TEST(Half, InfinityStaysAndOverflowMakesOne) {
  const float infinity = std::numeric_limits<float>::infinity();

  EXPECT_EQ(float_to_f16(infinity), 0x7c00);
  EXPECT_EQ(float_to_f16(-1e30F), 0xfc00);
  EXPECT_EQ(float_to_bf16(std::numeric_limits<float>::max()), 0x7f80);
  EXPECT_EQ(f16_to_float(0xfc00), -infinity);
}

}  // namespace
}  // namespace forewarp
