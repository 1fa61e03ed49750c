// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Calls on graphs that are those of the runtime API: handles, structures and numbers are the same in both. Kernels and
// copies, which they describe in other words, are in graphs.cpp.
#include "forewarp/runtime/driver/call.hpp"

extern "C" {
cudaError_t cudaStreamGetCaptureInfo_v3(cudaStream_t, cudaStreamCaptureStatus*, unsigned long long*, cudaGraph_t*,
                                        const cudaGraphNode_t**, const void**, std::size_t*);
cudaError_t cudaGraphGetEdges_v2(cudaGraph_t, cudaGraphNode_t*, cudaGraphNode_t*, void*, std::size_t*);
cudaError_t cudaGraphNodeGetDependencies_v2(cudaGraphNode_t, cudaGraphNode_t*, void*, std::size_t*);
cudaError_t cudaGraphNodeGetDependentNodes_v2(cudaGraphNode_t, cudaGraphNode_t*, void*, std::size_t*);
}

namespace forewarp::driver {
namespace {

/// Runs a call of the runtime API under the name of the driver's; the runtime API's last error stays.
template <typename Issue>
Result as_runtime(const char* name, Issue issue) {
  cudaError_t status = cudaSuccess;
  const Result result = call_in_context(name, [&](Session&) {
    const cudaError_t before = cudart::last_error();
    const cudart::CalledAs as(name);
    status = issue();
    cudart::last_error() = before;
  });
  return result == Result::success ? static_cast<Result>(status) : result;
}

cudaGraph_t handle(GraphHandle graph) { return reinterpret_cast<cudaGraph_t>(graph); }
cudaGraph_t* handles(GraphHandle* graph) { return reinterpret_cast<cudaGraph_t*>(graph); }
cudaGraphExec_t handle(ExecHandle exec) { return reinterpret_cast<cudaGraphExec_t>(exec); }
cudaEvent_t handle(EventHandle event) { return reinterpret_cast<cudaEvent_t>(event); }
cudaGraphNode_t node_at(void* node) { return static_cast<cudaGraphNode_t>(node); }
cudaGraphNode_t* nodes_at(void** nodes) { return reinterpret_cast<cudaGraphNode_t*>(nodes); }
const cudaGraphNode_t* nodes_at(void* const* nodes) { return reinterpret_cast<const cudaGraphNode_t*>(nodes); }
template <typename Enum>
Enum* as(int* number) {
  return reinterpret_cast<Enum*>(number);
}

/// A graph that the call handed out is one for later calls.
cudaError_t kept(GraphHandle* graph, cudaError_t status) {
  if (status == cudaSuccess && graph && *graph) state().graphs.insert(*graph);
  return status;
}

}  // namespace

#define FOREWARP_AS_RUNTIME(name, symbol, parameters, ...) \
  Result symbol parameters {                               \
    return as_runtime(name, [&] { return __VA_ARGS__; });  \
  }

extern "C" {

// clang-format off
FOREWARP_AS_RUNTIME("cuStreamGetCaptureInfo", cuStreamGetCaptureInfo, (Stream s, int* status, unsigned long long* id), cudaStreamGetCaptureInfo(s, as<cudaStreamCaptureStatus>(status), id))
FOREWARP_AS_RUNTIME("cuStreamGetCaptureInfo", cuStreamGetCaptureInfo_v2, (Stream s, int* status, unsigned long long* id, GraphHandle* graph, void* const** after, std::size_t* count), kept(graph, cudaStreamGetCaptureInfo_v2(s, as<cudaStreamCaptureStatus>(status), id, handles(graph), reinterpret_cast<const cudaGraphNode_t**>(after), count)))
FOREWARP_AS_RUNTIME("cuStreamGetCaptureInfo", cuStreamGetCaptureInfo_v3, (Stream s, int* status, unsigned long long* id, GraphHandle* graph, void* const** after, const void** edges, std::size_t* count), kept(graph, cudaStreamGetCaptureInfo_v3(s, as<cudaStreamCaptureStatus>(status), id, handles(graph), reinterpret_cast<const cudaGraphNode_t**>(after), edges, count)))
FOREWARP_AS_RUNTIME("cuStreamUpdateCaptureDependencies", cuStreamUpdateCaptureDependencies, (Stream s, void** nodes, std::size_t count, unsigned flags), cudaStreamUpdateCaptureDependencies(s, nodes_at(nodes), count, flags))
FOREWARP_AS_RUNTIME("cuStreamUpdateCaptureDependencies", cuStreamUpdateCaptureDependencies_v2, (Stream s, void** nodes, const void*, std::size_t count, unsigned flags), cudaStreamUpdateCaptureDependencies(s, nodes_at(nodes), count, flags))
FOREWARP_AS_RUNTIME("cuGraphAddMemsetNode", cuGraphAddMemsetNode, (void** node, GraphHandle graph, void* const* after, std::size_t count, const void* fill, Context*), cudaGraphAddMemsetNode(nodes_at(node), handle(graph), nodes_at(after), count, static_cast<const cudaMemsetParams*>(fill)))
FOREWARP_AS_RUNTIME("cuGraphAddHostNode", cuGraphAddHostNode, (void** node, GraphHandle graph, void* const* after, std::size_t count, const void* host), cudaGraphAddHostNode(nodes_at(node), handle(graph), nodes_at(after), count, static_cast<const cudaHostNodeParams*>(host)))
FOREWARP_AS_RUNTIME("cuGraphAddChildGraphNode", cuGraphAddChildGraphNode, (void** node, GraphHandle graph, void* const* after, std::size_t count, GraphHandle child), cudaGraphAddChildGraphNode(nodes_at(node), handle(graph), nodes_at(after), count, handle(child)))
FOREWARP_AS_RUNTIME("cuGraphAddEventRecordNode", cuGraphAddEventRecordNode, (void** node, GraphHandle graph, void* const* after, std::size_t count, EventHandle event), cudaGraphAddEventRecordNode(nodes_at(node), handle(graph), nodes_at(after), count, handle(event)))
FOREWARP_AS_RUNTIME("cuGraphAddEventWaitNode", cuGraphAddEventWaitNode, (void** node, GraphHandle graph, void* const* after, std::size_t count, EventHandle event), cudaGraphAddEventWaitNode(nodes_at(node), handle(graph), nodes_at(after), count, handle(event)))
FOREWARP_AS_RUNTIME("cuGraphAddMemAllocNode", cuGraphAddMemAllocNode, (void** node, GraphHandle graph, void* const* after, std::size_t count, void* memory), cudaGraphAddMemAllocNode(nodes_at(node), handle(graph), nodes_at(after), count, static_cast<cudaMemAllocNodeParams*>(memory)))
FOREWARP_AS_RUNTIME("cuGraphAddMemFreeNode", cuGraphAddMemFreeNode, (void** node, GraphHandle graph, void* const* after, std::size_t count, DevicePointer memory), cudaGraphAddMemFreeNode(nodes_at(node), handle(graph), nodes_at(after), count, reinterpret_cast<void*>(memory)))
FOREWARP_AS_RUNTIME("cuGraphAddDependencies", cuGraphAddDependencies, (GraphHandle graph, void* const* from, void* const* to, std::size_t count), cudaGraphAddDependencies(handle(graph), nodes_at(from), nodes_at(to), count))
FOREWARP_AS_RUNTIME("cuGraphAddDependencies", cuGraphAddDependencies_v2, (GraphHandle graph, void* const* from, void* const* to, const void*, std::size_t count), cudaGraphAddDependencies(handle(graph), nodes_at(from), nodes_at(to), count))
FOREWARP_AS_RUNTIME("cuGraphRemoveDependencies", cuGraphRemoveDependencies, (GraphHandle graph, void* const* from, void* const* to, std::size_t count), cudaGraphRemoveDependencies(handle(graph), nodes_at(from), nodes_at(to), count))
FOREWARP_AS_RUNTIME("cuGraphRemoveDependencies", cuGraphRemoveDependencies_v2, (GraphHandle graph, void* const* from, void* const* to, const void*, std::size_t count), cudaGraphRemoveDependencies(handle(graph), nodes_at(from), nodes_at(to), count))
FOREWARP_AS_RUNTIME("cuGraphGetEdges", cuGraphGetEdges, (GraphHandle graph, void** from, void** to, std::size_t* count), cudaGraphGetEdges(handle(graph), nodes_at(from), nodes_at(to), count))
FOREWARP_AS_RUNTIME("cuGraphGetEdges", cuGraphGetEdges_v2, (GraphHandle graph, void** from, void** to, void* edges, std::size_t* count), cudaGraphGetEdges_v2(handle(graph), nodes_at(from), nodes_at(to), edges, count))
FOREWARP_AS_RUNTIME("cuGraphGetRootNodes", cuGraphGetRootNodes, (GraphHandle graph, void** nodes, std::size_t* count), cudaGraphGetRootNodes(handle(graph), nodes_at(nodes), count))
FOREWARP_AS_RUNTIME("cuGraphNodeGetDependencies", cuGraphNodeGetDependencies, (void* node, void** before, std::size_t* count), cudaGraphNodeGetDependencies(node_at(node), nodes_at(before), count))
FOREWARP_AS_RUNTIME("cuGraphNodeGetDependencies", cuGraphNodeGetDependencies_v2, (void* node, void** before, void* edges, std::size_t* count), cudaGraphNodeGetDependencies_v2(node_at(node), nodes_at(before), edges, count))
FOREWARP_AS_RUNTIME("cuGraphNodeGetDependentNodes", cuGraphNodeGetDependentNodes, (void* node, void** after, std::size_t* count), cudaGraphNodeGetDependentNodes(node_at(node), nodes_at(after), count))
FOREWARP_AS_RUNTIME("cuGraphNodeGetDependentNodes", cuGraphNodeGetDependentNodes_v2, (void* node, void** after, void* edges, std::size_t* count), cudaGraphNodeGetDependentNodes_v2(node_at(node), nodes_at(after), edges, count))
FOREWARP_AS_RUNTIME("cuGraphNodeGetType", cuGraphNodeGetType, (void* node, int* type), cudaGraphNodeGetType(node_at(node), as<cudaGraphNodeType>(type)))
FOREWARP_AS_RUNTIME("cuGraphDestroyNode", cuGraphDestroyNode, (void* node), cudaGraphDestroyNode(node_at(node)))
FOREWARP_AS_RUNTIME("cuGraphClone", cuGraphClone, (GraphHandle* clone, GraphHandle graph), kept(clone, cudaGraphClone(handles(clone), handle(graph))))
FOREWARP_AS_RUNTIME("cuGraphNodeFindInClone", cuGraphNodeFindInClone, (void** node, void* original, GraphHandle clone), cudaGraphNodeFindInClone(nodes_at(node), node_at(original), handle(clone)))
FOREWARP_AS_RUNTIME("cuGraphChildGraphNodeGetGraph", cuGraphChildGraphNodeGetGraph, (void* node, GraphHandle* graph), kept(graph, cudaGraphChildGraphNodeGetGraph(node_at(node), handles(graph))))
FOREWARP_AS_RUNTIME("cuGraphExecUpdate", cuGraphExecUpdate_v2, (ExecHandle exec, GraphHandle graph, void* result), cudaGraphExecUpdate(handle(exec), handle(graph), static_cast<cudaGraphExecUpdateResultInfo*>(result)))
FOREWARP_AS_RUNTIME("cuGraphNodeSetEnabled", cuGraphNodeSetEnabled, (ExecHandle exec, void* node, unsigned enabled), cudaGraphNodeSetEnabled(handle(exec), node_at(node), enabled))
FOREWARP_AS_RUNTIME("cuGraphNodeGetEnabled", cuGraphNodeGetEnabled, (ExecHandle exec, void* node, unsigned* enabled), cudaGraphNodeGetEnabled(handle(exec), node_at(node), enabled))
FOREWARP_AS_RUNTIME("cuGraphMemsetNodeGetParams", cuGraphMemsetNodeGetParams, (void* node, void* fill), cudaGraphMemsetNodeGetParams(node_at(node), static_cast<cudaMemsetParams*>(fill)))
FOREWARP_AS_RUNTIME("cuGraphMemsetNodeSetParams", cuGraphMemsetNodeSetParams, (void* node, const void* fill), cudaGraphMemsetNodeSetParams(node_at(node), static_cast<const cudaMemsetParams*>(fill)))
FOREWARP_AS_RUNTIME("cuGraphExecMemsetNodeSetParams", cuGraphExecMemsetNodeSetParams, (ExecHandle exec, void* node, const void* fill, Context*), cudaGraphExecMemsetNodeSetParams(handle(exec), node_at(node), static_cast<const cudaMemsetParams*>(fill)))
FOREWARP_AS_RUNTIME("cuGraphHostNodeGetParams", cuGraphHostNodeGetParams, (void* node, void* host), cudaGraphHostNodeGetParams(node_at(node), static_cast<cudaHostNodeParams*>(host)))
FOREWARP_AS_RUNTIME("cuGraphHostNodeSetParams", cuGraphHostNodeSetParams, (void* node, const void* host), cudaGraphHostNodeSetParams(node_at(node), static_cast<const cudaHostNodeParams*>(host)))
FOREWARP_AS_RUNTIME("cuGraphExecHostNodeSetParams", cuGraphExecHostNodeSetParams, (ExecHandle exec, void* node, const void* host), cudaGraphExecHostNodeSetParams(handle(exec), node_at(node), static_cast<const cudaHostNodeParams*>(host)))
FOREWARP_AS_RUNTIME("cuGraphExecChildGraphNodeSetParams", cuGraphExecChildGraphNodeSetParams, (ExecHandle exec, void* node, GraphHandle child), cudaGraphExecChildGraphNodeSetParams(handle(exec), node_at(node), handle(child)))
FOREWARP_AS_RUNTIME("cuGraphEventRecordNodeGetEvent", cuGraphEventRecordNodeGetEvent, (void* node, EventHandle* event), cudaGraphEventRecordNodeGetEvent(node_at(node), reinterpret_cast<cudaEvent_t*>(event)))
FOREWARP_AS_RUNTIME("cuGraphEventRecordNodeSetEvent", cuGraphEventRecordNodeSetEvent, (void* node, EventHandle event), cudaGraphEventRecordNodeSetEvent(node_at(node), handle(event)))
FOREWARP_AS_RUNTIME("cuGraphEventWaitNodeGetEvent", cuGraphEventWaitNodeGetEvent, (void* node, EventHandle* event), cudaGraphEventWaitNodeGetEvent(node_at(node), reinterpret_cast<cudaEvent_t*>(event)))
FOREWARP_AS_RUNTIME("cuGraphEventWaitNodeSetEvent", cuGraphEventWaitNodeSetEvent, (void* node, EventHandle event), cudaGraphEventWaitNodeSetEvent(node_at(node), handle(event)))
FOREWARP_AS_RUNTIME("cuGraphMemAllocNodeGetParams", cuGraphMemAllocNodeGetParams, (void* node, void* memory), cudaGraphMemAllocNodeGetParams(node_at(node), static_cast<cudaMemAllocNodeParams*>(memory)))
FOREWARP_AS_RUNTIME("cuGraphMemFreeNodeGetParams", cuGraphMemFreeNodeGetParams, (void* node, DevicePointer* memory), cudaGraphMemFreeNodeGetParams(node_at(node), memory))
FOREWARP_AS_RUNTIME("cuUserObjectCreate", cuUserObjectCreate, (void** object, void* pointer, void (*destroy)(void*), unsigned count, unsigned flags), cudaUserObjectCreate(reinterpret_cast<cudaUserObject_t*>(object), pointer, destroy, count, flags))
FOREWARP_AS_RUNTIME("cuUserObjectRetain", cuUserObjectRetain, (void* object, unsigned count), cudaUserObjectRetain(static_cast<cudaUserObject_t>(object), count))
FOREWARP_AS_RUNTIME("cuUserObjectRelease", cuUserObjectRelease, (void* object, unsigned count), cudaUserObjectRelease(static_cast<cudaUserObject_t>(object), count))
FOREWARP_AS_RUNTIME("cuGraphRetainUserObject", cuGraphRetainUserObject, (GraphHandle graph, void* object, unsigned count, unsigned flags), cudaGraphRetainUserObject(handle(graph), static_cast<cudaUserObject_t>(object), count, flags))
FOREWARP_AS_RUNTIME("cuGraphReleaseUserObject", cuGraphReleaseUserObject, (GraphHandle graph, void* object, unsigned count), cudaGraphReleaseUserObject(handle(graph), static_cast<cudaUserObject_t>(object), count))
FOREWARP_AS_RUNTIME("cuDeviceGetGraphMemAttribute", cuDeviceGetGraphMemAttribute, (int device, int which, void* value), cudaDeviceGetGraphMemAttribute(device, static_cast<cudaGraphMemAttributeType>(which), value))
FOREWARP_AS_RUNTIME("cuDeviceSetGraphMemAttribute", cuDeviceSetGraphMemAttribute, (int device, int which, void* value), cudaDeviceSetGraphMemAttribute(device, static_cast<cudaGraphMemAttributeType>(which), value))
FOREWARP_AS_RUNTIME("cuDeviceGraphMemTrim", cuDeviceGraphMemTrim, (int device), cudaDeviceGraphMemTrim(device))
// clang-format on
}
#undef FOREWARP_AS_RUNTIME

}  // namespace forewarp::driver
