// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/machine/flow_graph.hpp"

#include <gtest/gtest.h>

#include "unit/frontend/machine/samples.hpp"

namespace forewarp::machine {
namespace {

using namespace samples;
using Blocks = std::vector<std::uint32_t>;

// 0: MOV, @P0 EXIT | 2: FFMA, @P1 BRA 2 | 4: EXIT | 5: BRA 5
TEST(FlowGraph, BlocksEndAtBranchesAndTargets) {
  const FlowGraph graph =
      flow_graph(kernel({plain(mov, 1), leave(0), plain(ffma, 2), branch(3, 2, 1), leave(), branch(5, 5)}));

  ASSERT_EQ(graph.blocks.size(), 4U);
  EXPECT_TRUE(graph.blocks[0].leaves);
  EXPECT_EQ(graph.blocks[0].successors, Blocks{1});
  EXPECT_EQ(graph.blocks[1].successors, (Blocks{2, 1}));
  EXPECT_TRUE(graph.blocks[2].successors.empty());
  EXPECT_EQ(graph.reachable, (std::vector<bool>{true, true, true, false}));
  EXPECT_TRUE(graph.complete);
}

// 0: CALL 3 | 1: EXIT ... | 3: MUFU, RET
TEST(FlowGraph, ACallOfCodeWithRetComesBack) {
  const FlowGraph graph = flow_graph(kernel({call(0, 3), leave(), leave(), plain(mov, 1), ret()}));

  EXPECT_EQ(graph.blocks[0].successors, Blocks{1});
  EXPECT_EQ(graph.blocks[0].callee, 3);
  EXPECT_TRUE(graph.reachable[3]);
}

// 0: @P0 CALL 3 | 1: EXIT | 2: ... | 3: MOV, EXIT: nothing there comes back.
TEST(FlowGraph, ACallOfCodeWithoutRetIsAJump) {
  const FlowGraph graph = flow_graph(kernel({call(0, 3, 0), leave(), leave(), plain(mov, 1), leave()}));

  EXPECT_EQ(graph.blocks[0].successors, (Blocks{1, 3}));
  EXPECT_EQ(graph.blocks[0].callee, -1);
}

// 0: BRX | 1: EXIT | 2: EXIT
TEST(FlowGraph, ABranchThroughARegisterNeedsItsTargets) {
  Kernel k = kernel({plain(0x949, 1), leave(), leave()});

  const FlowGraph unknown = flow_graph(k);
  k.branch_targets = {{0, {16, 32}}};
  const FlowGraph known = flow_graph(k);

  EXPECT_FALSE(unknown.complete);
  EXPECT_TRUE(unknown.blocks[0].leads_anywhere);
  EXPECT_TRUE(known.complete);
  EXPECT_EQ(known.blocks[0].successors, (Blocks{1, 2}));
}

TEST(FlowGraph, CodeWithoutInstructionsHasNoBlocks) { EXPECT_TRUE(flow_graph(kernel({})).blocks.empty()); }

}  // namespace
}  // namespace forewarp::machine
