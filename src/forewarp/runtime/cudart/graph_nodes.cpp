// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Nodes of any type by one call, and those that run graphs on a condition.
#include "forewarp/runtime/cudart/graph_calls.hpp"

using namespace forewarp;
using namespace forewarp::cudart;
using runtime::CallFailed;
using runtime::Condition;
using runtime::Graph;
using runtime::GraphExec;
using runtime::GraphNode;
using runtime::Session;
using runtime::Status;

namespace {

/// The graphs that a conditional node runs; the program has their handles.
struct Bodies {
  std::vector<std::shared_ptr<Graph>> graphs;
  std::vector<cudaGraph_t> handles;
};

bool fits(const cudaConditionalNodeParams& p) {
  switch (p.type) {
    case cudaGraphCondTypeIf:
      return p.size == 1 || p.size == 2;
    case cudaGraphCondTypeWhile:
      return p.size == 1;
    case cudaGraphCondTypeSwitch:
      return p.size > 0;
  }
  return false;
}

GraphNode conditional_node(Session& session, const Graph& graph, cudaConditionalNodeParams& p) {
  const auto known = std::ranges::find_if(*graph.conditions, [&](const Condition& c) {
    return reinterpret_cast<std::uintptr_t>(c.word.get()) == p.handle;
  });
  if (known == graph.conditions->end()) throw CallFailed(Status::invalid_value, "no condition of this graph");
  if (!fits(p)) throw CallFailed(Status::invalid_value, "so many graphs do not go with this type");
  const auto bodies = std::make_shared<Bodies>();
  for (unsigned i = 0; i < p.size; ++i) {
    bodies->graphs.push_back(std::make_shared<Graph>());
    bodies->graphs.back()->conditions = graph.conditions;
    bodies->handles.push_back(reinterpret_cast<cudaGraph_t>(bodies->graphs.back().get()));
  }
  p.phGraph_out = bodies->handles.data();

  GraphNode made{GraphNode::Kind::conditional, nullptr, {}};
  made.instantiated = [owner = &session, gpu = current_gpu(), bodies, word = known->word, type = p.type] {
    std::vector<GraphExec> execs;
    for (const std::shared_ptr<Graph>& body : bodies->graphs) execs.emplace_back(*body);
    return [owner, gpu, word, type, execs](runtime::StreamId to) {
      const auto value = [&] { return owner->condition(word.get()); };
      switch (type) {
        case cudaGraphCondTypeIf:
          if (value() != 0)
            owner->run_nodes(gpu, to, execs[0]);
          else if (execs.size() > 1)
            owner->run_nodes(gpu, to, execs[1]);
          break;
        case cudaGraphCondTypeWhile:
          while (value() != 0) owner->run_nodes(gpu, to, execs[0]);
          break;
        case cudaGraphCondTypeSwitch:
          if (const std::uint32_t which = value(); which < execs.size()) owner->run_nodes(gpu, to, execs[which]);
          break;
      }
    };
  };
  return made;
}

cudaKernelNodeParams kernel_of(const cudaGraphNodeParams& p) {
  return {p.kernel.func,           p.kernel.gridDim,      p.kernel.blockDim,
          p.kernel.sharedMemBytes, p.kernel.kernelParams, p.kernel.extra};
}
cudaMemsetParams fill_of(const cudaGraphNodeParams& p) {
  cudaMemsetParams out{};
  out.dst = p.memset.dst;
  out.pitch = p.memset.pitch;
  out.value = p.memset.value;
  out.elementSize = p.memset.elementSize;
  out.width = p.memset.width;
  out.height = p.memset.height;
  return out;
}
cudaHostNodeParams host_of(const cudaGraphNodeParams& p) {
  cudaHostNodeParams out{};
  out.fn = p.host.fn;
  out.userData = p.host.userData;
  return out;
}
cudaError_t refuse(const char* name, int type) {
  return call(name, [&](Session&) {
    throw CallFailed(Status::not_supported, "not for nodes of type " + std::to_string(type));
  });
}

}  // namespace

extern "C" {

cudaError_t cudaGraphConditionalHandleCreate(cudaGraphConditionalHandle* handle, cudaGraph_t graph, unsigned at_launch,
                                             unsigned flags) {
  return call("cudaGraphConditionalHandleCreate", [&](Session& session) {
    if (!handle || (flags & ~unsigned{cudaGraphCondAssignDefault})) throw CallFailed(Status::invalid_value);
    Condition made{session.condition_word(current_gpu()), at_launch, (flags & cudaGraphCondAssignDefault) != 0};
    *handle = reinterpret_cast<std::uintptr_t>(made.word.get());
    graph_of(graph).conditions->push_back(std::move(made));
  });
}

cudaError_t cudaGraphAddNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after, std::size_t count,
                             cudaGraphNodeParams* p) {
  constexpr const char* name = "cudaGraphAddNode";
  if (!p) return call(name, [](Session&) { throw CallFailed(Status::invalid_value); });
  const CalledAs as(name);
  switch (p->type) {
    case cudaGraphNodeTypeKernel: {
      const cudaKernelNodeParams kernel = kernel_of(*p);
      return cudaGraphAddKernelNode(node, graph, after, count, &kernel);
    }
    case cudaGraphNodeTypeMemcpy:
      return cudaGraphAddMemcpyNode(node, graph, after, count, &p->memcpy.copyParams);
    case cudaGraphNodeTypeMemset: {
      const cudaMemsetParams fill = fill_of(*p);
      return cudaGraphAddMemsetNode(node, graph, after, count, &fill);
    }
    case cudaGraphNodeTypeHost: {
      const cudaHostNodeParams host = host_of(*p);
      return cudaGraphAddHostNode(node, graph, after, count, &host);
    }
    case cudaGraphNodeTypeGraph:
      return cudaGraphAddChildGraphNode(node, graph, after, count, p->graph.graph);
    case cudaGraphNodeTypeEmpty:
      return cudaGraphAddEmptyNode(node, graph, after, count);
    case cudaGraphNodeTypeWaitEvent:
      return cudaGraphAddEventWaitNode(node, graph, after, count, p->eventWait.event);
    case cudaGraphNodeTypeEventRecord:
      return cudaGraphAddEventRecordNode(node, graph, after, count, p->eventRecord.event);
    case cudaGraphNodeTypeMemAlloc:
      return cudaGraphAddMemAllocNode(node, graph, after, count, reinterpret_cast<cudaMemAllocNodeParams*>(&p->alloc));
    case cudaGraphNodeTypeMemFree:
      return cudaGraphAddMemFreeNode(node, graph, after, count, p->free.dptr);
    case cudaGraphNodeTypeConditional:
      return add(name, {node, graph, after, count},
                 [&](Session& session) { return conditional_node(session, graph_of(graph), p->conditional); });
    case cudaGraphNodeTypeExtSemaphoreSignal:
    case cudaGraphNodeTypeExtSemaphoreWait:
      break;
  }
  return refuse(name, p->type);
}
cudaError_t cudaGraphAddNode_v2(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                const cudaGraphEdgeData*, std::size_t count, cudaGraphNodeParams* p) {
  return cudaGraphAddNode(node, graph, after, count, p);
}

cudaError_t cudaGraphNodeSetParams(cudaGraphNode_t node, cudaGraphNodeParams* p) {
  constexpr const char* name = "cudaGraphNodeSetParams";
  if (!p) return call(name, [](Session&) { throw CallFailed(Status::invalid_value); });
  const CalledAs as(name);
  switch (p->type) {
    case cudaGraphNodeTypeKernel: {
      const cudaKernelNodeParams kernel = kernel_of(*p);
      return cudaGraphKernelNodeSetParams(node, &kernel);
    }
    case cudaGraphNodeTypeMemcpy:
      return cudaGraphMemcpyNodeSetParams(node, &p->memcpy.copyParams);
    case cudaGraphNodeTypeMemset: {
      const cudaMemsetParams fill = fill_of(*p);
      return cudaGraphMemsetNodeSetParams(node, &fill);
    }
    case cudaGraphNodeTypeHost: {
      const cudaHostNodeParams host = host_of(*p);
      return cudaGraphHostNodeSetParams(node, &host);
    }
    default:
      return refuse(name, p->type);
  }
}
cudaError_t cudaGraphExecNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node, cudaGraphNodeParams* p) {
  constexpr const char* name = "cudaGraphExecNodeSetParams";
  if (!p) return call(name, [](Session&) { throw CallFailed(Status::invalid_value); });
  const CalledAs as(name);
  switch (p->type) {
    case cudaGraphNodeTypeKernel: {
      const cudaKernelNodeParams kernel = kernel_of(*p);
      return cudaGraphExecKernelNodeSetParams(exec, node, &kernel);
    }
    case cudaGraphNodeTypeMemcpy:
      return cudaGraphExecMemcpyNodeSetParams(exec, node, &p->memcpy.copyParams);
    case cudaGraphNodeTypeMemset: {
      const cudaMemsetParams fill = fill_of(*p);
      return cudaGraphExecMemsetNodeSetParams(exec, node, &fill);
    }
    case cudaGraphNodeTypeHost: {
      const cudaHostNodeParams host = host_of(*p);
      return cudaGraphExecHostNodeSetParams(exec, node, &host);
    }
    default:
      return refuse(name, p->type);
  }
}
}
