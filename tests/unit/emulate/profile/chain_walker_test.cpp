// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/profile/chain_walker.hpp"

#include <gtest/gtest.h>

#include "unit/emulate/profile/straight_code.hpp"

namespace forewarp::profile {
namespace {

/// One basic block with these instructions, walked some times; or two, the second from instruction `cut` on.
struct Walked : StraightCode {
  std::unique_ptr<ChainWalker> walker = std::make_unique<ChainWalker>(*program);

  explicit Walked(const std::string& body, unsigned times = 1, std::uint32_t cut = 0) : StraightCode(body, cut) {
    for (unsigned i = 0; i < times; ++i) walker->basic_block(0);
  }
  [[nodiscard]] std::int64_t links(LinkClass link) const { return walker->totals().links[static_cast<unsigned>(link)]; }
};

TEST(ChainWalker, CountsTheLongestOfTwoChains) {
  // f1 -> f2 -> f3: three links; f4 alone: one.
  const Walked w(R"(
  add.f32 %f1, %f8, %f8;
  add.f32 %f4, %f8, %f8;
  add.f32 %f2, %f1, %f8;
  add.f32 %f3, %f2, %f8;)");

  EXPECT_EQ(w.links(LinkClass::alu), 3);
  EXPECT_EQ(w.walker->totals().instructions, 4U);
}

TEST(ChainWalker, WaitsForActivemaskAndElectAsForVotes) {
  const Walked w("activemask.b32 %r1; vote.sync.ballot.b32 %r2, %p1, %r1; elect.sync %r3|%p2, %r2;");

  EXPECT_EQ(w.links(LinkClass::shared), 3);
}

// A fence of the device takes an answer of L2, one of the block none; what releases has a fence before it. The load
// behind it waits for it.
TEST(ChainWalker, AFenceOfTheDeviceWaitsForL2) {
  EXPECT_EQ(Walked("st.global.f32 [%rd1], %f1; membar.gl; ld.global.f32 %f2, [%rd2];").links(LinkClass::atomic), 1);
  EXPECT_EQ(Walked("fence.acq_rel.gpu; atom.add.release.gpu.u32 %r1, [%rd1], %r2;").links(LinkClass::atomic), 3);
  EXPECT_EQ(Walked("red.add.release.gpu.u32 [%rd1], %r2; add.u32 %r1, %r2, %r2;").links(LinkClass::atomic), 1);
  EXPECT_EQ(Walked("membar.cta; fence.acq_rel.cta;").links(LinkClass::atomic), 0);
}

TEST(ChainWalker, OrdersMatrixAccessesWithoutAStateSpaceAmongSharedOnes) {
  const Walked w("ldmatrix.sync.aligned.m8n8.x1.b16 {%r1}, [%rd1]; stmatrix.sync.aligned.m8n8.x1.b16 [%rd1], {%r1};");
  const auto& load = w.program->dependencies.at(0);
  const auto& store = w.program->dependencies.at(1);

  EXPECT_EQ(load.link, LinkClass::shared);
  EXPECT_TRUE(load.reads_memory && store.writes_memory);
  EXPECT_EQ(load.space, 1);
  EXPECT_EQ(store.space, 1);
}

TEST(ChainWalker, TellsWhatTheLinksWaitFor) {
  // load 400, rsqrt 20, f64 add 8, convert: one link each; two independent loads overlap.
  const Walked w(R"(
  ld.global.f32 %f1, [%rd1];
  ld.global.f32 %f2, [%rd2];
  rsqrt.approx.f32 %f3, %f1;
  cvt.f64.f32 %fd1, %f3;
  add.f64 %fd2, %fd1, %fd8;)");

  EXPECT_EQ(w.links(LinkClass::global), 1);
  EXPECT_EQ(w.links(LinkClass::special), 1);
  EXPECT_EQ(w.links(LinkClass::fp64), 2);
  EXPECT_EQ(w.walker->totals().global_loads, 2U);
}

TEST(ChainWalker, WaitsForEachInstructionOfASequence) {
  // rcp.rn.f32 in machine code: IADD3, LOP3, ISETP, BRA, MUFU.RCP, FFMA, FADD, FFMA, BSYNC; each waits for the one
  // before it, 13 cycles for the predicate.
  const Walked w("rcp.rn.f32 %f2, %f1; add.f32 %f3, %f2, %f8;");
  EXPECT_EQ(w.links(LinkClass::special), 1);
  EXPECT_EQ(w.links(LinkClass::branch), 1);
  EXPECT_EQ(w.links(LinkClass::alu), 9 + 1);
  EXPECT_EQ(w.walker->totals().steps, 2);

  // A quotient of integers: converted, inverted, converted back, and corrected twice.
  const Walked divided("div.u32 %r2, %r1, %r3;");
  EXPECT_EQ(divided.links(LinkClass::special), 3);
  EXPECT_EQ(divided.links(LinkClass::alu), 17);

  // Longer than a chain of ten additions beside it.
  const Walked beside("sqrt.rn.f64 %fd2, %fd1; " + [] {
    std::string additions;
    for (int i = 0; i < 10; ++i) additions += "add.f32 %f1, %f1, %f8; ";
    return additions;
  }());
  EXPECT_EQ(beside.links(LinkClass::fp64), 7);
  EXPECT_EQ(beside.links(LinkClass::alu), 2);
}

TEST(ChainWalker, ASignCostsNothingAndAPredicateThreeAdditions) {
  const Walked negated("add.f32 %f1, %f8, %f8; neg.f32 %f2, %f1; add.f32 %f3, %f2, %f8;");
  EXPECT_EQ(negated.links(LinkClass::alu), 2);

  const Walked compared("setp.lt.s32 %p1, %r1, %r2; selp.b32 %r3, %r1, %r2, %p1;");
  EXPECT_EQ(compared.links(LinkClass::alu), 3 + 1);
}

TEST(ChainWalker, CarriesAChainAcrossBlocks) {
  const Walked w("  add.f32 %f1, %f1, %f8;", 10);

  EXPECT_EQ(w.links(LinkClass::alu), 10);
}

TEST(ChainWalker, HoldsALoadBackBehindAStoreOfItsSpace) {
  // The second load waits for the store, which waits for the first load: two global links. Read-only it need not.
  const char* body = R"(
  ld.global.f32 %f1, [%rd1];
  st.global.f32 [%rd2], %f1;
  ld.global{}.f32 %f2, [%rd3];)";
  std::string ordered = body, free = body;
  ordered.replace(ordered.find("{}"), 2, "");
  free.replace(free.find("{}"), 2, ".nc");

  EXPECT_EQ(Walked(ordered).links(LinkClass::global), 2);
  EXPECT_EQ(Walked(free).links(LinkClass::global), 1);
}

TEST(ChainWalker, WaitsAtABarrierForWhatWasIssued) {
  // The store to shared memory waits for the load; the barrier comes after it, the shared load after the barrier.
  const Walked w(R"(
  ld.global.f32 %f1, [%rd1];
  st.shared.f32 [%r1], %f1;
  bar.sync 0;
  ld.shared.f32 %f2, [%r2];)");

  EXPECT_EQ(w.links(LinkClass::global), 1);
  EXPECT_EQ(w.links(LinkClass::barrier), 1);
  EXPECT_EQ(w.links(LinkClass::shared), 1);
}

TEST(ChainWalker, CountsRoundsThatItDoesNotWalk) {
  Walked w("  add.f32 %f1, %f1, %f8;\n  add.f32 %f1, %f1, %f8;\n  ld.global.f32 %f2, [%rd1];", 0, 1);
  for (unsigned round = 0; round < 1003; ++round) {
    w.walker->basic_block(0);
    w.walker->basic_block(1);
  }
  w.walker->basic_block(0);
  w.walker->basic_block(0);

  // A link in block 0, a link and a load in block 1: 1003 rounds, and block 0 twice more. The load of the last round is
  // what ends last; it issues with the 2005th link, which waits for 2004 before it.
  EXPECT_EQ(w.walker->totals().instructions, 1003U * 3 + 2);
  EXPECT_EQ(w.walker->totals().global_loads, 1003U);
  EXPECT_EQ(w.links(LinkClass::alu), 2004);
  EXPECT_EQ(w.links(LinkClass::global), 1);
}

TEST(ChainWalker, WeighsRoundsThatItDoesNotWalk) {
  Walked w("  add.f32 %f1, %f1, %f8;", 1);
  w.walker->weight(10);
  for (unsigned i = 0; i < 500; ++i) w.walker->basic_block(0);
  w.walker->weight(1);

  EXPECT_EQ(w.walker->totals().instructions, 5001U);
  EXPECT_EQ(w.links(LinkClass::alu), 5001);
}

TEST(PeriodDetector, AreSeenOnceTheyWereGoneThroughOften) {
  PeriodDetector rounds;
  unsigned found = 0, when = 0;
  for (unsigned i = 0; found == 0 && i < 1000; ++i) {
    found = rounds.add(i % 3 + 5);
    when = i;
  }

  // Three blocks a round: each equals the one three before it from the fourth on, 64 rounds of them.
  EXPECT_EQ(found, 3U);
  EXPECT_EQ(when, 3U + 64 * 3 - 1);
  EXPECT_EQ(rounds.ago(1), when % 3 + 5);
  EXPECT_EQ(rounds.ago(3), (when + 1) % 3 + 5);
  EXPECT_EQ(rounds.add(99), 0U);
}

TEST(ChainWalker, WeightStandsForTheSkippedPart) {
  Walked w("  add.f32 %f1, %f1, %f8;\n  add.f32 %f1, %f1, %f8;", 1);
  w.walker->weight(50);
  w.walker->basic_block(0);
  w.walker->weight(1);
  w.walker->basic_block(0);

  // Two links a block: 2 + 50 * 2 + 2, give or take the link by which a block's floor trails its last result.
  EXPECT_EQ(w.walker->totals().instructions, 104U);
  EXPECT_EQ(w.links(LinkClass::alu), 104);
}

TEST(ChainWalker, WaitsForTheGroupsOfCopiesThatAWaitDoesNotLeaveOpen) {
  const auto waited = [](const std::string& wait) {
    return Walked("cp.async.ca.shared.global [%r1], [%rd1], 4; cp.async.commit_group;\n" + wait +
                  " add.f32 %f1, %f2, %f3;")
        .links(LinkClass::global);
  };

  EXPECT_EQ(waited("cp.async.wait_group 0;"), 1);
  EXPECT_EQ(waited("cp.async.wait_all;"), 1);
  EXPECT_EQ(waited("cp.async.wait_group 1;"), 0);
  EXPECT_EQ(waited(""), 0);
}

// The copy of each round is waited for in the next one.
TEST(ChainWalker, CopiesAnIterationAheadAreWaitedForHalfAsLong) {
  const Walked one("cp.async.ca.shared.global [%r1], [%rd1], 4; cp.async.commit_group; cp.async.wait_group 0;", 100);
  const Walked ahead("cp.async.ca.shared.global [%r1], [%rd1], 4; cp.async.commit_group; cp.async.wait_group 1;", 100);

  EXPECT_EQ(one.links(LinkClass::global), 100);
  EXPECT_NEAR(static_cast<double>(ahead.links(LinkClass::global)), 50, 1);
}

}  // namespace
}  // namespace forewarp::profile
