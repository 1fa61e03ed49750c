// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Kernels whose memory no argument points to: a variable, pointers in a structure, a pointer in memory.
#include "check.h"

constexpr int n = 1 << 20;

struct Buffers {
  const float* in;
  float* out;
};

__device__ float variable[n];

__global__ void fill_variable() { variable[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
__global__ void by_structure(Buffers b) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  b.out[i] = b.in[i] + variable[i];
}
__global__ void by_memory(const Buffers* b) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  b->out[i] = 2 * b->in[i];
}

int main() {
  Buffers b{};
  float* in = nullptr;
  CALL(cudaMalloc(&in, n * sizeof(float)));
  CALL(cudaMalloc(&b.out, n * sizeof(float)));
  CALL(cudaMemset(in, 0, n * sizeof(float)));
  b.in = in;
  Buffers* in_memory = nullptr;
  CALL(cudaMalloc(&in_memory, sizeof b));
  CALL(cudaMemcpy(in_memory, &b, sizeof b, cudaMemcpyHostToDevice));
  fill_variable<<<n / 256, 256>>>();
  by_structure<<<n / 256, 256>>>(b);
  by_memory<<<n / 256, 256>>>(in_memory);
  CALL(cudaDeviceSynchronize());
  std::puts("PASS");
}
