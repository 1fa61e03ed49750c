// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/profile/influence/block_influence.hpp"

#include <gtest/gtest.h>

#include <string>

#include "forewarp/frontend/ptx/parser.hpp"

namespace forewarp::profile {
namespace {

/// A kernel of one buffer and one number, 100; blocks of 64 in a grid of 50 x 20.
BlockInfluence of_body(const std::string& body) {
  const auto module = ptx::parse(R"(
.version 7.0
.target sm_70
.address_size 64
.visible .entry k(.param .u64 p, .param .u32 n) {
  .reg .pred %p<9>;
  .reg .b32 %r<20>;
  .reg .b64 %d<20>;
  ld.param.u64 %d1, [p];
  ld.param.u32 %r9, [n];
  mov.u32 %r1, %ctaid.x;
  mov.u32 %r2, %tid.x;
  mad.lo.s32 %r3, %r1, 64, %r2;
)" + body + "\nE: ret;\n}\n");
  launch::Launch launch;
  launch.entry = "k";
  launch.grid = {50, 20, 1};
  launch.block = {64, 1, 1};
  launch.arguments = {{"p", launch::Buffer{ptx::Type::f32, 4096, {}, false}},
                      {"n", launch::Scalar{ptx::Type::s32, 100}}};
  return block_influence(*module.find("k"), launch, 32);
}

TEST(BlockInfluence, ReadsAGuardOffTheCode) {
  const auto found = of_body(
      "setp.ge.s32 %p1, %r3, %r9; @%p1 bra E; mul.wide.s32 %d2, %r3, 4; add.s64 %d3, %d1, %d2; "
      "st.global.u32 [%d3], %r2;");

  EXPECT_TRUE(found.control_is_known);
  EXPECT_FALSE(found.control_reads_data);
  EXPECT_TRUE(found.sectors_are_known);  // 64 * 4 = 256 bytes a block, whole sectors
  ASSERT_EQ(found.conditions.size(), 1U);
  EXPECT_EQ(found.conditions[0], (BlockCondition{{64, 0, 0}, -100, 63 - 100, 0, false}));
}

TEST(BlockInfluence, OfBlocksThatDoNotBeginAtSectorsLeavesTheirAccessesOpen) {
  const auto found = of_body("mul.wide.s32 %d2, %r1, 12; add.s64 %d3, %d1, %d2; st.global.u32 [%d3], %r2;");

  EXPECT_TRUE(found.control_is_known);
  EXPECT_FALSE(found.sectors_are_known);
  EXPECT_FALSE(found.addresses_read_data);
}

TEST(BlockInfluence, IsNotKnownWhereAMatrixFromMemoryDecides) {
  const auto branch = of_body(
      "wmma.load.a.sync.aligned.row.m16n16k16.global.u8 {%r4, %r5}, [%d1], 16; setp.eq.s32 %p1, %r4, 0; @%p1 bra E; "
      "mov.u32 %r6, 1;");

  EXPECT_TRUE(branch.control_reads_data);
}

TEST(BlockInfluence, IsNotKnownWhereMemoryDecides) {
  const auto branch = of_body("ld.global.u32 %r4, [%d1]; setp.eq.s32 %p1, %r4, 0; @%p1 bra E; bar.sync 0;");
  EXPECT_FALSE(branch.control_is_known);
  EXPECT_TRUE(branch.control_reads_data);

  const auto gather = of_body(
      "ld.global.u32 %r4, [%d1]; mul.wide.u32 %d2, %r4, 4; add.s64 %d3, %d1, %d2; "
      "ld.global.u32 %r5, [%d3];");
  EXPECT_TRUE(gather.control_is_known);
  EXPECT_TRUE(gather.addresses_read_data);
  EXPECT_FALSE(gather.sectors_are_known);
}

TEST(BlockInfluence, IsNotKnownOfRemaindersOfTheIndex) {
  const auto found = of_body("rem.u32 %r4, %r1, 7; setp.ne.s32 %p1, %r4, 0; @%p1 bra E; bar.sync 0;");

  EXPECT_FALSE(found.control_is_known);
  EXPECT_FALSE(found.control_reads_data);
}

TEST(BlockInfluence, ComputesWhatIsMadeOfNumbersAlone) {
  // One block of 50: 100 * 3000000019 is 300000001900, which is 3647258476 in a register of 32 bits, and 26 remain.
  const auto found = of_body(
      "mul.lo.s32 %r4, %r9, 3000000019; mov.u32 %r5, %nctaid.x; rem.u32 %r6, %r4, %r5; setp.ne.s32 %p1, %r1, %r6; "
      "@%p1 bra E; mov.u32 %r7, 1;");

  EXPECT_TRUE(found.control_is_known);
  ASSERT_EQ(found.conditions.size(), 1U);
  EXPECT_EQ(found.conditions[0], (BlockCondition{{1, 0, 0}, -26, -26, 0, false}));
}

TEST(BlockInfluence, FollowsALoopThatTurnsAlikeInEveryBlock) {
  const auto found = of_body("mov.u32 %r4, 0; L: add.s32 %r4, %r4, 1; setp.lt.s32 %p1, %r4, %r9; @%p1 bra L;");

  EXPECT_TRUE(found.control_is_known);
  EXPECT_TRUE(found.conditions.empty());
}

TEST(BlockInfluence, HasTheStepOfAGridStrideLoop) {
  const auto found = of_body("mov.u32 %r4, %r3; L: add.s32 %r4, %r4, 3200; setp.lt.s32 %p1, %r4, 6000; @%p1 bra L;");

  EXPECT_TRUE(found.control_is_known);
  ASSERT_EQ(found.conditions.size(), 1U);
  // Compared after the addition: 64 b + [0, 63] + 3200 - 6000 at first.
  EXPECT_EQ(found.conditions[0], (BlockCondition{{64, 0, 0}, -2800, 63 - 2800, 3200, false}));
}

TEST(BlockInfluence, StartsACounterFromWhatAnotherRegisterWasThen) {
  // The sum and the counter begin as the same zero, as nvcc writes it; then memory is added to the sum.
  const std::string loop =
      "mov.u32 %r4, 0; mov.u32 %r5, %r4; L: ld.global.u32 %r6, [%d1]; add.s32 %r4, %r4, %r6; add.s32 %r5, %r5, 1; "
      "setp.lt.s32 %p1, %r5, %r9; @%p1 bra L;";

  EXPECT_TRUE(of_body(loop).control_is_known);
  EXPECT_TRUE(of_body(loop + "st.global.u32 [%d1], %r4;").control_is_known);
  EXPECT_FALSE(of_body(loop + "setp.eq.s32 %p2, %r4, 0; @%p2 bra E; bar.sync 0;").control_is_known);
}

TEST(BlockInfluence, IsNotKnownWhereAGuardedCopyMayHaveLeftTheSum) {
  const auto found = of_body(
      "ld.global.u32 %r4, [%d1]; setp.eq.s32 %p2, %r2, 0; @%p2 mov.u32 %r4, 0; mov.u32 %r5, %r4; "
      "setp.eq.s32 %p1, %r5, 0; @%p1 bra E; bar.sync 0;");

  EXPECT_FALSE(found.control_is_known);
}

TEST(BlockInfluence, LeavesOutBranchesThatDecideAStore) {
  const std::string from_memory = "ld.global.u32 %r4, [%d1]; setp.ne.s32 %p1, %r4, 7; ";
  const auto store = of_body(from_memory + "@%p1 bra E; mov.u32 %r5, 1; st.global.u32 [%d1], %r5;");

  EXPECT_TRUE(store.control_is_known);
  EXPECT_TRUE(store.control_reads_data);
  ASSERT_EQ(store.short_branches.size(), 1U);
  EXPECT_EQ(store.short_branches[0].instructions, 2U);
  EXPECT_EQ(store.short_branches[0].accesses, 1U);
  const auto guarded = of_body(from_memory + "@!%p1 st.global.u32 [%d1], %r4;");
  ASSERT_EQ(guarded.short_branches.size(), 1U);
  EXPECT_EQ(guarded.short_branches[0].accesses, 1U);
}

TEST(BlockInfluence, IsNotKnownWhereMoreHangsOnABranch) {
  const std::string from_memory = "ld.global.u32 %r4, [%d1]; setp.ne.s32 %p1, %r4, 7; mov.u32 %r5, 1; @%p1 bra M; ";
  const std::string loop = "L: add.s32 %r6, %r6, 1; setp.lt.s32 %p2, %r6, 50; @%p2 bra L; ";

  // A value that is read later, arithmetic of its own, a loop, or a loop around it.
  EXPECT_FALSE(of_body(from_memory + "mov.u32 %r5, 2; M: st.global.u32 [%d1], %r5;").control_is_known);
  EXPECT_FALSE(of_body(from_memory + "add.f32 %r7, %r5, %r4; st.global.u32 [%d1], %r7; M:").control_is_known);
  EXPECT_FALSE(of_body(from_memory + "mov.u32 %r6, 0; " + loop + "M:").control_is_known);
  EXPECT_FALSE(of_body("mov.u32 %r6, 0; L: " + from_memory +
                       "st.global.u32 [%d1], %r5; M: add.s32 %r6, %r6, 1; setp.lt.s32 %p2, %r6, 50; @%p2 bra L;")
                   .control_is_known);
}

TEST(BlockInfluence, KnowsHowFarALoopsCounterGoes) {
  // Sixteen rows a block, of 200: if (blockIdx.y * 16 + j < 200).
  const auto found = of_body(
      "mov.u32 %r4, 0; mov.u32 %r6, %ctaid.y; L: mad.lo.s32 %r5, %r6, 16, %r4; "
      "setp.ge.s32 %p2, %r5, 200; @%p2 bra M; mov.u32 %r7, 1; M: add.s32 %r4, %r4, 1; "
      "setp.lt.u32 %p1, %r4, 16; @%p1 bra L;");

  EXPECT_TRUE(found.control_is_known);
  ASSERT_EQ(found.conditions.size(), 1U);
  EXPECT_EQ(found.conditions[0], (BlockCondition{{0, 16, 0}, -200, 17 - 200, 0, false}));
}

TEST(BlockInfluence, OfATripCountThatIsTheBlocksNumberIsNotKnown) {
  const auto found = of_body("mov.u32 %r4, 0; L: add.s32 %r4, %r4, 1; setp.le.s32 %p1, %r4, %r1; @%p1 bra L;");

  EXPECT_FALSE(found.control_is_known);  // fifty kinds of blocks: no few stand for them
}

TEST(BlockInfluence, TakesComparisonsOfUnsignedNumbersBelowZeroForWhatTheyAre) {
  // blockIdx.x - 1 < 98 as unsigned: block 0 is far above.
  const auto found = of_body("add.s32 %r4, %r1, -1; setp.lt.u32 %p1, %r4, 40; @%p1 bra E; mov.u32 %r5, 1;");

  EXPECT_TRUE(found.control_is_known);
  ASSERT_EQ(found.conditions.size(), 2U);
  EXPECT_EQ(found.conditions[0], (BlockCondition{{1, 0, 0}, -41, -41, 0, false}));
  EXPECT_EQ(found.conditions[1], (BlockCondition{{1, 0, 0}, -1, -1, 0, false}));
}

}  // namespace
}  // namespace forewarp::profile
