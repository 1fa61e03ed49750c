// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/analysis/lowering.hpp"

#include <gtest/gtest.h>

#include "kernel_text.hpp"

namespace forewarp::analysis {
namespace {

using enum Lowering;
using Lowerings = std::vector<Lowering>;

/// Of the instructions before the first label, all in one basic block; those after it are in another.
Lowerings of(const std::string& body) {
  const ptx::Module module = kernel_of(body);
  const ptx::Function& function = *module.find("k");
  std::vector<std::uint32_t> block_of(function.body.size(), 0);
  if (!function.labels.empty())
    for (std::size_t n = function.labels.front().target; n < block_of.size(); ++n) block_of[n] = 1;
  Lowerings out = lowerings(DefUse(function), block_of);
  out.pop_back();  // ret
  return out;
}

TEST(Lowering, AProductAndItsSumAreOneUnlessTheyAreRounded) {
  EXPECT_EQ(of("mul.f32 %f1, %f2, %f3; sub.f32 %f4, %f1, %f5;"), (Lowerings{always, alone}));
  EXPECT_EQ(of("mul.f64 %rd1, %rd2, %rd3; add.f64 %rd4, %rd5, %rd1;"), (Lowerings{always, alone}));
  EXPECT_EQ(of("mul.rn.f32 %f1, %f2, %f3; sub.f32 %f4, %f1, %f5;"), (Lowerings{alone, alone}));
  EXPECT_EQ(of("mul.f32 %f1, %f2, %f3; sub.rn.f32 %f4, %f1, %f5;"), (Lowerings{alone, alone}));
  EXPECT_EQ(of("mul.ftz.f32 %f1, %f2, %f3; add.f32 %f4, %f1, %f5;"), (Lowerings{alone, alone}));
}

TEST(Lowering, WhatSomethingElseReadsTooStays) {
  EXPECT_EQ(of("mul.f32 %f1, %f2, %f3; add.f32 %f4, %f1, %f5; add.f32 %f6, %f1, %f7;"),
            (Lowerings{alone, alone, alone}));
  EXPECT_EQ(of("mul.f32 %f1, %f2, %f3; add.f32 %f4, %f1, %f1;"), (Lowerings{alone, alone}));
}

TEST(Lowering, NothingIsJoinedOverABlockOrAGuard) {
  EXPECT_EQ(of("mul.f32 %f1, %f2, %f3;\nL:\n add.f32 %f4, %f1, %f5;"), (Lowerings{alone, alone}));
  EXPECT_EQ(of("mul.f32 %f1, %f2, %f3; @%p1 add.f32 %f4, %f1, %f5;"), (Lowerings{alone, alone}));
  EXPECT_EQ(of("@%p1 mul.f32 %f1, %f2, %f3; add.f32 %f4, %f1, %f5;"), (Lowerings{alone, alone}));
}

TEST(Lowering, ThreeNumbersAreAddedAtOnceAndAFourthIsNot) {
  EXPECT_EQ(of("add.s32 %r1, %r2, %r3; add.s32 %r4, %r1, %r5;"), (Lowerings{since_maxwell, alone}));
  EXPECT_EQ(of("add.s32 %r1, %r2, %r3; add.s32 %r4, %r1, %r5; add.s32 %r6, %r4, 7;"),
            (Lowerings{since_maxwell, alone, alone}));
}

TEST(Lowering, LogicOfThreeNumbersIsOneInstructionHoweverOftenTheyOccur) {
  // (b & c) | (~b & d), the choice of MD5: LOP3.
  EXPECT_EQ(of("and.b32 %r1, %r7, %r8; not.b32 %r2, %r7; and.b32 %r3, %r2, %r9; or.b32 %r4, %r1, %r3;"),
            (Lowerings{since_maxwell, since_maxwell, since_maxwell, alone}));
  EXPECT_EQ(of("and.b32 %r1, %r5, %r6; and.b32 %r2, %r7, %r8; or.b32 %r3, %r1, %r2;"),
            (Lowerings{since_maxwell, alone, alone}));
}

TEST(Lowering, ShiftsAndProductsAreOperandsOfOneSum) {
  EXPECT_EQ(of("shl.b32 %r1, %r2, 2; add.s32 %r3, %r1, %r4;"), (Lowerings{always, alone}));
  EXPECT_EQ(of("shl.b32 %r1, %r2, %r5; add.s32 %r3, %r1, %r4;"), (Lowerings{alone, alone}));
  EXPECT_EQ(of("mul.lo.s32 %r1, %r2, %r5; add.s32 %r3, %r1, %r4;"), (Lowerings{always, alone}));
  EXPECT_EQ(of("shf.l.wrap.b32 %r1, %r2, %r2, 7; add.s32 %r3, %r1, %r4;"), (Lowerings{since_volta, alone}));
  EXPECT_EQ(of("mul.lo.s32 %r1, %r2, %r5; shl.b32 %r6, %r7, 2; add.s32 %r3, %r1, %r6;"),
            (Lowerings{always, alone, alone}));
}

TEST(Lowering, AWideSumTakesInAProductOfWordsWhereverItIs) {
  EXPECT_EQ(of("mul.wide.s32 %rd1, %r1, 4; add.s64 %rd2, %rd3, %rd1;"), (Lowerings{since_volta, wide_sum}));
  EXPECT_EQ(of("mul.wide.s32 %rd1, %r1, 4;\nL:\n add.s64 %rd2, %rd3, %rd1; add.s64 %rd4, %rd5, %rd1;"),
            (Lowerings{since_volta, wide_sum, wide_sum}));
  EXPECT_EQ(of("mul.wide.s32 %rd1, %r1, 4; add.s64 %rd2, %rd3, %rd1; xor.b64 %rd4, %rd5, %rd1;"),
            (Lowerings{alone, wide_sum, alone}));
  EXPECT_EQ(of("add.s64 %rd2, %rd3, 16;"), (Lowerings{alone}));
}

TEST(Lowering, SizesOfTheGridAreConstantsAndOtherSpecialRegistersAreNot) {
  EXPECT_EQ(of("mov.u32 %r1, %tid.x; mov.u32 %r2, %ntid.x; mov.u32 %r3, %nctaid.y; mov.u32 %r4, %ctaid.x;"),
            (Lowerings{special_register, alone, alone, special_register}));
}

}  // namespace
}  // namespace forewarp::analysis
