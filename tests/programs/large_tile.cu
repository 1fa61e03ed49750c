// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// 96 KiB of shared memory a block, which only some devices have.
#include "check.h"

__global__ void reverse(const float* in, float* out, int n) {
  extern __shared__ float tile[];
  for (int i = threadIdx.x; i < n; i += blockDim.x) tile[i] = in[i];
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = tile[n - 1 - i];
}

int main() {
  const int n = 24 * 1024;
  float *in, *out;
  CALL(cudaMallocManaged(&in, n * sizeof(float)));
  CALL(cudaMallocManaged(&out, n * sizeof(float)));
  for (int i = 0; i < n; ++i) in[i] = i;
  CALL(cudaFuncSetAttribute(reverse, cudaFuncAttributeMaxDynamicSharedMemorySize, n * sizeof(float)));
  reverse<<<1, 256, n * sizeof(float)>>>(in, out, n);
  CALL(cudaDeviceSynchronize());
  for (int i = 0; i < n; ++i) CHECK(out[i] == n - 1 - i);
  std::puts("PASS");
}
