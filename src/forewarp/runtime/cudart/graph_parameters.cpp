// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// What nodes of graphs are made of, for those who ask, and how they hang together.
#include <algorithm>

#include "forewarp/runtime/cudart/graph_calls.hpp"

using namespace forewarp;
using namespace forewarp::cudart;
using runtime::CallFailed;
using runtime::Graph;
using runtime::GraphNode;
using runtime::Session;
using runtime::Status;
using Kind = GraphNode::Kind;

namespace {

template <typename Detail>
const Detail& detail_of(cudaGraphNode_t node, Kind kind) {
  const auto* found = std::get_if<Detail>(&node_of(node, kind).detail);
  if (!found) throw CallFailed(Status::not_supported, "what this node was made of is not known");
  return *found;
}

dim3 dimensions(const launch::Dim3& d) {
  return {static_cast<unsigned>(d.x), static_cast<unsigned>(d.y), static_cast<unsigned>(d.z)};
}

/// What stands for the kernel on the host; the kernel itself, which is its handle in the driver API, where nothing
/// does.
void* host_address(const runtime::Kernel* kernel) {
  for (const auto& [host, symbol] : process().kernels)
    if (std::ranges::any_of(symbol.kernels, [&](const auto& of_gpu) { return of_gpu.second == kernel; }))
      return const_cast<void*>(host);
  return const_cast<runtime::Kernel*>(kernel);
}

/// Memory of a copy as the program named it: an array, or rows with a pitch. Widths count texels if a side is an array.
struct Side {
  cudaArray_t array = nullptr;
  cudaPos at{};
  cudaPitchedPtr rows{};
  std::size_t texel_bytes = 1;
};

Side side_of(const runtime::Rows& r, const runtime::Extent& extent) {
  Side out;
  if (const std::optional<ArrayPlace> place = textures().place(r.data)) {
    out.array = place->handle;
    out.texel_bytes = place->array.texel_bytes();
    out.at = {place->x_bytes / out.texel_bytes, place->y, place->z};
    return out;
  }
  out.rows = {r.data, r.pitch, extent.width, r.height};
  return out;
}

cudaMemcpyKind kind_of(runtime::CopyDirection direction) {
  using enum runtime::CopyDirection;
  switch (direction) {
    case host_to_host:
      return cudaMemcpyHostToHost;
    case host_to_device:
      return cudaMemcpyHostToDevice;
    case device_to_host:
      return cudaMemcpyDeviceToHost;
    case device_to_device:
      return cudaMemcpyDeviceToDevice;
    case by_address:
      break;
  }
  return cudaMemcpyDefault;
}

void get(cudaGraphNode_t node, Kind kind, cudaEvent_t* event) {
  if (!event) throw CallFailed(Status::invalid_value);
  *event = reinterpret_cast<cudaEvent_t>(detail_of<runtime::Event*>(node, kind));
}

/// The graph that a node is of is not known to the node: the caller names it, or all nodes are asked.
void erase(Graph& graph, const GraphNode* node) {
  for (const auto& other : graph.nodes) std::erase(other->after, node);
  std::erase_if(graph.nodes, [&](const auto& n) { return n.get() == node; });
}

}  // namespace

extern "C" {

/// The arguments live as long as the node has them.
cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node, cudaKernelNodeParams* out) {
  return call("cudaGraphKernelNodeGetParams", [&](Session&) {
    if (!out) throw CallFailed(Status::invalid_value);
    const auto& request = detail_of<runtime::LaunchRequest>(node, Kind::kernel);
    GraphNode& asked = *node_of(node);
    asked.arguments.clear();
    for (const std::vector<std::byte>& bytes : request.arguments)
      asked.arguments.push_back(const_cast<std::byte*>(bytes.data()));
    *out = {};
    out->func = host_address(request.kernel);
    out->gridDim = dimensions(request.grid);
    out->blockDim = dimensions(request.block);
    out->sharedMemBytes = static_cast<unsigned>(request.dynamic_shared_bytes);
    out->kernelParams = asked.arguments.data();
  });
}
cudaError_t cudaGraphMemcpyNodeGetParams(cudaGraphNode_t node, cudaMemcpy3DParms* out) {
  return call("cudaGraphMemcpyNodeGetParams", [&](Session&) {
    if (!out) throw CallFailed(Status::invalid_value);
    const auto& copy = detail_of<runtime::CopyDetail>(node, Kind::copy);
    const Side to = side_of(copy.to, copy.extent), from = side_of(copy.from, copy.extent);
    *out = {};
    out->srcArray = from.array;
    out->srcPos = from.at;
    out->srcPtr = from.rows;
    out->dstArray = to.array;
    out->dstPos = to.at;
    out->dstPtr = to.rows;
    out->extent = {copy.extent.width / std::max(to.texel_bytes, from.texel_bytes), copy.extent.height,
                   copy.extent.depth};
    out->kind = kind_of(copy.direction);
  });
}
cudaError_t cudaGraphMemsetNodeGetParams(cudaGraphNode_t node, cudaMemsetParams* out) {
  return call("cudaGraphMemsetNodeGetParams", [&](Session&) {
    if (!out) throw CallFailed(Status::invalid_value);
    const auto& fill = detail_of<runtime::FillDetail>(node, Kind::fill);
    *out = {.dst = fill.to.data,
            .pitch = fill.to.pitch,
            .value = fill.value.value,
            .elementSize = fill.value.bytes,
            .width = fill.extent.width / fill.value.bytes,
            .height = fill.extent.height};
  });
}
cudaError_t cudaGraphHostNodeGetParams(cudaGraphNode_t node, cudaHostNodeParams* out) {
  return call("cudaGraphHostNodeGetParams", [&](Session&) {
    const auto& host = detail_of<runtime::HostCall>(node, Kind::host);
    if (!out) throw CallFailed(Status::invalid_value);
    if (!host.function) throw CallFailed(Status::not_supported, "a callback of a stream has other parameters");
    *out = {host.function, host.data};
  });
}
cudaError_t cudaGraphEventRecordNodeGetEvent(cudaGraphNode_t node, cudaEvent_t* event) {
  return call("cudaGraphEventRecordNodeGetEvent", [&](Session&) { get(node, Kind::record_event, event); });
}
cudaError_t cudaGraphEventWaitNodeGetEvent(cudaGraphNode_t node, cudaEvent_t* event) {
  return call("cudaGraphEventWaitNodeGetEvent", [&](Session&) { get(node, Kind::wait_event, event); });
}
/// The node's own: what is changed in it is there when the node's graph is instantiated next.
cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t node, cudaGraph_t* graph) {
  return call("cudaGraphChildGraphNodeGetGraph", [&](Session&) {
    if (!graph) throw CallFailed(Status::invalid_value);
    *graph = reinterpret_cast<cudaGraph_t>(detail_of<std::shared_ptr<Graph>>(node, Kind::graph).get());
  });
}

cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t* after, std::size_t* count) {
  return call("cudaGraphNodeGetDependentNodes", [&](Session&) {
    if (!node || !count) throw CallFailed(Status::invalid_value);
    std::vector<const GraphNode*> all;
    if (const Graph* graph = node_of(node)->graph)
      for (const auto& other : graph->nodes)
        if (std::ranges::find(other->after, node_of(node)) != other->after.end()) all.push_back(other.get());
    list(all, after, count);
  });
}
cudaError_t cudaGraphNodeGetDependentNodes_v2(cudaGraphNode_t node, cudaGraphNode_t* after, void* edges,
                                              std::size_t* count) {
  constexpr std::size_t edge_bytes = 8;
  const cudaError_t status = cudaGraphNodeGetDependentNodes(node, after, count);
  if (status == cudaSuccess && edges && after) std::fill_n(static_cast<char*>(edges), *count * edge_bytes, 0);
  return status;
}
cudaError_t cudaGraphDestroyNode(cudaGraphNode_t node) {
  return call("cudaGraphDestroyNode", [&](Session&) {
    if (!node || !node_of(node)->graph) throw CallFailed(Status::invalid_value);
    if (node_of(node)->memory) throw CallFailed(Status::not_supported, "nodes of memory stay in their graph");
    erase(*node_of(node)->graph, node_of(node));
  });
}
cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t* out, cudaGraphNode_t original, cudaGraph_t clone) {
  return call("cudaGraphNodeFindInClone", [&](Session&) {
    if (!out || !original) throw CallFailed(Status::invalid_value);
    const Graph& graph = graph_of(clone);
    const auto found = std::ranges::find(graph.nodes, node_of(original), [](const auto& n) { return n->origin; });
    if (found == graph.nodes.end()) throw CallFailed(Status::invalid_value, "the graph was not cloned of this node's");
    *out = handle_of(found->get());
  });
}
cudaError_t cudaGraphExecGetFlags(cudaGraphExec_t exec, unsigned long long* flags) {
  return call("cudaGraphExecGetFlags", [&](Session&) {
    if (!flags) throw CallFailed(Status::invalid_value);
    *flags = exec_of(exec).flags;
  });
}
}
