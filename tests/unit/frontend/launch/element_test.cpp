// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/launch/element.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "forewarp/support/error.hpp"

namespace forewarp::launch {
namespace {

TEST(Element, EveryHalfComesBackFromItsValue) {
  for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
    const float value = half_value(static_cast<std::uint16_t>(bits));
    if (!std::isnan(value)) {
      ASSERT_EQ(half_bits(value), bits);
    }
  }
}

TEST(Element, HalvesRoundToTheNearestAndTiesToEven) {
  EXPECT_EQ(half_bits(1.0f), 0x3c00);
  EXPECT_EQ(half_bits(1.0f + 0x1p-11f), 0x3c00);      // halfway to 1 + 2^-10: even is below
  EXPECT_EQ(half_bits(1.0f + 3 * 0x1p-11f), 0x3c02);  // halfway between 1 and 2 steps: even is above
  EXPECT_EQ(half_bits(1.0f + 0x1p-11f + 0x1p-20f), 0x3c01);
  EXPECT_EQ(half_bits(65504.0f), 0x7bff);  // the largest half
  EXPECT_EQ(half_bits(65520.0f), 0x7c00);  // halfway to 2^16: infinity
  EXPECT_EQ(half_bits(0x1p-24f), 0x0001);  // the smallest
  EXPECT_EQ(half_bits(0x1p-25f), 0x0000);  // a tie with zero
  EXPECT_EQ(half_bits(-2.0f), 0xc000);
}

TEST(Element, Bfloat16IsTheUpperHalfRounded) {
  EXPECT_EQ(bfloat16_bits(1.0f), 0x3f80);
  EXPECT_EQ(bfloat16_bits(1.0f + 0x1p-8f), 0x3f80);  // a tie, even below
  EXPECT_EQ(bfloat16_bits(1.0f + 3 * 0x1p-8f), 0x3f82);
}

TEST(Element, IntegersMustFit) {
  EXPECT_EQ(encode(std::int64_t{-1}, ptx::Type::s32, "x"), 0xffffffffu);
  EXPECT_EQ(encode(std::int64_t{-1}, ptx::Type::b8, "x"), 0xffu);
  EXPECT_EQ(encode(255.0, ptx::Type::u8, "x"), 0xffu);
  EXPECT_THROW((void)encode(std::int64_t{256}, ptx::Type::u8, "x"), InputError);
  EXPECT_THROW((void)encode(std::int64_t{-1}, ptx::Type::u64, "x"), InputError);
  EXPECT_THROW((void)encode(std::int64_t{128}, ptx::Type::s8, "x"), InputError);
  EXPECT_THROW((void)encode(1.5, ptx::Type::s32, "x"), InputError);
}

TEST(Element, DecodingUndoesEncoding) {
  EXPECT_EQ(decode(encode(std::int64_t{-7}, ptx::Type::s16, "x"), ptx::Type::s16), -7);
  EXPECT_EQ(decode(encode(0.375, ptx::Type::f16, "x"), ptx::Type::f16), 0.375);
  EXPECT_EQ(decode(encode(-0.375, ptx::Type::bf16, "x"), ptx::Type::bf16), -0.375);
  EXPECT_EQ(decode(encode(0.1, ptx::Type::f64, "x"), ptx::Type::f64), 0.1);
  EXPECT_EQ(decode(encode(0.1, ptx::Type::f32, "x"), ptx::Type::f32), 0.1f);
}

}  // namespace
}  // namespace forewarp::launch
