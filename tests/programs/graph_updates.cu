// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Instantiated graphs that get other parameters or the operations of another graph, nodes for events and memory.
#include <initializer_list>

#include "check.h"

__global__ void fill_with(float* x, float value) { x[threadIdx.x] = value; }
__global__ void add(float* x, const float* y) { x[threadIdx.x] += y[threadIdx.x]; }
__global__ void slow(float* x, int rounds) {
  float y = x[threadIdx.x];
  for (int i = 0; i < rounds; ++i) y = y * 0.5f + 1;
  x[threadIdx.x] = y;
}

constexpr int n = 64;
constexpr size_t bytes = n * sizeof(float);
__device__ float variable[n];
float *a, *b, host[n];
cudaStream_t stream;

/// What a graph leaves in a.
float result(cudaGraphExec_t exec) {
  CALL(cudaGraphLaunch(exec, stream));
  CALL(cudaStreamSynchronize(stream));
  CALL(cudaMemcpy(host, a, bytes, cudaMemcpyDeviceToHost));
  return host[n - 1];
}

cudaGraph_t captured(float value, bool with_fill) {
  cudaGraph_t graph;
  CALL(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  if (with_fill) CALL(cudaMemsetAsync(a, 0, bytes, stream));
  fill_with<<<1, n, 0, stream>>>(a, value);
  CALL(cudaMemcpyAsync(b, a, bytes, cudaMemcpyDeviceToDevice, stream));
  add<<<1, n, 0, stream>>>(a, b);
  CALL(cudaStreamEndCapture(stream, &graph));
  return graph;
}

/// A whole update succeeds for other arguments and fails for another structure, which changes nothing.
void whole_updates() {
  cudaGraphExec_t exec;
  cudaGraph_t first = captured(1, false), second = captured(2, false), longer = captured(3, true);
  CALL(cudaGraphInstantiate(&exec, first, 0));
  CHECK(result(exec) == 2);
  cudaGraphExecUpdateResultInfo info;
  CALL(cudaGraphExecUpdate(exec, second, &info));
  CHECK(info.result == cudaGraphExecUpdateSuccess);
#ifdef __clang__
  cudaGraphExecUpdateResult as_of_11 = cudaGraphExecUpdateError;
  CALL(cudaGraphExecUpdate(exec, second, nullptr, &as_of_11));
  CHECK(as_of_11 == cudaGraphExecUpdateSuccess);
#endif
  CHECK(result(exec) == 4);
  CHECK(cudaGraphExecUpdate(exec, longer, &info) == cudaErrorGraphExecUpdateFailure);
  CHECK(info.result == cudaGraphExecUpdateErrorTopologyChanged);
  cudaGetLastError();
  CHECK(result(exec) == 4);
  for (cudaGraph_t graph : {first, second, longer}) CALL(cudaGraphDestroy(graph));
  CALL(cudaGraphExecDestroy(exec));
}

/// a = 1; a = variable; with other parameters, without a node.
void single_nodes() {
  float one = 1;
  void* arguments[] = {&a, &one};
  cudaKernelNodeParams kernel = {};
  kernel.func = (void*)fill_with;
  kernel.gridDim = dim3(1);
  kernel.blockDim = dim3(n);
  kernel.kernelParams = arguments;
  cudaGraph_t graph;
  cudaGraphNode_t filled, read;
  CALL(cudaGraphCreate(&graph, 0));
  CALL(cudaGraphAddKernelNode(&filled, graph, nullptr, 0, &kernel));
  CALL(cudaGraphAddMemcpyNodeFromSymbol(&read, graph, &filled, 1, a, variable, bytes, 0, cudaMemcpyDeviceToDevice));
  cudaGraphExec_t exec;
  CALL(cudaGraphInstantiate(&exec, graph, 0));
  CHECK(result(exec) == 0);

  CALL(cudaGraphExecMemcpyNodeSetParamsToSymbol(exec, read, variable, a, bytes, 0, cudaMemcpyDeviceToDevice));
  CHECK(result(exec) == 1);
  float back[n];
  CALL(cudaMemcpyFromSymbol(back, variable, bytes));
  CHECK(back[0] == 1);

  CALL(cudaGraphNodeSetEnabled(exec, filled, 0));
  CALL(cudaMemset(a, 0, bytes));
  CHECK(result(exec) == 0);
  unsigned enabled = 1;
  CALL(cudaGraphNodeGetEnabled(exec, filled, &enabled));
  CHECK(enabled == 0);

  cudaMemcpy3DParms copy = {};
  copy.srcPtr = make_cudaPitchedPtr(b, bytes, n, 1);
  copy.dstPtr = make_cudaPitchedPtr(a, bytes, n, 1);
  copy.extent = make_cudaExtent(bytes, 1, 1);
  copy.kind = cudaMemcpyDeviceToDevice;
  CALL(cudaGraphExecMemcpyNodeSetParams(exec, read, &copy));
  CHECK(result(exec) == 2);  // what whole_updates left in b

  size_t count = 4;
  cudaGraphNode_t before[4];
#if CUDART_VERSION >= 13000
  CALL(cudaGraphNodeGetDependencies(read, before, nullptr, &count));
  CHECK(count == 1 && before[0] == filled);
  CALL(cudaGraphRemoveDependencies(graph, &filled, &read, nullptr, 1));
  CALL(cudaGraphNodeGetDependencies(read, nullptr, nullptr, &count));
#else
  CALL(cudaGraphNodeGetDependencies(read, before, &count));
  CHECK(count == 1 && before[0] == filled);
  CALL(cudaGraphRemoveDependencies(graph, &filled, &read, 1));
  CALL(cudaGraphNodeGetDependencies(read, nullptr, &count));
#endif
  CHECK(count == 0);
}

/// Two events around a long kernel, within one graph; another stream waits for the second one.
void events() {
  cudaEvent_t begin, end, other;
  CALL(cudaEventCreate(&begin));
  CALL(cudaEventCreate(&end));
  CALL(cudaEventCreate(&other));
  int rounds = 20000;
  void* arguments[] = {&a, &rounds};
  cudaKernelNodeParams kernel = {};
  kernel.func = (void*)slow;
  kernel.gridDim = dim3(1);
  kernel.blockDim = dim3(n);
  kernel.kernelParams = arguments;
  cudaGraph_t graph;
  cudaGraphNode_t nodes[4];
  CALL(cudaGraphCreate(&graph, 0));
  CALL(cudaGraphAddEventWaitNode(&nodes[0], graph, nullptr, 0, other));
  CALL(cudaGraphAddEventRecordNode(&nodes[1], graph, &nodes[0], 1, begin));
  CALL(cudaGraphAddKernelNode(&nodes[2], graph, &nodes[1], 1, &kernel));
  CALL(cudaGraphAddEventRecordNode(&nodes[3], graph, &nodes[2], 1, other));
  cudaGraphNodeType type;
  CALL(cudaGraphNodeGetType(nodes[3], &type));
  CHECK(type == cudaGraphNodeTypeEventRecord);
  cudaGraphExec_t exec;
  CALL(cudaGraphInstantiate(&exec, graph, 0));
  CALL(cudaGraphExecEventRecordNodeSetEvent(exec, nodes[3], end));
  CHECK(result(exec) == 2);  // the limit of x / 2 + 1
  float ms = 0;
  CALL(cudaEventElapsedTime(&ms, begin, end));
  std::printf("between the events: %.1f us\n", ms * 1e3);
  CHECK(ms > 0.02f);

  // The same by capture.
  CALL(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  CALL(cudaEventRecordWithFlags(begin, stream, cudaEventRecordExternal));
  slow<<<1, n, 0, stream>>>(a, rounds);
  CALL(cudaEventRecordWithFlags(end, stream, cudaEventRecordExternal));
  cudaGraph_t again;
  CALL(cudaStreamEndCapture(stream, &again));
  size_t count = 0;
  CALL(cudaGraphGetNodes(again, nullptr, &count));
  CHECK(count == 3);
  CALL(cudaGraphInstantiate(&exec, again, 0));
  CHECK(result(exec) == 2);
  float captured_ms = 0;
  CALL(cudaEventElapsedTime(&captured_ms, begin, end));
  CHECK(captured_ms > 0.02f);
}

/// Memory that the graph allocates, node by node and by capture.
void memory() {
  cudaGraph_t graph;
  cudaGraphNode_t made, filled, read, freed;
  CALL(cudaGraphCreate(&graph, 0));
  cudaMemAllocNodeParams p = {};
  p.poolProps.allocType = cudaMemAllocationTypePinned;
  p.poolProps.location.type = cudaMemLocationTypeDevice;
  p.bytesize = bytes;
  CALL(cudaGraphAddMemAllocNode(&made, graph, nullptr, 0, &p));
  CHECK(p.dptr != nullptr);
  float seven = 7;
  void* arguments[] = {&p.dptr, &seven};
  cudaKernelNodeParams kernel = {};
  kernel.func = (void*)fill_with;
  kernel.gridDim = dim3(1);
  kernel.blockDim = dim3(n);
  kernel.kernelParams = arguments;
  CALL(cudaGraphAddKernelNode(&filled, graph, &made, 1, &kernel));
  CALL(cudaGraphAddMemcpyNode1D(&read, graph, &filled, 1, a, p.dptr, bytes, cudaMemcpyDeviceToDevice));
  CALL(cudaGraphAddMemFreeNode(&freed, graph, &read, 1, p.dptr));
  CHECK(cudaGraphAddMemFreeNode(&freed, graph, &read, 1, b) == cudaErrorInvalidValue);
  cudaGetLastError();
  cudaGraphExec_t exec;
  CHECK(cudaGraphInstantiate(&exec, graph, cudaGraphInstantiateFlagDeviceLaunch) == cudaErrorNotSupported);
  cudaGetLastError();
  CALL(cudaGraphInstantiate(&exec, graph, 0));
  CALL(cudaGraphDestroy(graph));  // the instantiated graph keeps the memory
  CHECK(result(exec) == 7);
  CHECK(result(exec) == 7);
  CALL(cudaGraphExecDestroy(exec));
  CHECK(cudaMemset(p.dptr, 0, bytes) == cudaErrorInvalidValue);
  cudaGetLastError();

  float* scratch;
  CALL(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  CALL(cudaMallocAsync((void**)&scratch, bytes, stream));
  fill_with<<<1, n, 0, stream>>>(scratch, 3);
  add<<<1, n, 0, stream>>>(a, scratch);
  CALL(cudaFreeAsync(scratch, stream));
  CALL(cudaStreamEndCapture(stream, &graph));
  CALL(cudaGraphInstantiate(&exec, graph, 0));
  CHECK(result(exec) == 10);
  CHECK(result(exec) == 13);

  void* unfreed;  // until the next launch
  CALL(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  CALL(cudaMallocAsync(&unfreed, bytes, stream));
  fill_with<<<1, n, 0, stream>>>(static_cast<float*>(unfreed), 5);
  CALL(cudaMemcpyAsync(a, unfreed, bytes, cudaMemcpyDeviceToDevice, stream));
  CALL(cudaStreamEndCapture(stream, &graph));
  CALL(cudaGraphInstantiate(&exec, graph, cudaGraphInstantiateFlagAutoFreeOnLaunch));
  CALL(cudaGraphDestroy(graph));
  CHECK(result(exec) == 5);
  CHECK(result(exec) == 5);
  CALL(cudaGraphExecDestroy(exec));
}

/// Twenty small kernels, in a stream and as a graph: the device begins a node sooner than a launch.
void nodes_begin_sooner() {
  cudaEvent_t begin, end;
  CALL(cudaEventCreate(&begin));
  CALL(cudaEventCreate(&end));
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  CALL(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  for (int i = 0; i < 20; ++i) fill_with<<<1, n, 0, stream>>>(a, 1);
  CALL(cudaStreamEndCapture(stream, &graph));
  CALL(cudaGraphInstantiate(&exec, graph, 0));
  float ms[2];
  for (bool in_graph : {false, true}) {
    CALL(cudaEventRecord(begin, stream));
    if (in_graph) CALL(cudaGraphLaunch(exec, stream));
    for (int i = 0; i < 20 && !in_graph; ++i) fill_with<<<1, n, 0, stream>>>(a, 1);
    CALL(cudaEventRecord(end, stream));
    CALL(cudaEventSynchronize(end));
    CALL(cudaEventElapsedTime(&ms[in_graph], begin, end));
  }
  std::printf("a launch takes %.2f us in the stream, %.2f us in the graph\n", 1e3 * ms[0] / 20, 1e3 * ms[1] / 20);
  CHECK(ms[1] < 0.75f * ms[0]);
}

int main() {
  CALL(cudaMalloc(&a, bytes));
  CALL(cudaMalloc(&b, bytes));
  CALL(cudaStreamCreate(&stream));
  whole_updates();
  single_nodes();
  events();
  memory();
  nodes_begin_sooner();
  std::puts("PASS");
}
