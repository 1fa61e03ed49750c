// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// A user's whole file: a templated reduction with shuffles, a grid-stride loop, dynamic shared memory, a device function,
// host code with containers, launches.
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "guide_helper.h"

#define CHECK(call)                                                                     \
  do {                                                                                  \
    const cudaError_t status = (call);                                                  \
    if (status != cudaSuccess) {                                                        \
      std::fprintf(stderr, "%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
      std::exit(1);                                                                     \
    }                                                                                   \
  } while (0)

template <typename T>
__device__ T warp_sum(T value) {
  for (int offset = warpSize / 2; offset > 0; offset /= 2) value += __shfl_down_sync(0xffffffffu, value, offset);
  return value;
}

template <typename T, int BlockSize>
__global__ void __launch_bounds__(BlockSize) reduce(const T* __restrict__ in, T* out, int n) {
  extern __shared__ unsigned char raw[];
  T* partial = reinterpret_cast<T*>(raw);
  T sum = 0;
  for (int i = blockIdx.x * BlockSize + threadIdx.x; i < n; i += BlockSize * gridDim.x) sum += squared(in[i]);
  sum = warp_sum(sum);
  if (threadIdx.x % warpSize == 0) partial[threadIdx.x / warpSize] = sum;
  __syncthreads();
  if (threadIdx.x < warpSize) {
    sum = threadIdx.x < BlockSize / warpSize ? partial[threadIdx.x] : T(0);
    sum = warp_sum(sum);
    if (threadIdx.x == 0) atomicAdd(out, sum);
  }
}

__global__ void scale(float* x, float a, int n) {
  const int stride = blockDim.x * gridDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) x[i] = a * sqrtf(fabsf(x[i])) + std::sin(x[i]);
}

int main() {
  const int n = 1 << 20;
  std::vector<float> host(n, 1.0f);
  float *in = nullptr, *out = nullptr;
  CHECK(cudaMalloc(&in, n * sizeof(float)));
  CHECK(cudaMalloc((void**)&out, sizeof(float)));
  CHECK(cudaMemcpy(in, host.data(), n * sizeof(float), cudaMemcpyHostToDevice));
  cudaEvent_t start, stop;
  CHECK(cudaEventCreate(&start));
  CHECK(cudaEventCreate(&stop));
  CHECK(cudaEventRecord(start));
  dim3 grid(160), block(256);
  reduce<float, 256><<<grid, block, 8 * sizeof(float)>>>(in, out, n);
  scale<<<(n + 255) / 256, 256>>>(in, 2.0f, n);
  CHECK(cudaGetLastError());
  CHECK(cudaEventRecord(stop));
  CHECK(cudaDeviceSynchronize());
  float ms = 0, sum = 0;
  CHECK(cudaEventElapsedTime(&ms, start, stop));
  CHECK(cudaMemcpy(&sum, out, sizeof sum, cudaMemcpyDeviceToHost));
  std::printf("%f %f %f\n", sum, ms, std::sqrt(sum));
  cudaFree(in);
  cudaFree(out);
}
