// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Video instructions and cvt.pack, against the pseudo-code of the PTX ISA and against values worked by hand.
#include <algorithm>

#include "unit/emulate/lanes/check.hpp"

namespace forewarp::emu {
namespace {

using testing::check;
using testing::one;
using testing::Rig;
using u32 = std::uint32_t;
using s32 = std::int32_t;
using s64 = std::int64_t;
using u64 = std::uint64_t;

s64 part(u64 value, unsigned shift, unsigned bits, bool is_signed) {
  const u64 kept = value >> shift & ((u64{1} << bits) - 1);
  return is_signed && (kept >> (bits - 1) & 1) != 0 ? static_cast<s64>(kept) - (s64{1} << bits)
                                                    : static_cast<s64>(kept);
}

TEST(LanesVideo, TakeBytesAndHalfWordsByTheirSigns) {
  check("vadd.s32.u32.s32 u32 u32.b1 u32.h1",
        [](const u64* v) { return static_cast<u32>(part(v[0], 8, 8, false) + part(v[1], 16, 16, true)); });
  check("vsub.s32.s32.u32 u32 u32.b3 u32",
        [](const u64* v) { return static_cast<u32>(part(v[0], 24, 8, true) - part(v[1], 0, 32, false)); });
  check("vabsdiff.u32.s32.s32 u32 u32.h0 u32.h0",
        [](const u64* v) { return static_cast<u32>(std::abs(part(v[0], 0, 16, true) - part(v[1], 0, 16, true))); });
  check("vmin.s32.s32.s32 u32 u32 u32",
        [](const u64* v) { return static_cast<u32>(std::min(static_cast<s32>(v[0]), static_cast<s32>(v[1]))); });
  check("vmax.u32.u32.s32 u32 u32 u32",
        [](const u64* v) { return static_cast<u32>(std::max(part(v[0], 0, 32, false), part(v[1], 0, 32, true))); });
}

TEST(LanesVideo, SaturateToTheTypeOrThePartOfTheResult) {
  // 0xffffffff + 1 leaves 32 bits; -1 - 1 is below 0.
  EXPECT_EQ(one("vadd.u32.u32.u32.sat u32 u32 u32", {0xffffffff, 1}), 0xffffffffU);
  EXPECT_EQ(one("vsub.u32.s32.s32.sat u32 u32 u32", {0xffffffff, 1}), 0U);
  EXPECT_EQ(one("vadd.s32.s32.s32.sat u32 u32 u32", {0x7fffffff, 1}), 0x7fffffffU);
  // 100 + 100 in a signed byte is 127, put into byte 2 of c.
  EXPECT_EQ(one("vadd.s32.u32.u32.sat u32.b2 u32 u32 u32", {100, 100, 0x11223344}), 0x117f3344U);
  // Without saturation the byte is 200, 0xc8.
  EXPECT_EQ(one("vadd.s32.u32.u32 u32.b2 u32 u32 u32", {100, 100, 0x11223344}), 0x11c83344U);
  EXPECT_EQ(one("vadd.u32.u32.u32 u32.h1 u32 u32 u32", {0x1ffff, 1, 0x11223344}), 0x00003344U);
}

TEST(LanesVideo, ASecondOperationCombinesWithC) {
  EXPECT_EQ(one("vadd.u32.u32.u32.add u32 u32 u32 u32", {1, 2, 30}), 33U);
  EXPECT_EQ(one("vsub.s32.s32.s32.min u32 u32 u32 u32", {1, 2, 5}), 0xffffffffU);  // -1 is less than 5
  EXPECT_EQ(one("vabsdiff.u32.u32.u32.max u32 u32 u32 u32", {1, 9, 5}), 8U);
  // The sum of absolute differences of a byte, as motion estimation has it.
  EXPECT_EQ(one("vabsdiff.u32.u32.u32.add u32 u32.b0 u32.b3 u32", {0x10, 0x30000000, 7}), 0x27U);
}

TEST(LanesVideo, ShiftsClampOrWrapTheirAmount) {
  // 0x8e2da590 >> 16 = 0x8e2d; 0x248a9f70 + 0x8e2d = 0x248b2d9d = 613100957, and with 32 nothing is left.
  EXPECT_EQ(one("vshr.u32.u32.u32.clamp.add u32 u32 u32 u32", {0x8e2da590, 16, 0x248a9f70}), 613100957U);
  EXPECT_EQ(one("vshr.u32.u32.u32.clamp.add u32 u32 32 u32", {0x8e2da590, 32, 0x248a9f70}), 613064560U);
  EXPECT_EQ(one("vshr.s32.s32.u32.clamp u32 u32 u32", {0x80000000, 200}), 0xffffffffU);
  EXPECT_EQ(one("vshr.u32.u32.u32.wrap u32 u32 u32", {0x80000000, 33}), 0x40000000U);
  EXPECT_EQ(one("vshl.u32.u32.u32.clamp u32 u32 u32", {1, 40}), 0U);
  EXPECT_EQ(one("vshl.u32.u32.u32.sat.clamp u32 u32 u32", {3, 31}), 0xffffffffU);
  EXPECT_EQ(one("vshl.s32.s32.u32.sat.clamp u32 u32 u32", {0xffffffff, 32}), 0x80000000U);
}

TEST(LanesVideo, ComparisonsGiveOneOrZero) {
  EXPECT_EQ(one("vset.s32.s32.lt u32 u32 u32", {0xffffffff, 0}), 1U);
  EXPECT_EQ(one("vset.u32.u32.lt u32 u32 u32", {0xffffffff, 0}), 0U);
  EXPECT_EQ(one("vset.s32.u32.lt u32 u32 u32", {0xffffffff, 0xffffffff}), 1U);  // -1 and 2^32 - 1
  EXPECT_EQ(one("vset.u32.u32.ge.add u32 u32.b0 u32.b1 u32", {0x05, 0x0500, 10}), 11U);
}

TEST(LanesVideo, MultiplyAddTakesMinusSignsAndScales) {
  EXPECT_EQ(one("vmad.s32.s32.s32 u32 u32 u32 u32", {0xfffffffe, 3, 10}), 4U);
  EXPECT_EQ(one("vmad.u32.u32.u32.po u32 u32 u32 u32", {2, 3, 10}), 17U);
  EXPECT_EQ(one("vmad.u32.u32.u32.shr7 u32 u32 u32 u32", {256, 256, 128}), 513U);
  EXPECT_EQ(one("vmad.s32.s32.s32.sat.shr15 u32 u32 u32 u32", {0x7fffffff, 0x7fffffff, 0}), 0x7fffffffU);
  EXPECT_EQ(one("vmad.u32.u32.u32.sat u32 u32.h1 u32 u32", {0xffff0000, 0xffffffff, 0}), 0xffffffffU);
}

TEST(LanesVideo, PackedFormsComputeEachPart) {
  EXPECT_EQ(one("vadd4.u32.u32.u32.sat u32 u32 u32 u32", {0xff010203, 0x01010101, 0}), 0xff020304U);
  EXPECT_EQ(one("vadd4.u32.u32.u32 u32 u32 u32 u32", {0xff010203, 0x01010101, 0}), 0x00020304U);
  // |1 - 4| + |2 - 2| + |3 - 0| + |0 - 255| + 1000
  EXPECT_EQ(one("vabsdiff4.u32.u32.u32.add u32 u32 u32 u32", {0x01020300, 0x040200ff, 1000}), 1261U);
  EXPECT_EQ(one("vsub2.s32.s32.s32.sat u32 u32 u32 u32", {0x80000005, 0x00010007, 0}), 0x8000fffeU);
  EXPECT_EQ(one("vavrg4.u32.u32.u32 u32 u32 u32 u32", {0x01020304, 0x02020202, 0}), 0x02020303U);
  EXPECT_EQ(one("vmax2.s32.s32.s32 u32 u32 u32 u32", {0xffff0001, 0x00000002, 0}), 0x00000002U);
  EXPECT_EQ(one("vset4.u32.u32.ge.add u32 u32 u32 u32", {0x01020304, 0x02020202, 0}), 3U);
  // Only byte 1 is computed, the rest is c's.
  EXPECT_EQ(one("vadd4.u32.u32.u32 u32.b1 u32 u32 u32", {0x01010101, 0x01010101, 0xaabbccdd}), 0xaabb02ddU);
}

TEST(LanesVideo, FormsThatPtxDoesNotHaveAreNotSelected) {
  for (const char* text :
       {"vadd.f32.u32.u32 u32 u32 u32", "vadd.u32.u32.u32 u32.b0 u32 u32", "vadd.u32.u32.u32 u32 u32 u32 u32",
        "vshl.u32.u32.s32.clamp u32 u32 u32", "vshl.u32.u32.u32 u32 u32 u32", "vset.u32.u32 u32 u32 u32",
        "vadd4.u32.u32.u32 u32 u32 u32", "add.u32 u32 u32.b0 u32", "vadd.u32.u32.u32.add u32 u32 u32 u32.b0"})
    EXPECT_FALSE(Rig(text).selected()) << text;
}

TEST(LanesVideo, PackingSaturatesAndShiftsWhatWasThere) {
  const u64 low = 0xfffffeff, high = 257, rest = 0xf839b0ed;  // -257 above 257
  EXPECT_EQ(one("cvt.pack.sat.u8.s32.b32 u32 u32 u32 u32", {low, high, rest}), 0xb0ed00ffU);
  EXPECT_EQ(one("cvt.pack.sat.s8.s32.b32 u32 u32 u32 u32", {low, high, rest}), 0xb0ed807fU);
  EXPECT_EQ(one("cvt.pack.sat.u4.s32.b32 u32 u32 u32 u32", {3, 20, 0xf839b0ed}), 0x39b0ed3fU);
  EXPECT_EQ(one("cvt.pack.sat.s2.s32.b32 u32 u32 u32 u32", {5, static_cast<u32>(-9), 1}), 0x16U);
  EXPECT_EQ(one("cvt.pack.sat.u16.s32 u32 u32 u32", {70000, static_cast<u32>(-1)}), 0xffff0000U);
  EXPECT_EQ(one("cvt.pack.sat.s16.s32 u32 u32 u32", {70000, static_cast<u32>(-70000)}), 0x7fff8000U);
}

TEST(LanesVideo, AMoveOfAVectorReadsAllBeforeItWrites) {
  Rig rig("mov.v4.u16 ( u16 u16 u16 u16 ) ( u16 u16 u16 u16 )");
  ASSERT_TRUE(rig.selected());
  for (unsigned i = 0; i < 4; ++i) rig.fill(4 + i, i + 1);

  rig.run(0xffffffff);

  for (unsigned i = 0; i < 4; ++i) EXPECT_EQ(rig.get(i, 31), i + 1);
  EXPECT_TRUE(Rig("mov.v8.u16 ( u16 u16 u16 u16 u16 u16 u16 u16 ) ( u16 u16 u16 u16 u16 u16 u16 u16 )").selected());
  EXPECT_TRUE(Rig("mov.v2.f64 ( f64 f64 ) ( f64 f64 )").selected());
  EXPECT_FALSE(Rig("mov.v4.u16 ( u16 u16 ) ( u16 u16 )").selected());
}

}  // namespace
}  // namespace forewarp::emu
