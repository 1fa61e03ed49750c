// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/analysis/detail/dominators.hpp"

#include <gtest/gtest.h>

#include <random>

namespace forewarp::analysis::detail {
namespace {

/// Nodes that 0 reaches when no path may pass `without`.
std::vector<bool> reached(const Graph& graph, std::uint32_t without) {
  std::vector<bool> seen(graph.size());
  std::vector<std::uint32_t> open;
  const auto visit = [&](std::uint32_t node) {
    if (node == without || seen[node]) return;
    seen[node] = true;
    open.push_back(node);
  };
  visit(0);
  while (!open.empty()) {
    const std::uint32_t node = open.back();
    open.pop_back();
    for (const std::uint32_t to : graph.successors[node]) visit(to);
  }
  return seen;
}

Graph random_graph(std::mt19937& random, std::size_t nodes, std::size_t edges) {
  Graph graph(nodes);
  for (std::size_t i = 0; i < edges; ++i)
    graph.connect(static_cast<std::uint32_t>(random() % nodes), static_cast<std::uint32_t>(random() % nodes));
  return graph;
}

// By definition: a dominates b when b is reached, but not without a.
TEST(Dominators, OfRandomGraphsAreThoseOfTheDefinition) {
  std::mt19937 random(1);
  for (unsigned round = 0; round < 300; ++round) {
    const std::size_t nodes = 2 + random() % 12;
    const Graph graph = random_graph(random, nodes, random() % (3 * nodes));
    const DominatorTree tree(immediate_dominators(graph, 0), 0);
    const std::vector<bool> all = reached(graph, no_node);

    for (std::uint32_t a = 0; a < nodes; ++a) {
      const std::vector<bool> without = reached(graph, a);
      for (std::uint32_t b = 0; b < nodes; ++b) {
        if (!all[a] || !all[b]) continue;
        EXPECT_EQ(tree.dominates(a, b), !without[b]) << "round " << round << ": " << a << " " << b;
      }
    }
  }
}

TEST(Dominators, WhatTheRootDoesNotReachHasNone) {
  Graph graph(3);
  graph.connect(0, 1);
  graph.connect(2, 1);

  EXPECT_EQ(immediate_dominators(graph, 0), (std::vector<std::uint32_t>{no_node, 0, no_node}));
}

}  // namespace
}  // namespace forewarp::analysis::detail
