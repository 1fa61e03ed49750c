// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#ifndef BLOCK
#define BLOCK 16
#endif

/// c = a b on n x n matrices: each block computes a BLOCK x BLOCK tile of c, walking along a row of tiles of a and a
/// column of tiles of b that it brings to shared memory. n^3 fused multiply-adds, 2 n^3 / BLOCK loads from global
/// memory.
extern "C" __global__ void matmul_tiled(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c,
                                        int n) {
  __shared__ float tile_a[BLOCK][BLOCK];
  __shared__ float tile_b[BLOCK][BLOCK];
  const int x = threadIdx.x, y = threadIdx.y;
  const int row = blockIdx.y * BLOCK + y, column = blockIdx.x * BLOCK + x;
  float sum = 0.0f;
  for (int tile = 0; tile < n / BLOCK; ++tile) {
    tile_a[y][x] = a[row * n + tile * BLOCK + x];
    tile_b[y][x] = b[(tile * BLOCK + y) * n + column];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < BLOCK; ++k) sum = fmaf(tile_a[y][k], tile_b[k][x], sum);
    __syncthreads();
  }
  c[row * n + column] = sum;
}
