// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Graphs: captured from a stream, or made of nodes.
#include <algorithm>

#include "forewarp/runtime/cudart/stream_calls.hpp"
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
  const runtime::LaunchRequest request = request_of(p.function ? p.function : p.kernel, config, p.arguments, p.extra);
  GraphNode made{.kind = GraphNode::Kind::kernel,
                 .run = [&session, gpu = cudart::current_gpu(),
                         request](runtime::StreamId stream) { session.launch(gpu, stream, request); },
                 .after = {}};
  made.detail = request;
  return made;
}

GraphNode copy_node(Session& session, const Copy3D& p) {
  const runtime::CopyDetail copied = detail_of(p);
  GraphNode made{.kind = GraphNode::Kind::copy,
                 .run =
                     [&session, gpu = cudart::current_gpu(), copied](runtime::StreamId stream) {
                       session.copy(gpu, stream, copied.to, copied.from, copied.extent, copied.direction, false);
                     },
                 .after = {}};
  made.detail = copied;
  return made;
}

GraphNode& node_of(void* handle, GraphNode::Kind kind) {
  auto* const node = static_cast<GraphNode*>(handle);
  if (!node || node->kind != kind) throw DriverError(Result::invalid_value, "a node of another type");
  return *node;
}

runtime::LaunchRequest& request_of(void* node) {
  return std::get<runtime::LaunchRequest>(node_of(node, GraphNode::Kind::kernel).detail);
}

/// Other parameters of a node of a graph.
void change_node(void* handle, GraphNode made) {
  GraphNode& node = node_of(handle, made.kind);
  node.run = std::move(made.run);
  node.detail = std::move(made.detail);
}

/// Memory of a copy as the program named it: an array, or rows with a pitch.
struct CopySide {
  MemoryType type = MemoryType::unified;
  DevicePointer device = 0;
  void* array = nullptr;
  std::size_t pitch = 0, height = 0, x = 0, y = 0, z = 0;
};

CopySide side_of(const runtime::Rows& r) {
  if (const std::optional<cudart::ArrayPlace> place = cudart::textures().place(r.data))
    return {.type = MemoryType::array, .array = place->handle, .x = place->x_bytes, .y = place->y, .z = place->z};
  return {.device = reinterpret_cast<std::uintptr_t>(r.data), .pitch = r.pitch, .height = r.height};
}

Result instantiate(ExecHandle* exec, GraphHandle graph, unsigned long long flags) {
  return call("cuGraphInstantiate", [&](Session&) {
    require(exec);
    if (flags & cudaGraphInstantiateFlagDeviceLaunch)
      throw DriverError(Result::not_supported, "kernels cannot launch graphs");
    *exec = kept(state().graph_execs, std::make_unique<runtime::GraphExec>(*known(graph)));
    (*exec)->flags = flags;
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
    require(graph) = nullptr;
    const runtime::StreamId own = target_of(session, stream).stream;
    *graph = session.end_capture_into(own);
    if (!*graph) *graph = kept(state().graphs, session.end_capture(own));
  });
}
Result cuStreamIsCapturing(Stream stream, int* status) {
  return call_in_context("cuStreamIsCapturing", [&](Session& session) {
    require(status);
    *status = cudart::status_of(session.capture_of(target_of(session, stream).stream));
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
/// The arguments live as long as the node has them.
Result cuGraphKernelNodeGetParams_v2(void* node, KernelNode* out) {
  return call_in_context("cuGraphKernelNodeGetParams", [&](Session&) {
    require(out);
    GraphNode& asked = node_of(node, GraphNode::Kind::kernel);
    const auto& request = std::get<runtime::LaunchRequest>(asked.detail);
    state().kernels.insert(request.kernel);  // the runtime API may have launched it
    asked.arguments.clear();
    for (const std::vector<std::byte>& bytes : request.arguments)
      asked.arguments.push_back(const_cast<std::byte*>(bytes.data()));
    const auto number = [](auto n) { return static_cast<unsigned>(n); };
    *out = {.function = request.kernel,
            .grid = {number(request.grid.x), number(request.grid.y), number(request.grid.z)},
            .block = {number(request.block.x), number(request.block.y), number(request.block.z)},
            .shared_bytes = number(request.dynamic_shared_bytes),
            .arguments = asked.arguments.data(),
            .extra = nullptr,
            .kernel = nullptr,
            .context = nullptr};
  });
}
Result cuGraphKernelNodeSetParams_v2(void* node, const KernelNode* p) {
  return call_in_context("cuGraphKernelNodeSetParams", [&](Session& session) {
    require(p);
    change_node(node, kernel_node(session, *p));
  });
}
Result cuGraphKernelNodeGetAttribute(void* node, int id, runtime::LaunchAttribute::Value* value) {
  return call_in_context("cuGraphKernelNodeGetAttribute", [&](Session&) {
    require(value) = runtime::node_attribute(request_of(node), runtime::LaunchAttribute::Id{unsigned(id)}).value;
  });
}
Result cuGraphKernelNodeSetAttribute(void* node, int id, const runtime::LaunchAttribute::Value* value) {
  return call_in_context("cuGraphKernelNodeSetAttribute", [&](Session& session) {
    runtime::LaunchRequest& request = request_of(node);
    runtime::set_node_attribute(request, {runtime::LaunchAttribute::Id{unsigned(id)}, 0, require(value)});
    node_of(node, GraphNode::Kind::kernel).run = [&session, gpu = cudart::current_gpu(),
                                                  request](runtime::StreamId stream) {
      session.launch(gpu, stream, request);
    };
  });
}
Result cuGraphMemcpyNodeGetParams(void* node, Copy3D* out) {
  return call_in_context("cuGraphMemcpyNodeGetParams", [&](Session&) {
    require(out);
    const auto& copy = std::get<runtime::CopyDetail>(node_of(node, GraphNode::Kind::copy).detail);
    const CopySide from = side_of(copy.from), to = side_of(copy.to);
    *out = {.source_x = from.x,
            .source_y = from.y,
            .source_z = from.z,
            .source_level = 0,
            .source_type = from.type,
            .source_host = nullptr,
            .source_device = from.device,
            .source_array = from.array,
            .reserved_0 = nullptr,
            .source_pitch = from.pitch,
            .source_height = from.height,
            .target_x = to.x,
            .target_y = to.y,
            .target_z = to.z,
            .target_level = 0,
            .target_type = to.type,
            .target_host = nullptr,
            .target_device = to.device,
            .target_array = to.array,
            .reserved_1 = nullptr,
            .target_pitch = to.pitch,
            .target_height = to.height,
            .width = copy.extent.width,
            .height = copy.extent.height,
            .depth = copy.extent.depth};
  });
}
Result cuGraphMemcpyNodeSetParams(void* node, const Copy3D* p) {
  return call_in_context("cuGraphMemcpyNodeSetParams", [&](Session& session) {
    require(p);
    change_node(node, copy_node(session, *p));
  });
}
Result cuGraphExecGetFlags(ExecHandle exec, unsigned long long* flags) {
  return call("cuGraphExecGetFlags", [&](Session&) {
    require(flags);
    *flags = known(exec)->flags;
  });
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
Result cuGraphInstantiateWithFlags(ExecHandle* exec, GraphHandle graph, unsigned long long flags) {
  return instantiate(exec, graph, flags);
}
Result cuGraphInstantiate_v2(ExecHandle* exec, GraphHandle graph, void*, char*, std::size_t) {
  return instantiate(exec, graph, 0);
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
