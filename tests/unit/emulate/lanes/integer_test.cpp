// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "unit/emulate/lanes/check.hpp"

namespace forewarp::emu {
namespace {

using testing::check;
using testing::one;
using testing::Rig;
using i64 = std::int64_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;
using s32 = std::int32_t;
__extension__ using i128 = __int128;
__extension__ using u128 = unsigned __int128;

i64 sext(u64 x, unsigned bits) { return static_cast<i64>(x << (64 - bits)) >> (64 - bits); }
u64 zext(u64 x, unsigned bits) { return x << (64 - bits) >> (64 - bits); }
s32 s(u64 x) { return static_cast<s32>(x); }
u64 clamp32(i64 x) { return static_cast<u32>(std::clamp<i64>(x, -2147483648LL, 2147483647LL)); }

TEST(LanesInteger, AdditionAndSubtractionWrapAtEveryWidth) {
  for (const char* sign : {"u", "s"}) {
    for (const unsigned bits : {16U, 32U, 64U}) {
      const std::string type = sign + std::to_string(bits), types = " " + type + " " + type + " " + type;
      check("add." + type + types, [=](const u64* v) { return zext(v[0] + v[1], bits); });
      check("sub." + type + types, [=](const u64* v) { return zext(v[0] - v[1], bits); });
      check("mul.lo." + type + types, [=](const u64* v) { return zext(v[0] * v[1], bits); });
      check("mad.lo." + type + types + " " + type, [=](const u64* v) { return zext(v[0] * v[1] + v[2], bits); });
    }
  }
}

TEST(LanesInteger, SaturationStopsAtTheEndsOfS32) {
  EXPECT_EQ(one("add.sat.s32 s32 s32 s32", {0x7fffffff, 1}), 0x7fffffffU);
  EXPECT_EQ(one("sub.sat.s32 s32 s32 s32", {0x80000000, 1}), 0x80000000U);
  check("add.sat.s32 s32 s32 s32", [](const u64* v) { return clamp32(i64{s(v[0])} + s(v[1])); });
  check("sub.sat.s32 s32 s32 s32", [](const u64* v) { return clamp32(i64{s(v[0])} - s(v[1])); });
  check("mad.hi.sat.s32 s32 s32 s32 s32",
        [](const u64* v) { return clamp32((i64{s(v[0])} * s(v[1]) >> 32) + s(v[2])); });
}

TEST(LanesInteger, HighAndWideProductsFollowTheSign) {
  for (const unsigned bits : {16U, 32U, 64U}) {
    const std::string width = std::to_string(bits);
    const auto line = [&](const char* op, const char* sign, int operands) {
      std::string text = std::string(op) + "." + sign + width;
      for (int i = 0; i < operands; ++i) text += " b" + width;
      return text;
    };
    const auto unsigned_high = [=](const u64* v) {
      return zext(static_cast<u64>(u128{zext(v[0], bits)} * zext(v[1], bits) >> bits), bits);
    };
    const auto signed_high = [=](const u64* v) {
      return zext(static_cast<u64>(i128{sext(v[0], bits)} * sext(v[1], bits) >> bits), bits);
    };
    check(line("mul.hi", "u", 3), unsigned_high);
    check(line("mul.hi", "s", 3), signed_high);
    check(line("mad.hi", "u", 4), [=](const u64* v) { return zext(unsigned_high(v) + v[2], bits); });
    check(line("mad.hi", "s", 4), [=](const u64* v) { return zext(signed_high(v) + v[2], bits); });
  }
  check("mul.wide.u16 u32 u16 u16", [](const u64* v) { return zext(v[0], 16) * zext(v[1], 16); });
  check("mul.wide.s16 s32 s16 s16", [](const u64* v) { return zext(u64(sext(v[0], 16) * sext(v[1], 16)), 32); });
  check("mul.wide.u32 u64 u32 u32", [](const u64* v) { return v[0] * v[1]; });
  check("mul.wide.s32 s64 s32 s32", [](const u64* v) { return u64(sext(v[0], 32) * sext(v[1], 32)); });
  check("mad.wide.u32 u64 u32 u32 u64", [](const u64* v) { return v[0] * v[1] + v[2]; });
  check("mad.wide.s32 s64 s32 s32 s64", [](const u64* v) { return u64(sext(v[0], 32) * sext(v[1], 32)) + v[2]; });
  check("mad.wide.u16 u32 u16 u16 u32", [](const u64* v) { return zext(zext(v[0], 16) * zext(v[1], 16) + v[2], 32); });
}

TEST(LanesInteger, MultiplicationOf24BitsTakesBits0To31Or16To47) {
  check("mul24.lo.u32 u32 u32 u32", [](const u64* v) { return zext(zext(v[0], 24) * zext(v[1], 24), 32); });
  check("mul24.hi.u32 u32 u32 u32", [](const u64* v) { return zext(zext(v[0], 24) * zext(v[1], 24) >> 16, 32); });
  check("mul24.lo.s32 s32 s32 s32", [](const u64* v) { return zext(u64(sext(v[0], 24) * sext(v[1], 24)), 32); });
  check("mul24.hi.s32 s32 s32 s32", [](const u64* v) { return zext(u64(sext(v[0], 24) * sext(v[1], 24) >> 16), 32); });
  check("mad24.lo.u32 u32 u32 u32 u32", [](const u64* v) { return zext(zext(v[0], 24) * zext(v[1], 24) + v[2], 32); });
  check("mad24.hi.sat.s32 s32 s32 s32 s32",
        [](const u64* v) { return clamp32(s(u64(sext(v[0], 24) * sext(v[1], 24) >> 16)) + i64{s(v[2])}); });
}

TEST(LanesInteger, DivisionByZeroGivesAllOnesAndTheMostNegativeByMinusOneDoesNotTrap) {
  EXPECT_EQ(one("div.u32 u32 u32 u32", {7, 0}), 0xffffffffU);
  EXPECT_EQ(one("rem.u32 u32 u32 u32", {7, 0}), 0xffffffffU);
  EXPECT_EQ(one("div.s32 s32 s32 s32", {0x80000000, 0xffffffff}), 0x80000000U);
  EXPECT_EQ(one("rem.s64 s64 s64 s64", {u64{1} << 63, ~u64{0}}), 0U);
  EXPECT_EQ(one("div.s32 s32 s32 s32", {u32(-7), 2}), u32(-3));  // towards zero
  EXPECT_EQ(one("rem.s32 s32 s32 s32", {u32(-7), 2}), u32(-1));
  for (const unsigned bits : {16U, 32U, 64U}) {
    const std::string w = std::to_string(bits), types = " b" + w + " b" + w + " b" + w;
    check("div.u" + w + types, [=](const u64* v) {
      return zext(zext(v[1], bits) == 0 ? ~u64{0} : zext(v[0], bits) / zext(v[1], bits), bits);
    });
    check("rem.s" + w + types, [=](const u64* v) {
      const i128 a = sext(v[0], bits), b = sext(v[1], bits);
      return zext(b == 0 ? ~u64{0} : u64(a % b), bits);
    });
    check("div.s" + w + types, [=](const u64* v) {
      const i128 a = sext(v[0], bits), b = sext(v[1], bits);
      return zext(b == 0 ? ~u64{0} : u64(a / b), bits);
    });
  }
}

TEST(LanesInteger, MinimaMaximaMagnitudesAndDistances) {
  for (const unsigned bits : {16U, 32U, 64U}) {
    const std::string w = std::to_string(bits), r = " b" + w;
    check("min.u" + w + r + r + r, [=](const u64* v) { return std::min(zext(v[0], bits), zext(v[1], bits)); });
    check("max.s" + w + r + r + r,
          [=](const u64* v) { return zext(u64(std::max(sext(v[0], bits), sext(v[1], bits))), bits); });
    check("min.s" + w + r + r + r,
          [=](const u64* v) { return zext(u64(std::min(sext(v[0], bits), sext(v[1], bits))), bits); });
    check("max.u" + w + r + r + r, [=](const u64* v) { return std::max(zext(v[0], bits), zext(v[1], bits)); });
    check("neg.s" + w + r + r, [=](const u64* v) { return zext(0 - v[0], bits); });
    check("abs.s" + w + r + r, [=](const u64* v) { return zext(sext(v[0], bits) < 0 ? 0 - v[0] : v[0], bits); });
    check("sad.u" + w + r + r + r + r, [=](const u64* v) {
      const u64 a = zext(v[0], bits), b = zext(v[1], bits);
      return zext(v[2] + (a < b ? b - a : a - b), bits);
    });
    check("sad.s" + w + r + r + r + r, [=](const u64* v) {
      const i128 a = sext(v[0], bits), b = sext(v[1], bits);
      return zext(v[2] + u64(a < b ? b - a : a - b), bits);
    });
  }
  EXPECT_EQ(one("max.s32.relu s32 s32 s32", {0xfffffffe, 0xffffffff}), 0U);  // the order of NVIDIA's headers
  EXPECT_EQ(one("min.s16x2.relu b32 b32 b32", {0x0003ffff, 0x00020001}), 0x00020000U);
  check("max.relu.s32 s32 s32 s32", [](const u64* v) { return u64(u32(std::max({s(v[0]), s(v[1]), 0}))); });
  check("min.s16x2 b32 b32 b32", [](const u64* v) {
    const auto half = [&](unsigned at) { return zext(u64(std::min(sext(v[0] >> at, 16), sext(v[1] >> at, 16))), 16); };
    return half(0) | half(16) << 16;
  });
  check("max.relu.s16x2 b32 b32 b32", [](const u64* v) {
    const auto half = [&](unsigned at) {
      return zext(u64(std::max({sext(v[0] >> at, 16), sext(v[1] >> at, 16), i64{0}})), 16);
    };
    return half(0) | half(16) << 16;
  });
  EXPECT_EQ(one("add.u16x2 b32 b32 b32", {0x0001ffff, 0x00010001}), 0x00020000U);  // no carry between halves
}

TEST(LanesInteger, ACarryGoesFromOneAdditionToTheNext) {
  // 0xffffffff + 1 = 0, carry 1; then 5 + 6 + 1 = 12, carry 0.
  Rig low("add.cc.u32 u32 u32 u32");
  ASSERT_EQ(low.operands(), 4U);
  EXPECT_STREQ(low.choice().rows, "wwwp");
  low.set(1, 0, 0xffffffff);
  low.set(2, 0, 1);
  low.run(1);
  EXPECT_EQ(low.get(0, 0), 0U);
  EXPECT_EQ(low.get(3, 0), 1U);

  Rig high("addc.cc.u32 u32 u32 u32");
  high.set(1, 0, 5);
  high.set(2, 0, 6);
  high.set(3, 0, 1);
  high.run(1);
  EXPECT_EQ(high.get(0, 0), 12U);
  EXPECT_EQ(high.get(3, 0), 0U);

  // addc without .cc leaves the flag: all ones + 0 + 1 would carry out.
  Rig last("addc.u32 u32 u32 u32");
  last.set(1, 0, 0xffffffff);
  last.set(2, 0, 0);
  last.set(3, 0, 1);
  last.run(1);
  EXPECT_EQ(last.get(0, 0), 0U);
  EXPECT_EQ(last.get(3, 0), 1U);
}

TEST(LanesInteger, CarriesAgreeWithWideArithmetic) {
  check("addc.cc.u32 u32 u32 u32", [](const u64* v) { return zext(v[0] + v[1] + v[2], 32); });
  check("subc.cc.s64 s64 s64 s64", [](const u64* v) { return v[0] - v[1] - (1 - v[2]); });
  check("madc.hi.cc.u64 u64 u64 u64 u64",
        [](const u64* v) { return static_cast<u64>(u128{v[0]} * v[1] >> 64) + v[2] + v[3]; });
  // Flag out of madc.lo: product 0xfffffffe + 1 + carry 1 = 2^32.
  Rig rig("madc.lo.cc.u32 u32 u32 u32 u32");
  rig.set(1, 3, 0x7fffffff);
  rig.set(2, 3, 2);
  rig.set(3, 3, 1);
  rig.set(4, 3, 1);
  rig.run(1U << 3);
  EXPECT_EQ(rig.get(0, 3), 0U);
  EXPECT_EQ(rig.get(4, 3), 1U);
}

// The machine adds the complement and one, and its flag is the carry of that: 0 where a subtraction borrows.
TEST(LanesInteger, AfterASubtractionTheFlagIsTheCarryOfTheComplementsSum) {
  Rig rig("sub.cc.u32 u32 u32 u32");
  rig.set(1, 0, 0);  // 0 - 1 borrows
  rig.set(2, 0, 1);
  rig.set(1, 1, 1);  // 1 - 1 does not
  rig.set(2, 1, 1);
  rig.run(3);

  EXPECT_EQ(rig.get(0, 0), 0xffffffffU);
  EXPECT_EQ(rig.get(3, 0), 0U);
  EXPECT_EQ(rig.get(0, 1), 0U);
  EXPECT_EQ(rig.get(3, 1), 1U);

  // 5 - 2 without a borrow before it, and with one.
  Rig next("subc.u32 u32 u32 u32");
  next.set(1, 0, 5);
  next.set(2, 0, 2);
  next.set(3, 0, 1);
  next.set(1, 1, 5);
  next.set(2, 1, 2);
  next.set(3, 1, 0);
  next.run(3);
  EXPECT_EQ(next.get(0, 0), 3U);
  EXPECT_EQ(next.get(0, 1), 2U);
}

TEST(LanesInteger, DotProductsOfBytesFollowEachOperandsSign) {
  // a = {-1, 2, 3, 4}, b = {1, 1, 1, 255}: -1 + 2 + 3 + 4 * 255 = 1024; signed b makes the last -4.
  EXPECT_EQ(one("dp4a.s32.u32 u32 u32 u32 u32", {0x040302ff, 0xff010101, 0}), 1024U);
  EXPECT_EQ(one("dp4a.s32.s32 u32 u32 u32 u32", {0x040302ff, 0xff010101, 10}), 10U);
  // dp2a.hi: a = {-2, 3} of 16 bits with bytes 2 and 3 of b {5, 7}: -10 + 21.
  EXPECT_EQ(one("dp2a.hi.s32.u32 u32 u32 u32 u32", {0x0003fffe, 0x07050000, 0}), 11U);
  EXPECT_EQ(one("dp2a.lo.u32.u32 u32 u32 u32 u32", {0x00030002, 0x07050100, 1}), 4U);
}

}  // namespace
}  // namespace forewarp::emu
