// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Graphs: captured from a stream, or made of nodes. Nodes run one after the other in the order in which they were
// added, which is one of the orders that dependencies allow.
#include "forewarp/runtime/driver/call.hpp"

namespace forewarp::driver {
namespace {

constexpr int global_mode = 0;

GraphHandle known(GraphHandle graph) { return checked(state().graphs, graph, "graph"); }

GraphHandle added(runtime::Graph graph) {
  auto made = std::make_unique<runtime::Graph>(std::move(graph));
  state().graphs.insert(made.get());
  return made.release();
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
