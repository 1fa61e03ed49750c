// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/analysis/liveness.hpp"

#include <gtest/gtest.h>

#include "forewarp/frontend/ptx/parser.hpp"

namespace forewarp::analysis {
namespace {

using ptx::Module;
using ptx::parse;

Module kernel(const std::string& body) { return parse(".version 8.5\n.target sm_80\n.entry k()\n{\n" + body + "}\n"); }

std::uint32_t live(const std::string& body) {
  const Module m = kernel(body);
  return max_live_registers(m.functions[0], control_flow(m.functions[0]));
}

TEST(Liveness, CountsWhatIsAliveAtOnceAndNotWhatIsNamed) {
  // a and b are alive together before the add; c takes over when both are dead: 2 at most.
  EXPECT_EQ(live(".reg .b32 a, b, c; mov.b32 a, 1; mov.b32 b, 2; add.u32 c, a, b; st.global.b32 [4], c; ret;"), 2U);
}

TEST(Liveness, A64BitValueTakesTwoRegistersAndAPredicateNone) {
  // d (2) and a (1) are alive at the store; p costs nothing.
  EXPECT_EQ(live(".reg .b64 d; .reg .b32 a; .reg .pred p; mov.b64 d, 1; mov.b32 a, 2; setp.eq.u32 p, a, 0;"
                 "@p st.global.b32 [d], a; ret;"),
            3U);
}

TEST(Liveness, AValueReadAgainAfterTheLoopLivesThroughIt) {
  // In the loop: keep, i and t at once = 3.
  EXPECT_EQ(live(R"(
    .reg .b32 keep, i, t; .reg .pred p;
    mov.b32 keep, 1; mov.b32 i, 0;
    L: mov.b32 t, 5; add.u32 i, i, t; setp.lt.u32 p, i, 9; @p bra L;
    add.u32 i, i, keep; st.global.b32 [4], i; ret;)"),
            3U);
}

TEST(Liveness, AGuardedWriteKeepsTheOldValueAlive) {
  // a must survive until the store because the guarded write may not happen: a and b alive together = 2.
  EXPECT_EQ(live(".reg .b32 a, b; .reg .pred p; mov.b32 a, 1; mov.b32 b, 2; setp.eq.u32 p, b, 0; @p mov.b32 a, 3;"
                 "st.global.b32 [4], a; ret;"),
            2U);
}

TEST(Liveness, WhatIsWrittenAndNeverReadStillNeedsAPlace) { EXPECT_EQ(live(".reg .b32 a; mov.b32 a, 1; ret;"), 1U); }

TEST(Liveness, CopiesInAHalfPrecisionFragmentOfWmmaTakeNoRegisters) {
  // A fragment of half precision has 8 registers in PTX, of which the machine keeps 4; with the address (2) that is 6.
  EXPECT_EQ(live(R"(
    .reg .b32 a<8>; .reg .b64 p;
    mov.b64 p, 64;
    wmma.load.a.sync.aligned.row.m16n16k16.global.f16 {a0, a1, a2, a3, a4, a5, a6, a7}, [p], 16;
    st.global.b32 [p], a0; st.global.b32 [p], a1; st.global.b32 [p], a2; st.global.b32 [p], a3; ret;)"),
            6U);
}

TEST(EstimateRegisters, StaysWithinWhatTheLaunchBoundsLeave) {
  std::string body = ".reg .b32 r<300>;";
  for (int i = 0; i < 300; ++i) body += "ld.global.b32 r" + std::to_string(i) + ", [" + std::to_string(4 * i) + "];";
  for (int i = 0; i < 300; ++i) body += "st.global.b32 [" + std::to_string(4 * i) + "], r" + std::to_string(i) + ";";
  const std::string head = ".version 8.5\n.target sm_80\n.entry k() ";
  const auto estimate = [&](const std::string& bounds) {
    const Module m = parse(head + bounds + "{" + body + "}");
    return estimate_registers(m, m.functions[0]);
  };

  EXPECT_EQ(estimate(""), 255U);
  EXPECT_EQ(estimate(".maxnreg 40"), 40U);
  // 65536 / (512 x 2) = 64
  EXPECT_EQ(estimate(".maxntid 512 .minnctapersm 2"), 64U);
}

TEST(EstimateRegisters, SurvivesFunctionsThatCallEachOther) {
  const Module m = parse(
      ".version 8.5\n.target sm_80\n.func a(); .func b() { call a; ret; } .func a() { call b; ret; }"
      ".entry k() { call a; ret; }");

  EXPECT_EQ(estimate_registers(m, *m.find("k")), 24U);  // the ABI's least
}

}  // namespace
}  // namespace forewarp::analysis
