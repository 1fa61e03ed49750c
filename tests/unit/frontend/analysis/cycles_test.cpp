// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/analysis/cycles.hpp"

#include <gtest/gtest.h>

#include "kernel_text.hpp"

namespace forewarp::analysis {
namespace {

using Flags = std::vector<bool>;

Flags cycles(const std::string& body) {
  const ptx::Module module = kernel_of(body);
  return instructions_on_cycles(DefUse(*module.find("k")));
}

TEST(Cycles, ASumIntoItselfIsOneAndASumOfOthersIsNot) {
  EXPECT_EQ(cycles("add.u32 %r1, %r1, 4; add.u32 %r2, %r1, %r3;"), (Flags{true, false, false}));
}

TEST(Cycles, AResultThatComesBackByWayOfOthersIsOnOne) {
  // r1 -> r2 -> r1, with a branch r2 -> r3 that leads nowhere.
  EXPECT_EQ(cycles("mov.u32 %r1, 0; add.u32 %r2, %r1, 4; mov.u32 %r1, %r2; add.u32 %r3, %r2, %r2;"),
            (Flags{false, true, true, false, false}));
}

TEST(Cycles, TwoCyclesThatShareARegisterAreOneComponent) {
  // r1 -> r2 -> r1 and r2 -> r3 -> r2; r3 -> r4 leaves both.
  EXPECT_EQ(cycles("mov.u32 %r2, %r1; mov.u32 %r1, %r2; mov.u32 %r3, %r2; mov.u32 %r2, %r3; mov.u32 %r4, %r3;"),
            (Flags{true, true, true, true, false, false}));
}

TEST(Cycles, ACycleThatIsOnlyReachedFromAnotherIsItsOwn) {
  // r1 <-> r2, then r2 -> r3, r3 <-> r4: the third instruction joins the two and is on neither.
  EXPECT_EQ(cycles("mov.u32 %r2, %r1; mov.u32 %r1, %r2; mov.u32 %r3, %r2; mov.u32 %r4, %r3; mov.u32 %r3, %r4;"),
            (Flags{true, true, false, true, true, false}));
}

TEST(Cycles, MemoryIsNotFollowed) {
  EXPECT_EQ(cycles("ld.global.u32 %r1, [%rd1]; st.global.u32 [%rd1], %r1;"), (Flags{false, false, false}));
}

TEST(Cycles, AChainAsLongAsAFunctionMayBeIsFollowed) {
  std::string body = ".reg .b32 %c<100001>;";
  for (int i = 0; i < 100000; ++i) body += "mov.u32 %c" + std::to_string(i + 1) + ", %c" + std::to_string(i) + ";\n";
  const Flags open = cycles(body);
  const Flags closed = cycles(body + "mov.u32 %c0, %c100000;");

  EXPECT_EQ(std::count(open.begin(), open.end(), true), 0);
  EXPECT_EQ(std::count(closed.begin(), closed.end(), true), 100001);
}

}  // namespace
}  // namespace forewarp::analysis
