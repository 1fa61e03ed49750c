// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Graphs: captured from a stream, or made of nodes. Nodes run one after the other in the order in which they were
// added, which is one of the orders that dependencies allow.
#include "forewarp/runtime/driver/call.hpp"
#include "forewarp/runtime/driver/copies.hpp"
#include "forewarp/runtime/driver/launches.hpp"

namespace forewarp::driver {
namespace {

constexpr int global_mode = 0;

GraphHandle known(GraphHandle graph) { return checked(state().graphs, graph, "graph"); }

GraphHandle added(runtime::Graph graph) {
  auto made = std::make_unique<runtime::Graph>(std::move(graph));
  state().graphs.insert(made.get());
  return made.release();
}

using Node = std::function<void(runtime::StreamId)>;

/// A handle of a node is its place in its graph, from 1 on. An executable graph has the nodes of the graph that it was
/// made from at the same places.
Node* node_at(GraphHandle graph, void* node) {
  const auto place = reinterpret_cast<std::uintptr_t>(node);
  if (place == 0 || place > graph->nodes.size()) throw DriverError(Result::invalid_value, "not a node of this graph");
  return &graph->nodes[place - 1];
}

void* add_node(GraphHandle graph, Node node) {
  graph->nodes.push_back(std::move(node));
  return reinterpret_cast<void*>(graph->nodes.size());
}

Node kernel_node(Session& session, const KernelNode& p) {
  const LaunchConfig config{
      {p.grid[0], p.grid[1], p.grid[2]}, {p.block[0], p.block[1], p.block[2]}, p.shared_bytes, nullptr, nullptr, 0};
  return [&session, gpu = cudart::current_gpu(),
          request = request_of(p.function ? p.function : p.kernel, config, p.arguments, p.extra)](
             runtime::StreamId stream) { session.launch(gpu, stream, request); };
}

Node copy_node(Session& session, const Copy3D& p) {
  return [&session, gpu = cudart::current_gpu(), p](runtime::StreamId stream) { copy(session, gpu, stream, p, false); };
}

Result destroy(const char* name, GraphHandle graph) {
  return call(name, [&](Session&) {
    state().graphs.erase(known(graph));
    delete graph;
  });
}

Result instantiate(GraphHandle* exec, GraphHandle graph) {
  return call("cuGraphInstantiate", [&](Session&) {
    require(exec);
    *exec = added(*known(graph));
  });
}

}  // namespace

extern "C" {

Result cuStreamBeginCapture_v2(Stream stream, int) {
  return call_in_context("cuStreamBeginCapture",
                         [&](Session& session) { session.begin_capture(target_of(session, stream).stream); });
}
Result cuStreamEndCapture(Stream stream, GraphHandle* graph) {
  return call_in_context("cuStreamEndCapture", [&](Session& session) {
    require(graph);
    *graph = added(std::move(*session.end_capture(target_of(session, stream).stream)));
  });
}
Result cuStreamIsCapturing(Stream stream, int* status) {
  return call_in_context("cuStreamIsCapturing", [&](Session& session) {
    require(status);
    *status = session.captures(target_of(session, stream).stream) ? 1 : 0;
  });
}
Result cuThreadExchangeStreamCaptureMode(int* mode) {
  thread_local int current = global_mode;
  if (!mode) return Result::invalid_value;
  std::swap(current, *mode);
  return Result::success;
}
Result cuGraphCreate(GraphHandle* graph, unsigned) {
  return call("cuGraphCreate", [&](Session&) {
    require(graph);
    *graph = added({});
  });
}
Result cuGraphAddKernelNode_v2(void** node, GraphHandle graph, void* const*, std::size_t, const KernelNode* p) {
  return call_in_context("cuGraphAddKernelNode", [&](Session& session) {
    require(node);
    require(p);
    *node = add_node(known(graph), kernel_node(session, *p));
  });
}
Result cuGraphAddMemcpyNode(void** node, GraphHandle graph, void* const*, std::size_t, const Copy3D* p, Context*) {
  return call_in_context("cuGraphAddMemcpyNode", [&](Session& session) {
    require(node);
    require(p);
    *node = add_node(known(graph), copy_node(session, *p));
  });
}
Result cuGraphAddEmptyNode(void** node, GraphHandle graph, void* const*, std::size_t) {
  return call_in_context("cuGraphAddEmptyNode", [&](Session&) {
    require(node);
    *node = add_node(known(graph), [](runtime::StreamId) {});
  });
}
Result cuGraphExecKernelNodeSetParams_v2(GraphHandle exec, void* node, const KernelNode* p) {
  return call_in_context("cuGraphExecKernelNodeSetParams", [&](Session& session) {
    require(p);
    *node_at(known(exec), node) = kernel_node(session, *p);
  });
}
Result cuGraphExecMemcpyNodeSetParams(GraphHandle exec, void* node, const Copy3D* p, Context*) {
  return call_in_context("cuGraphExecMemcpyNodeSetParams", [&](Session& session) {
    require(p);
    *node_at(known(exec), node) = copy_node(session, *p);
  });
}
Result cuGraphInstantiateWithFlags(GraphHandle* exec, GraphHandle graph, unsigned long long) {
  return instantiate(exec, graph);
}
Result cuGraphInstantiate_v2(GraphHandle* exec, GraphHandle graph, void*, char*, std::size_t) {
  return instantiate(exec, graph);
}
Result cuGraphLaunch(GraphHandle exec, Stream stream) {
  return call_in_context("cuGraphLaunch", [&](Session& session) {
    session.launch_graph(target_of(session, stream).stream, *known(exec));
  });
}
Result cuGraphUpload(GraphHandle exec, Stream) {
  return call("cuGraphUpload", [&](Session&) { (void)known(exec); });
}
Result cuGraphGetNodes(GraphHandle graph, void** nodes, std::size_t* count) {
  return call("cuGraphGetNodes", [&](Session&) {
    if (nodes) throw DriverError(Result::not_supported, "nodes of a graph can be counted, not handed out");
    *count = known(graph)->nodes.size();
  });
}
Result cuGraphExecDestroy(GraphHandle exec) { return destroy("cuGraphExecDestroy", exec); }
Result cuGraphDestroy(GraphHandle graph) { return destroy("cuGraphDestroy", graph); }
}

}  // namespace forewarp::driver
