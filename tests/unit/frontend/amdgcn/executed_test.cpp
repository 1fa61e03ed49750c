// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/amdgcn/executed.hpp"

#include <gtest/gtest.h>

#include "forewarp/frontend/ptx/parser.hpp"
#include "unit/frontend/amdgcn/samples.hpp"

namespace forewarp::amdgcn {
namespace {

using machine::Pipe;

Executed run(const std::string& assembly) {
  const ptx::Module module = ptx::parse(samples::ptx, "k.ptx");
  Kernel kernel = read_assembly(assembly, "k.s")[0];
  return executed(kernel, SourceLines(module, {{"k", 10, 640}}, 640, 10, kernel));
}

// PTX loads six words a thread, the loop two: three iterations of 10 waves.
TEST(AmdExecuted, LoopsAreExecutedAsOftenAsTheirBytesSay) {
  const Executed e = run(samples::assembly);

  EXPECT_DOUBLE_EQ(e.mix.shared_loads.total(), 30);
  EXPECT_DOUBLE_EQ(e.mix.of(Pipe::fp32), 30);
  EXPECT_DOUBLE_EQ(e.mix.global_stores.total(), 10);
}

TEST(AmdExecuted, AccessesToScratchThatPtxDoesNotHaveAreSpills) {
  const Executed e = run(samples::assembly);

  EXPECT_DOUBLE_EQ(e.mix.spill_stores.bytes(), 40);
  EXPECT_DOUBLE_EQ(e.mix.spill_loads.bytes(), 40);
  EXPECT_DOUBLE_EQ(e.vector_memory, 30);
}

// 64 lanes of 30 waves; ds_read2_b32 has two addresses, each aligned by nature.
TEST(AmdExecuted, MergedAccessesToLocalMemoryAreUnaligned) {
  std::string pairs = samples::assembly;
  pairs.replace(pairs.find("ds_read_b64 v[2:3], v0"), 22, "ds_read2_b32 v[2:3], v0 offset1:1");

  std::string newer = samples::assembly;
  newer.replace(newer.find("14.0.6"), 6, "19.1.7");

  EXPECT_DOUBLE_EQ(run(samples::assembly).unaligned_lanes, 1920);
  EXPECT_DOUBLE_EQ(run(newer).unaligned_lanes, 0);
  EXPECT_DOUBLE_EQ(run(pairs).unaligned_lanes, 0);
  EXPECT_DOUBLE_EQ(run(pairs).mix.shared_loads.total(), 30);
}

// A wait after the reload of each of ten waves.
TEST(AmdExecuted, WaitsForVectorMemoryAreThoseOfTheCode) {
  std::string waiting = samples::assembly;
  waiting.insert(waiting.find("\tglobal_store_dword"), "\ts_waitcnt vmcnt(0)\n");

  EXPECT_DOUBLE_EQ(run(samples::assembly).waits, 0);
  EXPECT_DOUBLE_EQ(run(waiting).waits, 10);
  EXPECT_DOUBLE_EQ(run(waiting).loads_waited_for, 10);
}

// A second copy of the load may be executed or not: whatever each gets, both load as much as PTX.
TEST(AmdExecuted, CopiesOfALineShareItsExecutions) {
  std::string copies = samples::assembly;
  copies.replace(copies.find("\ts_endpgm"), 9,
                 "\ts_cbranch_scc0 .LBB0_3\n\t.loc\t1 7 12\n\tds_read_b64 v[2:3], v0\n.LBB0_3:\n\ts_endpgm");

  const Executed e = run(copies);

  EXPECT_DOUBLE_EQ(e.mix.shared_loads.total(), 30);
}

/// A loop of four sums a round on line 8, which PTX runs 50 times, before the store.
std::string with_loop(const std::string& sum) {
  std::string text = samples::assembly;
  text.insert(text.find("\t.loc\t1 9 3"), "\t.loc\t1 8 3\n.LBB0_5:\n\t" + sum + "\n\t" + sum +
                                              "\n\ts_cmp_lg_u32 s2, 0\n\ts_cbranch_scc1 .LBB0_5\n");
  return text;
}

Executed run_loop(const std::string& sum) {
  std::string ptx = samples::ptx;
  ptx.insert(ptx.find(".loc 1 9 3"),
             "Loop:\n.loc 1 8 3\nadd.f32 %f7, %f7, %f1;\nsetp.ne.s32 %p1, %r1, 0;\n@%p1 bra Loop;\n");
  ptx.insert(ptx.find(".reg .b64"), ".reg .pred %p<2>; ");
  const ptx::Module module = ptx::parse(ptx, "k.ptx");
  Kernel kernel = read_assembly(with_loop(sum), "k.s")[0];
  return executed(kernel, SourceLines(module, {{"k", 10, 640}, {"k", 500, 32000}, {"k", 10, 640}}, 640, 10, kernel));
}

// Without an access in it: 500 sums of waves in PTX, two (of pairs: four) in a round here.
TEST(AmdExecuted, ALoopOfArithmeticRunsAsOftenAsItsSumsSay) {
  const double before = run(samples::assembly).mix.of(Pipe::fp32);

  EXPECT_DOUBLE_EQ(run_loop("v_add_f32_e32 v4, v4, v3").mix.of(Pipe::fp32) - before, 500);
  EXPECT_DOUBLE_EQ(run_loop("v_pk_add_f32 v[4:5], v[4:5], v[2:3]").mix.of(Pipe::fp32) - before, 250);
}

/// A loop on line 9 that PTX runs 50 times, with a sum in it and one behind it, and the store that is there, too.
Executed run_one_line() {
  const std::string machine_loop = ".LBB0_5:\n\tv_add_f32_e32 v4, v4, v3\n\ts_cbranch_scc1 .LBB0_5\n",
                    ptx_loop = "Loop:\nadd.f32 %f7, %f7, %f1;\n@%p1 bra Loop;\n";
  std::string text = samples::assembly, ptx = samples::ptx;
  text.insert(text.find("\tbuffer_load_dword"), machine_loop + "\tv_add_f32_e32 v4, v4, v3\n");
  ptx.insert(ptx.find("st.global"), ptx_loop + "add.f32 %f7, %f7, %f1;\n");
  ptx.insert(ptx.find(".reg .b64"), ".reg .pred %p<2>; ");
  const ptx::Module module = ptx::parse(ptx, "k.ptx");
  Kernel kernel = read_assembly(text, "k.s")[0];
  return executed(kernel, SourceLines(module, {{"k", 10, 640}, {"k", 500, 32000}, {"k", 10, 640}}, 640, 10, kernel));
}

// The loop of line 7 has 30 sums, that of line 9 has 500, and 10 are behind it: not 255 each.
TEST(AmdExecuted, ALoopIsToldFromOtherCodeOfItsLine) {
  EXPECT_DOUBLE_EQ(run_one_line().mix.of(Pipe::fp32), 30 + 500 + 10);
  EXPECT_DOUBLE_EQ(run_one_line().mix.global_stores.total(), 10);
}

// PTX has 640 sums on line 7 and 32000 in the loop; here the first loop has its sum three times.
TEST(AmdExecuted, SumsOfFloatsAreCountedBesideThoseOfPtx) {
  const Executed e = run_loop("v_add_f32_e32 v4, v4, v3");

  EXPECT_DOUBLE_EQ(e.ptx_floats, 640 + 32000);
  EXPECT_DOUBLE_EQ(e.floats, 3 * 640 + 32000);
}

TEST(AmdExecuted, BothHalvesOfADualInstructionCount) {
  std::string dual = samples::assembly;
  dual.replace(dual.find("v_add_f32_e32"), 13, "v_dual_add_f32");

  EXPECT_DOUBLE_EQ(run(dual).mix.of(Pipe::fp32), 60);
  EXPECT_DOUBLE_EQ(run(dual).mix.issue, run(samples::assembly).mix.issue);
}

/// What 10 waves wait in the loop, which each goes through three times, with this before it and this in it. The walk is
/// of 64 waves, whose turns come out even to half a percent.
Executed run_waiting(const std::string& before, const std::string& in_loop) {
  std::string text = samples::assembly;
  text.insert(text.find("\tds_read_b64"), in_loop);
  text.insert(text.find(".LBB0_1:"), before);
  return run(text);
}

const std::string load = "\tglobal_load_dword v9, v0, s[0:1]\n", wait = "\ts_waitcnt vmcnt(0)\n";

TEST(AmdExecuted, AWaitInALoopForALoadBeforeItLastsOnce) { EXPECT_NEAR(run_waiting(load, wait).waits, 10, 0.1); }

// The load at the end of an iteration is waited for at the begin of the next.
TEST(AmdExecuted, AChaseWaitsInEachIteration) {
  EXPECT_NEAR(run_waiting("", wait + load).waits, 20, 0.1);
  EXPECT_NEAR(run_waiting("", load + wait).waits, 30, 0.1);
}

TEST(AmdExecuted, LoadsThatAreIssuedTogetherAreWaitedForOnce) {
  const Executed e = run_waiting("", load + load + load + "\ts_waitcnt vmcnt(2)\n\ts_waitcnt vmcnt(1)\n" + wait);

  EXPECT_NEAR(e.waits, 30, 0.1);
  EXPECT_NEAR(e.loads_waited_for, 90, 0.3);
}

// Two loads are on their way at each wait: a latency passes in two iterations. Of three iterations the first issues two
// loads and waits for the older one; the second waits for what has come with it; the third for the next.
TEST(AmdExecuted, ALoadOfTheIterationBeforeIsWaitedForAsLongAsIsLeft) {
  EXPECT_NEAR(run_waiting(load, load + "\ts_waitcnt vmcnt(1)\n").waits, 20, 0.1);
}

// PTX counts no sum for what chooses one of its operands, and neither does the machine's code.
TEST(AmdExecuted, MinimaAndMaximaAreNoSums) {
  const Executed sums = run_loop("v_add_f32_e32 v4, v4, v3");
  std::string with_maxima = with_loop("v_add_f32_e32 v4, v4, v3");
  with_maxima.insert(with_maxima.find("\ts_cmp_lg_u32 s2, 0\n\ts_cbranch_scc1 .LBB0_5"),
                     "\tv_max_f32_e32 v4, v4, v3\n");

  std::string ptx = samples::ptx;
  ptx.insert(ptx.find(".loc 1 9 3"),
             "Loop:\n.loc 1 8 3\nadd.f32 %f7, %f7, %f1;\nsetp.ne.s32 %p1, %r1, 0;\n@%p1 bra Loop;\n");
  ptx.insert(ptx.find(".reg .b64"), ".reg .pred %p<2>; ");
  const ptx::Module module = ptx::parse(ptx, "k.ptx");
  Kernel kernel = read_assembly(with_maxima, "k.s")[0];
  const Executed e =
      executed(kernel, SourceLines(module, {{"k", 10, 640}, {"k", 500, 32000}, {"k", 10, 640}}, 640, 10, kernel));

  EXPECT_DOUBLE_EQ(e.floats, sums.floats);
  EXPECT_DOUBLE_EQ(e.mix.of(Pipe::fp32) - sums.mix.of(Pipe::fp32), 250);
}

/// A loop of integers on line 8 with as many instructions as you like; a division of 64 bits is several here.
Executed run_counted(const std::string& machine_step, const std::string& ptx_loops,
                     const std::string& before_branch = "") {
  std::string text = samples::assembly, ptx = samples::ptx;
  text.insert(text.find("\t.loc\t1 9 3"),
              "\t.loc\t1 8 3\n.LBB0_5:\n\tv_xor_b32_e32 v4, v4, v3\n\tv_xor_b32_e32 v4, v4, v3\n" + machine_step +
                  "\ts_cmp_lg_u32 s9, 0\n" + before_branch + "\ts_cbranch_scc1 .LBB0_5\n");
  ptx.insert(ptx.find(".loc 1 9 3"), ".loc 1 8 3\n" + ptx_loops);
  ptx.insert(ptx.find(".reg .b64"), ".reg .pred %p<2>; ");
  const ptx::Module module = ptx::parse(ptx, "k.ptx");
  Kernel kernel = read_assembly(text, "k.s")[0];
  const std::vector<machine::PtxBlockCount> counts{{"k", 10, 640}, {"k", 120, 7680}, {"k", 20, 1280}, {"k", 10, 640}};
  return executed(kernel, SourceLines(module, counts, 640, 10, kernel));
}

// A wave makes 12 rounds of four and two of one in PTX: 50, of two instructions in each here. PTX has one for both.
TEST(AmdExecuted, ALoopRunsAsOftenAsItsCounterSays) {
  const std::string ptx =
      "Main:\nxor.b32 %r1, %r1, %r2;\nadd.s32 %r3, %r3, -4;\nsetp.ne.s32 %p1, %r3, 0;\n@%p1 bra Main;\n"
      "Rest:\nxor.b32 %r1, %r1, %r2;\nadd.s32 %r2, %r2, -1;\nsetp.ne.s32 %p1, %r2, 0;\n@%p1 bra Rest;\n";

  EXPECT_DOUBLE_EQ(run_counted("\ts_add_i32 s9, s9, -1\n", ptx).mix.of(Pipe::int_add), 2 * 500);
  EXPECT_DOUBLE_EQ(run_counted("\ts_add_i32 s9, s9, 2\n", ptx).mix.of(Pipe::int_add), 2 * 250);
}

// The compiler has put something of line 7 before the branch: the counter is compared on line 8.
TEST(AmdExecuted, ALoopEndsWhereItsCounterIsCompared) {
  const std::string ptx =
      "Main:\nxor.b32 %r1, %r1, %r2;\nadd.s32 %r3, %r3, -4;\nsetp.ne.s32 %p1, %r3, 0;\n@%p1 bra Main;\nbra "
      "Rest;\nRest:\n";

  EXPECT_DOUBLE_EQ(run_counted("\ts_add_i32 s9, s9, -1\n", ptx, "\t.loc\t1 7 3\n").mix.of(Pipe::int_add), 2 * 480);
}

/// Behind the loop two ways: one with `mark` among ten products of integers, one with a product.
Executed run_ways(const std::string& mark, const std::string& ptx_divisions, double wide, double narrow) {
  std::string text = samples::assembly, ptx = samples::ptx;
  std::string ways = "\t.loc\t1 8 3\n\ts_cbranch_execz .LBB0_7\n\t" + mark + "\n";
  for (int product = 0; product < 10; ++product) ways += "\tv_mul_lo_u32 v8, v8, v9\n";
  text.insert(text.find("\t.loc\t1 9 3"), ways + ".LBB0_7:\n");
  ptx.insert(ptx.find(".loc 1 9 3"), ".loc 1 8 3\n" + ptx_divisions);
  ptx.insert(ptx.find(".reg .b64"), ".reg .pred %p<2>; ");
  const ptx::Module module = ptx::parse(ptx, "k.ptx");
  Kernel kernel = read_assembly(text, "k.s")[0];
  const std::vector<machine::PtxBlockCount> counts{
      {"k", 10, 640}, {"k", wide / 64, wide}, {"k", narrow / 64, narrow}, {"k", 10, 640}};
  return executed(kernel, SourceLines(module, counts, 640, 10, kernel));
}

// Both compilers divide in 32 bits where that is enough; how often it was, PTX has counted.
TEST(AmdExecuted, ADivisionIn64BitsIsExecutedAsOftenAsInPtx) {
  const std::string
      both = "@%p1 bra Narrow;\ndiv.u64 %rd1, %rd1, %rd2;\nbra Both;\nNarrow:\ndiv.u32 %r1, %r1, %r2;\nBoth:\n",
      division = "v_mul_f32_e32 v8, 0x5f7ffffc, v9";

  EXPECT_DOUBLE_EQ(run_ways(division, both, 0, 640).mix.of(Pipe::int_mul), 0);
  EXPECT_DOUBLE_EQ(run_ways(division, both, 320, 320).mix.of(Pipe::int_mul), 10 * 5);
  EXPECT_DOUBLE_EQ(run_ways("v_mul_f32_e32 v8, 0x4f7ffffe, v9", both, 0, 640).mix.of(Pipe::int_mul), 10 * 10);
}

// "s_sleep 113" is __fw_rare(); others are the program's own.
TEST(AmdExecuted, WhatOurMathematicsMarksAsRareIsNotExecuted) {
  EXPECT_DOUBLE_EQ(run_ways("s_sleep 0x71", "", 0, 0).mix.of(Pipe::int_mul), 0);
  EXPECT_DOUBLE_EQ(run_ways("s_sleep 0x7f", "", 0, 0).mix.of(Pipe::int_mul), 10 * 10);
}

// Coefficients that one compiler keeps in memory: PTX loads ten words on the line of a load that is executed once.
TEST(AmdExecuted, OutsideLoopsABlockIsExecutedOnce) {
  std::string text = samples::assembly, ptx = samples::ptx;
  text.insert(text.find("\t.loc\t1 9 3"), "\t.loc\t1 8 3\n\tglobal_load_dword v9, v0, s[0:1]\n");
  for (int word = 0; word < 10; ++word) ptx.insert(ptx.find(".loc 1 9 3"), ".loc 1 8 3\nld.global.f32 %f1, [%rd1];\n");
  const ptx::Module module = ptx::parse(ptx, "k.ptx");
  Kernel kernel = read_assembly(text, "k.s")[0];

  const Executed e = executed(kernel, SourceLines(module, {{"k", 10, 640}}, 640, 10, kernel));

  EXPECT_DOUBLE_EQ(e.mix.global_loads.total(), 10);
}

/// Four loads of a word each on line 8, with this in their place.
Executed run_joined(const std::string& loads) {
  std::string text = samples::assembly, ptx = samples::ptx;
  text.insert(text.find("\t.loc\t1 9 3"), "\t.loc\t1 8 3\n" + loads);
  ptx.insert(ptx.find(".loc 1 9 3"),
             ".loc 1 8 3\nld.global.f32 %f1, [%rd1];\nld.global.f32 %f2, [%rd1+4];\n"
             "ld.global.f32 %f3, [%rd1+8];\nld.global.f32 %f4, [%rd1+12];\n");
  const ptx::Module module = ptx::parse(ptx, "k.ptx");
  Kernel kernel = read_assembly(text, "k.s")[0];
  return executed(kernel, SourceLines(module, {{"k", 10, 640}}, 640, 10, kernel));
}

TEST(AmdExecuted, LoadsThatTheCompilerJoinsAreOneOfTheirBytes) {
  const std::string word = "\tglobal_load_dword v9, v0, s[0:1]\n", pair = "\tglobal_load_dwordx2 v[8:9], v0, s[0:1]\n",
                    all = "\tglobal_load_dwordx4 v[6:9], v0, s[0:1]\n";
  const auto widths = [](const Executed& e) {
    std::vector<double> out;
    for (const auto& [line, bytes] : e.joined_bytes) out.push_back(bytes);
    return out;
  };

  EXPECT_EQ(widths(run_joined(all)), (std::vector<double>{16, 16, 16, 16}));
  EXPECT_EQ(widths(run_joined(pair + pair)), (std::vector<double>{8, 8, 8, 8}));
  EXPECT_EQ(widths(run_joined(word + word + word + word)), std::vector<double>{});
}

}  // namespace
}  // namespace forewarp::amdgcn
