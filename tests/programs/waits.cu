// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Each block waits for the one before it, in a loop that stores what it reads: it looks like one that works, and a few
// of the blocks alone would never end.
#include "check.h"

constexpr int blocks = 24, threads = 256;

__global__ void in_order(volatile int* done, int* out) {
  __shared__ volatile int seen[threads];
  seen[threadIdx.x] = 0;
  while (blockIdx.x > 0 && seen[threadIdx.x] == 0) seen[threadIdx.x] = done[blockIdx.x - 1];
  __syncthreads();
  if (threadIdx.x > 0) return;
  out[blockIdx.x] = blockIdx.x == 0 ? 1 : 1 + out[blockIdx.x - 1];
  __threadfence();
  done[blockIdx.x] = 1;
}

int main() {
  int *done, *out, last = 0;
  CALL(cudaMalloc(&done, blocks * sizeof(int)));
  CALL(cudaMalloc(&out, blocks * sizeof(int)));
  CALL(cudaMemset(done, 0, blocks * sizeof(int)));
  in_order<<<blocks, threads>>>(done, out);
  CALL(cudaMemcpy(&last, out + blocks - 1, sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(last == blocks);
  std::puts("PASS");
}
