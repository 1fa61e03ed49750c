// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/analysis/detail/natural_loops.hpp"

#include <gtest/gtest.h>

#include "forewarp/frontend/analysis/cfg.hpp"

namespace forewarp::analysis {
namespace {

using Numbers = std::vector<std::uint32_t>;

std::vector<Loop> loops_of(std::size_t nodes, const std::vector<std::pair<std::uint32_t, std::uint32_t>>& edges) {
  detail::Graph graph(nodes);
  for (const auto& [from, to] : edges) graph.connect(from, to);
  return detail::natural_loops(graph, detail::immediate_dominators(graph, 0));
}

TEST(NaturalLoops, TheOuterComesBeforeTheInner) {
  const auto loops = loops_of(4, {{0, 1}, {1, 2}, {2, 1}, {2, 0}, {2, 3}});

  ASSERT_EQ(loops.size(), 2);
  EXPECT_EQ(loops[0].header, 0);
  EXPECT_EQ(loops[0].blocks, (Numbers{0, 1, 2}));
  EXPECT_EQ(loops[0].parent, -1);
  EXPECT_EQ(loops[0].depth, 1);
  EXPECT_EQ(loops[1].header, 1);
  EXPECT_EQ(loops[1].blocks, (Numbers{1, 2}));
  EXPECT_EQ(loops[1].parent, 0);
  EXPECT_EQ(loops[1].depth, 2);
}

TEST(NaturalLoops, OfOneHeaderAreOne) {
  const auto loops = loops_of(5, {{0, 1}, {1, 2}, {1, 3}, {2, 1}, {3, 1}, {1, 4}});

  ASSERT_EQ(loops.size(), 1);
  EXPECT_EQ(loops[0].latches, (Numbers{2, 3}));
  EXPECT_EQ(loops[0].blocks, (Numbers{1, 2, 3}));
}

TEST(NaturalLoops, ABlockThatJumpsToItselfIsOne) {
  const auto loops = loops_of(3, {{0, 1}, {1, 1}, {1, 2}});

  ASSERT_EQ(loops.size(), 1);
  EXPECT_EQ(loops[0].blocks, Numbers{1});
  EXPECT_EQ(loops[0].latches, Numbers{1});
}

TEST(NaturalLoops, ACycleWithTwoEntriesIsNone) { EXPECT_TRUE(loops_of(3, {{0, 1}, {0, 2}, {1, 2}, {2, 1}}).empty()); }

TEST(NaturalLoops, WhatIsNotReachedIsInNone) {
  // 3 jumps into the loop of 1 and 2, but nothing leads to it; 4 and 5 are a cycle of their own.
  const auto loops = loops_of(6, {{0, 1}, {1, 2}, {2, 1}, {3, 2}, {4, 5}, {5, 4}});

  ASSERT_EQ(loops.size(), 1);
  EXPECT_EQ(loops[0].blocks, (Numbers{1, 2}));
}

}  // namespace
}  // namespace forewarp::analysis
