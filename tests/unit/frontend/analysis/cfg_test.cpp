// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/analysis/cfg.hpp"

#include <gtest/gtest.h>

#include "forewarp/frontend/ptx/parser.hpp"

namespace forewarp::analysis {
namespace {

using ptx::parse;

using Blocks = std::vector<std::uint32_t>;
constexpr std::uint32_t none = Cfg::none;

Cfg flow_of(const std::string& body) {
  const std::string text = ".version 8.5\n.target sm_80\n.entry k()\n{\n.reg .pred %p<4>; .reg .b32 %r<4>;\n";
  return control_flow(parse(text + body + "}\n").functions.at(0));
}

// 0 -> 1 -> 3 and 0 -> 2 -> 3
TEST(Cfg, ADiamondMeetsWhereItsSidesJoin) {
  const Cfg cfg = flow_of(R"(
    @%p1 bra ELSE;
    mov.b32 %r1, 1; bra.uni END;
    ELSE: mov.b32 %r1, 2;
    END: ret;)");

  ASSERT_EQ(cfg.blocks.size(), 4U);
  EXPECT_EQ(cfg.blocks[0].successors, (Blocks{1, 2}));
  EXPECT_EQ(cfg.blocks[3].predecessors, (Blocks{1, 2}));
  EXPECT_EQ(cfg.block_of, (Blocks{0, 1, 1, 2, 3}));
  EXPECT_EQ(cfg.immediate_dominator, (Blocks{none, 0, 0, 0}));
  EXPECT_EQ(cfg.immediate_post_dominator, (Blocks{3, 3, 3, none}));
  EXPECT_TRUE(cfg.loops.empty());
}

// 0 -> 1 -> 2 -> 2 (inner), 2 -> 3 -> 1 (outer), 3 -> 4
TEST(Cfg, NestedLoopsAreListedOuterFirstWithTheirDepth) {
  const Cfg cfg = flow_of(R"(
    mov.b32 %r1, 0;
    OUTER: mov.b32 %r2, 0;
    INNER: add.u32 %r2, %r2, 1; @%p1 bra INNER;
    add.u32 %r1, %r1, 1; @%p2 bra OUTER;
    ret;)");

  ASSERT_EQ(cfg.loops.size(), 2U);
  EXPECT_EQ(cfg.loops[0].header, 1U);
  EXPECT_EQ(cfg.loops[0].blocks, (Blocks{1, 2, 3}));
  EXPECT_EQ(cfg.loops[0].latches, (Blocks{3}));
  EXPECT_EQ(cfg.loops[0].parent, -1);
  EXPECT_EQ(cfg.loops[0].depth, 1U);
  EXPECT_EQ(cfg.loops[1].header, 2U);
  EXPECT_EQ(cfg.loops[1].blocks, (Blocks{2}));
  EXPECT_EQ(cfg.loops[1].parent, 0);
  EXPECT_EQ(cfg.loops[1].depth, 2U);
  EXPECT_EQ(cfg.immediate_post_dominator, (Blocks{1, 2, 3, 4, none}));
}

// 0 -> 1 (guarded ret) -> 2 -> 1, 2 -> 3: two ways out of the loop.
TEST(Cfg, AnEarlyExitLeavesOnlyTheFunctionEndAsMeetingPoint) {
  const Cfg cfg = flow_of(R"(
    mov.b32 %r1, 0;
    LOOP: @%p1 ret;
    add.u32 %r1, %r1, 1; @%p2 bra LOOP;
    exit;)");

  ASSERT_EQ(cfg.blocks.size(), 4U);
  EXPECT_EQ(cfg.blocks[1].successors, (Blocks{2}));
  EXPECT_EQ(cfg.immediate_post_dominator, (Blocks{1, none, none, none}));
  ASSERT_EQ(cfg.loops.size(), 1U);
  EXPECT_EQ(cfg.loops[0].blocks, (Blocks{1, 2}));
}

// 0 -> 1, 0 -> 2, 1 -> 2, 2 -> 1, 2 -> 3: the cycle 1-2 has two entries, so no block of it dominates the other.
TEST(Cfg, AnIrreducibleCycleIsNoNaturalLoop) {
  const Cfg cfg = flow_of(R"(
    @%p1 bra B;
    A: mov.b32 %r1, 1;
    B: mov.b32 %r2, 2; @%p2 bra A;
    ret;)");

  ASSERT_EQ(cfg.blocks.size(), 4U);
  EXPECT_EQ(cfg.immediate_dominator, (Blocks{none, 0, 0, 2}));
  EXPECT_EQ(cfg.immediate_post_dominator, (Blocks{2, 2, 3, none}));
  EXPECT_TRUE(cfg.loops.empty());
}

// 0 -> 1 -> 1 for ever; 0 -> 2 leaves.
TEST(Cfg, ALoopWithoutExitHasNoPostDominatorAndDoesNotDisturbTheOthers) {
  const Cfg cfg = flow_of(R"(
    @%p1 bra DONE;
    SPIN: bra SPIN;
    DONE: ret;)");

  EXPECT_EQ(cfg.immediate_post_dominator, (Blocks{2, none, none}));
  ASSERT_EQ(cfg.loops.size(), 1U);
  EXPECT_EQ(cfg.loops[0].blocks, (Blocks{1}));
}

TEST(Cfg, ABranchTableHasEachOfItsLabelsOnce) {
  const Cfg cfg = flow_of(R"(
    T: .branchtargets L0, L1, L0;
    brx.idx %r1, T;
    L0: mov.b32 %r1, 1; bra END;
    L1: mov.b32 %r1, 2;
    END: ret;)");

  ASSERT_EQ(cfg.blocks.size(), 4U);
  EXPECT_EQ(cfg.blocks[0].successors, (Blocks{1, 2}));
  EXPECT_EQ(cfg.immediate_post_dominator, (Blocks{3, 3, 3, none}));
}

TEST(Cfg, WhatNothingReachesHasNoDominator) {
  const Cfg cfg = flow_of("ret; mov.b32 %r1, 1; ret;");

  EXPECT_EQ(cfg.immediate_dominator, (Blocks{none, none}));
  EXPECT_TRUE(cfg.blocks[1].predecessors.empty());
}

// 0 -> 2 -> 2 (loop), 1 -> 2 although nothing reaches 1
TEST(Cfg, ABlockThatNothingReachesIsInNoLoop) {
  const Cfg cfg = flow_of(R"(
    bra LOOP;
    DEAD: mov.b32 %r1, 1;
    LOOP: @%p1 bra LOOP;
    ret;)");

  ASSERT_EQ(cfg.loops.size(), 1U);
  EXPECT_EQ(cfg.loops[0].blocks, (Blocks{2}));
}

TEST(Cfg, ALabelThatNoBranchNamesSplitsNoBlock) {
  const Cfg cfg = flow_of("mov.b32 %r1, 1; $L__tmp0: mov.b32 %r2, 1; ret;");

  EXPECT_EQ(cfg.blocks.size(), 1U);
}

TEST(Cfg, ABranchToTheEndOfTheTextLeaves) {
  const Cfg cfg = flow_of("@%p1 bra END; mov.b32 %r1, 1; END:");

  ASSERT_EQ(cfg.blocks.size(), 2U);
  EXPECT_EQ(cfg.blocks[0].successors, (Blocks{1}));
  EXPECT_EQ(cfg.immediate_post_dominator, (Blocks{none, none}));
}

TEST(Cfg, AnEmptyBodyHasNoBlocks) { EXPECT_TRUE(flow_of("").blocks.empty()); }

TEST(Cfg, AGuardedCallOrStoreDoesNotEndABlock) {
  const Cfg cfg = flow_of("@%p1 mov.b32 %r1, 1; mov.b32 %r2, 1; ret;");

  EXPECT_EQ(cfg.blocks.size(), 1U);
}

// 0 -> 1 -> 2 -> 2 (inner), 2 -> 3 -> 1 (outer), 3 -> 4; 2 may be skipped: 1 -> 3
TEST(Cfg, LoopsAroundABlockAreFoundFromTheInsideAndFromTheOutside) {
  const Cfg cfg = flow_of(R"(
    mov.b32 %r1, 0;
    OUTER: @%p3 bra SKIP;
    INNER: add.u32 %r2, %r2, 1; @%p1 bra INNER;
    SKIP: add.u32 %r1, %r1, 1; @%p2 bra OUTER;
    ret;)");

  ASSERT_EQ(cfg.loops.size(), 2U);
  EXPECT_EQ(cfg.innermost_loop(2), &cfg.loops[1]);
  EXPECT_EQ(cfg.outermost_loop(2), &cfg.loops[0]);
  EXPECT_EQ(cfg.innermost_loop(3), &cfg.loops[0]);
  EXPECT_EQ(cfg.innermost_loop(4), nullptr);
  EXPECT_EQ(cfg.outermost_loop(0), nullptr);
  EXPECT_TRUE(cfg.loops[0].contains(2));
  EXPECT_FALSE(cfg.loops[1].contains(3));
  EXPECT_TRUE(cfg.dominates(1, 3));
  EXPECT_FALSE(cfg.dominates(2, 3));
  EXPECT_TRUE(is_in_every_iteration(cfg, cfg.loops[0], 1));
  EXPECT_FALSE(is_in_every_iteration(cfg, cfg.loops[0], 2));
}

}  // namespace
}  // namespace forewarp::analysis
