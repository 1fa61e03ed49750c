// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// A cooperative launch: one kernel computes a prefix sum over many blocks, which wait for each other with grid.sync().
// The grid is as large as the device holds at once, by the occupancy that it reports. Usage: cooperative [COUNT]
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                                        \
  do {                                                                                     \
    const cudaError_t status = (call);                                                     \
    if (status != cudaSuccess) {                                                           \
      std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
      std::exit(1);                                                                        \
    }                                                                                      \
  } while (false)

constexpr int threads = 128;

/// Each block sums up its part of x; block 0 turns the sums into offsets; then each block writes its prefix sums.
__global__ void prefix_sum(int* x, int* sums, int n) {
  namespace cg = cooperative_groups;
  const cg::grid_group grid = cg::this_grid();
  __shared__ int shared[threads];
  const int part = (n + gridDim.x - 1) / gridDim.x;
  const int begin = min(n, static_cast<int>(blockIdx.x) * part), end = min(n, begin + part);

  int sum = 0;
  for (int i = begin + static_cast<int>(threadIdx.x); i < end; i += threads) sum += x[i];
  shared[threadIdx.x] = sum;
  __syncthreads();
  for (int half = threads / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) shared[threadIdx.x] += shared[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) sums[blockIdx.x] = shared[0];
  grid.sync();
  if (blockIdx.x == 0 && threadIdx.x == 0) {
    int before = 0;
    for (unsigned b = 0; b < gridDim.x; ++b) {
      const int own = sums[b];
      sums[b] = before;
      before += own;
    }
  }
  grid.sync();

  int before = sums[blockIdx.x];
  for (int first = begin; first < end; first += threads) {
    const int i = first + static_cast<int>(threadIdx.x);
    __syncthreads();
    shared[threadIdx.x] = i < end ? x[i] : 0;
    __syncthreads();
    for (int step = 1; step < threads; step *= 2) {
      const int left = threadIdx.x >= step ? shared[threadIdx.x - step] : 0;
      __syncthreads();
      shared[threadIdx.x] += left;
      __syncthreads();
    }
    if (i < end) x[i] = before + shared[threadIdx.x];
    before += shared[threads - 1];
  }
}

int main(int argc, char** argv) {
  int n = argc > 1 ? std::atoi(argv[1]) : 100000;
  if (n < 1) {
    std::fprintf(stderr, "usage: cooperative [COUNT]\n");
    return 2;
  }
  int device = 0, supported = 0, sms = 0, blocks_per_sm = 0;
  CHECK(cudaGetDevice(&device));
  CHECK(cudaDeviceGetAttribute(&supported, cudaDevAttrCooperativeLaunch, device));
  CHECK(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device));
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks_per_sm, prefix_sum, threads, 0));
  if (!supported) {
    std::puts("the device has no cooperative launches");
    return 1;
  }
  const int blocks = std::min(blocks_per_sm * sms, (n + 4 * threads - 1) / (4 * threads));

  std::vector<int> host(n);
  for (int i = 0; i < n; ++i) host[i] = i % 7;
  int *x, *sums;
  CHECK(cudaMalloc(&x, n * sizeof(int)));
  CHECK(cudaMalloc(&sums, blocks * sizeof(int)));
  CHECK(cudaMemcpy(x, host.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  cudaEvent_t begin, end;
  CHECK(cudaEventCreate(&begin));
  CHECK(cudaEventCreate(&end));
  void* arguments[] = {&x, &sums, &n};
  CHECK(cudaEventRecord(begin));
  CHECK(cudaLaunchCooperativeKernel(prefix_sum, dim3(blocks), dim3(threads), arguments, 0, nullptr));
  CHECK(cudaEventRecord(end));
  CHECK(cudaEventSynchronize(end));
  float milliseconds = 0;
  CHECK(cudaEventElapsedTime(&milliseconds, begin, end));
  std::vector<int> result(n);
  CHECK(cudaMemcpy(result.data(), x, n * sizeof(int), cudaMemcpyDeviceToHost));

  int wrong = 0, sum = 0;
  for (int i = 0; i < n; ++i) wrong += result[i] != (sum += host[i]);
  std::printf("%d numbers in %d blocks (%d a multiprocessor fit): the sum is %d, %d wrong\n", n, blocks, blocks_per_sm,
              result[n - 1], wrong);
  std::printf("%.2f us\n", 1000 * milliseconds);
  CHECK(cudaEventDestroy(begin));
  CHECK(cudaEventDestroy(end));
  CHECK(cudaFree(x));
  CHECK(cudaFree(sums));
  std::puts(wrong == 0 ? "PASS" : "FAIL");
  return wrong == 0 ? 0 : 1;
}
