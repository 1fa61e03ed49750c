// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/analysis/loops/wait_loops.hpp"

#include <gtest/gtest.h>

#include "analysed_kernel.hpp"

namespace forewarp::analysis {
namespace {

/// "value atom.add.u32" for each loop that waits.
std::vector<std::string> waits(const std::string& body) {
  const Code code(body);
  std::vector<std::string> out;
  for (const WaitLoop& wait : wait_loops(code.flow))
    out.push_back((wait.kind == WaitKind::lock ? "lock " : "value ") +
                  std::string(code.function().body[wait.poll].mnemonic));
  return out;
}

using Waits = std::vector<std::string>;

std::string spin_on(const std::string& poll) {
  return "L: " + poll + " setp.eq.s32 %p1, %r1, 0; @%p1 bra L; st.global.u32 [%rd2], %r1;";
}

TEST(WaitLoops, APollOfAFlagWaitsForItsValue) {
  EXPECT_EQ(waits(spin_on("ld.volatile.global.u32 %r1, [%rd1];")), Waits{"value ld.volatile.global.u32"});
  EXPECT_EQ(waits(spin_on("ld.acquire.gpu.u32 %r1, [%rd1];")), Waits{"value ld.acquire.gpu.u32"});
  EXPECT_EQ(waits(spin_on("ld.global.cg.u32 %r1, [%rd1+4];")), Waits{"value ld.global.cg.u32"});
  EXPECT_EQ(waits(spin_on("atom.global.add.u32 %r1, [%rd1], 0;")), Waits{"value atom.global.add.u32"});
  EXPECT_EQ(waits(spin_on("mov.u32 %r2, 0; atom.global.or.b32 %r1, [%rd1], %r2;")), Waits{"value atom.global.or.b32"});
  EXPECT_EQ(waits(spin_on("atom.global.cas.b32 %r1, [%rd1], 0, 0;")), Waits{"value atom.global.cas.b32"});
}

TEST(WaitLoops, APollMayComputeItsAddressEachTimeAndSleepAndVote) {
  EXPECT_EQ(waits(spin_on("mul.wide.u32 %rd3, %r5, 4; add.s64 %rd1, %rd2, %rd3; ld.relaxed.gpu.global.u32 %r1, [%rd1];"
                          "nanosleep.u32 %r6;")),
            Waits{"value ld.relaxed.gpu.global.u32"});
  EXPECT_EQ(waits("L: ld.relaxed.gpu.global.u32 %r1, [%rd1]; setp.eq.s32 %p1, %r1, 99;"
                  "vote.sync.any.pred %p2, %p1, -1; @%p2 bra L;"),
            Waits{"value ld.relaxed.gpu.global.u32"});
}

TEST(WaitLoops, AnAtomicThatChangesSomethingAndAnOrdinaryLoadAreNoPolls) {
  EXPECT_EQ(waits(spin_on("atom.global.add.u32 %r1, [%rd1], 1;")), Waits{});
  EXPECT_EQ(waits(spin_on("ld.global.u32 %r1, [%rd1];")), Waits{});
}

TEST(WaitLoops, ALoopThatWorksOrCountsDoesNotWait) {
  EXPECT_EQ(waits(spin_on("ld.volatile.shared.u32 %r1, [%rd1]; bar.sync 0;")), Waits{});
  EXPECT_EQ(waits(spin_on("ld.volatile.global.u32 %r1, [%rd1]; st.global.u32 [%rd4], %r1;")), Waits{});
  // for (i = 0; i < *n; i++)
  EXPECT_EQ(waits("mov.u32 %r2, 0; L: add.u32 %r2, %r2, 1; ld.volatile.global.u32 %r1, [%rd1];"
                  "setp.lt.u32 %p1, %r2, %r1; @%p1 bra L;"),
            Waits{});
  // while (*p) p++
  EXPECT_EQ(waits(spin_on("add.s64 %rd1, %rd1, 4; ld.volatile.global.u32 %r1, [%rd1];")), Waits{});
}

TEST(WaitLoops, ASwapOfTheSameValuesTakesALock) {
  EXPECT_EQ(waits("L: mov.u32 %r2, 0; mov.u32 %r3, 1; atom.global.cas.b32 %r1, [%rd1], %r2, %r3;"
                  "setp.ne.s32 %p1, %r1, 0; @%p1 bra L; st.global.u32 [%rd2], 1; atom.global.exch.b32 %r4, [%rd1], 0;"),
            Waits{"lock atom.global.cas.b32"});
  EXPECT_EQ(waits("L: atom.global.exch.b32 %r1, [%rd1], 1; setp.ne.s32 %p1, %r1, 0; @%p1 bra L;"),
            Waits{"lock atom.global.exch.b32"});
  // bool done = false; while (!done) if (atomicCAS(lock, 0, 1) == 0) { ...; atomicExch(lock, 0); done = true; }
  EXPECT_EQ(waits("mov.u32 %r9, 0; L: atom.global.cas.b32 %r1, [%rd1], 0, 1; setp.ne.s32 %p1, %r1, 0; @%p1 bra M;"
                  "st.global.u32 [%rd2], 1; atom.global.exch.b32 %r4, [%rd1], 0; mov.u32 %r9, 1;"
                  "M: setp.eq.s32 %p2, %r9, 0; @%p2 bra L;"),
            Waits{"lock atom.global.cas.b32"});
}

TEST(WaitLoops, ARetriedUpdateAndAProbeAreNoLocks) {
  // The sum of floats: what is compared comes from the swap before.
  EXPECT_EQ(
      waits("ld.global.u32 %r2, [%rd1]; L: mov.b32 %f1, %r2; add.f32 %f1, %f1, %f2; mov.b32 %r3, %f1;"
            "atom.global.cas.b32 %r1, [%rd1], %r2, %r3; setp.ne.s32 %p1, %r1, %r2; mov.u32 %r2, %r1; @%p1 bra L;"),
      Waits{});
  // A hash table: the next place.
  EXPECT_EQ(waits("L: atom.global.cas.b32 %r1, [%rd1], 0, %r3; add.s64 %rd1, %rd1, 4; setp.ne.s32 %p1, %r1, 0;"
                  "@%p1 bra L;"),
            Waits{});
}

TEST(WaitLoops, TheBarrierOfAGridIsCountedElsewhere) {
  EXPECT_EQ(waits("mov.u32 %r2, %envreg1; mov.u32 %r3, %envreg2; mov.b64 %rd1, {%r3, %r2};"
                  "L: ld.acquire.gpu.u32 %r1, [%rd1+4]; setp.eq.s32 %p1, %r1, 0; @%p1 bra L;"),
            Waits{});
}

}  // namespace
}  // namespace forewarp::analysis
