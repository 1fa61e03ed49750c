// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Changes of graphs: other parameters for a node, of the graph or as it was instantiated, and whole updates.
#include "forewarp/runtime/cudart/graph_calls.hpp"

using namespace forewarp;
using namespace forewarp::cudart;
using runtime::CallFailed;
using runtime::GraphNode;
using runtime::Session;
using runtime::Status;
using Kind = GraphNode::Kind;

extern "C" {

cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node, const cudaKernelNodeParams* kernel) {
  return change("cudaGraphKernelNodeSetParams", node, Kind::kernel,
                [&](cudaStream_t stream) { return launch_of(*kernel, stream); });
}
cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t node, const cudaMemcpy3DParms* copy) {
  return change("cudaGraphMemcpyNodeSetParams", node, Kind::copy,
                [&](cudaStream_t stream) { return cudaMemcpy3DAsync(copy, stream); });
}
cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void* to, const void* from, std::size_t bytes,
                                           cudaMemcpyKind kind) {
  return change("cudaGraphMemcpyNodeSetParams1D", node, Kind::copy,
                [&](cudaStream_t stream) { return cudaMemcpyAsync(to, from, bytes, kind, stream); });
}
cudaError_t cudaGraphMemcpyNodeSetParamsToSymbol(cudaGraphNode_t node, const void* symbol, const void* from,
                                                 std::size_t bytes, std::size_t offset, cudaMemcpyKind kind) {
  return change("cudaGraphMemcpyNodeSetParamsToSymbol", node, Kind::copy, [&](cudaStream_t stream) {
    return cudaMemcpyToSymbolAsync(symbol, from, bytes, offset, kind, stream);
  });
}
cudaError_t cudaGraphMemcpyNodeSetParamsFromSymbol(cudaGraphNode_t node, void* to, const void* symbol,
                                                   std::size_t bytes, std::size_t offset, cudaMemcpyKind kind) {
  return change("cudaGraphMemcpyNodeSetParamsFromSymbol", node, Kind::copy, [&](cudaStream_t stream) {
    return cudaMemcpyFromSymbolAsync(to, symbol, bytes, offset, kind, stream);
  });
}
cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t node, const cudaMemsetParams* fill) {
  return change("cudaGraphMemsetNodeSetParams", node, Kind::fill,
                [&](cudaStream_t stream) { return fill_of(*fill, stream); });
}
cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t node, const cudaHostNodeParams* host) {
  return change("cudaGraphHostNodeSetParams", node, Kind::host,
                [&](cudaStream_t stream) { return cudaLaunchHostFunc(stream, host->fn, host->userData); });
}
cudaError_t cudaGraphEventRecordNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event) {
  return call("cudaGraphEventRecordNodeSetEvent", [&](Session& session) {
    GraphNode& changed = node_of(node, Kind::record_event);
    GraphNode made = record_node(session, event);
    changed.run = std::move(made.run);
    changed.detail = made.detail;
  });
}
cudaError_t cudaGraphEventWaitNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event) {
  return call("cudaGraphEventWaitNodeSetEvent", [&](Session& session) {
    GraphNode& changed = node_of(node, Kind::wait_event);
    GraphNode made = wait_node(session, event);
    changed.run = std::move(made.run);
    changed.detail = made.detail;
  });
}

cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const cudaKernelNodeParams* kernel) {
  return change("cudaGraphExecKernelNodeSetParams", exec, node,
                [&](cudaStream_t stream) { return launch_of(*kernel, stream); });
}
cudaError_t cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const cudaMemcpy3DParms* copy) {
  return change("cudaGraphExecMemcpyNodeSetParams", exec, node,
                [&](cudaStream_t stream) { return cudaMemcpy3DAsync(copy, stream); });
}
cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t exec, cudaGraphNode_t node, void* to, const void* from,
                                               std::size_t bytes, cudaMemcpyKind kind) {
  return change("cudaGraphExecMemcpyNodeSetParams1D", exec, node,
                [&](cudaStream_t stream) { return cudaMemcpyAsync(to, from, bytes, kind, stream); });
}
cudaError_t cudaGraphExecMemcpyNodeSetParamsToSymbol(cudaGraphExec_t exec, cudaGraphNode_t node, const void* symbol,
                                                     const void* from, std::size_t bytes, std::size_t offset,
                                                     cudaMemcpyKind kind) {
  return change("cudaGraphExecMemcpyNodeSetParamsToSymbol", exec, node, [&](cudaStream_t stream) {
    return cudaMemcpyToSymbolAsync(symbol, from, bytes, offset, kind, stream);
  });
}
cudaError_t cudaGraphExecMemcpyNodeSetParamsFromSymbol(cudaGraphExec_t exec, cudaGraphNode_t node, void* to,
                                                       const void* symbol, std::size_t bytes, std::size_t offset,
                                                       cudaMemcpyKind kind) {
  return change("cudaGraphExecMemcpyNodeSetParamsFromSymbol", exec, node, [&](cudaStream_t stream) {
    return cudaMemcpyFromSymbolAsync(to, symbol, bytes, offset, kind, stream);
  });
}
cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node, const cudaMemsetParams* fill) {
  return change("cudaGraphExecMemsetNodeSetParams", exec, node,
                [&](cudaStream_t stream) { return fill_of(*fill, stream); });
}
cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node, const cudaHostNodeParams* host) {
  return change("cudaGraphExecHostNodeSetParams", exec, node,
                [&](cudaStream_t stream) { return cudaLaunchHostFunc(stream, host->fn, host->userData); });
}
cudaError_t cudaGraphExecChildGraphNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node, cudaGraph_t child) {
  return change_to("cudaGraphExecChildGraphNodeSetParams", exec, node,
                   [&](Session& session) { return child_node(session, graph_of(child)); });
}
cudaError_t cudaGraphExecEventRecordNodeSetEvent(cudaGraphExec_t exec, cudaGraphNode_t node, cudaEvent_t event) {
  return change_to("cudaGraphExecEventRecordNodeSetEvent", exec, node,
                   [&](Session& session) { return record_node(session, event); });
}
cudaError_t cudaGraphExecEventWaitNodeSetEvent(cudaGraphExec_t exec, cudaGraphNode_t node, cudaEvent_t event) {
  return change_to("cudaGraphExecEventWaitNodeSetEvent", exec, node,
                   [&](Session& session) { return wait_node(session, event); });
}

/// A node that is not enabled does nothing, and what waits for it goes on.
cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node, unsigned enabled) {
  return call("cudaGraphNodeSetEnabled", [&](Session&) {
    runtime::GraphExec& graph = exec_of(exec);
    graph.enabled[graph.place_of(node_of(node))] = enabled != 0;
  });
}
cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node, unsigned* enabled) {
  return call("cudaGraphNodeGetEnabled", [&](Session&) {
    const runtime::GraphExec& graph = exec_of(exec);
    require(enabled) = graph.enabled[graph.place_of(node_of(node))] ? 1 : 0;
  });
}

/// All operations are those of another graph with as many nodes of the same types, that wait for each other alike.
cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphExecUpdateResultInfo* out) {
  return call("cudaGraphExecUpdate", [&](Session&) {
    const runtime::GraphExec::Update update = exec_of(exec).update(graph_of(graph));
    using enum runtime::GraphExec::Update::Result;
    const cudaGraphExecUpdateResult result = update.result == done         ? cudaGraphExecUpdateSuccess
                                             : update.result == other_type ? cudaGraphExecUpdateErrorNodeTypeChanged
                                                                           : cudaGraphExecUpdateErrorTopologyChanged;
    if (out) *out = {result, handle_of(update.node), nullptr};
    if (update.result != done) throw CallFailed(Status::graph_exec_update_failure, "the graph has another structure");
  });
}
/// As CUDA 11 has it.
cudaError_t __cudaForewarpExecUpdate11(cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphNode_t* node,
                                       cudaGraphExecUpdateResult* result) {
  cudaGraphExecUpdateResultInfo info{};
  const cudaError_t status = cudaGraphExecUpdate(exec, graph, &info);
  if (node) *node = info.errorNode;
  if (result) *result = info.result;
  return status;
}
}
