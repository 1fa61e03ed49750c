// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/machine/ptx_lines.hpp"

#include <gtest/gtest.h>

#include <array>

#include "forewarp/frontend/ptx/parser.hpp"

namespace forewarp::machine {
namespace {

/// Lines 7 and 8 are a block, 9 to 12 a loop, 14 the end.
const ptx::Module module = ptx::parse(
    ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k()\n{\n.reg .b32 %r<4>; .reg .pred %p<3>;\n"
    "mov.u32 %r1, %tid.x;\n"
    "@%p1 bra done;\n"
    "loop: st.shared.v2.u32 [%r1], {%r2, %r3};\n"
    "bar.sync 0;\n"
    "@%p2 add.u32 %r1, %r1, 1; add.u32 %r2, %r2, 1;\n"
    "@%p2 bra loop;\n"
    "done:\n"
    "ret;\n}\n",
    "k.ptx");

const PtxLines lines = ptx_lines(module, {{"k", 10, 320}, {"k", 40, 1280}, {"k", 10, 320}}, 320, 10);

TEST(PtxLines, HaveTheCountsOfTheirBlocks) {
  EXPECT_EQ(lines.lines.at(7).threads, 320);
  EXPECT_EQ(lines.lines.at(9).threads, 1280);
  EXPECT_EQ(lines.lines.at(9).warps, 40);
}

TEST(PtxLines, KnowTheirEffects) {
  EXPECT_EQ(lines.lines.at(9).effect, Effect::store);
  EXPECT_EQ(lines.lines.at(9).space, Space::shared);
  EXPECT_EQ(lines.lines.at(9).bytes_per_lane, 8U);
  EXPECT_EQ(lines.lines.at(10).effect, Effect::barrier);
  EXPECT_EQ(lines.lines.at(7).effect, Effect::none);
  EXPECT_TRUE(lines.lines.at(8).guarded);
}

// Additions to a counter become one where ptxas unrolls, so they tell nothing of how often code executes.
TEST(PtxLines, KnowTheArithmeticThatIsOneInstruction) {
  const ptx::Module code = ptx::parse(
      ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k()\n{\n.reg .b32 %r<4>; .reg .f32 %f<4>; .reg "
      ".b64 %rd<4>;\n"
      "sub.f32 %f1, %f2, %f3;\nadd.s32 %r1, %r2, 1;\nshl.b32 %r1, %r2, 3;\ndiv.rn.f32 %f1, %f2, %f3;\n"
      "xor.b64 %rd1, %rd2, %rd3;\nfma.rn.f16x2 %r1, %r2, %r3, %r1;\nrsqrt.approx.f32 %f1, %f2;\n"
      "dp4a.s32.s32 %r1, %r2, %r3, %r1;\npopc.b32 %r1, %r2;\npopc.b64 %r1, %rd2;\nmin.f32 %f1, %f2, %f3;\n"
      "ret;\n}\n",
      "k.ptx");

  const PtxLines counted = ptx_lines(code, {{"k", 10, 320}}, 320, 10);

  using enum PtxArithmetic;
  const std::array expected{floats, none, single, none, several, halves, special, single, special, none, single};
  for (std::uint32_t k = 0; k < expected.size(); ++k)
    EXPECT_EQ(counted.lines.at(7 + k).arithmetic, expected[k]) << "line " << 7 + k;
}

TEST(PtxLines, OneWithSeveralInstructionsIsLeftOut) { EXPECT_FALSE(lines.lines.contains(11)); }

// The end has two predecessors, so how many threads go there past the loop is not known from its count.
TEST(PtxLines, TripsAreKnownWhereTheEntriesAre) {
  const ptx::Module simple = ptx::parse(
      ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k()\n{\n.reg .b32 %r<4>; .reg .pred %p<3>;\n"
      "mov.u32 %r1, 0;\nloop: add.u32 %r1, %r1, 1;\n@%p1 bra loop;\nret;\n}\n",
      "k.ptx");

  const PtxLines counted = ptx_lines(simple, {{"k", 10, 320}, {"k", 50, 1600}, {"k", 10, 320}}, 320, 10);

  EXPECT_DOUBLE_EQ(counted.lines.at(8).trips, 5);
  EXPECT_EQ(counted.lines.at(10).trips, 0);
  EXPECT_EQ(lines.lines.at(9).trips, 0);
}

TEST(PtxLines, CountsOfAnotherModuleAreLeftOut) {
  EXPECT_TRUE(ptx_lines(module, {{"k", 1, 32}}, 32, 1).lines.empty());
  EXPECT_TRUE(ptx_lines(module, {{"other", 1, 32}}, 32, 1).lines.empty());
}

// Of 256 halves each of 32 lanes loads 16 bytes: by four accesses of 4 to global memory, by one to shared.
TEST(PtxLines, OfAMatrixALaneLoadsItsShare) {
  const ptx::Module code = ptx::parse(
      ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k()\n{\n.reg .b32 %r<9>; .reg .b64 %rd<2>;\n"
      "wmma.load.a.sync.aligned.row.m16n16k16.global.f16 {%r0,%r1,%r2,%r3,%r4,%r5,%r6,%r7}, [%rd1], %r8;\n"
      "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r0,%r1,%r2,%r3}, [%r8];\n"
      "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r0}, [%r8];\n"
      "ret;\n}\n",
      "k.ptx");

  const PtxLines counted = ptx_lines(code, {{"k", 10, 320}}, 320, 10);

  EXPECT_EQ(counted.lines.at(7).bytes_per_lane, 16U);
  EXPECT_EQ(counted.lines.at(8).bytes_per_lane, 16U);
  EXPECT_EQ(counted.lines.at(9).bytes_per_lane, 4U);
}

}  // namespace
}  // namespace forewarp::machine
