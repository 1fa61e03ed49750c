// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/machine/detail/flow_variables.hpp"

#include <gtest/gtest.h>

namespace forewarp::machine::detail {
namespace {

/// 0 goes to 1 or 2, both go to 3, which leaves.
FlowGraph diamond() {
  FlowGraph graph;
  graph.blocks.resize(4);
  graph.blocks[0].successors = {1, 2};
  graph.blocks[1].successors = {3};
  graph.blocks[2].successors = {3};
  graph.blocks[3].leaves = true;
  graph.reachable = {true, true, true, true};
  return graph;
}

TEST(FlowVariables, EdgesAroundABlockOfOneWayAreOneUnknown) {
  const FlowVariables v = flow_variables(diamond());

  // The entry, the two sides, and what leaves: block 1 is entered as often as it is left.
  EXPECT_EQ(v.count, 4u);
  EXPECT_EQ(v.balances.size(), 2u);  // of block 0 and of block 3
  EXPECT_EQ(v.executions[0], v.entry);
  EXPECT_EQ(v.executions[1].size(), 1u);
  EXPECT_EQ(v.executions[3].size(), 2u);
}

TEST(FlowVariables, WhatIsCountedOfOneSideGivesTheOther) {
  const FlowVariables v = flow_variables(diamond());
  LinearSystem system(v.count);
  for (const Terms& balance : v.balances) system.add(balance, 0);
  system.add(v.entry, 128);
  system.add(v.executions[1], 100);

  EXPECT_DOUBLE_EQ(system.value_of(v.executions[2]).value(), 28);
  EXPECT_DOUBLE_EQ(system.value_of(v.executions[3]).value(), 128);
}

TEST(FlowVariables, ABlockThatIsNotReachedHasNoUnknown) {
  FlowGraph graph = diamond();
  graph.blocks.emplace_back().leaves = true;
  graph.reachable.push_back(false);

  EXPECT_TRUE(flow_variables(graph).executions[4].empty());
  EXPECT_EQ(flow_variables({}).count, 0u);
}

}  // namespace
}  // namespace forewarp::machine::detail
