// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/ptx/detail/dominators.hpp"

#include <algorithm>

namespace forewarp::ptx::detail {
namespace {

/// Depth first without recursion; calls enter(node) and leave(node).
void depth_first(const std::vector<std::vector<std::uint32_t>>& next, std::uint32_t root, auto&& enter, auto&& leave) {
  struct Frame {
    std::uint32_t node;
    std::uint32_t at;
  };
  std::vector<bool> seen(next.size());
  std::vector<Frame> stack{{root, 0}};
  seen[root] = true;
  enter(root);
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
    enter(to);
    stack.push_back({to, 0});
  }
}

}  // namespace

std::vector<std::uint32_t> reverse_post_order(const Graph& graph, std::uint32_t root) {
  std::vector<std::uint32_t> order;
  depth_first(
      graph.successors, root, [](std::uint32_t) {}, [&](std::uint32_t node) { order.push_back(node); });
  std::reverse(order.begin(), order.end());
  return order;
}

std::vector<std::uint32_t> immediate_dominators(const Graph& graph, std::uint32_t root) {
  const std::vector<std::uint32_t> order = reverse_post_order(graph, root);
  std::vector<std::uint32_t> rank(graph.size(), no_node);
  for (std::uint32_t i = 0; i < order.size(); ++i) rank[order[i]] = i;

  std::vector<std::uint32_t> dominator(order.size(), no_node);  // by rank
  dominator[0] = 0;
  const auto intersect = [&](std::uint32_t a, std::uint32_t b) {
    while (a != b) {
      while (a > b) a = dominator[a];
      while (b > a) b = dominator[b];
    }
    return a;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (std::uint32_t i = 1; i < order.size(); ++i) {
      std::uint32_t meet = no_node;
      // Late predecessors first: on long chains with a common exit each chain is then walked once.
      const auto& predecessors = graph.predecessors[order[i]];
      for (auto p = predecessors.rbegin(); p != predecessors.rend(); ++p) {
        const std::uint32_t from = rank[*p];
        if (from == no_node || dominator[from] == no_node) continue;
        meet = meet == no_node ? from : intersect(from, meet);
      }
      changed |= dominator[i] != meet;
      dominator[i] = meet;
    }
  }

  std::vector<std::uint32_t> immediate(graph.size(), no_node);
  for (std::uint32_t i = 1; i < order.size(); ++i) immediate[order[i]] = order[dominator[i]];
  return immediate;
}

DominatorTree::DominatorTree(const std::vector<std::uint32_t>& immediate, std::uint32_t root)
    : entered_(immediate.size()), left_(immediate.size()) {
  std::vector<std::vector<std::uint32_t>> children(immediate.size());
  for (std::uint32_t node = 0; node < immediate.size(); ++node)
    if (immediate[node] != no_node) children[immediate[node]].push_back(node);
  std::uint32_t clock = 1;
  depth_first(
      children, root, [&](std::uint32_t node) { entered_[node] = clock++; },
      [&](std::uint32_t node) { left_[node] = clock++; });
}

}  // namespace forewarp::ptx::detail
