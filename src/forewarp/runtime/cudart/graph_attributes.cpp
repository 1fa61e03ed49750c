// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Attributes of kernel nodes, and graphs as pictures.
#include <cstring>
#include <fstream>
#include <map>

#include <fmt/format.h>
#include <fmt/ostream.h>

#include "forewarp/runtime/cudart/graph_calls.hpp"

using namespace forewarp;
using namespace forewarp::cudart;
using runtime::CallFailed;
using runtime::Graph;
using runtime::GraphNode;
using runtime::LaunchAttribute;
using runtime::LaunchRequest;
using runtime::Session;
using runtime::Status;

namespace {

LaunchRequest& request_of(cudaGraphNode_t node) {
  return std::get<LaunchRequest>(node_of(node, GraphNode::Kind::kernel).detail);
}

const char* kind_name(GraphNode::Kind kind) {
  using enum GraphNode::Kind;
  switch (kind) {
    case kernel:
      return "kernel";
    case copy:
      return "memcpy";
    case fill:
      return "memset";
    case host:
      return "host";
    case graph:
      return "graph";
    case empty:
      return "empty";
    case wait_event:
      return "event wait";
    case record_event:
      return "event record";
    case allocation:
      return "alloc";
    case free:
      return "free";
    case conditional:
      return "conditional";
  }
  return "";
}

/// In a quoted text of DOT.
std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

std::string label(const GraphNode& node) {
  std::string out = kind_name(node.kind);
  if (const auto* launch = std::get_if<LaunchRequest>(&node.detail))
    out += fmt::format("\\n{}\\n<<<({}, {}, {}), ({}, {}, {}), {}>>>", escaped(launch->kernel->name), launch->grid.x,
                       launch->grid.y, launch->grid.z, launch->block.x, launch->block.y, launch->block.z,
                       launch->dynamic_shared_bytes);
  return out;
}

void write_dot(const Graph& graph, const char* path) {
  std::ofstream out(path);
  std::map<const GraphNode*, std::size_t> number;
  for (const auto& node : graph.nodes) number.emplace(node.get(), number.size());
  fmt::print(out, "digraph dot {{\n");
  for (const auto& node : graph.nodes)
    fmt::print(out, "  node_{} [shape=record, label=\"{}: {}\"];\n", number.at(node.get()), number.at(node.get()),
               label(*node));
  for (const auto& node : graph.nodes)
    for (const GraphNode* before : node->after)
      fmt::print(out, "  node_{} -> node_{};\n", number.at(before), number.at(node.get()));
  fmt::print(out, "}}\n");
  out.close();
  if (!out) throw CallFailed(Status::operating_system, fmt::format("{}: cannot be written", path));
}

}  // namespace

extern "C" {

cudaError_t cudaGraphKernelNodeGetAttribute(cudaGraphNode_t node, cudaLaunchAttributeID id,
                                            cudaLaunchAttributeValue* value) {
  return call("cudaGraphKernelNodeGetAttribute", [&](Session&) {
    if (!value) throw CallFailed(Status::invalid_value);
    const LaunchAttribute found = runtime::node_attribute(request_of(node), LaunchAttribute::Id{id});
    static_assert(sizeof found.value == sizeof *value);
    std::memcpy(value, &found.value, sizeof *value);
  });
}

cudaError_t cudaGraphKernelNodeSetAttribute(cudaGraphNode_t node, cudaLaunchAttributeID id,
                                            const cudaLaunchAttributeValue* value) {
  return call("cudaGraphKernelNodeSetAttribute", [&](Session& session) {
    if (!value) throw CallFailed(Status::invalid_value);
    LaunchAttribute attribute{.id = LaunchAttribute::Id{id}, .padding = 0, .value = {}};
    std::memcpy(&attribute.value, value, sizeof *value);
    LaunchRequest& request = request_of(node);
    runtime::set_node_attribute(request, attribute);
    node_of(node)->run = [&session, gpu = current_gpu(), request](runtime::StreamId stream) {
      session.launch(gpu, stream, request);
    };
  });
}

/// Boxes and arrows; the flags, which ask for more words, are not looked at.
cudaError_t cudaGraphDebugDotPrint(cudaGraph_t graph, const char* path, unsigned) {
  return call("cudaGraphDebugDotPrint", [&](Session&) {
    if (!path) throw CallFailed(Status::invalid_value);
    write_dot(graph_of(graph), path);
  });
}
}
