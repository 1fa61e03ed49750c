// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Graphs: made by capture or node by node, instantiated, changed and launched. A node is what a stream captures of the
// entry point that issues the same operation.
#include <algorithm>
#include <cstring>

#include "forewarp/runtime/cudart/process.hpp"

using namespace forewarp;
using namespace forewarp::cudart;
using runtime::CallFailed;
using runtime::Graph;
using runtime::GraphExec;
using runtime::GraphNode;
using runtime::Session;
using runtime::Status;

namespace {

Graph& graph_of(cudaGraph_t handle) {
  if (!handle) throw CallFailed(Status::invalid_value, "a graph that does not exist");
  return *reinterpret_cast<Graph*>(handle);
}

GraphExec& exec_of(cudaGraphExec_t handle) {
  if (!handle) throw CallFailed(Status::invalid_value, "a graph that is not instantiated");
  return *reinterpret_cast<GraphExec*>(handle);
}

GraphNode* node_of(cudaGraphNode_t handle) { return reinterpret_cast<GraphNode*>(handle); }
cudaGraphNode_t handle_of(const GraphNode* node) {
  return reinterpret_cast<cudaGraphNode_t>(const_cast<GraphNode*>(node));
}

/// The node that a call becomes. issue: takes a stream, returns the status of the call.
template <typename Issue>
GraphNode captured_node(Session& session, Issue issue) {
  const runtime::StreamId stream = session.add_stream(current_gpu(), false);
  session.begin_capture(stream);
  const cudaError_t status = issue(cudart::handle_of(stream));
  const std::unique_ptr<Graph> graph = session.end_capture(stream);
  session.remove_stream(stream);
  if (status != cudaSuccess) throw CallFailed(static_cast<Status>(status), "the parameters of a node");
  return graph->nodes.empty() ? GraphNode{} : GraphNode{graph->nodes.front()->kind, graph->nodes.front()->run, {}};
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

/// Checks that the nodes are of the graph.
std::vector<const GraphNode*> nodes_of(const Graph& graph, const cudaGraphNode_t* handles, std::size_t count) {
  std::vector<const GraphNode*> out;
  for (std::size_t i = 0; i < count; ++i) {
    const auto same = [&](const auto& n) { return n.get() == node_of(handles[i]); };
    if (std::ranges::none_of(graph.nodes, same)) throw CallFailed(Status::invalid_value, "a node of another graph");
    out.push_back(node_of(handles[i]));
  }
  return out;
}

struct NewNode {
  cudaGraphNode_t* handle;
  cudaGraph_t graph;
  const cudaGraphNode_t* after;
  std::size_t count;
};

template <typename Make>
cudaError_t add(const char* name, const NewNode& in, Make make) {
  return call(name, [&](Session& session) {
    Graph& graph = graph_of(in.graph);
    if (!in.handle) throw CallFailed(Status::invalid_value);
    const std::vector<const GraphNode*> after = nodes_of(graph, in.after, in.count);
    auto node = std::make_shared<GraphNode>(make(session));
    node->after = after;
    *in.handle = handle_of(node.get());
    graph.nodes.push_back(std::move(node));
  });
}

template <typename Issue>
cudaError_t add_issued(const char* name, const NewNode& in, Issue issue) {
  return add(name, in, [&](Session& session) { return captured_node(session, issue); });
}

/// New parameters of a node of an instantiated graph.
template <typename Issue>
cudaError_t change(const char* name, cudaGraphExec_t exec, cudaGraphNode_t node, Issue issue) {
  return call(name, [&](Session& session) {
    GraphExec& graph = exec_of(exec);
    const auto found = std::ranges::find_if(graph.nodes, [&](const auto& n) { return n.get() == node_of(node); });
    if (found == graph.nodes.end()) throw CallFailed(Status::invalid_value, "the graph was instantiated without it");
    const GraphNode made = captured_node(session, issue);
    if (made.kind != (*found)->kind) throw CallFailed(Status::invalid_value, "a node of another type");
    graph.runs[static_cast<std::size_t>(found - graph.nodes.begin())] = made.run;
  });
}

/// As all calls that list nodes: without room for them, they are counted.
void list(const std::vector<const GraphNode*>& nodes, cudaGraphNode_t* handles, std::size_t* count) {
  if (!handles) {
    *count = nodes.size();
    return;
  }
  for (std::size_t i = 0; i < *count; ++i) handles[i] = i < nodes.size() ? handle_of(nodes[i]) : nullptr;
  *count = std::min(*count, nodes.size());
}

}  // namespace

extern "C" {

cudaError_t cudaGraphCreate(cudaGraph_t* graph, unsigned) {
  return call("cudaGraphCreate", [&](Session&) {
    if (!graph) throw CallFailed(Status::invalid_value);
    *graph = reinterpret_cast<cudaGraph_t>(new Graph);
  });
}
/// Nodes of the clone are its own; what they do is the same.
cudaError_t cudaGraphClone(cudaGraph_t* clone, cudaGraph_t graph) {
  return call("cudaGraphClone", [&](Session&) {
    const Graph& from = graph_of(graph);
    auto made = std::make_unique<Graph>();
    std::map<const GraphNode*, const GraphNode*> clones;
    for (const auto& node : from.nodes) {
      made->nodes.push_back(std::make_shared<GraphNode>(*node));
      clones[node.get()] = made->nodes.back().get();
    }
    for (const auto& node : made->nodes)
      for (const GraphNode*& before : node->after) before = clones.at(before);
    *clone = reinterpret_cast<cudaGraph_t>(made.release());
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
  return add("cudaGraphAddChildGraphNode", {node, graph, after, count}, [&](Session& session) {
    const GraphExec exec(graph_of(child));
    const int gpu = current_gpu();
    Session* const owner = &session;
    return GraphNode{GraphNode::Kind::graph, [=](runtime::StreamId to) { owner->run_nodes(gpu, to, exec); }, {}};
  });
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
    *type = static_cast<cudaGraphNodeType>(node_of(node)->kind);
  });
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t* exec, cudaGraph_t graph, unsigned long long) {
  return call("cudaGraphInstantiate",
              [&](Session&) { *exec = reinterpret_cast<cudaGraphExec_t>(new GraphExec(graph_of(graph))); });
}
cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* exec, cudaGraph_t graph, unsigned long long flags) {
  return cudaGraphInstantiate(exec, graph, flags);
}
cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node, const cudaKernelNodeParams* kernel) {
  return call("cudaGraphKernelNodeSetParams", [&](Session& session) {
    if (!node || node_of(node)->kind != GraphNode::Kind::kernel) throw CallFailed(Status::invalid_value);
    node_of(node)->run = captured_node(session, [&](cudaStream_t stream) { return launch_of(*kernel, stream); }).run;
  });
}
cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const cudaKernelNodeParams* kernel) {
  return change("cudaGraphExecKernelNodeSetParams", exec, node,
                [&](cudaStream_t stream) { return launch_of(*kernel, stream); });
}
cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t exec, cudaGraphNode_t node, void* to, const void* from,
                                               std::size_t bytes, cudaMemcpyKind kind) {
  return change("cudaGraphExecMemcpyNodeSetParams1D", exec, node,
                [&](cudaStream_t stream) { return cudaMemcpyAsync(to, from, bytes, kind, stream); });
}
cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node, const cudaMemsetParams* fill) {
  return change("cudaGraphExecMemsetNodeSetParams", exec, node,
                [&](cudaStream_t stream) { return fill_of(*fill, stream); });
}
cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node, const cudaHostNodeParams* host) {
  return change("cudaGraphExecHostNodeSetParams", exec, node,
                [&](cudaStream_t stream) { return cudaLaunchHostFunc(stream, host->fn, host->userData); });
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
