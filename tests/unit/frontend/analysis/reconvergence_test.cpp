// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/analysis/reconvergence.hpp"

#include <gtest/gtest.h>

#include "forewarp/frontend/ptx/parser.hpp"

namespace forewarp::analysis {
namespace {

constexpr std::uint32_t none = Cfg::none;

Reconvergence reconvergence_in(const std::string& body) {
  const std::string text = ".version 8.5\n.target sm_80\n.entry k()\n{\n.reg .pred %p<6>; .reg .b32 %r<4>;\n";
  const ptx::Module module = ptx::parse(text + body + "}\n");
  return reconvergence_of(module.functions.at(0), control_flow(module.functions.at(0)));
}

TEST(Reconvergence, SidesMeetWhereTheyJoin) {
  const Reconvergence r = reconvergence_in(R"(
    @%p1 bra ELSE;
    mov.b32 %r1, 1; bra.uni END;
    ELSE: mov.b32 %r1, 2;
    END: mov.b32 %r2, 1; ret;)");
  EXPECT_EQ(r.meeting[0], 3U);
  EXPECT_TRUE(r.leavings.empty());
}

// 0: A; 1: B, which may return; 2: behind it; 3: ELSE; 4: JOIN; 5: END
TEST(Reconvergence, LanesThatReturnAreNotWaitedFor) {
  const Reconvergence r = reconvergence_in(R"(
    @%p1 bra ELSE;
    @%p2 bra END;
    mov.b32 %r1, 1; bra.uni JOIN;
    ELSE: mov.b32 %r1, 2;
    JOIN: mov.b32 %r2, 1;
    END: ret;)");
  EXPECT_EQ(r.meeting[0], 4U);
  EXPECT_EQ(r.meeting[1], 2U);
}

// The same with a path of its own to the end, as that of a failed assertion.
TEST(Reconvergence, LanesThatTrapAreNotWaitedFor) {
  const Reconvergence r = reconvergence_in(R"(
    @%p1 bra ELSE;
    @%p2 bra FAILED;
    mov.b32 %r1, 1; bra.uni JOIN;
    ELSE: mov.b32 %r1, 2;
    JOIN: mov.b32 %r2, 1; ret;
    FAILED: mov.b32 %r3, 1; trap;)");
  EXPECT_EQ(r.meeting[0], 4U);
}

// 0; 1: A; 2: HEAD; 3: AGAIN; 4: TEST; 5: behind the loop; 6: ELSE; 7: behind it; 8: JOIN; 9: OTHER; 10: END; 11: GONE.
// The loop goes on to JOIN: the lanes with A and those without meet there.
TEST(Reconvergence, APathThatJoinsOthersBehindALoopDoesNotEnd) {
  const Reconvergence r = reconvergence_in(R"(
    @%p5 bra OTHER;
    @%p1 bra ELSE;
    HEAD: mov.b32 %r1, 1; bra.uni TEST;
    AGAIN: mov.b32 %r1, 2; bra.uni HEAD;
    TEST: @%p3 bra AGAIN;
    mov.b32 %r1, 3; bra.uni JOIN;
    ELSE: @%p4 bra GONE;
    mov.b32 %r1, 4;
    JOIN: mov.b32 %r2, 1; bra.uni END;
    OTHER: mov.b32 %r3, 1;
    END: mov.b32 %r3, 2; ret;
    GONE: mov.b32 %r3, 3; trap;)");
  EXPECT_EQ(r.meeting[0], 10U);
  EXPECT_EQ(r.meeting[1], 8U);
}

// 0: before; 1: HEAD; 2: f, which may break; 3: behind it; 4: ELSE; 5: JOIN; 6: OUT
TEST(Reconvergence, LanesThatBreakLeaveThoseThatWaitInTheLoop) {
  const Reconvergence r = reconvergence_in(R"(
    mov.b32 %r1, 0;
    HEAD: @%p1 bra ELSE;
    @%p2 bra OUT;
    mov.b32 %r1, 1; bra.uni JOIN;
    ELSE: mov.b32 %r1, 2;
    JOIN: @%p3 bra HEAD;
    OUT: mov.b32 %r2, 1; ret;)");
  EXPECT_EQ(r.meeting[1], 5U);
  ASSERT_EQ(r.leavings.size(), 2U);
  EXPECT_EQ(std::pair(r.leavings[0].from, r.leavings[0].to), std::pair(2U, 6U));
  EXPECT_EQ(std::pair(r.leavings[1].from, r.leavings[1].to), std::pair(5U, 6U));
  for (const auto& way : r.leavings) {
    EXPECT_EQ(way.meeting, 6U);
    EXPECT_TRUE(way.is_inside(5));
    EXPECT_FALSE(way.is_inside(6));
  }
}

// 0: before; 1: OUTER; 2: INNER; 3: behind the inner test; 4: LATCH; 5: OUT
TEST(Reconvergence, ABreakOutOfTwoLoopsLeavesWhatWaitsInBoth) {
  const Reconvergence r = reconvergence_in(R"(
    mov.b32 %r1, 0;
    OUTER: mov.b32 %r2, 0;
    INNER: @%p1 bra OUT;
    @%p2 bra INNER;
    LATCH: mov.b32 %r3, 1; @%p3 bra OUTER;
    OUT: mov.b32 %r2, 1; ret;)");
  ASSERT_EQ(r.leavings.size(), 3U);
  EXPECT_EQ(std::pair(r.leavings[0].from, r.leavings[0].to), std::pair(2U, 5U));
  EXPECT_TRUE(r.leavings[0].is_inside(4)) << "where the lanes that leave the inner loop wait";
  EXPECT_EQ(r.leavings[0].meeting, 5U);
  EXPECT_EQ(std::pair(r.leavings[1].from, r.leavings[1].to), std::pair(3U, 4U));
  EXPECT_EQ(r.leavings[1].meeting, 4U);
}

TEST(Reconvergence, ALoopWithoutEndHasNoPlaceBehindIt) {
  const Reconvergence r = reconvergence_in("HEAD: @%p1 bra HEAD; bra HEAD;");
  EXPECT_TRUE(r.leavings.empty());
  EXPECT_EQ(r.meeting.size(), 2U);
  EXPECT_NE(r.meeting[1], 1U);
  EXPECT_EQ(r.meeting[1], none);
}

}  // namespace
}  // namespace forewarp::analysis
