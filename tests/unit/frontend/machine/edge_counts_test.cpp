// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/machine/detail/edge_counts.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "unit/frontend/machine/samples.hpp"

namespace forewarp::machine::detail {
namespace {

using namespace samples;

/// Of code whose blocks are executed by so many warps.
struct Counted {
  FlowGraph graph;
  std::vector<std::vector<double>> counts;

  Counted(const std::vector<Word>& words, const std::vector<double>& warps) : graph(flow_graph(kernel(words))) {
    Executions executions;
    for (const double w : warps) executions.blocks.push_back({32 * w, w, true});
    EXPECT_EQ(graph.blocks.size(), warps.size());
    counts = edge_counts(graph, executions);
  }
  double between(std::uint32_t from, std::uint32_t to) const {
    const auto& successors = graph.blocks[from].successors;
    const auto place = std::ranges::find(successors, to) - successors.begin();
    return counts[from].at(static_cast<std::size_t>(place));
  }
};

// 0: @P0 BRA 3 | 1: FFMA, @P1 BRA 1 | 3: EXIT. Ten warps enter, each for ten rounds, though all might have gone round.
TEST(EdgeCounts, ALoopIsEnteredRatherThanPassedBy) {
  const Counted c({branch(0, 3, 0), plain(ffma, 1), branch(2, 1, 1), leave()}, {10, 100, 10});

  EXPECT_NEAR(c.between(0, 1), 10, 0.1);
  EXPECT_NEAR(c.between(0, 2), 0, 0.1);
  EXPECT_NEAR(c.between(1, 1), 90, 0.1);
  EXPECT_NEAR(c.between(1, 2), 10, 0.1);
}

// 0: @P0 BRA 2 | 1: FFMA | 2: EXIT. Three of ten warps take the way through the middle.
TEST(EdgeCounts, WaysAddUpToExecutions) {
  const Counted c({branch(0, 2, 0), plain(ffma, 1), leave()}, {10, 3, 10});

  EXPECT_NEAR(c.between(0, 1), 3, 0.01);
  EXPECT_NEAR(c.between(0, 2), 7, 0.01);
  EXPECT_NEAR(c.between(1, 2), 3, 0.01);
}

TEST(EdgeCounts, WhatIsNotExecutedLeadsNowhere) {
  const Counted c({branch(0, 2, 0), plain(ffma, 1), leave()}, {10, 0, 10});

  EXPECT_DOUBLE_EQ(c.between(0, 1), 0);
  EXPECT_DOUBLE_EQ(c.between(1, 2), 0);
  EXPECT_NEAR(c.between(0, 2), 10, 0.01);
}

// A hostile file may have any number of loops in each other.
TEST(EdgeCounts, ThousandsOfNestedLoopsAreNoError) {
  std::vector<Word> words;
  constexpr std::uint32_t loops = 5000;
  for (std::uint32_t k = 0; k < loops; ++k) words.push_back(plain(ffma, 1));
  for (std::uint32_t k = 0; k < loops; ++k) words.push_back(branch(loops + k, loops - 1 - k, 0));
  words.push_back(leave());
  const FlowGraph graph = flow_graph(kernel(words));

  const Counted c(words, std::vector<double>(graph.blocks.size(), 10));

  EXPECT_EQ(c.counts.size(), graph.blocks.size());
}

}  // namespace
}  // namespace forewarp::machine::detail
