// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// A kernel that calls a device function of another file, separate_scale.cu: both need -rdc=true.
#include <cstdio>

extern __device__ float scaled(float x);

__global__ void scale(float* x) { x[threadIdx.x] = scaled(x[threadIdx.x]); }

int main() {
  float* x = nullptr;
  if (cudaMallocManaged(&x, sizeof *x) != cudaSuccess) return 1;
  *x = 21;
  scale<<<1, 1>>>(x);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  std::printf("%g\n", *x);
  return *x == 42 ? 0 : 1;
}
