// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/symbolic/count/ptx/analyse.hpp"

#include <gtest/gtest.h>

#include "forewarp/frontend/ptx/parser.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/symbolic/count/counts.hpp"
#include "forewarp/symbolic/count/ptx/sizes.hpp"

namespace forewarp::count {
namespace {

/// A kernel k(a, n) with this body.
ptx::Module kernel(const std::string& body) {
  return ptx::parse(
      ".version 8.0\n.target sm_80\n.address_size 64\n"
      ".visible .entry k(.param .u64 k_a, .param .u32 k_n)\n{\n"
      "  .reg .pred %p<8>;\n  .reg .b32 %r<16>;\n  .reg .b64 %rd<8>;\n  .reg .f32 %f<8>;\n" +
          body + "}\n",
      "k.ptx");
}

PtxCounts counts_of(const std::string& body) { return analyse(kernel(body), "k", {.argument_names = {"a", "n"}}); }

/// Thread executions of the block that has this line of the body (1: the first).
std::string executions(const PtxCounts& counts, std::uint32_t line, Sizes sizes) {
  for (const SizeSource& s : counts.sizes) {
    if (!sizes.contains(s.name) && s.kind != SizeSource::Kind::unknown) sizes[s.name] = 1;
  }
  add_derived(counts, sizes);
  for (const BlockCount& b : counts.blocks) {
    if (b.first_line <= line + 9 && line + 9 <= b.last_line) return counts.formulas[b.formula].evaluate(sizes).str();
  }
  return "no such block";
}

constexpr const char* strided =
    "  ld.param.u32 %r1, [k_n];\n"
    "  mov.u32 %r2, %ctaid.x;\n"
    "  mov.u32 %r3, %ntid.x;\n"
    "  mov.u32 %r4, %tid.x;\n"
    "  mad.lo.s32 %r5, %r2, %r3, %r4;\n"
    "  setp.ge.s32 %p1, %r5, %r1;\n"
    "  @%p1 bra OUT;\n"
    "  mov.u32 %r6, %nctaid.x;\n"
    "  mul.lo.s32 %r7, %r6, %r3;\n"
    "IN:\n"
    "  add.s32 %r5, %r5, %r7;\n"
    "  setp.lt.s32 %p2, %r5, %r1;\n"
    "  @%p2 bra IN;\n"
    "OUT:\n"
    "  ret;\n";

TEST(AnalysePtx, WmmaIsCountedAsProductsAndAsEachThreadsShareOfTheMatrices) {
  // 16 x 16 of half precision are 8 elements a thread, of single precision 8 floats.
  const PtxCounts counts = counts_of(
      "  .reg .b32 %a<8>;\n  .reg .f32 %c<8>;\n"
      "  ld.param.u64 %rd1, [k_a];\n"
      "  wmma.load.a.sync.aligned.row.m16n16k16.global.f16 {%a0, %a1, %a2, %a3, %a4, %a5, %a6, %a7}, [%rd1], 16;\n"
      "  wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32 {%c0, %c1, %c2, %c3, %c4, %c5, %c6, %c7}, "
      "{%a0, %a1, %a2, %a3, %a4, %a5, %a6, %a7}, {%a0, %a1, %a2, %a3, %a4, %a5, %a6, %a7}, "
      "{%c0, %c1, %c2, %c3, %c4, %c5, %c6, %c7};\n"
      "  wmma.store.d.sync.aligned.row.m16n16k16.global.f32 [%rd1], {%c0, %c1, %c2, %c3, %c4, %c5, %c6, %c7}, 16;\n"
      "  ret;\n");

  ASSERT_EQ(counts.counts.operations.size(), 1U);
  EXPECT_EQ(counts.counts.operations[0].kind, "wmma");
  ASSERT_EQ(counts.counts.accesses.size(), 2U);
  EXPECT_EQ(counts.counts.accesses[0].direction, "load");
  EXPECT_EQ(counts.counts.accesses[0].data_type, "float16x8");
  EXPECT_EQ(counts.counts.accesses[0].bytes, 16);
  EXPECT_EQ(counts.counts.accesses[0].array, "a");
  // Every thread names the same matrix, and yet each has another part of it: that is no stride.
  EXPECT_FALSE(counts.counts.accesses[0].local_strides.has_value());
  EXPECT_EQ(counts.counts.accesses[0].granularity, Granularity::work_item);
  EXPECT_EQ(counts.counts.accesses[1].direction, "store");
  EXPECT_EQ(counts.counts.accesses[1].bytes, 32);
}

TEST(AnalysePtx, AnAdditionThatNeedsItsOwnResultIsAChain) {
  const PtxCounts counts = counts_of(
      "  ld.param.u32 %r1, [k_n];\n"
      "  mov.u32 %r2, 0;\n"
      "  mov.f32 %f1, 0f00000000;\n"
      "IN:\n"
      "  mul.f32 %f2, %f5, %f6;\n"  // the same each time: no chain
      "  add.f32 %f3, %f1, %f2;\n"  // comes back by way of %f4 and %f1
      "  add.f32 %f4, %f3, %f2;\n"
      "  mov.f32 %f1, %f4;\n"
      "  add.s32 %r2, %r2, 1;\n"  // counts
      "  setp.lt.s32 %p1, %r2, %r1;\n"
      "  @%p1 bra IN;\n"
      "  ret;\n");

  Sizes sizes{{"n", 10}, {"block_x", 32}, {"grid_x", 1}};
  for (const SizeSource& s : counts.sizes)
    if (!sizes.contains(s.name) && s.kind != SizeSource::Kind::unknown) sizes[s.name] = 1;
  add_derived(counts, sizes);
  ASSERT_EQ(counts.counts.chains.size(), 1U);
  EXPECT_EQ(counts.counts.chains[0].kind, "add");
  EXPECT_EQ(counts.counts.chains[0].executions.evaluate(sizes).str(), "640");  // two of them, 10 times, 32 threads
}

TEST(AnalysePtx, AGridStrideLoopMeetsEachElementOnceWhateverTheShape) {
  const PtxCounts counts = counts_of(strided);

  // 100 elements on 8 threads: 13 iterations of 4 threads, 12 of the others, 100 in all; on 128 threads 100 of them.
  EXPECT_EQ(executions(counts, 11, {{"n", 100}, {"block_x", 4}, {"grid_x", 2}}), "100");
  EXPECT_EQ(executions(counts, 11, {{"n", 100}, {"block_x", 64}, {"grid_x", 2}}), "100");
  EXPECT_EQ(executions(counts, 8, {{"n", 100}, {"block_x", 4}, {"grid_x", 2}}), "8");
  EXPECT_EQ(executions(counts, 8, {{"n", 100}, {"block_x", 64}, {"grid_x", 2}}), "100");
  EXPECT_TRUE(counts.fixed.empty());
  EXPECT_TRUE(counts.counts.unknowns.empty());
}

constexpr const char* triangular =
    "  ld.param.u32 %r1, [k_n];\n"
    "  mov.u32 %r2, 0;\n"
    "OUTER:\n"
    "  setp.ge.s32 %p1, %r2, %r1;\n"
    "  @%p1 bra OUT;\n"
    "  mov.u32 %r3, 0;\n"
    "INNER:\n"
    "  setp.ge.s32 %p2, %r3, %r2;\n"
    "  @%p2 bra NEXT;\n"
    "  add.s32 %r3, %r3, 1;\n"
    "  bra INNER;\n"
    "NEXT:\n"
    "  add.s32 %r2, %r2, 1;\n"
    "  bra OUTER;\n"
    "OUT:\n"
    "  ret;\n";

TEST(AnalysePtx, ATriangularLoopRunsOverPairs) {
  const PtxCounts counts = counts_of(triangular);

  // Of 5 x 5 pairs 10 lie below the diagonal; the inner test is made once more each time, the outer once more in all.
  EXPECT_EQ(executions(counts, 10, {{"n", 5}}), "10");
  EXPECT_EQ(executions(counts, 8, {{"n", 5}}), "15");
  EXPECT_EQ(executions(counts, 4, {{"n", 5}}), "6");
  EXPECT_EQ(executions(counts, 10, {{"n", 5}, {"block_x", 3}}), "30");
  EXPECT_EQ(executions(counts, 10, {{"n", 0}}), "0");
}

constexpr const char* on_data =
    "  ld.param.u64 %rd1, [k_a];\n"
    "  ld.global.u32 %r1, [%rd1];\n"
    "  setp.eq.s32 %p1, %r1, 0;\n"
    "  @%p1 bra OUT;\n"
    "  add.s32 %r2, %r1, 1;\n"
    "OUT:\n"
    "  ret;\n";

TEST(AnalysePtx, WhatDependsOnDataIsAnUnknownAndTheRestIsNot) {
  const PtxCounts counts = counts_of(on_data);

  ASSERT_EQ(counts.counts.unknowns.size(), 1U);
  EXPECT_EQ(counts.counts.unknowns[0].name, "freq_BB1");
  EXPECT_EQ(executions(counts, 5, {{"block_x", 8}, {"freq_BB1", 3}}), "3");
  EXPECT_EQ(executions(counts, 7, {{"block_x", 8}, {"freq_BB1", 3}}), "8");
}

TEST(AnalysePtx, TwoBranchesOnDataAreTwoUnknowns) {
  const PtxCounts counts = counts_of(
      "  ld.param.u64 %rd1, [k_a];\n"
      "  ld.global.u32 %r1, [%rd1];\n"
      "  setp.eq.s32 %p1, %r1, 0;\n"
      "  @%p1 bra SECOND;\n"
      "  add.s32 %r2, %r1, 1;\n"
      "SECOND:\n"
      "  setp.eq.s32 %p2, %r1, 7;\n"
      "  @%p2 bra OUT;\n"
      "  add.s32 %r3, %r1, 1;\n"
      "OUT:\n"
      "  ret;\n");

  EXPECT_EQ(counts.counts.unknowns.size(), 2U);
}

TEST(AnalysePtx, StridesAreInElementsByAxisAndLoop) {
  // a[8 * (ctaid * ntid + tid)], floats of 4 bytes.
  const PtxCounts counts = counts_of(
      "  ld.param.u64 %rd1, [k_a];\n"
      "  mov.u32 %r2, %ctaid.x;\n"
      "  mov.u32 %r3, %ntid.x;\n"
      "  mov.u32 %r4, %tid.x;\n"
      "  mad.lo.s32 %r5, %r2, %r3, %r4;\n"
      "  mul.wide.s32 %rd2, %r5, 32;\n"
      "  add.s64 %rd3, %rd1, %rd2;\n"
      "  ld.global.f32 %f1, [%rd3+4];\n"
      "  ret;\n");

  ASSERT_EQ(counts.counts.accesses.size(), 1U);
  const MemoryAccess& access = counts.counts.accesses[0];
  EXPECT_EQ(access.array, "a");
  EXPECT_EQ(access.local_strides->at(0).evaluate({}).str(), "8");
  EXPECT_EQ(access.group_strides->at(0).evaluate({{"block_x", 128}}).str(), "1024");
}

TEST(AnalysePtx, AnEntryThatIsNotThereIsRefused) {
  EXPECT_THROW(static_cast<void>(analyse(kernel("  ret;\n"), "other")), InputError);
}

TEST(AnalysePtx, ALoopWithTwoEntriesIsUnknownAndSaysSo) {
  const PtxCounts counts = counts_of(
      "  ld.param.u32 %r1, [k_n];\n"
      "  setp.eq.s32 %p1, %r1, 0;\n"
      "  @%p1 bra B;\n"
      "A:\n"
      "  add.s32 %r1, %r1, 1;\n"
      "B:\n"
      "  add.s32 %r1, %r1, 2;\n"
      "  setp.lt.s32 %p2, %r1, 100;\n"
      "  @%p2 bra A;\n"
      "  ret;\n");

  EXPECT_FALSE(counts.counts.unknowns.empty());
  EXPECT_FALSE(counts.counts.notes.empty());
}

}  // namespace
}  // namespace forewarp::count
