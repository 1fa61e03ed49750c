// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/machine/executions.hpp"

#include <gtest/gtest.h>

#include "unit/frontend/machine/samples.hpp"

namespace forewarp::machine {
namespace {

using namespace samples;

/// A line of PTX that all lanes of its warps execute.
PtxLine line(double warps, Effect effect = Effect::none, Space space = Space::none, std::uint32_t bytes = 0) {
  return {.warps = warps, .threads = 32 * warps, .block = 0, .effect = effect, .space = space, .bytes_per_lane = bytes};
}

PtxLines launch_of(double warps, std::map<std::uint32_t, PtxLine> lines) {
  return {std::move(lines), 32 * warps, warps};
}

const auto load = [](double warps, std::uint32_t bytes = 4) { return line(warps, Effect::load, Space::global, bytes); };
const auto store = [](double warps) { return line(warps, Effect::store, Space::global, 4); };

Executions solve(const Kernel& k, const PtxLines& ptx) { return executions_of(k, flow_graph(k), ptx); }

// 10 warps enter; 4 of them pass the guard. 0: MOV, @P0 EXIT | 2: LDG, STG, EXIT
TEST(Executions, BlocksWithMemoryAccessesAreKnown) {
  const Kernel k = kernel({plain(mov, 1), leave(0, 2), access(ldg, 3), access(stg, 4), leave()});

  const Executions x = solve(k, launch_of(10, {{3, load(4)}, {4, store(4)}}));

  EXPECT_TRUE(x.exact);
  EXPECT_EQ(x.compared, 2U);
  EXPECT_DOUBLE_EQ(x.blocks[0].warps, 10);
  EXPECT_DOUBLE_EQ(x.blocks[1].warps, 4);
  EXPECT_DOUBLE_EQ(x.blocks[1].threads, 128);
}

// Threads are conserved and warps are not: of one warp 8 threads go one way and 24 the other.
TEST(Executions, BothSidesOfADivergentBranchAreExecuted) {
  // 0: @P0 BRA 3 | 1: STG line 1, BRA 4 | 3: STG line 2 | 4: STG line 3, EXIT
  const Kernel k = kernel({branch(0, 3, 0), access(stg, 1), branch(2, 4), access(stg, 2), access(stg, 3), leave()});
  PtxLine few = store(1), many = store(1);
  few.threads = 8;
  many.threads = 24;

  const Executions x = solve(k, launch_of(1, {{1, few}, {2, many}, {3, store(1)}}));

  EXPECT_TRUE(x.exact);
  for (const BlockExecutions& block : x.blocks) EXPECT_DOUBLE_EQ(block.warps, 1);
}

// A loop of ten iterations, unrolled completely: the ten copies share its executions.
TEST(Executions, CopiesShareTheExecutionsOfTheirLine) {
  std::vector<Word> code(10, access(ldg, 3));
  code.push_back(leave());

  const Executions x = solve(kernel(code), launch_of(5, {{3, load(50)}}));

  EXPECT_TRUE(x.exact);
  EXPECT_DOUBLE_EQ(x.blocks[0].warps, 5);
}

// Eight iterations by 2 warps: four copies in the main loop, one in the remainder. 4 m + r = 16 leaves a choice, and
// the main loop is taken: m = 4, r = 0.
TEST(Executions, OfAnUnrolledLoopAndItsRemainderTheUnrolledOneIsPreferred) {
  const Kernel k =
      kernel({plain(mov, 1), branch(1, 7, 0),                                                   // skip the main loop
              access(ldg, 3), access(ldg, 3), access(ldg, 3), access(ldg, 3), branch(6, 2, 1),  // main loop
              branch(7, 10, 2), access(ldg, 3), branch(9, 8, 3),                                // remainder
              leave()});

  const Executions x = solve(k, launch_of(2, {{3, load(16)}}));

  EXPECT_FALSE(x.unique);
  EXPECT_TRUE(x.mismatches.empty());
  EXPECT_NEAR(x.blocks[1].warps, 4, 1e-3);
  EXPECT_NEAR(x.blocks[3].warps, 0, 1e-3);
}

// The same with three iterations each: the four copies are not reached, and the remainder runs three times.
TEST(Executions, AnUnrolledBodyIsNotReachedByFewerIterations) {
  const Kernel k =
      kernel({plain(mov, 1), branch(1, 7, 0), access(ldg, 3), access(ldg, 3), access(ldg, 3), access(ldg, 3),
              branch(6, 2, 1), branch(7, 10, 2), access(ldg, 3), branch(9, 8, 3), leave()});
  PtxLine in_loop = load(6);
  in_loop.trips = 3;

  const Executions x = solve(k, launch_of(2, {{3, in_loop}}));

  EXPECT_FALSE(x.unique);
  EXPECT_NEAR(x.blocks[1].warps, 0, 1e-3);
  EXPECT_NEAR(x.blocks[3].warps, 6, 1e-3);
}

// Two loads of 4 bytes became one of 8 with the line of the first; one of 16 became two of 8 with the same line.
TEST(Executions, MergedAndSplitAccessesAreCounted) {
  const Kernel k = kernel({access(ldg, 3, size_64), access(ldg, 5, size_64), access(ldg, 5, size_64), leave()});

  const Executions x = solve(k, launch_of(3, {{3, load(3)}, {4, load(3)}, {5, load(3, 16)}}));

  EXPECT_TRUE(x.exact);
  EXPECT_EQ(x.compared, 2U);
}

// The load was moved in front of the loop, which the store shows to have 12 iterations.
TEST(Executions, ALoadThatLeftItsLoopIsReported) {
  const Kernel k = kernel({access(ldg, 3), access(stg, 4), branch(2, 1, 0), leave()});

  const Executions x = solve(k, launch_of(1, {{3, load(12)}, {4, store(12)}}));

  EXPECT_FALSE(x.exact);
  ASSERT_EQ(x.mismatches.size(), 1U);
  EXPECT_EQ(x.mismatches[0].line, 3U);
  EXPECT_DOUBLE_EQ(x.mismatches[0].ptx_threads, 12 * 32);
  EXPECT_DOUBLE_EQ(x.mismatches[0].machine_threads, 32);
  EXPECT_DOUBLE_EQ(x.blocks[1].warps, 12);
}

// 0: CALL 4 | 1: CALL 4 | 2: STG, EXIT | 4: MOV, RET
TEST(Executions, AFunctionIsExecutedByAllItsCallers) {
  const Kernel k = kernel({call(0, 4), call(1, 4), access(stg, 1), leave(), plain(mov, 2), ret()});

  const Executions x = solve(k, launch_of(6, {{1, store(6)}}));

  EXPECT_TRUE(x.exact);
  EXPECT_DOUBLE_EQ(x.blocks[3].warps, 12);
}

// 0: @P0 BRA 3 | 1: two additions | 3: STG, EXIT: the additions are nowhere else and agree.
TEST(Executions, ArithmeticThatExistsOnceDecides) {
  const Kernel k = kernel({branch(0, 3, 0), plain(ffma, 1), plain(ffma, 2), access(stg, 3), leave()});

  const Executions x = solve(k, launch_of(8, {{1, line(5)}, {2, line(5)}, {3, store(8)}}));

  EXPECT_TRUE(x.exact);
  EXPECT_DOUBLE_EQ(x.blocks[1].warps, 5);
}

// A loop of 25 iterations for each of 4 warps, its arithmetic on lines 1 and 2. ptxas put one iteration before the loop
// and eight into it, whose counter (line 3) goes up once: 1 + 8 * 3 = 25, so the loop's block executes 3 times a warp.
TEST(Executions, AnUnrolledLoopWithoutAccessesIsKnownByItsArithmetic) {
  std::vector<Word> code = {plain(ffma, 1), plain(ffma, 2)};
  for (int copy = 0; copy < 8; ++copy) code.insert(code.end(), {plain(ffma, 1), plain(ffma, 2)});
  code.insert(code.end(), {plain(mov, 3), branch(19, 2, 0, 4), access(stg, 5), leave()});
  PtxLine sum = line(100);
  sum.arithmetic = PtxArithmetic::floats;

  const Executions x = solve(kernel(code), launch_of(4, {{1, sum}, {2, sum}, {3, line(100)}, {5, store(4)}}));

  EXPECT_TRUE(x.exact);
  EXPECT_DOUBLE_EQ(x.blocks[0].warps, 4);
  EXPECT_DOUBLE_EQ(x.blocks[1].warps, 12);
}

// An instruction without a line of its own has that of the one before it: the comparisons here are no copies of sums.
TEST(Executions, WhatStandsBesideArithmeticIsNoCopyOfIt) {
  std::vector<Word> code = {plain(ffma, 1), plain(ffma, 2), plain(isetp, 2)};
  for (int copy = 0; copy < 8; ++copy) code.insert(code.end(), {plain(ffma, 1), plain(ffma, 2)});
  code.insert(code.end(), {plain(isetp, 1), branch(20, 3, 0, 4), access(stg, 5), leave()});
  PtxLine sum = line(100);
  sum.arithmetic = PtxArithmetic::floats;

  const Executions x = solve(kernel(code), launch_of(4, {{1, sum}, {2, sum}, {5, store(4)}}));

  EXPECT_DOUBLE_EQ(x.blocks[1].warps, 12);
  EXPECT_DOUBLE_EQ(x.machine_arithmetic, x.ptx_arithmetic);
}

// Two approximate functions, each with a MUFU and sums beside it, in a loop with four copies: 1 + 4 * 6 = 25.
TEST(Executions, OfAnApproximateFunctionTheSpecialInstructionIsTheCopy) {
  constexpr std::uint16_t mufu = 0x308;
  const auto both = {plain(ffma, 1), plain(mufu, 1), plain(ffma, 1), plain(mufu, 2), plain(ffma, 2)};
  std::vector<Word> code = both;
  for (int copy = 0; copy < 4; ++copy) code.insert(code.end(), both);
  code.insert(code.end(), {branch(25, 5, 0, 4), access(stg, 5), leave()});
  PtxLine function = line(100);
  function.arithmetic = PtxArithmetic::special;

  const Executions x = solve(kernel(code), launch_of(4, {{1, function}, {2, function}, {5, store(4)}}));

  EXPECT_TRUE(x.exact);
  EXPECT_DOUBLE_EQ(x.blocks[1].warps, 24);
  EXPECT_DOUBLE_EQ(x.machine_arithmetic, x.ptx_arithmetic);
}

// On Maxwell and Pascal a product of integers is three XMAD: a loop of four products is not unrolled three times.
TEST(Executions, ThePartsOfAProductAreNoCopiesOfIt) {
  std::vector<Word> code = {plain(mov, 9)};
  for (std::uint32_t product = 1; product <= 4; ++product) code.insert(code.end(), 3, plain(ffma, product));
  code.insert(code.end(), {branch(13, 1, 0, 4), access(stg, 5), leave()});
  Kernel k = kernel(code);
  for (std::size_t i = 1; i <= 12; ++i) k.instructions[i].info = find_maxwell_opcode(0x5b30, 61);
  PtxLine product = line(100);
  product.arithmetic = PtxArithmetic::single;

  const Executions x = solve(k, launch_of(4, {{1, product}, {2, product}, {3, product}, {4, product}, {5, store(4)}}));

  EXPECT_NEAR(x.blocks[1].warps, 100, 1.01);
}

// One line of arithmetic alone, in a loop with four copies of it and in what some threads do behind the loop: the loop
// is not taken to be empty. Of 64-bit arithmetic one copy is what the block with the fewest instructions has.
TEST(Executions, ALoopOfOneLineIsExecutedAsOftenAsPtxSays) {
  for (const bool several : {false, true}) {
    std::vector<Word> code = {plain(mov, 9), branch(1, several ? 11 : 7, 0)};
    for (int copy = 0; copy < 4; ++copy) code.insert(code.end(), several ? 2 : 1, plain(lop3, 1));
    const auto at = static_cast<std::uint32_t>(code.size());
    code.insert(code.end(), {branch(at, 2, 0, 4), plain(lop3, 1, 2)});
    if (several) code.push_back(plain(lop3, 1, 2));
    code.insert(code.end(), {access(stg, 5), leave()});
    PtxLine logic = line(400);
    logic.arithmetic = several ? PtxArithmetic::several : PtxArithmetic::single;

    const Executions x = solve(kernel(code), launch_of(4, {{1, logic}, {5, store(4)}}));

    EXPECT_FALSE(x.unique);
    EXPECT_NEAR(x.blocks[1].warps, 99, 1.01) << several;
  }
}

// A predicated store executes as often as its block, whatever PTX says of its branch.
TEST(Executions, PredicatedInstructionsDecideNothing) {
  const Kernel k = kernel({access(stg, 1, size_32, 2), leave()});

  const Executions x = solve(k, launch_of(8, {{1, store(3)}}));

  EXPECT_TRUE(x.exact);
  EXPECT_EQ(x.compared, 0U);
  EXPECT_DOUBLE_EQ(x.blocks[0].warps, 8);
}

// Nobody takes the branch: 0: @P0 BRA 3 | 1: STG, EXIT | 3: STG, STG, EXIT
TEST(Executions, CodeThatIsNotExecutedIsKnownToBe) {
  const Kernel k = kernel({branch(0, 3, 0), access(stg, 1), leave(), access(stg, 2), access(stg, 3), leave()});

  const Executions x = solve(k, launch_of(8, {{1, store(8)}, {2, store(0)}, {3, store(0)}}));

  EXPECT_TRUE(x.exact);
  EXPECT_DOUBLE_EQ(x.blocks[2].warps, 0);
}

// A block of PTX that one lane of each of 10 warps enters is made of guarded instructions here, in a block of its own
// between two branches that no one takes: all 32 lanes go through it.
// Where the lanes meet that did not enter the loop of one lane (line 2, block 1), what stands there has its line.
TEST(Executions, ALineOfFewerThreadsSaysNothingOfTheLanesOfABlock) {
  // 0: MOV line 1, @P1 BRA 4 | 2: FFMA line 2, @P0 BRA 2 | 4: MOV line 2, EXIT
  const Kernel k = kernel({plain(mov, 1), branch(1, 4, 1), plain(ffma, 2), branch(3, 2, 0), plain(mov, 2), leave()});
  PtxLine one_lane = line(10);
  one_lane.threads = 10;
  one_lane.block = 1;

  const Executions x = solve(k, launch_of(10, {{1, line(10)}, {2, one_lane}}));

  ASSERT_EQ(x.blocks.size(), 3U);
  EXPECT_NEAR(x.blocks[2].warps, 10, 0.1);
}

// One lane of each warp adds for all (@P1 ATOMG), then waits in a loop of 50 rounds: the loop is not entered from
// nowhere.
TEST(Executions, ACombinedAtomicIsInABlockThatAllEnter) {
  // 0: MOV line 1, @P0 BRA 6 | 2: MOV line 3, @P1 ATOMG line 3 | 4: LDG line 4, @P2 BRA 4 | 6: STG line 5, EXIT
  const Kernel k = kernel({plain(mov, 1), branch(1, 6, 0), plain(mov, 3), access(atomg, 3, size_32, 1), access(ldg, 4),
                           branch(5, 4, 2), access(stg, 5), leave()});

  const Executions x = solve(k, launch_of(10, {{1, line(10)},
                                               {3, line(1, Effect::atomic, Space::global)},
                                               {4, line(50, Effect::load, Space::global, 4)},
                                               {5, line(10, Effect::store, Space::global, 4)}}));

  EXPECT_NEAR(x.blocks[1].warps, 1, 0.01);
  EXPECT_NEAR(x.blocks[2].warps, 50, 0.01);
}

// What ends a launch with an error is not executed, though the other way is longer.
TEST(Executions, ATrapIsNotExecuted) {
  constexpr std::uint16_t bpt = 0x95c;
  // 0: MOV line 1, @P0 BRA 4 | 2: BPT line 2, BRA 6 | 4: FFMA, FFMA | 6: STG line 5, EXIT
  const Kernel k = kernel({plain(mov, 1), branch(1, 4, 0), plain(bpt, 2), branch(3, 6), plain(ffma, 0), plain(ffma, 0),
                           access(stg, 5), leave()});

  const Executions x =
      solve(k, launch_of(10, {{1, line(10)}, {2, line(0)}, {5, line(10, Effect::store, Space::global, 4)}}));

  EXPECT_DOUBLE_EQ(x.blocks[1].threads, 0);
  EXPECT_NEAR(x.blocks[2].warps, 10, 0.01);
  EXPECT_TRUE(x.unique);
}

TEST(Executions, InstructionsWithGuardsSayNothingOfTheLanesOfTheirBlock) {
  // 0: MOV line 1, @P0 BRA 2 | 2: @P1 FFMA line 2, @P1 FFMA line 2, @P0 BRA 5 | 5: MOV line 1, EXIT
  const Kernel k = kernel(
      {plain(mov, 1), branch(1, 2, 0), plain(ffma, 2, 1), plain(ffma, 2, 1), branch(4, 5, 0), plain(mov, 1), leave()});
  PtxLine one_lane = line(10);
  one_lane.threads = 10;
  one_lane.block = 1;

  const Executions x = solve(k, launch_of(10, {{1, line(10)}, {2, one_lane}}));

  ASSERT_EQ(x.blocks.size(), 3U);
  for (const BlockExecutions& block : x.blocks) EXPECT_NEAR(block.warps, 10, 0.1);
}

}  // namespace
}  // namespace forewarp::machine
