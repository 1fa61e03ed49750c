// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/machine/waits.hpp"

#include <gtest/gtest.h>

#include "forewarp/frontend/machine/waited_cycles.hpp"
#include "unit/frontend/machine/samples.hpp"

namespace forewarp::machine {
namespace {

using namespace samples;

struct Code {
  Kernel kernel;
  FlowGraph graph;
  Executions executions;

  explicit Code(const std::vector<Word>& words) : kernel(samples::kernel(words)), graph(flow_graph(kernel)) {
    for (Instruction& i : kernel.instructions) i.control = {.stall = 2};
    executions.blocks.resize(graph.blocks.size());
    for (BlockExecutions& b : executions.blocks) b.warps = 10;
  }
  ControlWord& control(std::size_t i) { return kernel.instructions[i].control; }
  WaitsByLatency by_latency() const { return waits_of(kernel, graph, executions, 10); }
  Waits waits(double latency = 300) const { return by_latency().at(latency); }
  /// Cycles waited where the latency is 300.
  double global_cycles() const { return by_latency().of[2].global; }
};

TEST(Waits, WithoutScoreboardsAWarpTakesItsStallCounts) {
  const Code code({plain(mov, 1), plain(ffma, 2), leave()});

  EXPECT_EQ(code.waits(), (Waits{.issue_cycles = 6}));
}

// LDS at 0, FFMA at 2, and at 4 the FFMA that waits for it: 24 - 4 = 20 of 24 cycles.
TEST(Waits, AWarpWaitsForWhatIsLeftOfALatency) {
  Code code({access(lds, 1), plain(ffma, 2), plain(ffma, 3), leave()});
  code.control(0).write_barrier = 1;
  code.control(2).wait_mask = 1 << 1;

  const Waits w = code.waits();

  EXPECT_DOUBLE_EQ(w.shared, 20.0 / 24);
  EXPECT_DOUBLE_EQ(w.issue_cycles, 8);
  EXPECT_DOUBLE_EQ(w.global, 0);
}

// LDG at 0, LDG at 2, and what needs both at 4. Of two that L1 answers the second has 33 - 2 cycles left; beside one
// that L2 answers, the other is no wait of its own.
TEST(Waits, LoadsThatL1AnswersAreWaitedForApart) {
  Code code({access(ldg, 1), access(ldg, 2), plain(ffma, 3), leave()});
  code.control(0).write_barrier = code.control(1).write_barrier = 1;
  code.control(2).wait_mask = 1 << 1;
  const auto waits = [&](std::vector<bool> is_near) {
    return waits_of(code.kernel, code.graph, code.executions, 10, is_near).at(300);
  };

  EXPECT_DOUBLE_EQ(waits({true, true, false, false}).near, 31.0 / 33);
  EXPECT_DOUBLE_EQ(waits({true, true, false, false}).global, 0);
  EXPECT_DOUBLE_EQ(waits({true, false, false, false}).near, 0);
  EXPECT_DOUBLE_EQ(waits({true, false, false, false}).global, 1);
  EXPECT_EQ(waits({}), code.waits());
}

// L2 answers for the stores before a fence of the device, as it answers for an atomic.
TEST(Waits, AFenceOfTheDeviceTakesTheLatencyOfL2) {
  Code code({plain(mov, 1), plain(ffma, 2), leave()});
  code.kernel.instructions[1].fences_device = true;

  EXPECT_EQ(code.waits(), (Waits{.issue_cycles = 6, .atomic = 1}));
}

// DFMA, stall 8, DFMA that waits for it: GV100 has the result by then, GA102 after 40 cycles.
TEST(Waits, ForDoublesGv100WaitsNoLongerThanItsStallCount) {
  Code code({plain(dfma, 1), plain(dfma, 2), leave()});
  code.control(0).stall = 8;
  code.control(0).write_barrier = 1;
  code.control(1).wait_mask = 1 << 1;

  EXPECT_DOUBLE_EQ(code.waits().fp64, 32.0 / 40);
  code.kernel.doubles_are_fast = true;
  EXPECT_DOUBLE_EQ(code.waits().fp64, 0);
}

// The same, instruction by instruction: only the one that waits has cycles. A block that no warp executes has none.
TEST(Waits, AnInstructionHasTheCyclesThatItWaited) {
  Code code({access(lds, 1), plain(ffma, 2), plain(ffma, 3), leave()});
  code.control(0).write_barrier = 1;
  code.control(2).wait_mask = 1 << 1;

  EXPECT_EQ(waited_cycles(code.kernel, code.graph, code.executions), (std::vector<double>{0, 0, 20, 0}));

  code.executions.blocks[0].warps = 0;
  EXPECT_EQ(waited_cycles(code.kernel, code.graph, code.executions), std::vector<double>(4));
}

// Loads at 0 and 2, waited for at 4: one wait of 298 of 300 cycles, not two.
TEST(Waits, LoadsInFlightTogetherAreOneWait) {
  Code code({access(ldg, 1), access(ldg, 2), plain(ffma, 3), plain(ffma, 4), leave()});
  code.control(0).write_barrier = code.control(1).write_barrier = 0;
  code.control(2).wait_mask = code.control(3).wait_mask = 1;

  EXPECT_DOUBLE_EQ(code.global_cycles(), 298);
}

// A loop that loads at its end and waits at its begin: the load of the round before is waited for, 300 cycles less the
// 2 of the load itself and 2 of the branch. The first of five rounds has nothing to wait for.
TEST(Waits, ALoopMeetsItsOwnLoads) {
  Code code({plain(mov, 1), plain(ffma, 2), access(ldg, 3), branch(3, 1, 0), leave()});
  code.control(1).wait_mask = 1;
  code.control(2).write_barrier = 0;
  ASSERT_EQ(code.graph.blocks.size(), 3U);
  code.executions.blocks[1].warps = 50;

  EXPECT_NEAR(code.global_cycles(), 4 * 296, 1);
  EXPECT_DOUBLE_EQ(code.by_latency().issue_cycles, 2 + 5 * 6 + 2);
}

// if (i < n) v = x[i]; and then v: 2 of the load's 300 cycles are over.
TEST(Waits, ALoadBehindAConditionIsWaitedForBehindIt) {
  Code code({branch(0, 2, 0), access(ldg, 1), plain(ffma, 2), leave()});
  code.control(1).write_barrier = 0;
  code.control(2).wait_mask = 1;
  ASSERT_EQ(code.graph.blocks.size(), 3U);

  EXPECT_NEAR(code.global_cycles(), 298, 0.1);
  code.executions.blocks[1].warps = 9;  // the last warp goes round it
  EXPECT_NEAR(code.global_cycles(), 0.9 * 298, 0.1);
  code.executions.blocks[1].warps = 1;  // most of them do
  EXPECT_NEAR(code.global_cycles(), 0.1 * 298, 0.1);
}

// A load in front of a loop of 20 rounds that each need it, and so does what is behind the loop: one wait.
TEST(Waits, ALoopWaitsOnceForALoadBeforeIt) {
  Code code({access(ldg, 1), plain(ffma, 2), branch(2, 1, 0), plain(ffma, 3), leave()});
  code.control(0).write_barrier = 0;
  code.control(1).wait_mask = code.control(3).wait_mask = 1;
  ASSERT_EQ(code.graph.blocks.size(), 3U);
  code.executions.blocks[1].warps = 200;

  EXPECT_NEAR(code.global_cycles(), 298, 1);
}

// A load, 50 additions of 4 cycles, and what needs it. Of a latency of 600 cycles 202 pass meanwhile, of 100 all.
TEST(Waits, WhatPassesMeanwhileDoesNotGrowWithTheLatency) {
  std::vector<Word> words = {access(ldg, 1)};
  words.insert(words.end(), 50, plain(ffma, 2));
  words.insert(words.end(), {plain(ffma, 3), leave()});
  Code code(words);
  code.control(0).write_barrier = 0;
  for (std::size_t k = 1; k <= 50; ++k) code.control(k).stall = 4;
  code.control(51).wait_mask = 1;

  const Waits longer = code.waits(600), shorter = code.waits(100);

  EXPECT_DOUBLE_EQ(longer.global, 1);
  EXPECT_DOUBLE_EQ(longer.issue_cycles, 4);
  EXPECT_DOUBLE_EQ(shorter.global, 0);
  EXPECT_DOUBLE_EQ(shorter.issue_cycles, 206);
}

TEST(Waits, OfNoWarpsThereAreNone) {
  const Code code({leave()});

  EXPECT_EQ(waits_of(code.kernel, code.graph, code.executions, 0).at(300), Waits{});
}

// Loads at 0, 2 and 4 that set one scoreboard. DEPBAR at 6 lets two of them be: 300 - 6 cycles for the first; what
// waits for all of them two cycles later has 304 - 302 left.
TEST(Waits, DepbarLeavesTheLastLoadsAlone) {
  Code code({access(ldg, 1), access(ldg, 2), access(ldg, 3), plain(mov, 4), plain(ffma, 5), leave()});
  for (const std::size_t load : {0, 1, 2}) code.control(load).write_barrier = 5;
  code.kernel.instructions[3].waits_for = {.scoreboard = 5, .open = 2};
  code.control(4).wait_mask = 1 << 5;

  EXPECT_DOUBLE_EQ(code.global_cycles(), 294 + 2);
}

TEST(Waits, TwoInstructionsThatIssueTogetherTakeOneStallCount) {
  Code code({plain(mov, 1), plain(ffma, 2), leave()});
  code.kernel.instructions[0].paired = true;

  EXPECT_EQ(code.waits(), (Waits{.issue_cycles = 4}));
}

// Two groups of copies, LDGDEPBAR at 0 and 2; DEPBAR at 4 leaves the second open: 300 - 4 cycles.
TEST(Waits, CopiesToSharedMemoryTakeTheLatencyOfALoad) {
  Code code({plain(0x9af, 1), plain(0x9af, 2), plain(0x91a, 3), plain(ffma, 4), leave()});
  code.control(0).write_barrier = code.control(1).write_barrier = 0;
  code.kernel.instructions[2].waits_for = {.scoreboard = 0, .open = 1};

  EXPECT_DOUBLE_EQ(code.global_cycles(), 296);
}

}  // namespace
}  // namespace forewarp::machine
