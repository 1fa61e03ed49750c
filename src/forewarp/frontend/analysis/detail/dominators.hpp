// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Dominators by T. Lengauer, R. Tarjan, "A Fast Algorithm for Finding Dominators in a Flowgraph" (1979), the version
/// of section 3 whose forest is compressed but not balanced: O(edges log nodes) for any graph. Iterating over
/// dominator chains is as fast on real code, but quadratic on what a hostile file may hold.
#include <cstdint>
#include <vector>

namespace forewarp::analysis::detail {

/// Edges both ways, by node.
struct Graph {
  std::vector<std::vector<std::uint32_t>> successors, predecessors;
  explicit Graph(std::size_t nodes) : successors(nodes), predecessors(nodes) {}
  void connect(std::uint32_t from, std::uint32_t to) {
    successors[from].push_back(to);
    predecessors[to].push_back(from);
  }
  [[nodiscard]] std::size_t size() const { return successors.size(); }
};

constexpr std::uint32_t no_node = 0xffffffff;

/// Nodes that the root reaches, in reverse post-order: the root first.
[[nodiscard]] std::vector<std::uint32_t> reverse_post_order(const Graph& graph, std::uint32_t root);

/// The immediate dominator of each node; no_node for the root and for what it does not reach.
[[nodiscard]] std::vector<std::uint32_t> immediate_dominators(const Graph& graph, std::uint32_t root);

/// Answers "does a dominate b" in constant time from numbers of entry and exit in the dominator tree.
class DominatorTree {
 public:
  DominatorTree(const std::vector<std::uint32_t>& immediate, std::uint32_t root);
  /// Every node dominates itself; what the root does not reach dominates nothing else and is dominated by nothing else.
  [[nodiscard]] bool dominates(std::uint32_t a, std::uint32_t b) const {
    return a == b || (entered_[a] < entered_[b] && left_[b] < left_[a]);
  }

 private:
  std::vector<std::uint32_t> entered_, left_;
};

}  // namespace forewarp::analysis::detail
