// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Graphs that run graphs on conditions that kernels set, and nodes of any type by one call.
#include "check.h"

__global__ void countdown(int* left, cudaGraphConditionalHandle handle) {
  cudaGraphSetConditional(handle, --*left > 0 ? 1 : 0);
}
__global__ void is_odd(const int* value, cudaGraphConditionalHandle handle) {
  cudaGraphSetConditional(handle, *value % 2);
}
__global__ void choose(const int* value, cudaGraphConditionalHandle handle) { cudaGraphSetConditional(handle, *value); }
__global__ void add(int* sum, int what) { *sum += what; }

static int *left, *sum, *value;

static cudaGraphNodeParams launch(void* function, void** arguments) {
  cudaGraphNodeParams p = {cudaGraphNodeTypeKernel};
  p.kernel.func = function;
  p.kernel.gridDim = p.kernel.blockDim = dim3(1);
  p.kernel.kernelParams = arguments;
  return p;
}

static cudaGraph_t* conditional(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after, size_t count,
                                cudaGraphConditionalHandle handle, cudaGraphConditionalNodeType type, unsigned size) {
  cudaGraphNodeParams p = {cudaGraphNodeTypeConditional};
  p.conditional.handle = handle;
  p.conditional.type = type;
  p.conditional.size = size;
  CALL(cudaGraphAddNode(node, graph, after, count, &p));
  return p.conditional.phGraph_out;
}

// A loop whose body is captured, with a condition within it.
static void loop() {
  cudaGraph_t graph;
  CALL(cudaGraphCreate(&graph, 0));
  cudaGraphConditionalHandle more, odd;
  CALL(cudaGraphConditionalHandleCreate(&more, graph, 1, cudaGraphCondAssignDefault));
  CALL(cudaGraphConditionalHandleCreate(&odd, graph));
  cudaGraphNode_t node, inner;
  const cudaGraph_t body = conditional(&node, graph, nullptr, 0, more, cudaGraphCondTypeWhile, 1)[0];
  cudaStream_t stream;
  CALL(cudaStreamCreate(&stream));
  CALL(cudaStreamBeginCaptureToGraph(stream, body, nullptr, nullptr, 0, cudaStreamCaptureModeRelaxed));
  CHECK(cudaStreamBeginCaptureToGraph(stream, body, nullptr, nullptr, 0, cudaStreamCaptureModeRelaxed) != cudaSuccess);
  add<<<1, 1, 0, stream>>>(sum, 1);
  countdown<<<1, 1, 0, stream>>>(left, more);
  is_odd<<<1, 1, 0, stream>>>(left, odd);
  cudaGraph_t captured;
  CALL(cudaStreamEndCapture(stream, &captured));
  CHECK(captured == body);
  cudaGraphNode_t nodes[3];
  size_t all = 3;
  CALL(cudaGraphGetNodes(body, nodes, &all));
  CHECK(all == 3);
  cudaGraph_t* const bodies = conditional(&inner, body, &nodes[2], 1, odd, cudaGraphCondTypeIf, 2);
  int hundred = 100, thousand = 1000;
  void *yes[] = {&sum, &hundred}, *no[] = {&sum, &thousand};
  cudaGraphNodeParams p = launch(reinterpret_cast<void*>(add), yes), q = launch(reinterpret_cast<void*>(add), no);
  CALL(cudaGraphAddNode(&node, bodies[0], nullptr, 0, &p));
  CALL(cudaGraphAddNode(&node, bodies[1], nullptr, 0, &q));

  cudaGraphExec_t exec;
  CALL(cudaGraphInstantiate(&exec, graph, 0));
  for (int rounds = 0; rounds < 3; ++rounds) {  // each sets the first condition again
    const int begin = 5;
    int end = -1;
    *sum = 0;
    CALL(cudaMemcpyAsync(left, &begin, sizeof begin, cudaMemcpyHostToDevice, stream));
    CALL(cudaGraphLaunch(exec, stream));
    CALL(cudaMemcpyAsync(&end, left, sizeof end, cudaMemcpyDeviceToHost, stream));
    CALL(cudaStreamSynchronize(stream));
    CHECK(end == 0 && *sum == 5 + 2 * 100 + 3 * 1000);
  }
  cudaGraph_t clone;
  CHECK(cudaGraphClone(&clone, graph) == cudaErrorNotSupported);
  CALL(cudaGraphExecDestroy(exec));
  CALL(cudaGraphDestroy(graph));
}

static void choice() {
  cudaGraph_t graph;
  cudaGraphConditionalHandle which;
  cudaGraphNode_t set, node, chosen[3];
  CALL(cudaGraphCreate(&graph, 0));
  CALL(cudaGraphConditionalHandleCreate(&which, graph));
  void* arguments[] = {&value, &which};
  cudaGraphNodeParams p = launch(reinterpret_cast<void*>(choose), arguments);
  CALL(cudaGraphAddNode(&set, graph, nullptr, 0, &p));
  cudaGraph_t* const bodies = conditional(&node, graph, &set, 1, which, cudaGraphCondTypeSwitch, 3);
  for (int i = 0; i < 3; ++i) {
    cudaGraphNodeParams fill = {cudaGraphNodeTypeMemset};
    fill.memset.dst = sum;
    fill.memset.value = i + 10;
    fill.memset.elementSize = 4;
    fill.memset.width = fill.memset.height = 1;
    CALL(cudaGraphAddNode(&chosen[i], bodies[i], nullptr, 0, &fill));
    fill.memset.value = i + 20;
    CALL(cudaGraphNodeSetParams(chosen[i], &fill));
  }
  cudaGraphNodeType type;
  CALL(cudaGraphNodeGetType(node, &type));
  CHECK(type == cudaGraphNodeTypeConditional);
  cudaGraphExec_t exec;
  CALL(cudaGraphInstantiate(&exec, graph, 0));
  for (int i = 0; i < 5; ++i) {
    *value = i;
    *sum = -1;
    CALL(cudaGraphLaunch(exec, nullptr));
    CALL(cudaDeviceSynchronize());
    CHECK(*sum == (i < 3 ? i + 20 : -1));
  }
  p = {cudaGraphNodeTypeConditional};
  p.conditional.handle = which;
  p.conditional.type = cudaGraphCondTypeWhile;
  p.conditional.size = 2;
  CHECK(cudaGraphAddNode(&node, graph, nullptr, 0, &p) == cudaErrorInvalidValue);
  p.conditional.size = 1;
  p.conditional.handle = 7;
  CHECK(cudaGraphAddNode(&node, graph, nullptr, 0, &p) == cudaErrorInvalidValue);
}

int main() {
  CALL(cudaMalloc(&left, sizeof *left));
  CALL(cudaMallocManaged(&sum, sizeof *sum));
  CALL(cudaMallocManaged(&value, sizeof *value));
  loop();
  choice();
  std::puts("PASS");
}
