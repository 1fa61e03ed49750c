// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Steady heat in a square plate: Jacobi's iteration for the Laplace equation. The upper edge is at 100 degrees, the
// others are at 0. Usage: jacobi [SIZE] [ITERATIONS]
#include <cuda_runtime.h>

#include <algorithm>
#include <cmath>
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

__global__ void step(const float* from, float* to, int n) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x <= 0 || y <= 0 || x >= n - 1 || y >= n - 1) return;
  const int at = y * n + x;
  to[at] = 0.25f * (from[at - 1] + from[at + 1] + from[at - n] + from[at + n]);
}

__global__ void largest_change(const float* a, const float* b, int count, float* result) {
  __shared__ float shared[256];
  float mine = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
    mine = fmaxf(mine, fabsf(a[i] - b[i]));
  shared[threadIdx.x] = mine;
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) shared[threadIdx.x] = fmaxf(shared[threadIdx.x], shared[threadIdx.x + half]);
    __syncthreads();
  }
  // No change is negative, so the bits of a float are in the order of its values.
  if (threadIdx.x == 0) atomicMax(reinterpret_cast<int*>(result), __float_as_int(shared[0]));
}

/// The same on the host.
std::vector<float> reference(std::vector<float> from, int n, int iterations) {
  std::vector<float> to = from;
  for (int k = 0; k < iterations; ++k) {
    for (int y = 1; y < n - 1; ++y)
      for (int x = 1; x < n - 1; ++x) {
        const int at = y * n + x;
        to[at] = 0.25f * (from[at - 1] + from[at + 1] + from[at - n] + from[at + n]);
      }
    std::swap(from, to);
  }
  return from;
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 256;
  const int iterations = argc > 2 ? std::atoi(argv[2]) : 20;
  if (n < 3 || iterations < 1) {
    std::fprintf(stderr, "usage: jacobi [SIZE >= 3] [ITERATIONS >= 1]\n");
    return 2;
  }
  std::vector<float> plate(static_cast<size_t>(n) * n, 0.0f);
  std::fill_n(plate.begin(), n, 100.0f);
  const size_t bytes = plate.size() * sizeof(float);

  float *from, *to, *change;
  CHECK(cudaMalloc(&from, bytes));
  CHECK(cudaMalloc(&to, bytes));
  CHECK(cudaMalloc(&change, sizeof(float)));
  CHECK(cudaMemcpy(from, plate.data(), bytes, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(to, from, bytes, cudaMemcpyDeviceToDevice));
  CHECK(cudaMemset(change, 0, sizeof(float)));

  cudaEvent_t begin, end;
  CHECK(cudaEventCreate(&begin));
  CHECK(cudaEventCreate(&end));
  const dim3 block(32, 8), grid((n + 31) / 32, (n + 7) / 8);
  CHECK(cudaEventRecord(begin));
  for (int k = 0; k < iterations; ++k) {
    step<<<grid, block>>>(from, to, n);
    std::swap(from, to);
  }
  CHECK(cudaEventRecord(end));
  largest_change<<<std::min(n, 128), 256>>>(from, to, n * n, change);
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());

  float milliseconds = 0, last = 0;
  CHECK(cudaEventElapsedTime(&milliseconds, begin, end));
  CHECK(cudaMemcpy(&last, change, sizeof(float), cudaMemcpyDeviceToHost));
  std::vector<float> result(plate.size());
  CHECK(cudaMemcpy(result.data(), from, bytes, cudaMemcpyDeviceToHost));

  const std::vector<float> expected = reference(plate, n, iterations);
  float error = 0;
  for (size_t i = 0; i < result.size(); ++i) error = std::max(error, std::fabs(result[i] - expected[i]));
  std::printf("%d x %d, %d iterations: last change %.4f, error %g\n", n, n, iterations, last, error);
  std::printf("%.2f us per iteration\n", 1000 * milliseconds / iterations);
  CHECK(cudaEventDestroy(begin));
  CHECK(cudaEventDestroy(end));
  CHECK(cudaFree(from));
  CHECK(cudaFree(to));
  CHECK(cudaFree(change));
  std::puts(error < 1e-4f ? "PASS" : "FAIL");
  return error < 1e-4f ? 0 : 1;
}
