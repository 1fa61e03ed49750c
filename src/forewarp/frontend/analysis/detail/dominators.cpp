// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/analysis/detail/dominators.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace forewarp::analysis::detail {

namespace {

/// Depth-first search with an explicit stack, since hostile input may be deeper than the call stack; calls enter(node,
/// parent) and leave(node); the root is its own parent.
void depth_first(const std::vector<std::vector<std::uint32_t>>& next, std::uint32_t root, auto&& enter, auto&& leave) {
  struct Frame {
    std::uint32_t node;
    std::uint32_t at;
  };
  std::vector<bool> seen(next.size());
  std::vector<Frame> stack{{root, 0}};
  seen[root] = true;
  enter(root, root);
  while (!stack.empty()) {
    const std::uint32_t node = stack.back().node;
    if (stack.back().at == next[node].size()) {
      leave(node);
      stack.pop_back();
      continue;
    }
    const std::uint32_t to = next[node][stack.back().at++];
    if (seen[to]) continue;
    seen[to] = true;
    enter(to, node);
    stack.push_back({to, 0});
  }
}

/// Names as in the paper; nodes are numbered in depth-first order, the root is 0.
///
/// The semidominator of w is the smallest-numbered v with a path v -> .. -> w whose inner nodes are all above w. Nodes
/// are processed from the highest number down; those done form a forest (ancestor_), in which eval() finds the least
/// semidominator on the path towards the root and compresses that path. Invariant: when w is processed, semi_ of all
/// higher numbers is final. The immediate dominator is the semidominator or, where a node between has a smaller one,
/// that node's immediate dominator, which the last pass in ascending order fills in. O(edges log nodes).
///
/// Example: A -> B -> D, A -> C -> D. Numbers A 0, B 1, D 2, C 3. D is reached from C (semi 0), so semi(D) = 0 and A is
/// the immediate dominator of D although B is its parent in the search tree.
class LengauerTarjan {
 public:
  LengauerTarjan(const Graph& graph, std::uint32_t root) : graph_(graph), number_(graph.size(), no_node) {
    const auto enter = [&](std::uint32_t node, std::uint32_t parent) {
      number_[node] = static_cast<std::uint32_t>(vertex_.size());
      vertex_.push_back(node);
      parent_.push_back(number_[parent]);
    };
    depth_first(graph.successors, root, enter, [](std::uint32_t) {});
    semi_.resize(vertex_.size());
    std::iota(semi_.begin(), semi_.end(), 0U);
    label_ = semi_;
    dominator_.resize(vertex_.size());
    for (auto* list : {&ancestor_, &bucket_, &next_in_bucket_}) list->resize(vertex_.size(), no_node);
  }

  std::vector<std::uint32_t> run() {
    for (auto w = static_cast<std::uint32_t>(vertex_.size() - 1); w > 0; --w) {
      for (const std::uint32_t from : graph_.predecessors[vertex_[w]])
        if (number_[from] != no_node) semi_[w] = std::min(semi_[w], semi_[eval(number_[from])]);
      next_in_bucket_[w] = std::exchange(bucket_[semi_[w]], w);
      ancestor_[w] = parent_[w];
      empty_bucket(parent_[w]);
    }
    std::vector<std::uint32_t> immediate(graph_.size(), no_node);
    for (std::uint32_t w = 1; w < vertex_.size(); ++w) {
      if (dominator_[w] != semi_[w]) dominator_[w] = dominator_[dominator_[w]];
      immediate[vertex_[w]] = vertex_[dominator_[w]];
    }
    return immediate;
  }

 private:
  /// Decides the nodes whose semidominator is `node`, now that the forest holds the paths to them.
  void empty_bucket(std::uint32_t node) {
    for (std::uint32_t v = std::exchange(bucket_[node], no_node); v != no_node; v = next_in_bucket_[v]) {
      const std::uint32_t u = eval(v);
      dominator_[v] = semi_[u] < semi_[v] ? u : node;
    }
  }

  /// The node with the least semidominator on the path to v from, but without, the root of v's tree in the forest.
  std::uint32_t eval(std::uint32_t v) {
    if (ancestor_[v] == no_node) return v;
    for (std::uint32_t x = v; ancestor_[ancestor_[x]] != no_node; x = ancestor_[x]) path_.push_back(x);
    for (; !path_.empty(); path_.pop_back()) {
      const std::uint32_t x = path_.back(), above = ancestor_[x];
      if (semi_[label_[above]] < semi_[label_[x]]) label_[x] = label_[above];
      ancestor_[x] = ancestor_[above];
    }
    return label_[v];
  }

  const Graph& graph_;
  std::vector<std::uint32_t> number_, vertex_, parent_, semi_, label_, dominator_, ancestor_, bucket_, next_in_bucket_;
  std::vector<std::uint32_t> path_;
};

}  // namespace

std::vector<std::uint32_t> reverse_post_order(const Graph& graph, std::uint32_t root) {
  std::vector<std::uint32_t> order;
  depth_first(
      graph.successors, root, [](std::uint32_t, std::uint32_t) {}, [&](std::uint32_t node) { order.push_back(node); });
  std::reverse(order.begin(), order.end());
  return order;
}

std::vector<std::uint32_t> immediate_dominators(const Graph& graph, std::uint32_t root) {
  return LengauerTarjan(graph, root).run();
}

/// Entry and exit times of a depth-first search: a dominates b exactly when b's interval lies within a's, a test in
/// O(1).
DominatorTree::DominatorTree(const std::vector<std::uint32_t>& immediate, std::uint32_t root)
    : entered_(immediate.size()), left_(immediate.size()) {
  std::vector<std::vector<std::uint32_t>> children(immediate.size());
  for (std::uint32_t node = 0; node < immediate.size(); ++node)
    if (immediate[node] != no_node) children[immediate[node]].push_back(node);
  std::uint32_t clock = 1;
  depth_first(
      children, root, [&](std::uint32_t node, std::uint32_t) { entered_[node] = clock++; },
      [&](std::uint32_t node) { left_[node] = clock++; });
}

}  // namespace forewarp::analysis::detail
