// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/runtime/graph.hpp"

#include <algorithm>
#include <set>

#include "forewarp/runtime/failure.hpp"

namespace forewarp::runtime {

GraphNode& Graph::add(std::shared_ptr<GraphNode> node) {
  node->graph = this;
  nodes.push_back(std::move(node));
  return *nodes.back();
}

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

GraphExec::GraphExec(const Graph& graph)
    : nodes(graph.ordered()), objects(graph.objects), conditions(graph.conditions) {
  for (const std::shared_ptr<GraphNode>& node : nodes) {
    after.push_back(node->after);
    runs.push_back(node->instantiated ? node->instantiated() : node->run);
    enabled.push_back(true);
  }
}

std::size_t GraphExec::place_of(const GraphNode* node) const {
  const auto found = std::ranges::find(nodes, node, &std::shared_ptr<GraphNode>::get);
  if (found == nodes.end()) throw CallFailed(Status::invalid_value, "the graph was instantiated without this node");
  return static_cast<std::size_t>(found - nodes.begin());
}

GraphExec::Update GraphExec::update(const Graph& other) {
  const GraphExec next(other);
  if (next.nodes.size() != nodes.size()) return {Update::Result::other_topology, nullptr};
  const auto places = [](const GraphExec& exec, std::size_t node) {
    std::set<std::size_t> out;
    for (const GraphNode* before : exec.after[node]) out.insert(exec.place_of(before));
    return out;
  };
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (next.nodes[i]->kind != nodes[i]->kind) return {Update::Result::other_type, next.nodes[i].get()};
    if (places(next, i) != places(*this, i)) return {Update::Result::other_topology, next.nodes[i].get()};
  }
  runs = next.runs;
  return {};
}

}  // namespace forewarp::runtime
