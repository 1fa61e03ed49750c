// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// cudaFreeAsync is ordered in its stream and lets the host go on; cudaFree waits for the device.
#include <cstdio>

#include "check.h"

__global__ void works(float* data, int rounds) {
  float x = data[threadIdx.x];
  for (int i = 0; i < rounds; ++i) x = x * 0.5f + 1;
  data[threadIdx.x] = x;
}

int main() {
  cudaStream_t stream;
  CALL(cudaStreamCreate(&stream));
  float *ordered, *plain;
  CALL(cudaMalloc(&plain, 128));
  CALL(cudaMallocAsync(&ordered, 128, stream));
  CALL(cudaMemsetAsync(ordered, 0, 128, stream));
  works<<<1, 32, 0, stream>>>(ordered, 1 << 18);
  CALL(cudaFreeAsync(ordered, stream));
  CHECK(cudaStreamQuery(stream) == cudaErrorNotReady);
  CALL(cudaFree(plain));
  CALL(cudaStreamQuery(stream));
  std::puts("PASS");
}
