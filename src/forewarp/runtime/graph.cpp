// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/runtime/graph.hpp"

#include <algorithm>
#include <set>

#include "forewarp/runtime/failure.hpp"

namespace forewarp::runtime {

/// Rounds over the nodes that are left; captured graphs take one, since their nodes are in order.
std::vector<std::shared_ptr<GraphNode>> Graph::ordered() const {
  std::vector<std::shared_ptr<GraphNode>> out, left = nodes;
  std::set<const GraphNode*> done;
  while (!left.empty()) {
    std::vector<std::shared_ptr<GraphNode>> later;
    for (const std::shared_ptr<GraphNode>& node : left) {
      const bool ready = std::ranges::all_of(node->after, [&](const GraphNode* n) { return done.contains(n); });
      (ready ? out : later).push_back(node);
      if (ready) done.insert(node.get());
    }
    if (later.size() == left.size())
      throw CallFailed(Status::invalid_value, "the nodes of a graph wait for each other");
    left = std::move(later);
  }
  return out;
}

GraphExec::GraphExec(const Graph& graph) : nodes(graph.ordered()) {
  for (const std::shared_ptr<GraphNode>& node : nodes) {
    after.push_back(node->after);
    runs.push_back(node->run);
  }
}

}  // namespace forewarp::runtime
