// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "unit/emulate/lanes/check.hpp"

namespace forewarp::emu {
namespace {

using testing::check;
using testing::one;
using testing::Rig;
using u32 = std::uint32_t;
using u64 = std::uint64_t;

u64 zext(u64 x, unsigned bits) { return x << (64 - bits) >> (64 - bits); }

TEST(LanesBits, LogicOnWordsAndPredicates) {
  for (const unsigned bits : {16U, 32U, 64U}) {
    const std::string w = std::to_string(bits), r = " b" + w;
    check("and.b" + w + r + r + r, [=](const u64* v) { return v[0] & v[1]; });
    check("or.b" + w + r + r + r, [=](const u64* v) { return v[0] | v[1]; });
    check("xor.b" + w + r + r + r, [=](const u64* v) { return v[0] ^ v[1]; });
    check("not.b" + w + r + r, [=](const u64* v) { return zext(~v[0], bits); });
    check("cnot.b" + w + r + r, [=](const u64* v) { return u64{zext(v[0], bits) == 0}; });
  }
  check("and.pred pred pred !pred", [](const u64* v) { return v[0] & (v[1] ^ 1); });
  check("xor.pred pred pred pred", [](const u64* v) { return v[0] ^ v[1]; });
  check("or.pred pred !pred pred", [](const u64* v) { return (v[0] ^ 1) | v[1]; });
  check("not.pred pred pred", [](const u64* v) { return v[0] ^ 1; });
}

TEST(LanesBits, Lop3IsTheTruthTableForEveryTable) {
  for (unsigned lut = 0; lut < 256; ++lut) {
    check(
        "lop3.b32 b32 b32 b32 b32 " + std::to_string(lut),
        [=](const u64* v) {
          u64 result = 0;
          for (unsigned bit = 0; bit < 32; ++bit) {
            const u64 index = (v[0] >> bit & 1) * 4 + (v[1] >> bit & 1) * 2 + (v[2] >> bit & 1);
            result |= u64{lut >> index & 1} << bit;
          }
          return result;
        },
        false, 1);
  }
  EXPECT_EQ(one("lop3.b32 b32 b32 b32 b32 0x80", {0xff, 0x3c, 0x0f}), 0x0cU);  // a & b & c
}

TEST(LanesBits, Lop3WithAPredicateComparesTheResultWithZero) {
  // 0xc0 is a & b. Lane 0: 1 & 2 = 0; lane 1: 3 & 2 = 2.
  Rig rig("lop3.or.b32 ( _ pred ) b32 b32 b32 0xc0 pred");
  ASSERT_TRUE(rig.selected());
  for (unsigned lane = 0; lane < 2; ++lane) {
    rig.set(2, lane, lane == 0 ? 1 : 3);
    rig.set(3, lane, 2);
    rig.set(6, lane, 0);
  }
  rig.run(3);
  EXPECT_EQ(rig.get(1, 0), 0U);
  EXPECT_EQ(rig.get(1, 1), 1U);
}

TEST(LanesBits, ShiftsClampAtTheWidth) {
  for (const unsigned bits : {16U, 32U, 64U}) {
    const std::string w = std::to_string(bits), r = " b" + w;
    check("shl.b" + w + r + r + " u32", [=](const u64* v) { return v[1] >= bits ? 0 : zext(v[0] << v[1], bits); });
    check("shr.u" + w + r + r + " u32", [=](const u64* v) { return v[1] >= bits ? 0 : zext(v[0], bits) >> v[1]; });
    check("shr.b" + w + r + r + " u32", [=](const u64* v) { return v[1] >= bits ? 0 : zext(v[0], bits) >> v[1]; });
    check("shr.s" + w + r + r + " u32", [=](const u64* v) {
      const auto a = static_cast<std::int64_t>(v[0] << (64 - bits)) >> (64 - bits);
      return zext(u64(a >> std::min<u64>(v[1], bits - 1)), bits);
    });
  }
}

TEST(LanesBits, FunnelShiftsTakeFromTheNeighbour) {
  EXPECT_EQ(one("shf.l.wrap.b32 b32 b32 b32 b32", {0x80000001, 0x00000001, 33}), 0x00000003U);
  EXPECT_EQ(one("shf.r.clamp.b32 b32 b32 b32 b32", {1, 0xdeadbeef, 40}), 0xdeadbeefU);
  EXPECT_EQ(one("shf.l.clamp.b32 b32 b32 b32 b32", {0x12345678, 5, 32}), 0x12345678U);
  check("shf.r.wrap.b32 b32 b32 b32 b32", [](const u64* v) { return zext((v[1] << 32 | v[0]) >> (v[2] & 31), 32); });
}

TEST(LanesBits, CountsAndPositions) {
  check("popc.b64 u32 b64", [](const u64* v) { return u64(std::popcount(v[0])); });
  check("popc.b32 u32 b32", [](const u64* v) { return u64(std::popcount(v[0])); });
  check("clz.b64 u32 b64", [](const u64* v) { return u64(std::countl_zero(v[0])); });
  check("clz.b32 u32 b32", [](const u64* v) { return u64(std::countl_zero(u32(v[0]))); });
  EXPECT_EQ(one("bfind.u32 u32 u32", {0x00800000}), 23U);
  EXPECT_EQ(one("bfind.shiftamt.u32 u32 u32", {0x00800000}), 8U);
  EXPECT_EQ(one("bfind.u32 u32 u32", {0}), 0xffffffffU);
  EXPECT_EQ(one("bfind.s32 u32 s32", {0xffffffff}), 0xffffffffU);
  EXPECT_EQ(one("bfind.s32 u32 s32", {0xfffffff0}), 3U);  // highest bit unlike the sign
  EXPECT_EQ(one("bfind.s64 u32 s64", {u64(-256)}), 7U);
  EXPECT_EQ(one("brev.b32 b32 b32", {0x00000001}), 0x80000000U);
  EXPECT_EQ(one("brev.b64 b64 b64", {0x8000000000000002}), 0x4000000000000001U);
  // fns: the second set bit from 4 upwards in 0b1011010000 is bit 6; the first downwards from 5 is bit 4.
  EXPECT_EQ(one("fns.b32 b32 b32 b32 s32", {0x2d0, 4, 2}), 6U);
  EXPECT_EQ(one("fns.b32 b32 b32 b32 s32", {0x2d0, 5, u32(-1)}), 4U);
  EXPECT_EQ(one("fns.b32 b32 b32 b32 s32", {0x2d0, 4, 0}), 4U);
  EXPECT_EQ(one("fns.b32 b32 b32 b32 s32", {0x2d0, 4, 9}), 0xffffffffU);
}

/// The definition in the PTX ISA, bit by bit.
u64 bfe(u64 a, u64 position, u64 length, unsigned bits, bool is_signed) {
  const u64 highest = bits - 1, pos = position & 0xff, len = length & 0xff;
  const bool fill = is_signed && len != 0 && (a >> std::min(pos + len - 1, highest) & 1) != 0;
  u64 result = 0;
  for (u64 i = 0; i <= highest; ++i) {
    const bool bit = i < len && pos + i <= highest ? (a >> (pos + i) & 1) != 0 : fill;
    result |= u64{bit} << i;
  }
  return result;
}

TEST(LanesBits, FieldsAreCutOutAndPutIn) {
  EXPECT_EQ(one("bfe.s32 s32 s32 u32 u32", {0x00000f00, 8, 4}), 0xffffffffU);
  for (const unsigned bits : {32U, 64U}) {
    const std::string w = std::to_string(bits), r = " b" + w;
    check("bfe.u" + w + r + r + " u32 u32", [=](const u64* v) { return bfe(v[0], v[1], v[2], bits, false); });
    check("bfe.s" + w + r + r + " u32 u32", [=](const u64* v) { return bfe(v[0], v[1], v[2], bits, true); });
    check("bfi.b" + w + r + r + r + " u32 u32", [=](const u64* v) {
      u64 result = v[1];
      for (u64 i = 0; i < (v[3] & 0xff) && (v[2] & 0xff) + i < bits; ++i) {
        const u64 at = (v[2] & 0xff) + i;
        result = (result & ~(u64{1} << at)) | (v[0] >> i & 1) << at;
      }
      return result;
    });
  }
  EXPECT_EQ(one("bmsk.clamp.b32 b32 b32 b32", {4, 8}), 0x00000ff0U);
  EXPECT_EQ(one("bmsk.clamp.b32 b32 b32 b32", {4, 99}), 0xfffffff0U);
  EXPECT_EQ(one("bmsk.clamp.b32 b32 b32 b32", {32, 1}), 0U);
  EXPECT_EQ(one("bmsk.wrap.b32 b32 b32 b32", {33, 34}), 0x6U);
  EXPECT_EQ(one("szext.clamp.s32 s32 s32 u32", {0xf8, 4}), 0xfffffff8U);
  EXPECT_EQ(one("szext.wrap.u32 u32 u32 u32", {0xf8, 36}), 0x8U);
  EXPECT_EQ(one("szext.clamp.s32 s32 s32 u32", {0x12345678, 32}), 0x12345678U);
}

TEST(LanesBits, PrmtPicksBytesInEveryMode) {
  const u64 a = 0x33221100, b = 0x77665544;  // byte n of {b, a} is 0xnn
  EXPECT_EQ(one("prmt.b32 b32 b32 b32 b32", {a, b, 0x7420}), 0x77442200U);
  EXPECT_EQ(one("prmt.b32 b32 b32 b32 b32", {0x80, 0, 0x1118}), 0x000000ffU);  // 8: the sign, spread
  EXPECT_EQ(one("prmt.b32.f4e b32 b32 b32 b32", {a, b, 1}), 0x44332211U);
  EXPECT_EQ(one("prmt.b32.b4e b32 b32 b32 b32", {a, b, 1}), 0x66770011U);
  EXPECT_EQ(one("prmt.b32.rc8 b32 b32 b32 b32", {a, b, 2}), 0x22222222U);
  EXPECT_EQ(one("prmt.b32.ecl b32 b32 b32 b32", {a, b, 2}), 0x33222222U);
  EXPECT_EQ(one("prmt.b32.ecr b32 b32 b32 b32", {a, b, 2}), 0x22221100U);
  EXPECT_EQ(one("prmt.b32.rc16 b32 b32 b32 b32", {a, b, 1}), 0x33223322U);
}

TEST(LanesMoves, VectorsPackLowestFirst) {
  EXPECT_EQ(one("mov.b32 b32 ( b16 b16 )", {0x1111, 0x2222}), 0x22221111U);
  EXPECT_EQ(one("mov.b64 b64 ( b32 b32 )", {0x11111111, 0x22222222}), 0x2222222211111111U);
  EXPECT_EQ(one("mov.b64 b64 ( b16 b16 b16 b16 )", {1, 2, 3, 4}), 0x0004000300020001U);
  Rig rig("mov.b64 ( _ b32 ) b64");
  ASSERT_TRUE(rig.selected());
  rig.set(2, 0, 0xaaaaaaaabbbbbbbb);
  rig.run(1);
  EXPECT_EQ(rig.get(1, 0), 0xaaaaaaaaU);
  Rig wide("mov.b128 b128 ( b64 b64 )");
  ASSERT_TRUE(wide.selected());
  wide.set(1, 5, 17);
  wide.set(2, 5, 18);
  wide.run(1U << 5);
  EXPECT_EQ(wide.get(0, 5), 17U);
  EXPECT_EQ(wide.get_high(0, 5), 18U);
}

TEST(LanesMoves, SelectionsFollowPredicateAndSign) {
  check("selp.f64 f64 f64 f64 pred", [](const u64* v) { return v[2] != 0 ? v[0] : v[1]; });
  check("selp.b32 b32 b32 b32 !pred", [](const u64* v) { return v[2] == 0 ? v[0] : v[1]; });
  check("slct.u64.s32 u64 u64 u64 s32", [](const u64* v) { return v[2] >> 31 == 0 ? v[0] : v[1]; });
  EXPECT_EQ(one("slct.u32.f32 u32 u32 u32 f32", {1, 2, 0x80000000}), 1U);  // -0 >= 0
  EXPECT_EQ(one("slct.u32.f32 u32 u32 u32 f32", {1, 2, 0x7fc00000}), 2U);
  EXPECT_EQ(one("slct.ftz.u32.f32 u32 u32 u32 f32", {1, 2, 0x80000001}), 1U);
  EXPECT_EQ(one("mov.pred pred !pred", {1}), 0U);
  EXPECT_EQ(one("mov.u32 u32 17", {}), 17U);
}

}  // namespace
}  // namespace forewarp::emu
