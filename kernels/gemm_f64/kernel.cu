// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#define TILE 64
#define DEPTH 16

/// c = a b in double precision: a block computes a 64 x 64 tile of c, a thread every 16th row and column of it, from
/// tiles of 16 columns of a and 16 rows of b in shared memory.
extern "C" __global__ void __launch_bounds__(256)
    gemm_f64(const double* __restrict__ a, const double* __restrict__ b, double* __restrict__ c, int n) {
  __shared__ double tile_a[TILE][DEPTH + 1];
  __shared__ double tile_b[DEPTH][TILE];
  const int x = threadIdx.x, y = threadIdx.y, thread = y * 16 + x;
  const int top = blockIdx.y * TILE, left = blockIdx.x * TILE;
  double sum[4][4] = {};
  for (int first = 0; first < n; first += DEPTH) {
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      tile_a[16 * i + y][x] = a[(top + 16 * i + y) * n + first + x];
      tile_b[4 * i + thread / 64][thread % 64] = b[(first + 4 * i + thread / 64) * n + left + thread % 64];
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < DEPTH; ++k)
#pragma unroll
      for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) sum[i][j] = fma(tile_a[16 * i + y][k], tile_b[k][16 * j + x], sum[i][j]);
    __syncthreads();
  }
#pragma unroll
  for (int i = 0; i < 4; ++i)
#pragma unroll
    for (int j = 0; j < 4; ++j) c[(top + 16 * i + y) * n + left + 16 * j + x] = sum[i][j];
}
