// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What the entry points of graphs share. A node is what a stream captures of the entry point that issues the same
/// operation.
#include <algorithm>
#include <utility>

#include "forewarp/runtime/cudart/process.hpp"

namespace forewarp::cudart {

[[nodiscard]] runtime::Graph& graph_of(cudaGraph_t handle);
[[nodiscard]] runtime::GraphExec& exec_of(cudaGraphExec_t handle);
[[nodiscard]] inline runtime::GraphNode* node_of(cudaGraphNode_t handle) {
  return reinterpret_cast<runtime::GraphNode*>(handle);
}
[[nodiscard]] inline cudaGraphNode_t handle_of(const runtime::GraphNode* node) {
  return reinterpret_cast<cudaGraphNode_t>(const_cast<runtime::GraphNode*>(node));
}
/// The node of this kind. Throws CallFailed for none and for another kind.
[[nodiscard]] runtime::GraphNode& node_of(cudaGraphNode_t handle, runtime::GraphNode::Kind kind);
/// Checks that the nodes are of the graph.
[[nodiscard]] std::vector<const runtime::GraphNode*> nodes_of(const runtime::Graph& graph,
                                                              const cudaGraphNode_t* handles, std::size_t count);
/// As all calls that list nodes: without room for them, they are counted.
void list(const std::vector<const runtime::GraphNode*>& nodes, cudaGraphNode_t* handles, std::size_t* count);

/// Its nodes are its own; what they do is the same.
[[nodiscard]] std::unique_ptr<runtime::Graph> clone_of(const runtime::Graph& graph);
[[nodiscard]] runtime::GraphNode child_node(runtime::Session& session, const runtime::Graph& child);
[[nodiscard]] runtime::GraphNode record_node(runtime::Session& session, cudaEvent_t event);
[[nodiscard]] runtime::GraphNode wait_node(runtime::Session& session, cudaEvent_t event);

cudaError_t launch_of(const cudaKernelNodeParams& p, cudaStream_t stream);
cudaError_t fill_of(const cudaMemsetParams& p, cudaStream_t stream);

/// The node that a call becomes. issue: takes a stream, returns the status of the call.
template <typename Issue>
runtime::GraphNode captured_node(runtime::Session& session, Issue issue) {
  const runtime::StreamId stream = session.add_stream(current_gpu(), false);
  session.begin_capture(stream);
  const cudaError_t status = issue(cudart::handle_of(stream));
  const std::unique_ptr<runtime::Graph> graph = session.end_capture(stream);
  session.remove_stream(stream);
  if (status != cudaSuccess)
    throw runtime::CallFailed(static_cast<runtime::Status>(status), "the parameters of a node");
  if (graph->nodes.empty()) return {};
  runtime::GraphNode made{graph->nodes.front()->kind, graph->nodes.front()->run, {}};
  made.detail = std::move(graph->nodes.front()->detail);
  return made;
}

struct NewNode {
  cudaGraphNode_t* handle;
  cudaGraph_t graph;
  const cudaGraphNode_t* after;
  std::size_t count;
};

template <typename Make>
cudaError_t add(const char* name, const NewNode& in, Make make) {
  return call(name, [&](runtime::Session& session) {
    runtime::Graph& graph = graph_of(in.graph);
    if (!in.handle) throw runtime::CallFailed(runtime::Status::invalid_value);
    const std::vector<const runtime::GraphNode*> after = nodes_of(graph, in.after, in.count);
    auto node = std::make_shared<runtime::GraphNode>(make(session));
    node->after = after;
    *in.handle = handle_of(node.get());
    graph.add(std::move(node));
  });
}

template <typename Issue>
cudaError_t add_issued(const char* name, const NewNode& in, Issue issue) {
  return add(name, in, [&](runtime::Session& session) { return captured_node(session, issue); });
}

/// Another operation of the same kind for a node of a graph.
template <typename Issue>
cudaError_t change(const char* name, cudaGraphNode_t node, runtime::GraphNode::Kind kind, Issue issue) {
  return call(name, [&](runtime::Session& session) {
    runtime::GraphNode& changed = node_of(node, kind);
    runtime::GraphNode made = captured_node(session, issue);
    changed.run = std::move(made.run);
    changed.detail = std::move(made.detail);
  });
}

/// The same of an instantiated graph.
template <typename Make>
cudaError_t change_to(const char* name, cudaGraphExec_t exec, cudaGraphNode_t node, Make make) {
  return call(name, [&](runtime::Session& session) {
    runtime::GraphExec& graph = exec_of(exec);
    const std::size_t place = graph.place_of(node_of(node));
    runtime::GraphNode made = make(session);
    if (made.kind != graph.nodes[place]->kind)
      throw runtime::CallFailed(runtime::Status::invalid_value, "a node of another type");
    graph.runs[place] = made.instantiated ? made.instantiated() : std::move(made.run);
  });
}

template <typename Issue>
cudaError_t change(const char* name, cudaGraphExec_t exec, cudaGraphNode_t node, Issue issue) {
  return change_to(name, exec, node, [&](runtime::Session& session) { return captured_node(session, issue); });
}

}  // namespace forewarp::cudart
