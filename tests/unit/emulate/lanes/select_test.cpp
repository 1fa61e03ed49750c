// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "unit/emulate/lanes/rig.hpp"

namespace forewarp::emu {
namespace {

using testing::Rig;

TEST(LanesSelect, ASuffixThatIsNotUnderstoodFindsNothing) {
  for (const char* line :
       {"add.rn.s32 s32 s32 s32", "add.frob.f32 f32 f32 f32", "add.relu.f32 f32 f32 f32", "mul.s32 s32 s32 s32",
        "fma.f32 f32 f32 f32 f32", "setp.lo.s32 pred s32 s32", "setp.lt.b32 pred b32 b32", "cvt.rni.u32.u32 u32 u32",
        "cvt.f32.s32 f32 s32", "cvt.s32.f32 s32 f32", "div.f32 f32 f32 f32", "min.xorsign.f32 f32 f32 f32",
        "cvt.rs.f16x2.f32 b32 f32 f32", "ld.global.u32 u32 u64", "frob.u32 u32 u32"}) {
    EXPECT_FALSE(Rig(line).selected()) << line;
  }
}

TEST(LanesSelect, OperandsMustBeAsManyAndAsWideAsTheOperationTouches) {
  for (const char* line :
       {"add.f64 f32 f64 f64", "add.f32 f64 f32 f32", "add.f32 f32 f32", "add.f32 f32 f32 f32 f32",
        "add.f32 pred f32 f32", "add.u32 u32 pred u32", "and.pred pred u32 pred", "add.u32 _ u32 u32",
        "add.u32 u32 _ u32", "mov.b64 b64 ( b32 b32 b32 )", "selp.b32 b32 b32 b32 b32", "cvt.u64.u32 u32 u32",
        "add.u32 u32 !u32 u32", "lop3.b32 b32 b32 b32 b32 b32", "add.u32"}) {
    EXPECT_FALSE(Rig(line).selected()) << line;
  }
}

TEST(LanesSelect, DefaultsAndSynonymsAreTheSameOperation) {
  const LaneFn plain = Rig("add.f32 f32 f32 f32").choice().fn;

  EXPECT_EQ(Rig("add.rn.f32 f32 f32 f32").choice().fn, plain);
  EXPECT_NE(Rig("add.rz.f32 f32 f32 f32").choice().fn, plain);
  EXPECT_EQ(Rig("add.s32 s32 s32 s32").choice().fn, Rig("add.u32 u32 u32 u32").choice().fn);
  EXPECT_EQ(Rig("rsqrt.approx.f32.ftz f32 f32").choice().fn, Rig("rsqrt.approx.ftz.f32 f32 f32").choice().fn);
  EXPECT_EQ(Rig("ex2.approx.f32.ftz f32 f32").choice().fn, Rig("ex2.approx.ftz.f32 f32 f32").choice().fn);
  EXPECT_EQ(Rig("mad.rn.f32 f32 f32 f32 f32").choice().fn, Rig("fma.rn.f32 f32 f32 f32 f32").choice().fn);
}

}  // namespace
}  // namespace forewarp::emu
