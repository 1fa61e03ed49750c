// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/analysis/low_bits.hpp"

#include <gtest/gtest.h>

#include <string>

#include "forewarp/frontend/ptx/parser.hpp"

namespace forewarp::analysis {
namespace {

/// Of the register that is declared first. t is the thread's index, n the width of the block: unknown numbers.
LowBits of_x(const std::string& body) {
  const ptx::Module m = ptx::parse(
      ".version 8.5\n.target sm_80\n.entry k()\n{\n.reg .b32 x, t, n, y; .reg .f32 f; .reg .pred p;\n"
      "mov.u32 t, %tid.x; mov.u32 n, %ntid.x;\n" +
      body + "\nret;\n}\n");
  return low_bits(m.functions[0])[0];
}

void expect(const std::string& body, unsigned known, unsigned value) {
  const LowBits x = of_x(body);
  EXPECT_EQ(x.known, known) << body;
  EXPECT_EQ(x.value, value) << body;
}

TEST(LowBits, FollowIntegerArithmetic) {
  expect("shl.b32 x, t, 4;", 4, 0);
  expect("mul.lo.u32 x, t, 12;", 2, 0);               // 4 * 3 t
  expect("mad.lo.u32 x, t, 16, 20;", 4, 4);           // 20 = 16 + 4
  expect("shl.b32 y, t, 3; sub.u32 x, y, 1;", 3, 7);  // 8 t - 1
  expect("and.b32 x, t, -8;", 3, 0);
  expect("mul.lo.u32 y, t, 4; or.b32 x, y, 3;", 2, 3);
  expect("shl.b32 y, t, 4; xor.b32 x, y, 8;", 4, 8);
  expect("shl.b32 y, t, 2; mul.lo.u32 x, y, n;", 2, 0);  // a row of n floats: no more is known
  expect("mul.lo.u32 x, t, n;", 0, 0);
}

TEST(LowBits, AreWhatAllWritesOfARegisterHaveInCommon) {
  expect("mov.u32 x, 0; L: add.u32 x, x, 32; setp.lt.u32 p, x, n; @p bra L;", 4, 0);
  expect("mov.u32 x, 4; L: add.u32 x, x, 8; setp.lt.u32 p, x, n; @p bra L;", 3, 4);
  expect("mov.u32 x, 4; @p mov.u32 x, 6;", 1, 0);
  expect("setp.eq.u32 p, t, 0; selp.b32 x, 8, 24, p;", 4, 8);
}

TEST(LowBits, AreUnknownWhereNumbersDoNotWrapRound) {
  expect("mov.f32 f, 0f3F800000; cvt.rzi.s32.f32 x, f;", 0, 0);  // 1, whose float ends in zeros
  expect("shl.b32 y, t, 4; add.sat.s32 x, y, 16;", 0, 0);
  expect("shl.b32 y, t, 4; mul.hi.u32 x, y, 16;", 0, 0);
  expect("shr.u32 x, t, 2;", 0, 0);
}

/// Each pass over the text finds one more register, as they are written from the last one to the first.
TEST(LowBits, OfAFunctionThatNeedsTooManyPassesAreUnknown) {
  std::string body = "L0: mov.u32 x, r0;\n", registers = ".reg .b32 r<200>;\n";
  for (int k = 0; k < 100; ++k) body += "mov.u32 r" + std::to_string(k) + ", r" + std::to_string(k + 1) + ";\n";
  body += "mov.u32 r100, 16;\nbra L0;\n";

  expect(registers + body, 0, 0);
}

TEST(LowBits, TellMultiplesOfTheirPowersOfTwo) {
  const LowBits x{3, 4};  // 8 k + 4

  EXPECT_TRUE(x.multiple_of(4, 0));
  EXPECT_FALSE(x.multiple_of(8, 0));
  EXPECT_TRUE(x.multiple_of(8, -4));
  EXPECT_FALSE(x.multiple_of(16, -4));  // the bit of 8 is not known
}

}  // namespace
}  // namespace forewarp::analysis
