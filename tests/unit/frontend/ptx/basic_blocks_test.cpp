// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/ptx/basic_blocks.hpp"

#include <gtest/gtest.h>

#include <string>

#include "forewarp/frontend/ptx/parser.hpp"

namespace forewarp::ptx {
namespace {

/// "0-2 2-3": the first and the last instruction of each block.
std::string blocks_of(const std::string& body) {
  const std::string head = ".version 8.5\n.target sm_80\n.entry k()\n{\n.reg .pred %p<4>; .reg .b32 %r<4>;\n";
  std::string out;
  for (const BlockRange& block : basic_blocks(parse(head + body + "}\n").functions.at(0)))
    out += (out.empty() ? "" : " ") + std::to_string(block.first) + "-" + std::to_string(block.last);
  return out;
}

TEST(BasicBlocks, BeginAtBranchTargetsAndBehindBranchesAndReturns) {
  EXPECT_EQ(blocks_of("mov.b32 %r1, 1; @%p1 bra END; mov.b32 %r1, 2; END: mov.b32 %r2, 1; ret;"), "0-2 2-3 3-5");
  EXPECT_EQ(blocks_of("@%p1 ret; mov.b32 %r1, 1; @%p2 exit; trap;"), "0-1 1-3 3-4");
}

TEST(BasicBlocks, BeginAtEachLabelOfABranchTable) {
  EXPECT_EQ(blocks_of("T: .branchtargets A, B; mov.b32 %r1, 1; brx.idx %r1, T;"
                      "A: mov.b32 %r2, 1; B: mov.b32 %r2, 2; ret;"),
            "0-2 2-3 3-5");
}

TEST(BasicBlocks, AreNotSplitByGuardsOrByLabelsThatNoBranchNames) {
  EXPECT_EQ(blocks_of("@%p1 mov.b32 %r1, 1; L: mov.b32 %r2, 1; ret;"), "0-3");
  EXPECT_EQ(blocks_of(""), "");
}

}  // namespace
}  // namespace forewarp::ptx
