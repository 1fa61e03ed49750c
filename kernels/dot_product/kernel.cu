// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#ifndef BLOCK
#define BLOCK 256
#endif

/// partial[b] = the part of the dot product of a and b that belongs to block b, by halving in shared memory.
extern "C" __global__ void dot_product(const float* __restrict__ a, const float* __restrict__ b,
                                       float* __restrict__ partial, int n) {
  __shared__ float products[BLOCK];
  const int i = blockIdx.x * BLOCK + threadIdx.x;
  products[threadIdx.x] = i < n ? a[i] * b[i] : 0.0f;
  __syncthreads();
  for (int width = BLOCK / 2; width > 0; width /= 2) {
    if (threadIdx.x < width) products[threadIdx.x] += products[threadIdx.x + width];
    __syncthreads();
  }
  if (threadIdx.x == 0) partial[blockIdx.x] = products[0];
}
