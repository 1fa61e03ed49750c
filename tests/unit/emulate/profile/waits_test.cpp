// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/profile/waits.hpp"

#include <gtest/gtest.h>

#include "forewarp/frontend/ptx/parser.hpp"

namespace forewarp::profile {
namespace {

/// 16 blocks of 64 threads; buffers of zeros.
Profile profiled(const std::string& body) {
  const ptx::Module module = ptx::parse(
      ".version 8.0\n.target sm_80\n.address_size 64\n"
      ".visible .entry k(.param .u64 lock, .param .u64 count) {\n"
      ".reg .pred %p<5>; .reg .b32 %r<9>; .reg .b64 %d<9>;\n"
      "ld.param.u64 %d1, [lock]; ld.param.u64 %d2, [count];\n" +
          body + "\nDONE: ret;\n}\n",
      "w.ptx");
  launch::Launch launch;
  launch.entry = "k";
  launch.grid = {16, 1, 1};
  launch.block = {64, 1, 1};
  for (const char* name : {"lock", "count"})
    launch.arguments.push_back({name, launch::Buffer{.element = ptx::Type::u32, .count = 4096, .fill = {}}});
  return profile(module, launch);
}

std::vector<std::string> texts(const Profile& p, MarkKind kind) {
  std::vector<std::string> out;
  for (const Mark& mark : p.marks)
    if (mark.kind == kind) out.push_back(mark.text);
  return out;
}

using Texts = std::vector<std::string>;

const std::string one_thread = "mov.u32 %r1, %tid.x; setp.ne.u32 %p1, %r1, 0; @%p1 bra DONE;\n";
const std::string critical =
    "L: atom.global.cas.b32 %r2, [%d1], 0, 1; setp.ne.s32 %p2, %r2, 0; @%p2 bra L;\n"
    "ld.global.u32 %r3, [%d2]; add.u32 %r3, %r3, 1; st.global.u32 [%d2], %r3; membar.gl;\n"
    "atom.global.exch.b32 %r4, [%d1], 0;\n";

TEST(Waits, ALockOfAllBlocksIsTakenOnceByEach) {
  const Profile p = profiled(one_thread + critical);

  EXPECT_EQ(p.lock.acquisitions, 16);
  // The swap, the exchange and the fence, which waits for the load and the sum.
  EXPECT_EQ(p.lock.section.atomic, 3);
  EXPECT_EQ(p.lock.section.global, 1);
  EXPECT_EQ(p.lock.section.alu, 1);
  EXPECT_EQ(
      texts(p, MarkKind::waits),
      Texts{"threads take turns at a lock (w.ptx:8): 16 times at the busiest address, which are counted one after "
            "the other; what else waiting costs is not, so the prediction is a lower bound"});
}

TEST(Waits, SwapsThatFailedAreNoAcquisitions) {
  // All lanes of a warp: each takes the lock once, however often it tries.
  const Profile p = profiled(
      "L: atom.global.cas.b32 %r2, [%d1], 0, 1; setp.ne.s32 %p2, %r2, 0; @%p2 bra M;\n"
      "ld.global.u32 %r3, [%d2]; add.u32 %r3, %r3, 1; st.global.u32 [%d2], %r3; membar.gl;\n"
      "atom.global.exch.b32 %r4, [%d1], 0;\nM: @%p2 bra L;\n");

  EXPECT_NEAR(p.lock.acquisitions, 16 * 64, 1);
  EXPECT_EQ(p.lock.section.global, 1);
}

TEST(Waits, ALockOfEachThreadMakesNobodyWait) {
  const Profile p = profiled(
      "mov.u32 %r1, %tid.x; mov.u32 %r5, %ctaid.x; mad.lo.u32 %r1, %r5, 64, %r1; mul.wide.u32 %d3, %r1, 4;\n"
      "add.s64 %d1, %d1, %d3; add.s64 %d2, %d2, %d3;\n" +
      critical);

  EXPECT_EQ(p.lock.acquisitions, 0);
  EXPECT_EQ(texts(p, MarkKind::waits), Texts{});
}

TEST(Waits, BlocksThatWaitForTheOneBeforeAreNamed) {
  const Profile p = profiled(one_thread +
                             "mov.u32 %r5, %ctaid.x; setp.eq.u32 %p2, %r5, 0; mul.wide.u32 %d3, %r5, 4;\n"
                             "add.s64 %d1, %d1, %d3; @%p2 bra M;\n"
                             "L: ld.volatile.global.u32 %r2, [%d1+-4]; setp.eq.s32 %p3, %r2, 0; @%p3 bra L;\n"
                             "M: st.volatile.global.u32 [%d1], 1;\n");

  EXPECT_EQ(p.lock.acquisitions, 0);
  EXPECT_EQ(texts(p, MarkKind::waits), Texts{"each block waits in a loop for what another one stores (w.ptx:10): that "
                                             "time is not counted, so the prediction is a lower bound"});
  EXPECT_TRUE(is_lower_bound(p.marks));
}

TEST(Waits, ALoopThatDoesNotRunIsNotNamed) {
  const Profile p = profiled(
      "mov.u32 %r1, %tid.x; setp.lt.u32 %p1, %r1, 64; @%p1 bra DONE;\n"
      "L: ld.volatile.global.u32 %r2, [%d1]; setp.eq.s32 %p3, %r2, 0; @%p3 bra L;\n");

  EXPECT_FALSE(is_lower_bound(p.marks));
}

TEST(Waits, SleepOutsideOfThemIsNamed) {
  const Profile p = profiled("nanosleep.u32 1000;\n");

  EXPECT_EQ(texts(p, MarkKind::untimed), Texts{"nanosleep is executed by 32 warps; how long they sleep is not counted, "
                                               "so the prediction is a lower bound"});
}

}  // namespace
}  // namespace forewarp::profile
