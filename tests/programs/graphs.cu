// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Graphs made node by node, changed after they were instantiated, with children, and captured from two streams.
#include "check.h"

__global__ void add(float* x, float value, int rounds) {
  float y = x[threadIdx.x];
  for (int i = 0; i < rounds; ++i) y += value;
  x[threadIdx.x] = y;
}
__global__ void sum(const float* a, const float* b, float* to) { to[threadIdx.x] = a[threadIdx.x] + b[threadIdx.x]; }

constexpr int n = 128;
constexpr size_t bytes = n * sizeof(float);
float *a, *b, *c, host[n];

cudaKernelNodeParams kernel(void* function, void** arguments) {
  cudaKernelNodeParams p = {};
  p.func = function;
  p.gridDim = dim3(1);
  p.blockDim = dim3(n);
  p.kernelParams = arguments;
  return p;
}

void note(void* data) { ++*static_cast<int*>(data); }

float milliseconds(cudaGraphExec_t exec, cudaStream_t stream) {
  cudaEvent_t begin, end;
  CALL(cudaEventCreate(&begin));
  CALL(cudaEventCreate(&end));
  CALL(cudaEventRecord(begin, stream));
  CALL(cudaGraphLaunch(exec, stream));
  CALL(cudaEventRecord(end, stream));
  CALL(cudaEventSynchronize(end));
  float ms = 0;
  CALL(cudaEventElapsedTime(&ms, begin, end));
  return ms;
}

/// zero a and b; a += 3 * 1; b += 3 * 2; c = a + b; copy c; a host function. The nodes are added from last to first.
void node_by_node(cudaStream_t stream) {
  cudaGraph_t graph;
  CALL(cudaGraphCreate(&graph, 0));
  int calls = 0, rounds = 3;
  float one = 1, two = 2;
  cudaGraphNode_t told, copied, summed, added[2], zeroed[2];
  cudaHostNodeParams h = {note, &calls};
  CALL(cudaGraphAddHostNode(&told, graph, nullptr, 0, &h));
  CALL(cudaGraphAddMemcpyNode1D(&copied, graph, nullptr, 0, host, c, bytes, cudaMemcpyDeviceToHost));
  void* sum_arguments[] = {&a, &b, &c};
  cudaKernelNodeParams k = kernel((void*)sum, sum_arguments);
  CALL(cudaGraphAddKernelNode(&summed, graph, nullptr, 0, &k));
  void* a_arguments[] = {&a, &one, &rounds};
  void* b_arguments[] = {&b, &two, &rounds};
  for (int i = 0; i < 2; ++i) {
    cudaMemsetParams zero = {i ? b : a, 0, 0, 4, n, 1};
    CALL(cudaGraphAddMemsetNode(&zeroed[i], graph, nullptr, 0, &zero));
    k = kernel((void*)add, i ? b_arguments : a_arguments);
    CALL(cudaGraphAddKernelNode(&added[i], graph, &zeroed[i], 1, &k));
  }
  one = 100;  // arguments were copied
  cudaGraphNode_t from[] = {added[0], added[1], summed, copied}, to[] = {summed, summed, copied, told};
#if CUDART_VERSION >= 13000
  CALL(cudaGraphAddDependencies(graph, from, to, nullptr, 4));
#else
  CALL(cudaGraphAddDependencies(graph, from, to, 4));
#endif
  size_t count = 0;
  CALL(cudaGraphGetNodes(graph, nullptr, &count));
  CHECK(count == 7);
  CALL(cudaGraphGetRootNodes(graph, nullptr, &count));
  CHECK(count == 2);
  cudaGraphNode_t roots[2];
  CALL(cudaGraphGetRootNodes(graph, roots, &count));
  CHECK(roots[0] == zeroed[0] && roots[1] == zeroed[1]);
  cudaGraphNodeType type;
  CALL(cudaGraphNodeGetType(summed, &type));
  CHECK(type == cudaGraphNodeTypeKernel);

  cudaGraphExec_t exec;
  CALL(cudaGraphInstantiate(&exec, graph, 0));
  CALL(cudaGraphLaunch(exec, stream));
  CALL(cudaStreamSynchronize(stream));
  CHECK(host[0] == 9 && host[n - 1] == 9 && calls == 1);

  k = kernel((void*)add, a_arguments);  // one is 100 by now
  CALL(cudaGraphExecKernelNodeSetParams(exec, added[0], &k));
  CALL(cudaGraphLaunch(exec, stream));
  CALL(cudaStreamSynchronize(stream));
  CHECK(host[0] == 306 && calls == 2);
  CHECK(cudaGraphExecKernelNodeSetParams(exec, copied, &k) == cudaErrorInvalidValue);
  cudaGetLastError();

  cudaGraph_t parent;
  cudaGraphNode_t first, second, empty;
  CALL(cudaGraphCreate(&parent, 0));
  CALL(cudaGraphAddChildGraphNode(&first, parent, nullptr, 0, graph));
  CALL(cudaGraphAddEmptyNode(&empty, parent, &first, 1));
  CALL(cudaGraphAddChildGraphNode(&second, parent, &empty, 1, graph));
  cudaGraphExec_t parents;
  CALL(cudaGraphInstantiate(&parents, parent, 0));
  CALL(cudaGraphDestroy(graph));
  CALL(cudaGraphLaunch(parents, stream));
  CALL(cudaStreamSynchronize(stream));
  CHECK(host[0] == 9 && calls == 4);

  cudaGraphNode_t loop[] = {second, first}, onto[] = {first, second};
#if CUDART_VERSION >= 13000
  CALL(cudaGraphAddDependencies(parent, loop, onto, nullptr, 1));
#else
  CALL(cudaGraphAddDependencies(parent, loop, onto, 1));
#endif
  CHECK(cudaGraphInstantiate(&parents, parent, 0) == cudaErrorInvalidValue);
  cudaGetLastError();
}

/// A stream that takes part in a capture may end once it has joined: what it did stays in the graph.
void streams_end_before_the_capture(cudaStream_t stream) {
  cudaStream_t brief;
  cudaEvent_t fork, join;
  CALL(cudaStreamCreate(&brief));
  CALL(cudaEventCreate(&fork));
  CALL(cudaEventCreate(&join));
  CALL(cudaMemset(a, 0, bytes));
  CALL(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  CALL(cudaEventRecord(fork, stream));
  CALL(cudaStreamWaitEvent(brief, fork, 0));
  add<<<1, n, 0, brief>>>(a, 3, 2);
  CALL(cudaEventRecord(join, brief));
  CALL(cudaStreamWaitEvent(stream, join, 0));
  CALL(cudaStreamDestroy(brief));
  CALL(cudaEventDestroy(fork));
  CALL(cudaEventDestroy(join));
  add<<<1, n, 0, stream>>>(a, 1, 1);
  cudaGraph_t graph;
  CALL(cudaStreamEndCapture(stream, &graph));
  cudaGraphExec_t exec;
  CALL(cudaGraphInstantiate(&exec, graph, 0));
  CALL(cudaGraphLaunch(exec, stream));
  CALL(cudaStreamSynchronize(stream));
  CALL(cudaMemcpy(host, a, bytes, cudaMemcpyDeviceToHost));
  CHECK(host[5] == 3 * 2 + 1);
  CALL(cudaGraphExecDestroy(exec));
  CALL(cudaGraphDestroy(graph));
}

/// Two long kernels of one block each, on one stream or on two that fork and join.
cudaGraphExec_t captured(cudaStream_t stream, cudaStream_t other) {
  cudaEvent_t fork, join;
  CALL(cudaEventCreate(&fork));
  CALL(cudaEventCreate(&join));
  CALL(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  CALL(cudaMemsetAsync(a, 0, bytes, stream));
  CALL(cudaMemsetAsync(b, 0, bytes, stream));
  CALL(cudaEventRecord(fork, stream));
  CALL(cudaStreamWaitEvent(other, fork, 0));
  add<<<1, n, 0, stream>>>(a, 1, 10000);
  add<<<1, n, 0, other>>>(b, 2, 10000);
  CALL(cudaEventRecord(join, other));
  CALL(cudaStreamWaitEvent(stream, join, 0));
  sum<<<1, n, 0, stream>>>(a, b, c);
  cudaGraph_t graph;
  CALL(cudaStreamEndCapture(stream, &graph));
  cudaStreamCaptureStatus status;
  CALL(cudaStreamIsCapturing(other, &status));
  CHECK(status == cudaStreamCaptureStatusNone);
  size_t count = 0;
  CALL(cudaGraphGetNodes(graph, nullptr, &count));
  CHECK(count == 5);
  cudaGraphExec_t exec;
  CALL(cudaGraphInstantiate(&exec, graph, 0));
  return exec;
}

int main() {
  CALL(cudaMalloc(&a, bytes));
  CALL(cudaMalloc(&b, bytes));
  CALL(cudaMalloc(&c, bytes));
  cudaStream_t streams[2];
  for (cudaStream_t& s : streams) CALL(cudaStreamCreate(&s));
  node_by_node(streams[0]);
  streams_end_before_the_capture(streams[0]);
  const float serial = milliseconds(captured(streams[0], streams[0]), streams[0]);
  const float parallel = milliseconds(captured(streams[0], streams[1]), streams[0]);
  CALL(cudaMemcpy(host, c, bytes, cudaMemcpyDeviceToHost));
  CHECK(host[5] == 30000);
  std::printf("one branch %.1f us, two branches %.1f us\n", serial * 1e3, parallel * 1e3);
  CHECK(parallel < 0.7f * serial);
  std::puts("PASS");
}
