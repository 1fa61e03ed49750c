// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// 32 host threads with a stream each.
#include <thread>
#include <vector>

#include "check.h"

__global__ void add(int* x, int n, int value) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] += value;
}

void work(int number) {
  const int n = 1000;
  std::vector<int> back(n);
  int* x;
  cudaStream_t stream;
  CALL(cudaStreamCreate(&stream));
  CALL(cudaMalloc(&x, n * sizeof(int)));
  CALL(cudaMemsetAsync(x, 0, n * sizeof(int), stream));
  for (int k = 0; k < 10; ++k) add<<<4, 256, 0, stream>>>(x, n, number);
  CALL(cudaMemcpyAsync(back.data(), x, n * sizeof(int), cudaMemcpyDeviceToHost, stream));
  CALL(cudaStreamSynchronize(stream));
  for (int i = 0; i < n; ++i) CHECK(back[i] == 10 * number);
  add<<<4, 2048, 0, stream>>>(x, n, number);  // an error of this thread alone
  CHECK(number % 2 == 0 || cudaGetLastError() == cudaErrorInvalidConfiguration);
  CALL(cudaFree(x));
  CALL(cudaStreamDestroy(stream));
}

int main() {
  std::vector<std::thread> threads;
  for (int i = 0; i < 32; ++i) threads.emplace_back(work, i);
  for (std::thread& t : threads) t.join();
  CALL(cudaGetLastError());
  std::puts("PASS");
}
