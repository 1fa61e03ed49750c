// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/analysis/loops/regular_loop.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "forewarp/frontend/ptx/parser.hpp"

namespace forewarp::analysis {
namespace {

/// Loops of a kernel whose body this is; %r1 is the thread, %r2 and %rd1 parameters.
std::vector<std::optional<RegularLoop>> loops(const std::string& body) {
  const auto module = ptx::parse(R"(
.version 7.0
.target sm_70
.address_size 64
.visible .entry k(.param .u64 p, .param .u32 n) {
  .reg .pred %p<9>;
  .reg .b32 %r<20>;
  .reg .f32 %f<9>;
  .reg .b64 %rd<20>;
  mov.u32 %r1, %tid.x;
  ld.param.u32 %r2, [n];
  ld.param.u64 %rd1, [p];
  mov.u32 %r3, 0;
)" + body + "\n  ret;\n}\n");
  const auto& function = *module.find("k");
  return regular_loops(function, control_flow(function));
}

TEST(RegularLoop, OfACounterAndAPointerIsRegular) {
  const auto found = loops(R"(
L:ld.global.f32 %f1, [%rd1];
  add.f32 %f2, %f2, %f1;
  add.s64 %rd1, %rd1, 4;
  add.s32 %r3, %r3, 1;
  setp.lt.s32 %p1, %r3, %r2;
  @%p1 bra L;)");

  ASSERT_EQ(found.size(), 1U);
  ASSERT_TRUE(found[0]);
  EXPECT_EQ(found[0]->inductions.size(), 2U);
  ASSERT_EQ(found[0]->exits.size(), 1U);
  // It goes on while r3 < r2, so it leaves when r3 >= r2; r3 is counted before it is compared.
  EXPECT_EQ(found[0]->exits[0].leaves_when, Comparison::greater_equal);
  EXPECT_TRUE(found[0]->exits[0].left.computed_before);
  EXPECT_TRUE(found[0]->exits[0].is_signed);
}

TEST(RegularLoop, TestedAtItsHeadComparesBeforeItCounts) {
  const auto found = loops(R"(
L:setp.ge.u32 %p1, %r3, %r2;
  @%p1 bra E;
  add.s32 %r3, %r3, 4;
  bra L;
E:)");

  ASSERT_TRUE(found.at(0));
  EXPECT_EQ(found[0]->exits[0].leaves_when, Comparison::greater_equal);
  EXPECT_FALSE(found[0]->exits[0].left.computed_before);
  EXPECT_FALSE(found[0]->exits[0].is_signed);
}

TEST(RegularLoop, MayGatherThroughAnIndexLoadedInTheSameIteration) {
  EXPECT_TRUE(loops(R"(
L:ld.global.u32 %r4, [%rd1];
  mul.wide.u32 %rd2, %r4, 4;
  ld.global.f32 %f1, [%rd2];
  add.s64 %rd1, %rd1, 4;
  add.s32 %r3, %r3, 1;
  setp.ne.s32 %p1, %r3, %r2;
  @%p1 bra L;)")
                  .at(0));
}

// nvcc does so when registers are short.
TEST(RegularLoop, MayReadItsBoundFromTheParametersAgainEveryTime) {
  const auto found = loops(R"(
L:ld.param.u32 %r5, [n];
  add.s32 %r3, %r3, 1;
  setp.lt.s32 %p1, %r3, %r5;
  @%p1 bra L;)");

  ASSERT_TRUE(found.at(0));
  EXPECT_EQ(found[0]->inductions.size(), 1U);
  EXPECT_TRUE(found[0]->exits.at(0).right.computed_before);
}

TEST(RegularLoop, MayNotFollowAList) {
  EXPECT_FALSE(loops(R"(
L:ld.global.u64 %rd1, [%rd1];
  add.s32 %r3, %r3, 1;
  setp.ne.s32 %p1, %r3, %r2;
  @%p1 bra L;)")
                   .at(0));
}

TEST(RegularLoop, MayNotLeaveOnWhatItLoads) {
  EXPECT_FALSE(loops(R"(
L:ld.global.u32 %r4, [%rd1];
  add.s64 %rd1, %rd1, 4;
  setp.ne.s32 %p1, %r4, %r2;
  @%p1 bra L;)")
                   .at(0));
}

TEST(RegularLoop, MayNotBranchInsideOnBitsOfItsCounter) {
  EXPECT_FALSE(loops(R"(
L:and.b32 %r4, %r3, 1;
  setp.eq.s32 %p2, %r4, 0;
  @%p2 bra S;
  st.global.u32 [%rd1], %r3;
S:add.s32 %r3, %r3, 1;
  setp.ne.s32 %p1, %r3, %r2;
  @%p1 bra L;)")
                   .at(0));
}

TEST(RegularLoop, MayBranchInsideOnWhereItsCounterIsAndWatchesThat) {
  const auto found = loops(R"(
L:add.s32 %r4, %r3, %r1;
  setp.ge.s32 %p2, %r4, %r2;
  @%p2 bra S;
  st.global.u32 [%rd1], %r3;
S:add.s32 %r3, %r3, 1;
  setp.ne.s32 %p1, %r3, 1000;
  @%p1 bra L;)");

  ASSERT_TRUE(found.at(0));
  ASSERT_EQ(found[0]->watches.size(), 1U);
  EXPECT_EQ(found[0]->watches[0].condition.leaves_when, Comparison::greater_equal);
  EXPECT_TRUE(found[0]->watches[0].condition.left.computed_before);
  EXPECT_TRUE(found[0]->watches[0].may_hold);
}

/// A tile of 16 at a time, the last one maybe smaller: in a loop inside each is gone through.
std::string tiled(const std::string& left_of_it, const std::string& barrier) {
  return R"(
O:sub.s32 %r4, )" +
         left_of_it + R"(, %r3;
  min.s32 %r5, %r4, 16;
  )" + barrier +
         R"(
  mov.u32 %r6, 0;
I:setp.ge.s32 %p2, %r6, %r5;
  @%p2 bra S;
  st.global.u32 [%rd1], %r6;
S:add.s32 %r6, %r6, 1;
  setp.lt.s32 %p3, %r6, 16;
  @%p3 bra I;
  add.s32 %r3, %r3, 16;
  setp.lt.s32 %p1, %r3, %r2;
  @%p1 bra O;)";
}

TEST(RegularLoop, OverTilesIsRegularWhileTheyAreWhole) {
  const auto found = loops(tiled("%r2", "bar.sync 0;"));

  ASSERT_TRUE(found.at(0));
  ASSERT_EQ(found[0]->watches.size(), 1U);
  // min(n - first, 16) is 16 while n - first < 16 does not hold.
  EXPECT_FALSE(found[0]->watches[0].may_hold);
  EXPECT_EQ(found[0]->watches[0].condition.leaves_when, Comparison::less);
  EXPECT_EQ(found[0]->watches[0].condition.right.bits, 16U);
}

TEST(RegularLoop, WatchesAtABarrierOnlyWhatAllThreadsSeeAlike) {
  // Warps whose tiles end at other places would skip other numbers of iterations and meet at other barriers.
  EXPECT_TRUE(loops(tiled("%r1", "")).at(0));
  EXPECT_FALSE(loops(tiled("%r1", "bar.sync 0;")).at(0));
}

TEST(RegularLoop, MayBranchInsideOnTheThread) {
  EXPECT_TRUE(loops(R"(
L:setp.lt.u32 %p2, %r1, 5;
  @%p2 bra S;
  st.global.u32 [%rd1], %r3;
S:add.s32 %r3, %r3, 1;
  setp.ne.s32 %p1, %r3, %r2;
  @%p1 bra L;)")
                  .at(0));
}

TEST(RegularLoop, MayNotDoubleItsCounter) {
  EXPECT_FALSE(loops(R"(
  mov.u32 %r3, 1;
L:st.global.u32 [%rd1], %r3;
  add.s32 %r3, %r3, %r3;
  setp.lt.s32 %p1, %r3, %r2;
  @%p1 bra L;)")
                   .at(0));
}

/// A pipeline with buffers in shared memory: %r5 is the one that is read next, %r4 the first thread's word in it.
std::vector<std::optional<RegularLoop>> pipeline(const std::string& next, const std::string& address) {
  return loops(R"(
  mov.u32 %r4, 0;
  mov.u32 %r5, 0;
L:ld.global.f32 %f1, [%rd1];
  st.shared.f32 [%r4], %f1;
)" + next + R"(
  shl.b32 %r7, %r5, 12;
  add.s32 %r4, %r7, 64;
  ld.)" + address +
               R"(;
  add.s64 %rd1, %rd1, 4;
  add.s32 %r3, %r3, 1;
  setp.lt.s32 %p1, %r3, %r2;
  @%p1 bra L;)");
}

TEST(RegularLoop, MayRotateItsBuffersInSharedMemory) {
  const char* const reset = "add.s32 %r6, %r5, 1;\n setp.gt.s32 %p2, %r6, 2;\n selp.b32 %r5, 0, %r6, %p2;";
  for (const char* next : {reset, "add.s32 %r6, %r5, 1;\n and.b32 %r5, %r6, 3;", "xor.b32 %r5, %r5, 1;"}) {
    const auto found = pipeline(next, "shared.f32 %f2, [%r4]");

    ASSERT_TRUE(found.at(0)) << next;
    EXPECT_EQ(found[0]->inductions.size(), 2U);        // the pointer and the counter
    EXPECT_EQ(found[0]->rotating.size(), 2U) << next;  // %r4 and %r5
  }
}

TEST(RegularLoop, MayNotRotateWithoutLimitOrInGlobalMemory) {
  EXPECT_FALSE(pipeline("shl.b32 %r5, %r5, 1;", "shared.f32 %f2, [%r4]").at(0));
  EXPECT_FALSE(pipeline("add.s32 %r5, %r5, %r4;", "shared.f32 %f2, [%r4]").at(0));  // both change
  EXPECT_FALSE(pipeline("xor.b32 %r5, %r5, 1;\n cvt.u64.u32 %rd5, %r5;", "global.f32 %f2, [%rd5]").at(0));
}

TEST(RegularLoop, MayNotAccumulateWhatDecidesLater) {
  // The sum chooses the address that is stored to after the loop.
  EXPECT_FALSE(loops(R"(
L:ld.global.u32 %r4, [%rd1];
  add.s32 %r5, %r5, %r4;
  add.s64 %rd1, %rd1, 4;
  add.s32 %r3, %r3, 1;
  setp.ne.s32 %p1, %r3, %r2;
  @%p1 bra L;
  mul.wide.u32 %rd2, %r5, 4;
  st.global.u32 [%rd2], %r5;)")
                   .at(0));
}

/// Which are regular of two loops, of which the outer counts %r3 to %r2 and the inner %r6 to the bound.
std::vector<bool> nest(const std::string& start, const std::string& inner_bound) {
  const auto found = loops(start + R"(
O:mov.u32 %r6, 0;
I:st.global.u32 [%rd1], %r6;
  add.s32 %r6, %r6, 1;
  setp.lt.s32 %p2, %r6, )" +
                           inner_bound + R"(;
  @%p2 bra I;
  add.s32 %r3, %r3, 1;
  setp.lt.s32 %p1, %r3, %r2;
  @%p1 bra O;)");
  std::vector<bool> regular;
  for (const auto& loop : found) regular.push_back(loop.has_value());
  return regular;
}

TEST(RegularLoop, InsideATriangleIsRegularWhereTheOneAroundItIsNot) {
  // The inner loop runs to the outer counter, so outer iterations differ.
  EXPECT_EQ(nest("  mov.u32 %r3, 1;", "%r3"), (std::vector<bool>{false, true}));
}

TEST(RegularLoop, NestsOfARectangleAreRegularBoth) { EXPECT_EQ(nest("", "%r2"), (std::vector<bool>{true, true})); }

/// A chain of sums as long as `size`, and as many conditions on its end: each would follow all of the chain.
std::string chain_and_conditions(int size) {
  std::string body = fmt::format("  .reg .b32 %c<{}>;\nL:add.s32 %r3, %r3, 1;\n  mov.u32 %c0, %r3;\n", size + 1);
  for (int i = 0; i < size; ++i) body += fmt::format("  add.s32 %c{}, %c{}, 1;\n", i + 1, i);
  for (int i = 0; i < size; ++i)
    body += fmt::format("  setp.lt.s32 %p1, %c{}, 1000000;\n  @%p1 mov.u32 %r5, 7;\n", size);
  return body + "  setp.lt.s32 %p2, %r3, %r2;\n  @%p2 bra L;";
}

TEST(RegularLoop, TheSearchOfAnEndlesslyTangledLoopIsGivenUp) {
  EXPECT_TRUE(loops(chain_and_conditions(20)).at(0));
  EXPECT_FALSE(loops(chain_and_conditions(10'000)).at(0)) << "and in a moment: a hundred million steps are not taken";
}

}  // namespace
}  // namespace forewarp::analysis
