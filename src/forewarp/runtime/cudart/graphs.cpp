// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Graphs: made by capture or node by node, instantiated and launched. Changes of nodes: graph_changes.cpp.
#include <cstring>

#include "forewarp/runtime/cudart/graph_calls.hpp"
#include "forewarp/runtime/cudart/stream_calls.hpp"

using namespace forewarp;
using namespace forewarp::cudart;
using runtime::CallFailed;
using runtime::Graph;
using runtime::GraphExec;
using runtime::GraphNode;
using runtime::Session;
using runtime::Status;

extern "C" {

cudaError_t cudaGraphCreate(cudaGraph_t* graph, unsigned) {
  return call("cudaGraphCreate", [&](Session&) {
    if (!graph) throw CallFailed(Status::invalid_value);
    *graph = reinterpret_cast<cudaGraph_t>(new Graph);
  });
}
cudaError_t cudaGraphClone(cudaGraph_t* clone, cudaGraph_t graph) {
  return call("cudaGraphClone", [&](Session&) {
    if (!clone) throw CallFailed(Status::invalid_value);
    *clone = reinterpret_cast<cudaGraph_t>(clone_of(graph_of(graph)).release());
  });
}
cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
  return call("cudaGraphDestroy", [&](Session&) { delete &graph_of(graph); });
}

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                   std::size_t count, const cudaKernelNodeParams* kernel) {
  return add_issued("cudaGraphAddKernelNode", {node, graph, after, count},
                    [&](cudaStream_t stream) { return launch_of(*kernel, stream); });
}
cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                   std::size_t count, const cudaMemcpy3DParms* copy) {
  return add_issued("cudaGraphAddMemcpyNode", {node, graph, after, count},
                    [&](cudaStream_t stream) { return cudaMemcpy3DAsync(copy, stream); });
}
cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                     std::size_t count, void* to, const void* from, std::size_t bytes,
                                     cudaMemcpyKind kind) {
  return add_issued("cudaGraphAddMemcpyNode1D", {node, graph, after, count},
                    [&](cudaStream_t stream) { return cudaMemcpyAsync(to, from, bytes, kind, stream); });
}
cudaError_t cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                           std::size_t count, const void* symbol, const void* from, std::size_t bytes,
                                           std::size_t offset, cudaMemcpyKind kind) {
  return add_issued("cudaGraphAddMemcpyNodeToSymbol", {node, graph, after, count}, [&](cudaStream_t stream) {
    return cudaMemcpyToSymbolAsync(symbol, from, bytes, offset, kind, stream);
  });
}
cudaError_t cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                             std::size_t count, void* to, const void* symbol, std::size_t bytes,
                                             std::size_t offset, cudaMemcpyKind kind) {
  return add_issued("cudaGraphAddMemcpyNodeFromSymbol", {node, graph, after, count}, [&](cudaStream_t stream) {
    return cudaMemcpyFromSymbolAsync(to, symbol, bytes, offset, kind, stream);
  });
}
cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                   std::size_t count, const cudaMemsetParams* fill) {
  return add_issued("cudaGraphAddMemsetNode", {node, graph, after, count},
                    [&](cudaStream_t stream) { return fill_of(*fill, stream); });
}
cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                  std::size_t count) {
  return add("cudaGraphAddEmptyNode", {node, graph, after, count}, [](Session&) { return GraphNode{}; });
}
cudaError_t cudaGraphAddHostNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                 std::size_t count, const cudaHostNodeParams* host) {
  return add_issued("cudaGraphAddHostNode", {node, graph, after, count},
                    [&](cudaStream_t stream) { return cudaLaunchHostFunc(stream, host->fn, host->userData); });
}
/// The child is copied when it is added.
cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                       std::size_t count, cudaGraph_t child) {
  return add("cudaGraphAddChildGraphNode", {node, graph, after, count},
             [&](Session& session) { return child_node(session, graph_of(child)); });
}
cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                        std::size_t count, cudaEvent_t event) {
  return add("cudaGraphAddEventRecordNode", {node, graph, after, count},
             [&](Session& session) { return record_node(session, event); });
}
cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                      std::size_t count, cudaEvent_t event) {
  return add("cudaGraphAddEventWaitNode", {node, graph, after, count},
             [&](Session& session) { return wait_node(session, event); });
}
/// The memory has its address at once, and is there as long as a graph that has the node.
cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                     std::size_t count, cudaMemAllocNodeParams* memory) {
  return add("cudaGraphAddMemAllocNode", {node, graph, after, count}, [&](Session& session) {
    if (!memory || memory->bytesize == 0) throw CallFailed(Status::invalid_value);
    const int gpu = memory->poolProps.location.id;
    GraphNode made = session.allocation_node(gpu, memory->bytesize);
    memory->dptr = made.memory;
    return made;
  });
}
cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                    std::size_t count, void* pointer) {
  return add("cudaGraphAddMemFreeNode", {node, graph, after, count},
             [&](Session& session) { return session.free_node(pointer); });
}
cudaError_t cudaGraphMemAllocNodeGetParams(cudaGraphNode_t node, cudaMemAllocNodeParams* out) {
  return call("cudaGraphMemAllocNodeGetParams", [&](Session& session) {
    const GraphNode& allocation = node_of(node, GraphNode::Kind::allocation);
    require(out) = {};
    out->dptr = allocation.memory;
    if (const runtime::Allocation* a = session.arena().find(allocation.memory)) out->bytesize = a->bytes;
  });
}
cudaError_t cudaGraphMemFreeNodeGetParams(cudaGraphNode_t node, void* out) {
  return call("cudaGraphMemFreeNodeGetParams",
              [&](Session&) { *static_cast<void**>(out) = node_of(node, GraphNode::Kind::free).memory; });
}
cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to,
                                     std::size_t count) {
  return call("cudaGraphAddDependencies", [&](Session&) {
    const Graph& g = graph_of(graph);
    const std::vector<const GraphNode*> before = nodes_of(g, from, count);
    (void)nodes_of(g, to, count);
    for (std::size_t i = 0; i < count; ++i) node_of(to[i])->after.push_back(before[i]);
  });
}
cudaError_t cudaGraphAddDependencies_v2(cudaGraph_t graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to,
                                        const void*, std::size_t count) {
  return cudaGraphAddDependencies(graph, from, to, count);
}

cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to,
                                        std::size_t count) {
  return call("cudaGraphRemoveDependencies", [&](Session&) {
    const Graph& g = graph_of(graph);
    const std::vector<const GraphNode*> before = nodes_of(g, from, count);
    (void)nodes_of(g, to, count);
    for (std::size_t i = 0; i < count; ++i) std::erase(node_of(to[i])->after, before[i]);
  });
}
cudaError_t cudaGraphRemoveDependencies_v2(cudaGraph_t graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to,
                                           const void*, std::size_t count) {
  return cudaGraphRemoveDependencies(graph, from, to, count);
}
cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t* before, std::size_t* count) {
  return call("cudaGraphNodeGetDependencies", [&](Session&) {
    if (!node) throw CallFailed(Status::invalid_value);
    list(node_of(node)->after, before, count);
  });
}
cudaError_t cudaGraphNodeGetDependencies_v2(cudaGraphNode_t node, cudaGraphNode_t* before, void* edges,
                                            std::size_t* count) {
  constexpr std::size_t edge_bytes = 8;
  const cudaError_t status = cudaGraphNodeGetDependencies(node, before, count);
  if (status == cudaSuccess && edges) std::memset(edges, 0, *count * edge_bytes);
  return status;
}

cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, std::size_t* count) {
  return call("cudaGraphGetNodes", [&](Session&) {
    std::vector<const GraphNode*> all;
    for (const auto& node : graph_of(graph).nodes) all.push_back(node.get());
    list(all, nodes, count);
  });
}
cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, std::size_t* count) {
  return call("cudaGraphGetRootNodes", [&](Session&) {
    std::vector<const GraphNode*> roots;
    for (const auto& node : graph_of(graph).nodes)
      if (node->after.empty()) roots.push_back(node.get());
    list(roots, nodes, count);
  });
}
cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to, std::size_t* count) {
  return call("cudaGraphGetEdges", [&](Session&) {
    std::vector<const GraphNode*> begins, ends;
    for (const auto& node : graph_of(graph).nodes)
      for (const GraphNode* before : node->after) {
        begins.push_back(before);
        ends.push_back(node.get());
      }
    std::size_t room = *count;
    list(begins, from, &room);
    list(ends, to, count);
  });
}
cudaError_t cudaGraphGetEdges_v2(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to, void* edges,
                                 std::size_t* count) {
  constexpr std::size_t edge_bytes = 8;
  const cudaError_t status = cudaGraphGetEdges(graph, from, to, count);
  if (status == cudaSuccess && edges) std::memset(edges, 0, *count * edge_bytes);
  return status;
}
cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, cudaGraphNodeType* type) {
  return call("cudaGraphNodeGetType", [&](Session&) {
    if (!node) throw CallFailed(Status::invalid_value);
    require(type) = static_cast<cudaGraphNodeType>(node_of(node)->kind);
  });
}

/// A graph keeps its memory from launch to launch whether the program frees it or not; priorities have no effect.
cudaError_t cudaGraphInstantiate(cudaGraphExec_t* exec, cudaGraph_t graph, unsigned long long flags) {
  return call("cudaGraphInstantiate", [&](Session&) {
    require(exec);
    if (flags & cudaGraphInstantiateFlagDeviceLaunch)
      throw CallFailed(Status::not_supported, "kernels cannot launch graphs");
    auto made = std::make_unique<GraphExec>(graph_of(graph));
    made->flags = flags;
    *exec = reinterpret_cast<cudaGraphExec_t>(made.release());
  });
}
cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* exec, cudaGraph_t graph, unsigned long long flags) {
  return cudaGraphInstantiate(exec, graph, flags);
}
cudaError_t cudaGraphInstantiateWithParams(cudaGraphExec_t* exec, cudaGraph_t graph, cudaGraphInstantiateParams* p) {
  if (p) {
    p->errNode_out = nullptr;
    p->result_out = cudaGraphInstantiateSuccess;
  }
  return cudaGraphInstantiate(exec, graph, p ? p->flags : 0);
}
cudaError_t cudaGraphUpload(cudaGraphExec_t exec, cudaStream_t stream) {
  return call("cudaGraphUpload", [&](Session& session) {
    (void)exec_of(exec);
    (void)target_of(session, stream);
  });
}
cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream) {
  return call("cudaGraphLaunch", [&](Session& session) {
    const Target target = target_of(session, stream);
    session.launch_graph(target.gpu, target.stream, exec_of(exec));
  });
}
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec) {
  return call("cudaGraphExecDestroy", [&](Session&) { delete &exec_of(exec); });
}
}
