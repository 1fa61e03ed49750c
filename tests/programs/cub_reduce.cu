// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// CUB: a reduction of the device, and one of a block inside a kernel. nvcc alone compiles it.
#include <cub/cub.cuh>

#include <vector>

#include "check.h"

__global__ void block_sums(const int* x, int* sums) {
  using Reduce = cub::BlockReduce<int, 128>;
  __shared__ typename Reduce::TempStorage storage;
  const int sum = Reduce(storage).Sum(x[blockIdx.x * 128 + threadIdx.x]);
  if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}

int main() {
  const int n = 1280;
  std::vector<int> host(n);
  for (int i = 0; i < n; ++i) host[i] = i % 13;
  int *x, *sums, *all, expected = 0, result = 0;
  CALL(cudaMalloc(&x, n * sizeof(int)));
  CALL(cudaMalloc(&sums, 10 * sizeof(int)));
  CALL(cudaMalloc(&all, sizeof(int)));
  CALL(cudaMemcpy(x, host.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  for (const int v : host) expected += v;

  block_sums<<<10, 128>>>(x, sums);
  void* storage = nullptr;
  size_t bytes = 0;
  CALL(cub::DeviceReduce::Sum(storage, bytes, sums, all, 10));
  CALL(cudaMalloc(&storage, bytes));
  CALL(cub::DeviceReduce::Sum(storage, bytes, sums, all, 10));
  CALL(cudaMemcpy(&result, all, sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(result == expected);
  CALL(cub::DeviceReduce::Sum(storage, bytes, x, all, 10));
  CALL(cudaMemcpy(&result, all, sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(result == 45);
  std::puts("PASS");
}
