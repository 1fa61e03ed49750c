// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// The functions of scalars that the kernels of lanes are made of, and the rules that choose among kernels. Compiled
// here for the baseline; isa_test compares the instruction sets.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "forewarp/emulate/lanes/kernels/directed.hpp"
#include "forewarp/emulate/lanes/kernels/half.hpp"
#include "forewarp/emulate/lanes/kernels/narrow.hpp"
#include "forewarp/emulate/lanes/kernels/row.hpp"
#include "forewarp/emulate/lanes/rules.hpp"
#include "forewarp/emulate/lanes/scalar/approx.hpp"
#include "forewarp/emulate/lanes/scalar/conversion.hpp"
#include "forewarp/emulate/lanes/scalar/integers.hpp"
#include "forewarp/emulate/lanes/scalar/minmax.hpp"

namespace forewarp::emu::lanes {
namespace {

TEST(LaneHelpers, ALaneIsInAMaskByItsBit) {
  for (unsigned lane = 0; lane < group_size; ++lane) {
    EXPECT_TRUE(lane_in<u32>(u32{1} << lane, lane));
    EXPECT_FALSE(lane_in<u64>(~(u32{1} << lane), lane));
  }
}

TEST(LaneHelpers, WhatIsNoNumberHasOneBitPattern) {
  EXPECT_EQ(bits_as<u32>(canonical(-std::numeric_limits<float>::quiet_NaN())), 0x7fffffff);
  EXPECT_EQ(canonical(1.5F), 1.5F);
  EXPECT_EQ(bits_as<u64>(canonical(std::nan("7"))), nan64);
}

TEST(LaneHelpers, SubnormalsBecomeZerosOfTheirSign) {
  EXPECT_EQ(bits_as<u32>(flushed<true>(-1e-40F)), sign32);
  EXPECT_EQ(flushed<false>(1e-40F), 1e-40F);
  EXPECT_EQ(flushed<true>(1e-37F), 1e-37F);
  EXPECT_EQ(flushed_if(true, 1e-310), 0);
  EXPECT_EQ(flushed_if(false, 1e-310), 1e-310);
}

TEST(LaneHelpers, SaturationIsIntoZeroToOneAndNaNIsZero) {
  EXPECT_EQ(saturate(-3.0F), 0);
  EXPECT_EQ(saturate(0.25), 0.25);
  EXPECT_EQ(saturate(7.0F), 1);
  EXPECT_EQ(saturate(std::numeric_limits<float>::quiet_NaN()), 0);
  EXPECT_FALSE(std::signbit(saturate(-0.0F)));
}

TEST(LaneHelpers, ExtensionCopiesTheSignOrZeros) {
  EXPECT_EQ(extended(0x1ff, 0, true), 0xffffffff);
  EXPECT_EQ(extended(0x1ff, 0, false), 0xff);
  EXPECT_EQ(extended(0x17fff, 1, true), 0x7fff);
  EXPECT_EQ(extended(0x18000, 1, true), 0xffff8000);
  EXPECT_EQ(extended(0xdeadbeef, 2, true), 0xdeadbeef);
}

TEST(LaneHelpers, FloatsBeyondAnIntegerStopAtItsEnds) {
  EXPECT_EQ(clamped_to<s32>(3e9F), 0x7fffffff);
  EXPECT_EQ(clamped_to<s32>(-3e9F), std::numeric_limits<s32>::min());
  EXPECT_EQ(clamped_to<s32>(-5.0F), -5);
  EXPECT_EQ(clamped_to<u32>(3e9), 3000000000U);
  EXPECT_EQ(clamped_to<u32>(5e9), 0xffffffff);
  EXPECT_EQ(clamped_to<u32>(-1.0), 0);
}

TEST(LaneHelpers, OverflowGoesToTheEndOfItsSign) {
  EXPECT_EQ(saturated(5), 0x7fffffff);
  EXPECT_EQ(saturated(-5), std::numeric_limits<s32>::min());
  EXPECT_EQ(static_cast<Unsigned<s32>>(-1), 0xffffffff);
}

TEST(LaneHelpers, OfANumberAndNoNumberTheNumberIsTheExtreme) {
  const float no = std::numeric_limits<float>::quiet_NaN();

  EXPECT_EQ((extreme<true>(0, no, 2.0F)), 2);
  EXPECT_EQ((extreme<false>(0, 2.0F, no)), 2);
  EXPECT_TRUE(std::isnan(extreme<true>(control_bits::nan, no, 2.0F)));
  EXPECT_EQ(bits_as<u32>(extreme<false>(0, 0.0F, -0.0F)), sign32);  // -0 is less than +0
  EXPECT_EQ(bits_as<u32>(extreme<true>(0, -0.0F, 0.0F)), 0);
  EXPECT_EQ((extreme<true>(control_bits::xorsign_abs, -3.0F, 2.0F)), -3);  // magnitude 3, signs differ
  EXPECT_EQ((extreme<true>(control_bits::xorsign_abs, -3.0F, -2.0F)), 3);
}

/// Distance in units in the last place of a float near `expected`.
double ulps(float value, double expected) {
  const double unit = std::ldexp(1.0, std::max(std::ilogb(static_cast<float>(expected)), -126) - 23);
  return std::abs(static_cast<double>(value) - expected) / unit;
}

// Half a unit of rounding and 0.01 of the series.
TEST(Approximate, SeriesAreWithinTheirBoundOfTheTrueValue) {
  for (int i = -4000; i <= 4000; ++i) {
    const float x = 0.0173F * static_cast<float>(i);
    const auto wide = static_cast<double>(x);
    ASSERT_LE(ulps(exp2_single(x), std::exp2(wide)), 0.51) << x;
    ASSERT_LE(ulps(sine(x, 1), std::cos(wide)), 0.51) << x;
    if (x == 0) continue;
    ASSERT_LE(ulps(tanh_single(x), std::tanh(wide)), 0.51) << x;
    ASSERT_LE(ulps(log2_single(std::abs(x)), std::log2(std::abs(wide))), 0.51) << x;
    ASSERT_LE(ulps(sine(x, 0), std::sin(wide)), 0.51) << x;
  }
}

TEST(Approximate, EndsAreThoseOfTheManual) {
  const float infinity = std::numeric_limits<float>::infinity();

  EXPECT_EQ(exp2_single(1e30F), infinity);
  EXPECT_EQ(exp2_single(-1e30F), 0);
  EXPECT_EQ(log2_single(0), -infinity);
  EXPECT_EQ(log2_single(infinity), infinity);
  EXPECT_EQ(bits_as<u32>(log2_single(-1)), nan32);
  EXPECT_EQ(tanh_single(-1e30F), -1);
  EXPECT_EQ(bits_as<u32>(sine(infinity, 0)), nan32);
  EXPECT_EQ(sine(2e6F, 0), static_cast<float>(std::sin(2e6)));
}

TEST(NarrowFloat, EveryHalfComesBackFromItsValue) {
  for (u32 bits = 0; bits < 0x10000; ++bits) {
    const double value = value_of(binary16, bits);
    if (std::isnan(value)) continue;
    ASSERT_EQ(rounded_magnitude(value, binary16, Rounding::nearest, false), bits & 0x7fff) << bits;
    ASSERT_EQ(value, static_cast<double>(Binary16::to_single(bits))) << bits;
    ASSERT_EQ(Binary16::from_single(static_cast<float>(value)), bits) << bits;
  }
}

// Between 1 and the next half, 1 + 2^-10.
TEST(NarrowFloat, RoundsAsAsked) {
  const double low = 1, high = 1 + 0x1p-10, middle = 1 + 0x1p-11;
  const auto rounded = [](double x, Rounding rounding) {
    return value_of(binary16, rounded_magnitude(x, binary16, rounding, false));
  };

  EXPECT_EQ(rounded(middle, Rounding::nearest), low);  // to even
  EXPECT_EQ(rounded(high + 0x1p-11, Rounding::nearest), 1 + 0x1p-9);
  EXPECT_EQ(rounded(middle, Rounding::zero), low);
  EXPECT_EQ(rounded(middle, Rounding::up), high);
  EXPECT_EQ(rounded(-middle, Rounding::up), low);  // towards plus infinity the magnitude falls
  EXPECT_EQ(rounded(-middle, Rounding::down), high);
}

TEST(NarrowFloat, BeyondTheLargestIsInfinityOrTheLargest) {
  EXPECT_EQ(rounded_magnitude(1e6, binary16, Rounding::nearest, false), 0x7c00);
  EXPECT_EQ(rounded_magnitude(1e6, binary16, Rounding::nearest, true), 0x7bff);
  EXPECT_EQ(rounded_magnitude(1e6, binary16, Rounding::zero, false), 0x7bff);
  EXPECT_EQ(rounded_magnitude(1e-30, binary16, Rounding::nearest, false), 0);
  EXPECT_EQ(rounded_magnitude(1e-30, binary16, Rounding::up, false), 1);
}

TEST(NarrowFloat, ProductsAndSumsAreRoundedOnce) {
  // 1 + 2^-10 squared is 1 + 2^-9 + 2^-20; less 1 + 2^-9 that leaves 2^-20, which rounding the product would lose.
  const u32 above_one = 0x3c01, minus = 0xbc02;

  EXPECT_EQ(Binary16::to_single(Binary16::fma(above_one, above_one, minus)), 0x1p-20F);
  EXPECT_EQ(Binary16::mul(above_one, above_one), 0x3c02);
  EXPECT_EQ(Bfloat16::to_single(Bfloat16::fma(0x3f81, 0x3f81, 0xbf82)), 0x1p-14F);  // the same with 7 digits
  EXPECT_EQ(Bfloat16::mul(0x3f81, 0x3f81), 0x3f82);
}

TEST(NarrowFloat, SubnormalsAreFlushedToZerosOfTheirSign) {
  EXPECT_EQ(Binary16::flushed(0x83ff), 0x8000);
  EXPECT_EQ(Binary16::flushed(0x0400), 0x0400);
  EXPECT_EQ(Bfloat16::flushed(0x007f), 0);
  EXPECT_EQ(Bfloat16::from_single(std::numeric_limits<float>::quiet_NaN()), 0x7fff);
}

TEST(LaneWords, AreTakenOnceAndJoinedInTheirOrder) {
  Words words("add.rn.ftz.f32");

  EXPECT_EQ(words.size(), 3);
  EXPECT_EQ(words[0], "rn");
  EXPECT_EQ(words.last(), "f32");
  EXPECT_TRUE(words.take("ftz"));
  EXPECT_FALSE(words.take("ftz"));
  EXPECT_EQ(words.joined("add"), "add.rn.f32");
  words.replace_last("f64");
  EXPECT_TRUE(words.has("f64"));
  EXPECT_EQ(words.take_first(), "rn");
  EXPECT_EQ(words.joined("add"), "add.f64");
}

TEST(LaneRules, RowsAreAsWideAsTheirTypesAtLeastFourBytes) {
  EXPECT_EQ(row_bytes(ptx::Type::u8), 4);
  EXPECT_EQ(row_bytes(ptx::Type::f32), 4);
  EXPECT_EQ(row_bytes(ptx::Type::b64), 8);
  EXPECT_EQ(row_bytes(ptx::Type::b128), 16);
  EXPECT_EQ(row_bytes(ptx::Type::pred), 0);
}

}  // namespace
}  // namespace forewarp::emu::lanes
