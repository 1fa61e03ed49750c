// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/machine/detail/target_stack.hpp"

#include <gtest/gtest.h>

#include "forewarp/frontend/machine/flow_graph.hpp"
#include "unit/frontend/machine/samples.hpp"

namespace forewarp::machine {
namespace {

using namespace samples;
using Blocks = std::vector<std::uint32_t>;

/// Words become code of sm_61.
Kernel code_of(const std::vector<std::uint64_t>& words) {
  std::vector<Word> code;
  for (const std::uint64_t word : words) code.push_back(pascal(word));
  return kernel(code, 61);
}

Blocks successors_of(const FlowGraph& graph, std::uint32_t instruction) {
  return graph.blocks[graph.block_of[instruction]].successors;
}

// 0: SSY 5, 1: @P0 BRA 3 | 2: SYNC | 3: FFMA, 4: SYNC | 5: EXIT
TEST(TargetStack, BothSidesOfABranchMeetWhereSsySays) {
  const FlowGraph graph = flow_graph(code_of({leading(pascal_ssy, 0, 5), guarded(leading(pascal_bra, 1, 3)),
                                              pascal_sync, pascal_ffma, pascal_sync, pascal_exit}));

  EXPECT_TRUE(graph.complete);
  EXPECT_EQ(successors_of(graph, 2), Blocks{graph.block_of[5]});
  EXPECT_EQ(successors_of(graph, 4), Blocks{graph.block_of[5]});
}

// 0: PBK 6 | 1: FFMA, 2: SSY 5, 3: @P0 BRK | 4: SYNC | 5: BRA 1 | 6: EXIT. BRK drops the target of SSY, which lies
// above.
TEST(TargetStack, BrkLeavesWhatWasKeptInTheLoop) {
  const FlowGraph graph =
      flow_graph(code_of({leading(pascal_pbk, 0, 6), pascal_ffma, leading(pascal_ssy, 2, 5), guarded(pascal_brk),
                          pascal_sync, leading(pascal_bra, 5, 1), pascal_exit}));

  EXPECT_TRUE(graph.complete);
  EXPECT_EQ(successors_of(graph, 3), (Blocks{graph.block_of[4], graph.block_of[6]}));
  EXPECT_EQ(successors_of(graph, 4), Blocks{graph.block_of[5]});
}

// 0: CAL 2 | 1: EXIT | 2: SSY 5, 3: @P0 SYNC | 4: SYNC | 5: RET: the function meets at 5 and comes back.
TEST(TargetStack, FunctionsWithBranchesComeBack) {
  const FlowGraph graph = flow_graph(code_of({leading(pascal_cal, 0, 2), pascal_exit, leading(pascal_ssy, 2, 5),
                                              guarded(pascal_sync), pascal_sync, pascal_ret}));

  EXPECT_TRUE(graph.complete);
  EXPECT_EQ(successors_of(graph, 0), Blocks{1});
  EXPECT_TRUE(graph.reachable[graph.block_of[5]]);
}

TEST(TargetStack, SyncWithoutSsyLeadsAnywhere) {
  EXPECT_FALSE(flow_graph(code_of({pascal_ffma, pascal_sync, pascal_exit})).complete);
}

// 0: SSY 2, 1: BRA 0: each round keeps another target.
TEST(TargetStack, AStackThatGrowsWithoutEndIsGivenUp) {
  const Kernel kernel =
      code_of({leading(pascal_ssy, 0, 2), guarded(leading(pascal_bra, 1, 0)), pascal_sync, pascal_exit});

  EXPECT_TRUE(kernel.branch_targets.empty());
  EXPECT_FALSE(flow_graph(kernel).complete);
}

}  // namespace
}  // namespace forewarp::machine
