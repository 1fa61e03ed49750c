// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// What programs ask of graphs: what nodes are made of, what a stream captures, objects that graphs keep, their memory.
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "check.h"

__global__ void axpy(float* y, const float* x, float a, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] += a * x[i];
}

constexpr int n = 600;
static float *x, *y;

static void count(void* calls) { ++*static_cast<int*>(calls); }

static cudaKernelNodeParams axpy_node(void** arguments) {
  cudaKernelNodeParams kernel{};
  kernel.func = reinterpret_cast<void*>(axpy);
  kernel.gridDim = 3;
  kernel.blockDim = 256;
  kernel.kernelParams = arguments;
  return kernel;
}

static void captures() {
  cudaStream_t stream;
  CALL(cudaStreamCreate(&stream));
  cudaStreamCaptureStatus status;
  unsigned long long id = 0, again = 0;
  cudaGraph_t graph;
  const cudaGraphNode_t* after;
  size_t waits = 9;
  CALL(cudaStreamGetCaptureInfo(stream, &status, &id));
  CHECK(status == cudaStreamCaptureStatusNone);
  CHECK(cudaStreamUpdateCaptureDependencies(stream, nullptr, 0) == cudaErrorIllegalState);

  CALL(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
  axpy<<<3, 256, 0, stream>>>(y, x, 2.0f, n);
  int calls = 0;
  CALL(cudaLaunchHostFunc(stream, count, &calls));
  CALL(cudaStreamGetCaptureInfo_v2(stream, &status, &id, &graph, &after, &waits));
  CHECK(status == cudaStreamCaptureStatusActive && id != 0 && waits == 1);
  // A node that the program adds itself, which the stream goes on behind.
  float a = 3;
  int size = n;
  void* arguments[] = {&y, &x, &a, &size};
  const cudaKernelNodeParams kernel = axpy_node(arguments);
  cudaGraphNode_t own;
  CALL(cudaGraphAddKernelNode(&own, graph, after, waits, &kernel));
  CALL(cudaStreamUpdateCaptureDependencies(stream, &own, 1, cudaStreamSetCaptureDependencies));
  CALL(cudaMemsetAsync(x, 0, 4, stream));
  CALL(cudaStreamGetCaptureInfo(stream, &status, &again));
  CHECK(again == id);
  CALL(cudaStreamEndCapture(stream, &graph));

  cudaGraphNode_t nodes[8];
  size_t all = 8;
  CALL(cudaGraphGetNodes(graph, nodes, &all));
  CHECK(all == 4);
  cudaKernelNodeParams got{};
  CALL(cudaGraphKernelNodeGetParams(nodes[0], &got));
  CHECK(got.func == reinterpret_cast<void*>(axpy) && got.gridDim.x == 3 && got.blockDim.x == 256);
  CHECK(*static_cast<float**>(got.kernelParams[0]) == y && *static_cast<float*>(got.kernelParams[2]) == 2.0f);
  cudaHostNodeParams host;
  CALL(cudaGraphHostNodeGetParams(nodes[1], &host));
  CHECK(host.fn == count && host.userData == &calls);
  CHECK(cudaGraphHostNodeGetParams(nodes[0], &host) == cudaErrorInvalidValue);
  // What was got is what sets: the first kernel as the second one was.
  CALL(cudaGraphKernelNodeGetParams(own, &got));
  CALL(cudaGraphKernelNodeSetParams(nodes[0], &got));
  cudaGraphNode_t next;
  all = 1;
  CALL(cudaGraphNodeGetDependentNodes(own, &next, &all));
  cudaGraphNodeType type;
  CALL(cudaGraphNodeGetType(next, &type));
  CHECK(all == 1 && type == cudaGraphNodeTypeMemset);

  cudaGraphExec_t exec;
  CALL(cudaGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
  CALL(cudaGraphLaunch(exec, stream));
  CALL(cudaStreamSynchronize(stream));
  CHECK(calls == 1 && y[10] == 60.0f && x[0] == 0.0f);
  CALL(cudaGraphDestroyNode(nodes[1]));
  CALL(cudaGraphGetNodes(graph, nullptr, &all));
  CHECK(all == 3);
  CALL(cudaGraphDestroy(graph));
}

static void copies_and_fills() {
  cudaGraph_t graph, clone, child;
  cudaGraphNode_t fill, copy, into_array, nested, found;
  CALL(cudaGraphCreate(&graph, 0));
  unsigned* values;
  CALL(cudaMallocManaged(&values, 16 * sizeof *values));
  cudaMemsetParams set{};
  set.dst = values;
  set.value = 0x01020304;
  set.elementSize = 4;
  set.width = 16;
  set.height = 1;
  CALL(cudaGraphAddMemsetNode(&fill, graph, nullptr, 0, &set));
  cudaMemsetParams got_set{};
  CALL(cudaGraphMemsetNodeGetParams(fill, &got_set));
  CHECK(got_set.dst == values && got_set.value == set.value && got_set.elementSize == 4 && got_set.width == 16);
  CALL(cudaGraphAddMemcpyNode1D(&copy, graph, &fill, 1, values, values + 8, 32, cudaMemcpyDefault));
  cudaMemcpy3DParms p{};
  CALL(cudaGraphMemcpyNodeGetParams(copy, &p));
  CHECK(p.dstPtr.ptr == values && p.srcPtr.ptr == values + 8 && p.extent.width == 32 && !p.dstArray);
  cudaArray_t array;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<int>();
  CALL(cudaMallocArray(&array, &format, 4, 4));
  p = {};
  p.srcPtr = make_cudaPitchedPtr(values, 8, 2, 2);
  p.dstArray = array;
  p.dstPos = make_cudaPos(1, 2, 0);
  p.extent = make_cudaExtent(2, 2, 1);
  p.kind = cudaMemcpyDefault;
  CALL(cudaGraphAddMemcpyNode(&into_array, graph, &copy, 1, &p));
  cudaMemcpy3DParms q{};
  CALL(cudaGraphMemcpyNodeGetParams(into_array, &q));
  CHECK(q.dstArray == array && q.dstPos.x == 1 && q.dstPos.y == 2 && q.extent.width == 2 && q.srcPtr.pitch == 8);

  CALL(cudaGraphClone(&clone, graph));
  CALL(cudaGraphNodeFindInClone(&found, copy, clone));
  cudaGraph_t parent;
  CALL(cudaGraphCreate(&parent, 0));
  CALL(cudaGraphAddChildGraphNode(&nested, parent, nullptr, 0, clone));
  CALL(cudaGraphChildGraphNodeGetGraph(nested, &child));
  size_t all = 3;
  cudaGraphNode_t inner[3];
  CALL(cudaGraphGetNodes(child, inner, &all));
  CHECK(all == 3);
  set.value = 7;
  CALL(cudaGraphMemsetNodeSetParams(inner[0], &set));  // of the child alone
  cudaGraphExec_t exec;
  CALL(cudaGraphInstantiate(&exec, parent, cudaGraphInstantiateFlagAutoFreeOnLaunch));
  unsigned long long flags = 0;
  CALL(cudaGraphExecGetFlags(exec, &flags));
  CHECK(flags == cudaGraphInstantiateFlagAutoFreeOnLaunch);
  CALL(cudaGraphLaunch(exec, nullptr));
  CALL(cudaDeviceSynchronize());
  CHECK(values[15] == 7 && values[0] == 7);
  CALL(cudaGraphInstantiate(&exec, graph, 0));
  CALL(cudaGraphLaunch(exec, nullptr));
  CALL(cudaDeviceSynchronize());
  CHECK(values[15] == 0x01020304);

  cudaEvent_t event, got_event;
  cudaGraphNode_t record;
  CALL(cudaEventCreate(&event));
  CALL(cudaGraphAddEventRecordNode(&record, graph, nullptr, 0, event));
  CALL(cudaGraphEventRecordNodeGetEvent(record, &got_event));
  CHECK(got_event == event && cudaGraphEventWaitNodeGetEvent(record, &got_event) == cudaErrorInvalidValue);
}

/// Names and parameters of kernels, attributes of their nodes, a graph as a picture.
static void kernels() {
  const char* name = nullptr;
  CALL(cudaFuncGetName(&name, reinterpret_cast<const void*>(axpy)));
  CHECK(strstr(name, "axpy"));
  size_t offset = 0, bytes = 0;
  CALL(cudaFuncGetParamInfo(reinterpret_cast<const void*>(axpy), 3, &offset, &bytes));
  CHECK(offset == 20 && bytes == 4);
  CHECK(cudaFuncGetParamInfo(reinterpret_cast<const void*>(axpy), 4, &offset, &bytes) == cudaErrorInvalidValue);

  float a = 1;
  int size = n;
  void* arguments[] = {&y, &x, &a, &size};
  const cudaKernelNodeParams kernel = axpy_node(arguments);
  cudaGraph_t graph;
  cudaGraphNode_t first, second;
  CALL(cudaGraphCreate(&graph, 0));
  CALL(cudaGraphAddKernelNode(&first, graph, nullptr, 0, &kernel));
  CALL(cudaGraphAddEmptyNode(&second, graph, &first, 1));
  cudaKernelNodeAttrValue value{};
  CALL(cudaGraphKernelNodeGetAttribute(first, cudaLaunchAttributePriority, &value));
  CHECK(value.priority == 0);
  value.priority = -3;
  CALL(cudaGraphKernelNodeSetAttribute(first, cudaLaunchAttributePriority, &value));
  value.priority = 0;
  CALL(cudaGraphKernelNodeGetAttribute(first, cudaLaunchAttributePriority, &value));
  CHECK(value.priority == -3);
  value = {};
  value.cooperative = 1;
  CALL(cudaGraphKernelNodeSetAttribute(first, cudaLaunchAttributeCooperative, &value));
  CALL(cudaGraphKernelNodeGetAttribute(first, cudaLaunchAttributePriority, &value));
  CHECK(value.priority == -3);
  CHECK(cudaGraphKernelNodeGetAttribute(second, cudaLaunchAttributePriority, &value) == cudaErrorInvalidValue);
  CHECK(cudaGraphKernelNodeGetAttribute(first, cudaLaunchAttributeSynchronizationPolicy, &value) ==
        cudaErrorInvalidValue);

  y[5] = 10;
  x[5] = 4;
  cudaGraphExec_t exec;
  CALL(cudaGraphInstantiate(&exec, graph, 0));
  CALL(cudaGraphLaunch(exec, nullptr));
  CALL(cudaDeviceSynchronize());
  CHECK(y[5] == 14.0f);

  char path[] = "/tmp/forewarp-graph-XXXXXX";
  CHECK(close(mkstemp(path)) == 0);
  CALL(cudaGraphDebugDotPrint(graph, path, cudaGraphDebugDotFlagsVerbose));
  char text[512] = {};
  FILE* file = fopen(path, "r");
  CHECK(fread(text, 1, sizeof text - 1, file) > 0);
  fclose(file);
  unlink(path);
  CHECK(strstr(text, "digraph") && strstr(text, "axpy") && strstr(text, "<<<(3, 1, 1), (256, 1, 1), 0>>>") &&
        strstr(text, "node_0 -> node_1"));
  CHECK(cudaGraphDebugDotPrint(graph, "/nowhere/graph.dot", 0) == cudaErrorOperatingSystem);
}

static void objects() {
  int destroyed = 0;
  cudaUserObject_t object;
  CALL(cudaUserObjectCreate(&object, &destroyed, count, 2, cudaUserObjectNoDestructorSync));
  cudaGraph_t graph;
  CALL(cudaGraphCreate(&graph, 0));
  CALL(cudaGraphRetainUserObject(graph, object, 1, cudaGraphUserObjectMove));
  CALL(cudaUserObjectRelease(object, 1));
  CHECK(destroyed == 0);
  CHECK(cudaUserObjectRelease(object, 1) == cudaErrorInvalidValue);
  cudaGraphExec_t exec;
  CALL(cudaGraphInstantiate(&exec, graph, 0));
  CALL(cudaGraphReleaseUserObject(graph, object));
  CALL(cudaGraphDestroy(graph));
  CHECK(destroyed == 0);
  CALL(cudaGraphExecDestroy(exec));
  CHECK(destroyed == 1);
}

static unsigned long long used(cudaGraphMemAttributeType attribute) {
  unsigned long long value = 0;
  CALL(cudaDeviceGetGraphMemAttribute(0, attribute, &value));
  return value;
}

static void memory() {
  constexpr unsigned long long bytes = 1 << 20;
  cudaStream_t stream;
  CALL(cudaStreamCreate(&stream));
  CALL(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  void* place;
  CALL(cudaMallocAsync(&place, bytes, stream));
  CALL(cudaMemsetAsync(place, 1, bytes, stream));
  CALL(cudaFreeAsync(place, stream));
  cudaGraph_t graph;
  CALL(cudaStreamEndCapture(stream, &graph));
  cudaGraphExec_t exec;
  CALL(cudaGraphInstantiate(&exec, graph, 0));
  CHECK(used(cudaGraphMemAttrUsedMemHigh) == 0);
  CALL(cudaGraphLaunch(exec, stream));
  CALL(cudaStreamSynchronize(stream));
  CHECK(used(cudaGraphMemAttrUsedMemCurrent) == 0 && used(cudaGraphMemAttrUsedMemHigh) == bytes);
  CHECK(used(cudaGraphMemAttrReservedMemCurrent) == bytes);
  CALL(cudaDeviceGraphMemTrim(0));
  CHECK(used(cudaGraphMemAttrReservedMemCurrent) == 0 && used(cudaGraphMemAttrReservedMemHigh) == bytes);
  unsigned long long zero = 0;
  CALL(cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrReservedMemHigh, &zero));
  CHECK(used(cudaGraphMemAttrReservedMemHigh) == 0);
  CHECK(cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrUsedMemCurrent, &zero) == cudaErrorInvalidValue);
}

int main() {
  CALL(cudaMallocManaged(&x, n * sizeof *x));
  CALL(cudaMallocManaged(&y, n * sizeof *y));
  for (int i = 0; i < n; ++i) x[i] = static_cast<float>(i);
  captures();
  kernels();
  copies_and_fills();
  objects();
  memory();
  std::puts("PASS");
}
