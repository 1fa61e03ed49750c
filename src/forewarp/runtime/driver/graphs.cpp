// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Graphs: captured from a stream, or made of nodes.
#include <algorithm>

#include "forewarp/runtime/driver/call.hpp"
#include "forewarp/runtime/driver/copies.hpp"
#include "forewarp/runtime/driver/launches.hpp"

namespace forewarp::driver {
namespace {

using runtime::GraphNode;

constexpr int global_mode = 0;

GraphHandle known(GraphHandle graph) { return checked(state().graphs, graph, "graph"); }
ExecHandle known(ExecHandle exec) { return checked(state().graph_execs, exec, "instantiated graph"); }

template <typename Object>
Object* kept(std::set<Object*>& all, std::unique_ptr<Object> object) {
  all.insert(object.get());
  return object.release();
}

struct NewNode {
  void** handle;
  GraphHandle graph;
  void* const* after;
  std::size_t count;
};

/// Checks that what the node waits for is in the graph.
void add_node(const NewNode& in, GraphNode node) {
  require(in.handle);
  GraphHandle graph = known(in.graph);
  for (std::size_t i = 0; i < in.count; ++i) {
    const auto found = std::ranges::find_if(graph->nodes, [&](const auto& n) { return n.get() == in.after[i]; });
    if (found == graph->nodes.end()) throw DriverError(Result::invalid_value, "a node of another graph");
    node.after.push_back(found->get());
  }
  *in.handle = &graph->add(std::make_shared<GraphNode>(std::move(node)));
}

/// New parameters of a node of an instantiated graph.
void change_node(ExecHandle exec, void* handle, GraphNode node) {
  const auto& nodes = known(exec)->nodes;
  const auto found = std::ranges::find_if(nodes, [&](const auto& n) { return n.get() == handle; });
  if (found == nodes.end()) throw DriverError(Result::invalid_value, "the graph was instantiated without this node");
  if ((*found)->kind != node.kind) throw DriverError(Result::invalid_value, "a node of another type");
  exec->runs[static_cast<std::size_t>(found - nodes.begin())] = std::move(node.run);
}

GraphNode kernel_node(Session& session, const KernelNode& p) {
  const LaunchConfig config{
      {p.grid[0], p.grid[1], p.grid[2]}, {p.block[0], p.block[1], p.block[2]}, p.shared_bytes, nullptr, nullptr, 0};
  return {.kind = GraphNode::Kind::kernel,
          .run = [&session, gpu = cudart::current_gpu(),
                  request = request_of(p.function ? p.function : p.kernel, config, p.arguments, p.extra)](
                     runtime::StreamId stream) { session.launch(gpu, stream, request); },
          .after = {}};
}

GraphNode copy_node(Session& session, const Copy3D& p) {
  return {.kind = GraphNode::Kind::copy,
          .run = [&session, gpu = cudart::current_gpu(),
                  p](runtime::StreamId stream) { copy(session, gpu, stream, p, false); },
          .after = {}};
}

Result instantiate(ExecHandle* exec, GraphHandle graph) {
  return call("cuGraphInstantiate", [&](Session&) {
    require(exec);
    *exec = kept(state().graph_execs, std::make_unique<runtime::GraphExec>(*known(graph)));
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
    *graph = kept(state().graphs, session.end_capture(target_of(session, stream).stream));
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
    *graph = kept(state().graphs, std::make_unique<runtime::Graph>());
  });
}
Result cuGraphAddKernelNode_v2(void** node, GraphHandle graph, void* const* after, std::size_t count,
                               const KernelNode* p) {
  return call_in_context("cuGraphAddKernelNode", [&](Session& session) {
    require(p);
    add_node({node, graph, after, count}, kernel_node(session, *p));
  });
}
Result cuGraphAddMemcpyNode(void** node, GraphHandle graph, void* const* after, std::size_t count, const Copy3D* p,
                            Context*) {
  return call_in_context("cuGraphAddMemcpyNode", [&](Session& session) {
    require(p);
    add_node({node, graph, after, count}, copy_node(session, *p));
  });
}
Result cuGraphAddEmptyNode(void** node, GraphHandle graph, void* const* after, std::size_t count) {
  return call_in_context("cuGraphAddEmptyNode", [&](Session&) { add_node({node, graph, after, count}, {}); });
}
Result cuGraphExecKernelNodeSetParams_v2(ExecHandle exec, void* node, const KernelNode* p) {
  return call_in_context("cuGraphExecKernelNodeSetParams", [&](Session& session) {
    require(p);
    change_node(exec, node, kernel_node(session, *p));
  });
}
Result cuGraphExecMemcpyNodeSetParams(ExecHandle exec, void* node, const Copy3D* p, Context*) {
  return call_in_context("cuGraphExecMemcpyNodeSetParams", [&](Session& session) {
    require(p);
    change_node(exec, node, copy_node(session, *p));
  });
}
Result cuGraphInstantiateWithFlags(ExecHandle* exec, GraphHandle graph, unsigned long long) {
  return instantiate(exec, graph);
}
Result cuGraphInstantiate_v2(ExecHandle* exec, GraphHandle graph, void*, char*, std::size_t) {
  return instantiate(exec, graph);
}
Result cuGraphLaunch(ExecHandle exec, Stream stream) {
  return call_in_context("cuGraphLaunch", [&](Session& session) {
    const auto target = target_of(session, stream);
    session.launch_graph(target.gpu, target.stream, *known(exec));
  });
}
Result cuGraphUpload(ExecHandle exec, Stream) {
  return call("cuGraphUpload", [&](Session&) { (void)known(exec); });
}
/// As all calls that list nodes: without room for them, they are counted.
Result cuGraphGetNodes(GraphHandle graph, void** nodes, std::size_t* count) {
  return call("cuGraphGetNodes", [&](Session&) {
    require(count);
    const auto& all = known(graph)->nodes;
    if (nodes)
      for (std::size_t i = 0; i < *count; ++i) nodes[i] = i < all.size() ? all[i].get() : nullptr;
    *count = nodes ? std::min(*count, all.size()) : all.size();
  });
}
Result cuGraphExecDestroy(ExecHandle exec) {
  return call("cuGraphExecDestroy", [&](Session&) {
    state().graph_execs.erase(known(exec));
    delete exec;
  });
}
Result cuGraphDestroy(GraphHandle graph) {
  return call("cuGraphDestroy", [&](Session&) {
    state().graphs.erase(known(graph));
    delete graph;
  });
}
}

}  // namespace forewarp::driver
