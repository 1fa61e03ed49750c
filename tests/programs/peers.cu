// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Two devices: the current one, memory and streams of each, copies between them, and direct access.
#include "check.h"

__global__ void add(int* x, const int* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] += y[i];
}

int main() {
  const int n = 1000;
  int count = 0, device = -1, can = 0;
  CALL(cudaGetDeviceCount(&count));
  CHECK(count == 2);
  int host[n], *x[2];
  cudaStream_t streams[2];
  for (int d = 0; d < 2; ++d) {
    CALL(cudaSetDevice(d));
    CALL(cudaGetDevice(&device));
    CHECK(device == d);
    for (int i = 0; i < n; ++i) host[i] = (d + 1) * i;
    CALL(cudaStreamCreate(&streams[d]));
    CALL(cudaMalloc(&x[d], n * sizeof(int)));
    CALL(cudaMemcpy(x[d], host, n * sizeof(int), cudaMemcpyHostToDevice));
    cudaPointerAttributes attributes;
    CALL(cudaPointerGetAttributes(&attributes, x[d]));
    CHECK(attributes.device == d);
  }
  add<<<1, 32, 0, streams[0]>>>(x[0], x[1], 0);  // the stream of another device than the current one
  CHECK(cudaGetLastError() == cudaErrorInvalidResourceHandle);
  CALL(cudaSetDevice(0));
  CALL(cudaDeviceCanAccessPeer(&can, 0, 1));
  CHECK(can == 1);
  CALL(cudaDeviceEnablePeerAccess(1, 0));
  CHECK(cudaDeviceEnablePeerAccess(1, 0) == cudaErrorPeerAccessAlreadyEnabled);
  CHECK(cudaDeviceEnablePeerAccess(0, 0) == cudaErrorInvalidDevice);
  add<<<4, 256, 0, streams[0]>>>(x[0], x[1], n);
  CALL(cudaStreamSynchronize(streams[0]));
  CALL(cudaMemcpyPeer(x[1], 1, x[0], 0, n * sizeof(int)));
  CALL(cudaMemcpy(host, x[1], n * sizeof(int), cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; ++i) CHECK(host[i] == 3 * i);
  CALL(cudaDeviceDisablePeerAccess(1));
  CHECK(cudaDeviceDisablePeerAccess(1) == cudaErrorPeerAccessNotEnabled);
  (void)cudaGetLastError();
  CALL(cudaMemcpyPeerAsync(x[0], 0, x[1], 1, 4, streams[0]));
  cudaEvent_t done;
  CALL(cudaEventCreate(&done));
  CALL(cudaEventRecord(done, streams[0]));
  CHECK(cudaEventRecord(done, streams[1]) == cudaErrorInvalidResourceHandle);  // an event of another device
  (void)cudaGetLastError();
  CALL(cudaStreamWaitEvent(streams[1], done, 0));
  CALL(cudaStreamSynchronize(streams[1]));
  for (int d = 0; d < 2; ++d) {
    CALL(cudaSetDevice(d));
    CALL(cudaStreamDestroy(streams[d]));
    CALL(cudaFree(x[d]));
  }
  std::puts("PASS");
}
