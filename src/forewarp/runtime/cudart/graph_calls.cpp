// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/runtime/cudart/graph_calls.hpp"

#include "forewarp/runtime/cudart/stream_calls.hpp"

namespace forewarp::cudart {

using runtime::CallFailed;
using runtime::Graph;
using runtime::GraphExec;
using runtime::GraphNode;
using runtime::Session;
using runtime::Status;

Graph& graph_of(cudaGraph_t handle) {
  if (!handle) throw CallFailed(Status::invalid_value, "a graph that does not exist");
  return *reinterpret_cast<Graph*>(handle);
}

GraphExec& exec_of(cudaGraphExec_t handle) {
  if (!handle) throw CallFailed(Status::invalid_value, "a graph that is not instantiated");
  return *reinterpret_cast<GraphExec*>(handle);
}

GraphNode& node_of(cudaGraphNode_t handle, GraphNode::Kind kind) {
  if (!handle || node_of(handle)->kind != kind) throw CallFailed(Status::invalid_value, "a node of another type");
  return *node_of(handle);
}

std::vector<const GraphNode*> nodes_of(const Graph& graph, const cudaGraphNode_t* handles, std::size_t count) {
  std::vector<const GraphNode*> out;
  for (std::size_t i = 0; i < count; ++i) {
    const auto same = [&](const auto& n) { return n.get() == node_of(handles[i]); };
    if (std::ranges::none_of(graph.nodes, same)) throw CallFailed(Status::invalid_value, "a node of another graph");
    out.push_back(node_of(handles[i]));
  }
  return out;
}

void list(const std::vector<const GraphNode*>& nodes, cudaGraphNode_t* handles, std::size_t* count) {
  require(count);
  if (!handles) {
    *count = nodes.size();
    return;
  }
  for (std::size_t i = 0; i < *count; ++i) handles[i] = i < nodes.size() ? handle_of(nodes[i]) : nullptr;
  *count = std::min(*count, nodes.size());
}

std::unique_ptr<Graph> clone_of(const Graph& graph) {
  if (!graph.conditions->empty())
    throw CallFailed(Status::not_supported, "graphs with conditional nodes are neither cloned nor children of others");
  auto made = std::make_unique<Graph>();
  std::map<const GraphNode*, const GraphNode*> clones;
  for (const auto& node : graph.nodes) {
    GraphNode& own = made->add(std::make_shared<GraphNode>(*node));
    own.arguments.clear();
    own.origin = node.get();
    clones[node.get()] = &own;
  }
  for (const auto& node : made->nodes)
    for (const GraphNode*& before : node->after) before = clones.at(before);
  made->objects = graph.objects;
  return made;
}

GraphNode child_node(Session& session, const Graph& child) {
  const std::shared_ptr<Graph> own = clone_of(child);
  GraphNode made{GraphNode::Kind::graph, nullptr, {}};
  made.instantiated = [owner = &session, gpu = current_gpu(), own] {
    return [owner, gpu, exec = GraphExec(*own)](runtime::StreamId to) { owner->run_nodes(gpu, to, exec); };
  };
  made.detail = own;
  return made;
}

GraphNode record_node(Session& session, cudaEvent_t event) {
  runtime::Event* const own = &known_event(reinterpret_cast<runtime::Event*>(event));
  GraphNode made{
      GraphNode::Kind::record_event,
      [owner = &session, gpu = current_gpu(), own](runtime::StreamId to) { owner->record(gpu, to, known_event(own)); },
      {}};
  made.detail = own;
  return made;
}

GraphNode wait_node(Session& session, cudaEvent_t event) {
  runtime::Event* const own = &known_event(reinterpret_cast<runtime::Event*>(event));
  GraphNode made{GraphNode::Kind::wait_event,
                 [owner = &session, gpu = current_gpu(), own](runtime::StreamId to) {
                   owner->stream_waits(gpu, to, known_event(own));
                 },
                 {}};
  made.detail = own;
  return made;
}

cudaError_t launch_of(const cudaKernelNodeParams& p, cudaStream_t stream) {
  if (p.extra) return cudaErrorNotSupported;
  return cudaLaunchKernel(p.func, p.gridDim, p.blockDim, p.kernelParams, p.sharedMemBytes, stream);
}

cudaError_t fill_of(const cudaMemsetParams& p, cudaStream_t stream) {
  return call("cudaGraphAddMemsetNode", [&](Session& session) {
    if (p.elementSize != 1 && p.elementSize != 2 && p.elementSize != 4) throw CallFailed(Status::invalid_value);
    const Target target = target_of(session, stream);
    const std::size_t width = p.width * p.elementSize;
    session.fill(target.gpu, target.stream, {static_cast<std::byte*>(p.dst), p.height > 1 ? p.pitch : width, p.height},
                 {p.value, p.elementSize}, {width, p.height});
  });
}

}  // namespace forewarp::cudart
