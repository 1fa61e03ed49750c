// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Two streams with copies of pinned memory, an event between them, a callback, and a stream that captures a graph.
#include "check.h"

__global__ void twice(float* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= 2;
}

void count_call(void* data) { ++*static_cast<int*>(data); }

int main() {
  const int n = 1 << 14;
  float *host, *device[2];
  CALL(cudaMallocHost(&host, 2 * n * sizeof(float)));
  for (int i = 0; i < 2 * n; ++i) host[i] = i;
  cudaStream_t streams[2];
  for (int s = 0; s < 2; ++s) {
    CALL(cudaStreamCreate(&streams[s]));
    CALL(cudaMalloc(&device[s], n * sizeof(float)));
    CALL(cudaMemcpyAsync(device[s], host + s * n, n * sizeof(float), cudaMemcpyHostToDevice, streams[s]));
    twice<<<n / 256, 256, 0, streams[s]>>>(device[s], n);
    CALL(cudaMemcpyAsync(host + s * n, device[s], n * sizeof(float), cudaMemcpyDeviceToHost, streams[s]));
  }
  cudaEvent_t done;
  CALL(cudaEventCreateWithFlags(&done, cudaEventDisableTiming));
  CALL(cudaEventRecord(done, streams[0]));
  CALL(cudaStreamWaitEvent(streams[1], done, 0));
  int calls = 0;
  CALL(cudaLaunchHostFunc(streams[1], count_call, &calls));
  const cudaError_t asked = cudaStreamQuery(streams[1]);  // depends on how fast the host is
  CHECK(asked == cudaSuccess || asked == cudaErrorNotReady);
  CHECK(cudaGetLastError() == asked);
  CALL(cudaStreamSynchronize(streams[1]));
  CALL(cudaStreamQuery(streams[1]));
  CHECK(calls == 1);
  for (int i = 0; i < 2 * n; ++i) CHECK(host[i] == 2.0f * i);

  cudaStreamAttrValue kept = {}, told = {};
  kept.accessPolicyWindow.base_ptr = device[0];
  kept.accessPolicyWindow.num_bytes = n * sizeof(float);
  kept.accessPolicyWindow.hitRatio = 0.5f;
  kept.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
  kept.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;
  CALL(cudaStreamSetAttribute(streams[0], cudaStreamAttributeAccessPolicyWindow, &kept));
  CALL(cudaStreamCopyAttributes(streams[1], streams[0]));
  CALL(cudaStreamGetAttribute(streams[1], cudaStreamAttributeAccessPolicyWindow, &told));
  CHECK(told.accessPolicyWindow.base_ptr == device[0] && told.accessPolicyWindow.hitRatio == 0.5f);
  CALL(cudaCtxResetPersistingL2Cache());
  unsigned long long ids[2] = {};
  int of_device = -1;
  for (int k = 0; k < 2; ++k) CALL(cudaStreamGetId(streams[k], &ids[k]));
  CALL(cudaStreamGetDevice(streams[1], &of_device));
  CHECK(ids[0] != ids[1] && of_device == 0);

  int least = -1, greatest = 1, priority = 1;
  cudaStream_t urgent;
  CALL(cudaDeviceGetStreamPriorityRange(&least, &greatest));
  CALL(cudaStreamCreateWithPriority(&urgent, cudaStreamNonBlocking, greatest - 100));
  CALL(cudaStreamGetPriority(urgent, &priority));
  CHECK(least == 0 && greatest < 0 && priority == greatest);
  CALL(cudaStreamGetPriority(streams[0], &priority));
  CHECK(priority == least);
  CALL(cudaStreamDestroy(urgent));

  cudaGraph_t graph;
  cudaGraphExec_t exec;
  CALL(cudaStreamBeginCapture(streams[0], cudaStreamCaptureModeGlobal));
  twice<<<n / 256, 256, 0, streams[0]>>>(device[0], n);
  twice<<<n / 256, 256, 0, streams[0]>>>(device[0], n);
  CALL(cudaMemcpyAsync(host, device[0], n * sizeof(float), cudaMemcpyDeviceToHost, streams[0]));
  CALL(cudaStreamEndCapture(streams[0], &graph));
  CHECK(host[1] == 2.0f);  // nothing has run yet
  CALL(cudaGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
  for (int k = 0; k < 3; ++k) CALL(cudaGraphLaunch(exec, streams[0]));
  CALL(cudaStreamSynchronize(streams[0]));
  for (int i = 0; i < n; ++i) CHECK(host[i] == 128.0f * i);
  CALL(cudaGraphExecDestroy(exec));
  CALL(cudaGraphDestroy(graph));
  for (int s = 0; s < 2; ++s) {
    CALL(cudaStreamDestroy(streams[s]));
    CALL(cudaFree(device[s]));
  }
  CHECK(cudaStreamSynchronize(streams[0]) == cudaErrorInvalidResourceHandle);
  CALL(cudaFreeHost(host));
  std::puts("PASS");
}
