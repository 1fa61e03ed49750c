// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "unit/emulate/lanes/check.hpp"

namespace forewarp::emu {
namespace {

using testing::as_double;
using testing::as_float;
using testing::check;
using testing::one;
using testing::Rig;
using i64 = std::int64_t;
using u64 = std::uint64_t;

template <class T>
bool ordered(std::string_view name, T a, T b) {
  if (name == "eq") return a == b;
  if (name == "ne") return a < b || a > b;
  if (name == "lt" || name == "lo") return a < b;
  if (name == "le" || name == "ls") return a <= b;
  if (name == "gt" || name == "hi") return a > b;
  return a >= b;  // ge, hs
}

i64 sext(u64 x, unsigned bits) { return static_cast<i64>(x << (64 - bits)) >> (64 - bits); }
u64 zext(u64 x, unsigned bits) { return x << (64 - bits) >> (64 - bits); }

TEST(LanesCompare, IntegersCompareByTheirSign) {
  for (const unsigned bits : {16U, 32U, 64U}) {
    const std::string w = std::to_string(bits), r = " b" + w;
    for (const char* name : {"eq", "ne", "lt", "le", "gt", "ge"}) {
      const std::string op = "setp." + std::string(name);
      check(
          op + ".s" + w + " pred" + r + r,
          [=](const u64* v) { return u64{ordered(name, sext(v[0], bits), sext(v[1], bits))}; }, false, 30);
      check(
          op + ".u" + w + " pred" + r + r,
          [=](const u64* v) { return u64{ordered(name, zext(v[0], bits), zext(v[1], bits))}; }, false, 30);
    }
    for (const char* name : {"lo", "ls", "hi", "hs"}) {
      check(
          "setp." + std::string(name) + ".u" + w + " pred" + r + r,
          [=](const u64* v) { return u64{ordered(name, zext(v[0], bits), zext(v[1], bits))}; }, false, 30);
    }
  }
  EXPECT_EQ(one("setp.eq.b32 pred b32 b32", {5, 5}), 1U);
}

template <class T>
bool float_holds(std::string name, T a, T b) {
  if (name == "num") return !std::isnan(a) && !std::isnan(b);
  if (name == "nan") return std::isnan(a) || std::isnan(b);
  if (name.size() == 3) return std::isnan(a) || std::isnan(b) || ordered(name.substr(0, 2), a, b);
  return !std::isnan(a) && !std::isnan(b) && ordered(name, a, b);
}

TEST(LanesCompare, FloatsHaveOrderedAndUnorderedComparisons) {
  for (const char* name :
       {"eq", "ne", "lt", "le", "gt", "ge", "equ", "neu", "ltu", "leu", "gtu", "geu", "num", "nan"}) {
    const std::string op = "setp." + std::string(name);
    check(op + ".f32 pred f32 f32",
          [=](const u64* v) { return u64{float_holds(name, as_float(v[0]), as_float(v[1]))}; });
    check(op + ".f64 pred f64 f64",
          [=](const u64* v) { return u64{float_holds(name, as_double(v[0]), as_double(v[1]))}; });
    check(op + ".ftz.f32 pred f32 f32", [=](const u64* v) {
      const auto flush = [](float x) { return std::fpclassify(x) == FP_SUBNORMAL ? 0.0F : x; };
      return u64{float_holds(name, flush(as_float(v[0])), flush(as_float(v[1])))};
    });
  }
}

TEST(LanesCompare, ASecondPredicateGetsTheNegationAndBothAreCombined) {
  // 1 < 2: the comparison holds. p = holds and !c, q = !holds and !c.
  Rig rig("setp.lt.and.s32 ( pred pred ) s32 s32 !pred");
  ASSERT_TRUE(rig.selected());
  EXPECT_EQ(rig.choice().destinations, 2);
  for (unsigned lane = 0; lane < 4; ++lane) {
    rig.set(2, lane, lane % 2 == 0 ? 1 : 3);
    rig.set(3, lane, 2);
    rig.set(4, lane, lane / 2);
  }
  rig.run(0xf);
  EXPECT_EQ(rig.get(0, 0), 1U);
  EXPECT_EQ(rig.get(1, 0), 0U);
  EXPECT_EQ(rig.get(0, 1), 0U);
  EXPECT_EQ(rig.get(1, 1), 1U);
  for (const unsigned operand : {0U, 1U}) {
    for (const unsigned lane : {2U, 3U}) EXPECT_EQ(rig.get(operand, lane), 0U);
  }
  check("setp.gt.xor.u32 pred u32 u32 pred", [](const u64* v) { return u64{v[0] > v[1]} ^ v[2]; });
  check("setp.ge.or.f32 pred f32 f32 pred", [](const u64* v) { return u64{as_float(v[0]) >= as_float(v[1])} | v[2]; });
}

TEST(LanesCompare, HalvesCompareAsNumbers) {
  EXPECT_EQ(one("setp.lt.f16 pred b16 b16", {0xbc00, 0x0001}), 1U);      // -1 < 2^-24
  EXPECT_EQ(one("setp.eq.ftz.f16 pred b16 b16", {0x8001, 0x0001}), 1U);  // both zero
  EXPECT_EQ(one("setp.neu.bf16 pred b16 b16", {0x7fc0, 0x7fc0}), 1U);
  Rig rig("setp.gt.f16x2 ( pred pred ) b32 b32");
  rig.set(2, 0, 0x3c004000);  // low 2, high 1
  rig.set(3, 0, 0x3c003c00);  // low 1, high 1
  rig.run(1);
  EXPECT_EQ(rig.get(0, 0), 1U);
  EXPECT_EQ(rig.get(1, 0), 0U);
}

TEST(LanesCompare, SetWritesOnesOrOne) {
  EXPECT_EQ(one("set.lt.u32.s32 u32 s32 s32", {1, 2}), 0xffffffffU);
  EXPECT_EQ(one("set.lt.f32.s32 f32 s32 s32", {1, 2}), 0x3f800000U);
  EXPECT_EQ(one("set.gt.and.ftz.u32.f32 u32 f32 f32 pred", {0x40000000, 0x3f800000, 0}), 0U);
  EXPECT_EQ(one("set.eq.f16.f16 b16 b16 b16", {0x3c00, 0x3c00}), 0x3c00U);
  EXPECT_EQ(one("set.ge.f16x2.f16x2 b32 b32 b32", {0x3c004000, 0x40003c00}), 0x00003c00U);
  // Of pairs each half has its own 16 ones: 1 >= 2 is false, 2 >= 1 is true; no number equals none.
  EXPECT_EQ(one("set.ge.u32.f16x2 b32 b32 b32", {0x3c004000, 0x40003c00}), 0x0000ffffU);
  EXPECT_EQ(one("set.neu.s32.bf16x2 b32 b32 b32", {0x7fc03f80, 0x7fc03f80}), 0xffff0000U);
}

TEST(LanesCompare, TestpKnowsTheClasses) {
  check("testp.normal.f32 pred f32", [](const u64* v) { return u64{std::isnormal(as_float(v[0]))}; });
  check("testp.subnormal.f64 pred f64",
        [](const u64* v) { return u64{std::fpclassify(as_double(v[0])) == FP_SUBNORMAL}; });
  check("testp.infinite.f32 pred f32", [](const u64* v) { return u64{std::isinf(as_float(v[0]))}; });
  check("testp.finite.f64 pred f64", [](const u64* v) { return u64{std::isfinite(as_double(v[0]))}; });
  check("testp.notanumber.f32 pred f32", [](const u64* v) { return u64{std::isnan(as_float(v[0]))}; });
  check("testp.number.f64 pred f64", [](const u64* v) { return u64{!std::isnan(as_double(v[0]))}; });
}

}  // namespace
}  // namespace forewarp::emu
