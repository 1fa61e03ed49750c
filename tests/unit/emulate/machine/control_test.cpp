// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Divergence, loops, early exits, branch tables.
#include "kernel.hpp"

namespace forewarp::emu::test {
namespace {

using Values = std::vector<std::uint32_t>;

TEST(Control, SidesOfADivergentBranchMeetAgain) {
  // Even lanes write 100 + t, odd ones 200 + t; then both add 1 where they meet.
  const Values out = run_body(R"(
    and.b32 %r1, %t, 1;
    setp.eq.u32 %p1, %r1, 1;
    @%p1 bra ODD;
    add.u32 %r2, %t, 100;
    bra MEET;
  ODD:
    add.u32 %r2, %t, 200;
  MEET:
    activemask.b32 %r3;
    popc.b32 %r3, %r3;
    sub.u32 %r3, %r3, 31;
    add.u32 %r2, %r2, %r3;
    st.global.u32 [%slot], %r2;)",
                              32);

  for (unsigned t = 0; t < 32; ++t) EXPECT_EQ(out[t], t + (t % 2 ? 201 : 101)) << t;  // 32 lanes active: adds 1
}

/// Odd lanes take one side, on which `way_out` stands, and add 1000 to %r2, even lanes add 2000 on the other. Then all
/// add the number of lanes that execute this together.
std::string sides_that_meet(const std::string& way_out) {
  return R"(
    and.b32 %r3, %t, 1;
    setp.eq.u32 %p1, %r3, 0;
    @%p1 bra EVEN;)" +
         way_out + R"(
    add.u32 %r2, %r2, 1000;
    bra MEET;
  EVEN:
    add.u32 %r2, %r2, 2000;
  MEET:
    activemask.b32 %r3;
    popc.b32 %r3, %r3;
    add.u32 %r2, %r2, %r3;)";
}

/// What odd or even lane t has added in so many iterations, without the numbers of lanes.
unsigned added(unsigned t, unsigned iterations) { return iterations * (t % 2 ? 1000 : 2000); }

const std::string store_with_lanes = R"(
    activemask.b32 %r3;
    popc.b32 %r3, %r3;
    mad.lo.u32 %r2, %r3, 100000, %r2;
    st.global.u32 [%slot], %r2;)";

/// Lane 5 leaves in the second of four iterations; the other 31 lanes still execute the end of each iteration together.
TEST(Control, ABreakOnOneSideDoesNotPartTheOthers) {
  const Values out = run_body("mov.u32 %r1, 0; mov.u32 %r2, 0;\n HEAD:" + sides_that_meet(R"(
    mad.lo.u32 %r4, %r1, 100, %t;
    setp.eq.u32 %p2, %r4, 105;
    @%p2 bra OUT;)") + R"(
    add.u32 %r1, %r1, 1;
    setp.lt.u32 %p3, %r1, 4;
    @%p3 bra HEAD;
  OUT:)" + store_with_lanes,
                              32);

  for (unsigned t = 0; t < 32; ++t) {
    const unsigned expected = t == 5 ? added(t, 1) + 32 : added(t, 4) + 32 + 3 * 31;
    EXPECT_EQ(out[t], 32 * 100000 + expected) << t << ": all meet again behind the loop";
  }
}

/// Lane 7 returns in the second of three iterations.
TEST(Control, AReturnOnOneSideDoesNotPartTheOthers) {
  const Values out = run_body("mov.u32 %r1, 0; mov.u32 %r2, 0;\n HEAD:" + sides_that_meet(R"(
    mad.lo.u32 %r4, %r1, 100, %t;
    setp.eq.u32 %p2, %r4, 107;
    @%p2 bra DONE;)") + R"(
    st.global.u32 [%slot], %r2;
    add.u32 %r1, %r1, 1;
    setp.lt.u32 %p3, %r1, 3;
    @%p3 bra HEAD;
  DONE:)",
                              32);

  for (unsigned t = 0; t < 32; ++t) EXPECT_EQ(out[t], t == 7 ? added(t, 1) + 32 : added(t, 3) + 32 + 2 * 31) << t;
}

/// Three times three iterations; lane 3 leaves both loops in the second of the second.
TEST(Control, LanesThatLeaveTwoLoopsAtOnceMeetTheOthersBehindThem) {
  const Values out = run_body(R"(
    mov.u32 %r1, 0; mov.u32 %r2, 0;
  OUTER:
    mov.u32 %r5, 0;
  INNER:)" + sides_that_meet(R"(
    mad.lo.u32 %r4, %r1, 100, %t;
    mad.lo.u32 %r4, %r5, 1000, %r4;
    setp.eq.u32 %p2, %r4, 1103;
    @%p2 bra OUT;)") + R"(
    add.u32 %r5, %r5, 1;
    setp.lt.u32 %p3, %r5, 3;
    @%p3 bra INNER;
    add.u32 %r1, %r1, 1;
    setp.lt.u32 %p3, %r1, 3;
    @%p3 bra OUTER;
  OUT:)" + store_with_lanes,
                              32);

  for (unsigned t = 0; t < 32; ++t) {
    const unsigned expected = t == 3 ? added(t, 4) + 4 * 32 : added(t, 9) + 4 * 32 + 5 * 31;
    EXPECT_EQ(out[t], 32 * 100000 + expected) << t;
  }
}

TEST(Control, LanesLeaveALoopAfterTheirOwnNumberOfIterations) {
  // Lane t sums 0 + 1 + ... + t by a loop of t + 1 iterations inside a loop of 2: twice t (t + 1) / 2.
  const Values out = run_body(R"(
    mov.u32 %r1, 0; mov.u32 %r2, 0;
  OUTER:
    mov.u32 %r3, 0;
  INNER:
    add.u32 %r2, %r2, %r3;
    add.u32 %r3, %r3, 1;
    setp.le.u32 %p1, %r3, %t;
    @%p1 bra INNER;
    add.u32 %r1, %r1, 1;
    setp.lt.u32 %p2, %r1, 2;
    @%p2 bra OUTER;
    st.global.u32 [%slot], %r2;)",
                              50);

  for (unsigned t = 0; t < 50; ++t) EXPECT_EQ(out[t], t * (t + 1)) << t;
}

TEST(Control, BreakAndContinueInsideDivergentLoops) {
  // for (i = 0; ; ++i) { if (i % 2) continue; if (i > t) break; sum += i; }
  const Values out = run_body(R"(
    mov.u32 %r1, 0; mov.u32 %r2, 0;
  HEAD:
    and.b32 %r3, %r1, 1;
    setp.ne.u32 %p1, %r3, 0;
    @%p1 bra NEXT;
    setp.gt.u32 %p2, %r1, %t;
    @%p2 bra DONE;
    add.u32 %r2, %r2, %r1;
  NEXT:
    add.u32 %r1, %r1, 1;
    bra HEAD;
  DONE:
    st.global.u32 [%slot], %r2;)",
                              32);

  for (unsigned t = 0; t < 32; ++t) EXPECT_EQ(out[t], (t / 2) * (t / 2 + 1)) << t;  // 0 + 2 + ... + 2 (t / 2)
}

TEST(Control, LanesThatHaveExitedDoNotHoldUpBarriers) {
  const Values out = run_body(R"(
    setp.ge.u32 %p1, %t, 40;
    @%p1 exit;
    bar.sync 0;
    setp.lt.u32 %p2, %t, 5;
    @%p2 ret;
    bar.sync 0;
    st.global.u32 [%slot], 7;)",
                              64);

  for (unsigned t = 0; t < 64; ++t) EXPECT_EQ(out[t], t >= 5 && t < 40 ? 7U : 0U) << t;
}

TEST(Control, LanesOnTheirWayToTheEndDoNotHoldUpBarriers) {
  // if (t >= 40) return; barrier; ... with the ret that nvcc puts at the end of the text, for both kinds of barrier.
  for (const std::string barrier : {"bar.sync 0;", "barrier.sync 0;", "barrier.sync.aligned 0;"}) {
    const Values out = run_body(R"(
    .shared .align 4 .u32 s[64];
    setp.ge.u32 %p1, %t, 40;
    @%p1 bra END;
    shl.b32 %r1, %t, 2; mov.u32 %r2, s; add.u32 %r1, %r1, %r2;
    st.shared.u32 [%r1], %t;)" + barrier +
                                    R"(
    mov.u32 %r3, 39; sub.u32 %r3, %r3, %t; shl.b32 %r3, %r3, 2; add.u32 %r3, %r3, %r2;
    ld.shared.u32 %r4, [%r3];)" + barrier +
                                    R"(
    st.global.u32 [%slot], %r4;
  END:)",
                                64);

    for (unsigned t = 0; t < 64; ++t) EXPECT_EQ(out[t], t < 40 ? 39 - t : 0U) << barrier << t;
  }
}

TEST(Control, ASideThatEndsWithTheKernelIsRunBeforeABarrierWaitsForIt) {
  // Lanes 0 to 9 store and return; the others' side is on top of the stack.
  const Values out = run_body(R"(
    setp.lt.u32 %p1, %t, 10;
    @%p1 bra LEAVE;
    bar.sync 0;
    st.global.u32 [%slot], 2;
    ret;
  LEAVE:
    st.global.u32 [%slot], 1;)",
                              32);

  for (unsigned t = 0; t < 32; ++t) EXPECT_EQ(out[t], t < 10 ? 1U : 2U) << t;
}

TEST(Control, GuardsMaskSingleInstructions) {
  const Values out = run_body(R"(
    setp.lt.u32 %p1, %t, 3;
    mov.u32 %r1, 1;
    @%p1 mov.u32 %r1, 2;
    @!%p1 add.u32 %r1, %r1, 10;
    @%p1 st.global.u32 [%slot], %r1;
    @!%p1 st.global.u32 [%slot], %r1;)",
                              6);

  EXPECT_EQ(out, (Values{2, 2, 2, 11, 11, 11}));
}

TEST(Control, BranchTablesSendEachLaneItsWay) {
  const Values out = run_body(R"(
    rem.u32 %r1, %t, 3;
    mov.u32 %r2, 0;
    TABLE: .branchtargets L0, L1, L2;
    brx.idx %r1, TABLE;
  L0: add.u32 %r2, %r2, 5; bra MEET;
  L1: add.u32 %r2, %r2, 50;
  L2: add.u32 %r2, %r2, 500;
  MEET:
    st.global.u32 [%slot], %r2;)",
                              32);

  for (unsigned t = 0; t < 32; ++t) EXPECT_EQ(out[t], t % 3 == 0 ? 5U : t % 3 == 1 ? 550U : 500U) << t;
}

TEST(Control, WarpsOfABlockMaySpinOnEachOther) {
  // Warp 1 waits for a flag that warp 0 sets only after a long loop; warp 0 then waits for warp 1's answer.
  const Values out = run_body(R"(
    .shared .align 4 .u32 flag[2];
    setp.lt.u32 %p1, %t, 32;
    @!%p1 bra SECOND;
    mov.u32 %r1, 0;
  WORK: add.u32 %r1, %r1, 1; setp.lt.u32 %p2, %r1, 1000; @%p2 bra WORK;
    st.volatile.shared.u32 [flag], 1;
  WAIT0: ld.volatile.shared.u32 %r2, [flag+4]; setp.eq.u32 %p2, %r2, 0; @%p2 bra WAIT0;
    bra MEET;
  SECOND:
  WAIT1: ld.volatile.shared.u32 %r2, [flag]; setp.eq.u32 %p2, %r2, 0; @%p2 bra WAIT1;
    st.volatile.shared.u32 [flag+4], 9;
    mov.u32 %r2, 9;
  MEET:
    st.global.u32 [%slot], %r2;)",
                              64);

  EXPECT_EQ(out, Values(64, 9));
}

TEST(Control, BarriersOfSingleThreadsMayStandOnBothSidesOfABranch) {
  // Lane t reads what lane t ^ 1, which came through the other side, stored before the barrier.
  const Values out = run_body(R"(
    .shared .align 4 .u32 s[32];
    shl.b32 %r1, %t, 2; mov.u32 %r2, s; add.u32 %r3, %r2, %r1; xor.b32 %r4, %r1, 4; add.u32 %r4, %r2, %r4;
    and.b32 %r5, %t, 1; setp.eq.u32 %p1, %r5, 0;
    @%p1 bra EVEN;
    st.shared.u32 [%r3], 11;
    barrier.sync 0;
    ld.shared.u32 %r6, [%r4];
    bra MEET;
  EVEN:
    st.shared.u32 [%r3], 22;
    barrier.sync 0;
    ld.shared.u32 %r6, [%r4];
  MEET:
    st.global.u32 [%slot], %r6;)",
                              32);

  for (unsigned t = 0; t < 32; ++t) EXPECT_EQ(out[t], t % 2 ? 22U : 11U) << t;
}

TEST(Control, NamedBarriersWithCountsLetProducersRunAhead) {
  // Warp 0 arrives without waiting, warp 1 waits for 64 threads.
  const Values out = run_body(R"(
    .shared .align 4 .u32 s;
    setp.ge.u32 %p1, %t, 32;
    mov.u32 %r1, 0;
    @%p1 bra CONSUMER;
    st.shared.u32 [s], 5;
    bar.arrive 1, 64;
    bra MEET;
  CONSUMER:
    bar.sync 1, 64;
    ld.shared.u32 %r1, [s];
  MEET:
    st.global.u32 [%slot], %r1;)",
                              64);

  EXPECT_EQ(out[0], 0U);
  EXPECT_EQ(out[63], 5U);
}

TEST(Control, BarriersReducePredicatesOverTheBlock) {
  const Values out = run_body(R"(
    setp.lt.u32 %p1, %t, 40;
    bar.red.popc.u32 %r1, 0, %p1;
    bar.red.and.pred %p2, 0, %p1;
    bar.red.or.pred %p3, 0, !%p1;
    selp.u32 %r2, 1000, 0, %p2;
    selp.u32 %r3, 10000, 0, %p3;
    add.u32 %r1, %r1, %r2; add.u32 %r1, %r1, %r3;
    st.global.u32 [%slot], %r1;)",
                              96);

  EXPECT_EQ(out, Values(96, 10040));  // 40 true, not all, some false
}

TEST(Control, SumsOfAWarpByShuffles) {
  const Values out = run_body(R"(
    mov.u32 %r1, %t;
    shfl.sync.bfly.b32 %r2, %r1, 16, 31, -1; add.u32 %r1, %r1, %r2;
    shfl.sync.bfly.b32 %r2, %r1, 8, 31, -1; add.u32 %r1, %r1, %r2;
    shfl.sync.bfly.b32 %r2, %r1, 4, 31, -1; add.u32 %r1, %r1, %r2;
    shfl.sync.bfly.b32 %r2, %r1, 2, 31, -1; add.u32 %r1, %r1, %r2;
    shfl.sync.bfly.b32 %r2, %r1, 1, 31, -1; add.u32 %r1, %r1, %r2;
    st.global.u32 [%slot], %r1;)",
                              64);

  EXPECT_EQ(out[0], 31U * 32 / 2);
  EXPECT_EQ(out[63], 32U * 32 + 31 * 32 / 2);
}

}  // namespace
}  // namespace forewarp::emu::test
