// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Compiled code that goes from block to block: loops, branches, and lanes that part and meet.
#include <algorithm>

#include "forewarp/emulate/decode/decode.hpp"
#include "forewarp/emulate/machine/bind.hpp"
#include "unit/emulate/native/compiled.hpp"

namespace forewarp::emu::test {
namespace {

// Paths go through the inner loop, around the outer one and past an empty block; lanes part behind them.
TEST_F(Compiled, LoopsInLoopsAndBranchesThatLanesTakeAlike) {
  expect_same(R"(
    mov.u32 %r1, 0; mov.u32 %r2, 1;
  OUTER:
    mov.u32 %r3, 0; and.b32 %r4, %r1, 1;
    setp.eq.u32 %p1, %r4, 0;
    @%p1 bra INNER;
    add.u32 %r2, %r2, %g; mul.lo.u32 %r2, %r2, 3;
    bra INNER;
  INNER:
    mad.lo.u32 %r2, %r2, 5, %r3; add.u32 %r3, %r3, 1;
    setp.lt.u32 %p2, %r3, 7;
    @%p2 bra INNER;
    add.u32 %r1, %r1, 1;
    setp.lt.u32 %p3, %r1, 6;
    @%p3 bra OUTER;
    setp.gt.u32 %p4, %t, 40;
    @%p4 bra HIGH;
    add.u32 %r2, %r2, 100; xor.b32 %r2, %r2, %r1;
  HIGH:
    st.global.u32 [%slot], %r2;)");
}

// The clock counts the warp's instructions: what a path counts and where it stops must be what the interpreter does.
TEST_F(Compiled, PathsCountInstructionsAsTheInterpreter) {
  expect_same(R"(
    mov.u32 %r1, 0; mov.u32 %r2, 0; and.b32 %r5, %t, 3;
  LOOP:
    add.u32 %r1, %r1, 1; mad.lo.u32 %r2, %r1, %r1, %r2;
    setp.lt.u32 %p1, %r1, 900;
    @%p1 bra LOOP;
    mov.u32 %r3, %clock;
    mov.u32 %r1, 0;
  APART:
    add.u32 %r1, %r1, 1; add.u32 %r2, %r2, %r1;
    setp.le.u32 %p2, %r1, %r5;
    @%p2 bra APART;
    mov.u32 %r4, %clock; mad.lo.u32 %r4, %r4, 1000, %r3; st.global.u32 [%slot], %r4;)");
}

// Warps have their turns in the same order: each writes how many atomics came before its own.
TEST_F(Compiled, PathsEndWithTheSliceOfTheirWarp) {
  expect_same(R"(
    mov.u32 %r1, 0; and.b32 %r5, %t, 31; shr.u32 %r6, %t, 5; mad.lo.u32 %r7, %r6, 700, 100;
  LOOP:
    add.u32 %r1, %r1, 1; xor.b32 %r2, %r1, %r7;
    setp.lt.u32 %p1, %r1, %r7;
    @%p1 bra LOOP;
    atom.global.add.u32 %r3, [%out+512], 1;
    st.global.u32 [%slot], %r3;)");
}

// A path that ends before an atomic, with a slice that is used up: the interpreter executes the atomic in that turn.
TEST_F(Compiled, AnInstructionBehindAPathIsExecutedInTheSameTurn) {
  expect_same(R"(
    mov.u32 %r1, 0; and.b32 %r5, %t, 31; shr.u32 %r6, %t, 5; mul.lo.u32 %r9, %r6, 3; mov.u32 %r4, 0;
  LOOP:
    add.u32 %r1, %r1, 1; ld.global.u32 %r2, [%out+4]; ld.global.u32 %r2, [%out+8]; xor.b32 %r2, %r2, %r1;
    setp.lt.u32 %p2, %r1, %r9;
    @%p2 bra NEXT;
    add.u32 %r8, %r1, %r2; mul.lo.u32 %r8, %r8, 3;
  NEXT:
    ld.global.u32 %r7, [%out+12]; add.u32 %r2, %r2, %r7;
    atom.global.add.u32 %r3, [%out+512], 1;
    mad.lo.u32 %r4, %r4, 5, %r3;
    setp.lt.u32 %p1, %r1, 300;
    @%p1 bra LOOP;
    st.global.u32 [%slot], %r4;)");
}

TEST_F(Compiled, TheLimitOfALaunchStopsAPath) {
  const std::string text = R"(
    mov.u32 %r1, 0; mov.u32 %r2, 1;
  LOOP:
    add.u32 %r1, %r1, 1; mad.lo.u32 %r2, %r2, 3, %r1;
    setp.ne.u32 %p1, %r1, 0;
    @%p1 bra LOOP;
    st.global.u32 [%slot], %r2;)";
  MachineOptions options;
  options.max_warp_instructions = 100'000;
  const std::string expected = fault(text, options, never);

  EXPECT_EQ(fault(text, options, 0), expected);
  EXPECT_NE(expected.find("more than 100000 warp instructions"), std::string::npos);
}

/// What is compiled of a body: its runs and the text of its path.
std::pair<native::FoundSegments, std::string> found_in(const std::string& text) {
  const ptx::Module module = ptx::parse(".version 8.5\n.target sm_80\n.address_size 64\n" + body(text), "test.ptx");
  Memory memory(1 << 20);
  const std::unique_ptr<Program> program = decode(module, "k", memory, {.isa = best_isa()});
  native::FoundSegments found = native::find_segments(program->entry(), 32);
  std::string path = native::path_text(program->entry().plain.blocks, found.places).text;
  found.known = {};  // it reads the program
  return {std::move(found), std::move(path)};
}

TEST_F(Compiled, ALoopOfOneBlockWithoutAccessesKeepsItsValuesInRegisters) {
  const std::string loop = R"(
    mov.u32 %r1, 0; mov.u32 %r2, 1;
  LOOP:
    mad.lo.u32 %r2, %r2, 3, %r1; add.u32 %r1, %r1, 1;)",
                    end = R"(
    setp.ge.u32 %p1, %r1, 9;
    @!%p1 bra LOOP;
    st.global.u32 [%slot], %r2;)";

  const auto [alone, path] = found_in(loop + end);
  const auto [with_access, other_path] = found_in(loop + "ld.global.u32 %r3, [%slot];" + end);

  EXPECT_EQ(std::ranges::count_if(alone.runs, &native::FusedRun::repeats), 1);
  EXPECT_NE(path.find("loop_1(R"), std::string::npos) << path;
  EXPECT_EQ(std::ranges::count_if(with_access.runs, &native::FusedRun::repeats), 0);
  expect_same(loop + end);
}

TEST_F(Compiled, ALoopMayBranchByAPredicateThatItDoesNotWrite) {
  expect_same(R"(
    mov.u32 %r1, 0; mov.u32 %r2, 1;
    setp.lt.u32 %p1, %g, 1000;
  ONCE:
    mad.lo.u32 %r2, %r2, 3, %g; add.u32 %r1, %r1, 1; xor.b32 %r2, %r2, %r1;
    @!%p1 bra ONCE;
    st.global.u32 [%slot], %r2;)");
}

// Lanes leave one by one, with a slice that ends inside and rows that only some iterations write.
TEST_F(Compiled, LoopsInRegistersLeaveOtherLanesAlone) {
  expect_same(R"(
    mov.u32 %r1, 0; mov.u32 %r2, 5; mov.u32 %r4, 3; and.b32 %r3, %t, 3; mad.lo.u32 %r3, %r3, 40, 900;
  LOOP:
    add.u32 %r1, %r1, 1; mad.lo.u32 %r2, %r2, 3, %r1;
    and.b32 %r5, %r1, 7; setp.eq.u32 %p2, %r5, 3;
    @%p2 xor.b32 %r4, %r4, %r2;
    setp.lt.u32 %p1, %r1, %r3;
    @%p1 bra LOOP;
    mad.lo.u32 %r2, %r2, 7, %r4; selp.u32 %r5, 1, 2, %p2; add.u32 %r2, %r2, %r5;
    st.global.u32 [%slot], %r2;)");
}

// Both sides of branches in branches write one place of their warp's, so that the order of the sides is seen; lanes
// leave the loop and the kernel one by one.
const std::string parting_lanes = R"(
    .shared .align 4 .b8 box[8];
    mov.u32 %r1, 0; mov.u32 %r2, %g; and.b32 %r5, %t, 31; shr.u32 %r6, %t, 5; shl.b32 %r6, %r6, 2;
    mov.u32 %r7, box; add.u32 %r6, %r6, %r7; and.b32 %r9, %t, 5; add.u32 %r9, %r9, 3; mov.u32 %r3, 0;
    st.shared.u32 [%r6], %r3;
  LOOP:
    setp.lt.u32 %p1, %r5, 7;
    @%p1 bra LOW;
    mad.lo.u32 %r2, %r2, 3, %r1; st.shared.u32 [%r6], %r2;
    setp.gt.u32 %p2, %r5, 20;
    @%p2 bra HIGHER;
    ld.shared.u32 %r3, [%r6]; mad.lo.u32 %r2, %r2, 5, %r3; st.shared.u32 [%r6], %r2;
    bra JOIN;
  HIGHER:
    ld.shared.u32 %r3, [%r6]; xor.b32 %r2, %r2, %r3; add.u32 %r2, %r2, 77; st.shared.u32 [%r6], %r2;
    bra JOIN;
  LOW:
    ld.shared.u32 %r3, [%r6]; mad.lo.u32 %r2, %r2, 7, %r3; st.shared.u32 [%r6], %r2;
  JOIN:
    ld.shared.u32 %r8, [%r6]; mad.lo.u32 %r2, %r2, 3, %r8; add.u32 %r1, %r1, 1;
    st.global.u32 [%slot], %r2;
    setp.eq.u32 %p4, %r2, 0; setp.eq.u32 %p5, %r1, %r5; or.pred %p4, %p4, %p5;
    @%p4 exit;
    setp.lt.u32 %p3, %r1, %r9;
    @%p3 bra LOOP;
    mov.u32 %r4, %clock; mad.lo.u32 %r2, %r2, 3, %r4;
    st.global.u32 [%slot], %r2;)";

TEST_F(Compiled, LanesThatPartHaveTheirTurnsInTheSameOrder) { expect_same(parting_lanes); }

TEST_F(Compiled, APathGoesOnWhereLanesPartAndMeet) {
  const std::string path = found_in(parting_lanes).second;

  EXPECT_NE(path.find("state->part(warp, state, "), std::string::npos) << path;
  EXPECT_NE(path.find(") goto arrive;"), std::string::npos);
  EXPECT_EQ(path.find("return u64{2} << 32 | 1;"), std::string::npos);  // at the end of LOOP, which is block 1
}

// Lanes meet again in a slice that is used up, each round of the loop a little later.
TEST_F(Compiled, PathsOfLanesThatPartEndWithTheSliceOfTheirWarp) {
  expect_same(R"(
    mov.u32 %r1, 0; mov.u32 %r4, 0; and.b32 %r5, %t, 31; shr.u32 %r6, %t, 5; mad.lo.u32 %r7, %r6, 13, 200;
  LOOP:
    add.u32 %r1, %r1, 1; and.b32 %r2, %r1, 31;
    setp.lt.u32 %p1, %r2, %r5;
    @%p1 bra SOME;
    mad.lo.u32 %r4, %r4, 3, %r1;
  SOME:
    xor.b32 %r4, %r4, %r1;
    setp.lt.u32 %p2, %r1, %r7;
    @%p2 bra LOOP;
    atom.global.add.u32 %r3, [%out+512], 1;
    mad.lo.u32 %r4, %r4, 5, %r3; st.global.u32 [%slot], %r4;)");
}

}  // namespace
}  // namespace forewarp::emu::test
