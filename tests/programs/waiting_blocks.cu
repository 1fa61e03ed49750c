// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Blocks that wait for each other by flags in memory: few blocks that deal many tasks out in turn, blocks that wait for
// later ones, and waits that count.
#include <cstdio>
#include <vector>

#include "check.h"

// Task t waits for task t - 1; with 8 blocks the first one waits for the last one's.
__global__ void pass_on(int tasks, int* flags, int* sums) {
  for (int task = blockIdx.x; task < tasks; task += gridDim.x) {
    __syncthreads();
    if (threadIdx.x == 0) {
      while (atomicAdd(&flags[task], 0) == 0) {
      }
      sums[task + 1] = sums[task] + task;
      __threadfence();
      atomicAdd(&flags[task + 1], 1);
    }
    __syncthreads();
  }
}

// Each block waits for the next one, and counts how often it has looked.
__global__ void wait_for_the_next(volatile int* flags, int* attempts) {
  if (threadIdx.x != 0) return;
  int count = 0;
  if (blockIdx.x + 1 < gridDim.x)
    while (flags[blockIdx.x + 1] == 0) ++count;
  attempts[blockIdx.x] = count;
  flags[blockIdx.x] = 1;
}

int main() {
  constexpr int tasks = 100;
  std::vector<int> ones(1, 1), result(tasks + 1);
  int *flags, *sums;
  CALL(cudaMalloc(&flags, (tasks + 1) * sizeof(int)));
  CALL(cudaMalloc(&sums, (tasks + 1) * sizeof(int)));
  for (const int blocks : {1, 3, 8}) {
    CALL(cudaMemset(flags, 0, (tasks + 1) * sizeof(int)));
    CALL(cudaMemcpy(flags, ones.data(), sizeof(int), cudaMemcpyHostToDevice));
    CALL(cudaMemset(sums, 0, (tasks + 1) * sizeof(int)));
    pass_on<<<blocks, 256>>>(tasks, flags, sums);
    CALL(cudaMemcpy(result.data(), sums, (tasks + 1) * sizeof(int), cudaMemcpyDeviceToHost));
    CHECK(result[tasks] == tasks * (tasks - 1) / 2);
  }

  CALL(cudaMemset(flags, 0, (tasks + 1) * sizeof(int)));
  wait_for_the_next<<<64, 64>>>(flags, sums);
  CALL(cudaMemcpy(result.data(), flags, 64 * sizeof(int), cudaMemcpyDeviceToHost));
  for (int i = 0; i < 64; ++i) CHECK(result[i] == 1);
  std::puts("PASS");
}
