// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/runtime/cudart/graph_calls.hpp"

#include <cstring>

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
  if (!handles) {
    *count = nodes.size();
    return;
  }
  for (std::size_t i = 0; i < *count; ++i) handles[i] = i < nodes.size() ? handle_of(nodes[i]) : nullptr;
  *count = std::min(*count, nodes.size());
}

GraphNode child_node(Session& session, const Graph& child) {
  return {GraphNode::Kind::graph,
          [owner = &session, gpu = current_gpu(), exec = GraphExec(child)](runtime::StreamId to) {
            owner->run_nodes(gpu, to, exec);
          },
          {}};
}

GraphNode record_node(Session& session, cudaEvent_t event) {
  runtime::Event* const own = &known_event(reinterpret_cast<runtime::Event*>(event));
  return {
      GraphNode::Kind::record_event,
      [owner = &session, gpu = current_gpu(), own](runtime::StreamId to) { owner->record(gpu, to, known_event(own)); },
      {}};
}

GraphNode wait_node(Session& session, cudaEvent_t event) {
  runtime::Event* const own = &known_event(reinterpret_cast<runtime::Event*>(event));
  return {GraphNode::Kind::wait_event,
          [owner = &session, gpu = current_gpu(), own](runtime::StreamId to) {
            owner->stream_waits(gpu, to, known_event(own));
          },
          {}};
}

cudaError_t launch_of(const cudaKernelNodeParams& p, cudaStream_t stream) {
  if (p.extra) return cudaErrorNotSupported;
  return cudaLaunchKernel(p.func, p.gridDim, p.blockDim, p.kernelParams, p.sharedMemBytes, stream);
}

/// Elements of several bytes must repeat one byte, as zeros and -1 do.
cudaError_t fill_of(const cudaMemsetParams& p, cudaStream_t stream) {
  unsigned char bytes[4];
  std::memcpy(bytes, &p.value, sizeof bytes);
  if (p.elementSize != 1 && p.elementSize != 2 && p.elementSize != 4) return cudaErrorInvalidValue;
  if (std::any_of(bytes, bytes + p.elementSize, [&](unsigned char b) { return b != bytes[0]; }))
    return cudaErrorNotSupported;
  const std::size_t width = p.width * p.elementSize;
  return cudaMemset2DAsync(p.dst, p.height > 1 ? p.pitch : width, bytes[0], width, p.height, stream);
}

}  // namespace forewarp::cudart
