// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#ifndef TILE
#define TILE 64  // rows and columns of c that a block computes
#endif
#ifndef DEPTH
#define DEPTH 8  // columns of a and rows of b in shared memory at a time
#endif
#define EACH 4              // rows and columns of c that a thread computes
#define SIDE (TILE / EACH)  // threads along each side of the block
#define THREADS (SIDE * SIDE)

/// c = a b on n x n matrices with a TILE x TILE tile of c a block and an EACH x EACH tile of it in each thread's
/// registers.
extern "C" __global__ void __launch_bounds__(THREADS)
    sgemm_registers(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c, int n) {
  __shared__ float tile_a[DEPTH][TILE];  // transposed, so that a thread's rows lie side by side
  __shared__ float tile_b[DEPTH][TILE];
  const int x = threadIdx.x % SIDE, y = threadIdx.x / SIDE;
  const int first_row = blockIdx.y * TILE, first_column = blockIdx.x * TILE;
  float sum[EACH][EACH] = {};
  for (int first = 0; first < n; first += DEPTH) {
#pragma unroll
    for (int i = threadIdx.x; i < TILE * DEPTH; i += THREADS) {
      tile_a[i % DEPTH][i / DEPTH] = a[(first_row + i / DEPTH) * n + first + i % DEPTH];
      tile_b[i / TILE][i % TILE] = b[(first + i / TILE) * n + first_column + i % TILE];
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < DEPTH; ++k) {
      float left[EACH], right[EACH];
#pragma unroll
      for (int i = 0; i < EACH; ++i) left[i] = tile_a[k][y * EACH + i];
#pragma unroll
      for (int j = 0; j < EACH; ++j) right[j] = tile_b[k][x * EACH + j];
#pragma unroll
      for (int i = 0; i < EACH; ++i)
#pragma unroll
        for (int j = 0; j < EACH; ++j) sum[i][j] = fmaf(left[i], right[j], sum[i][j]);
    }
    __syncthreads();
  }
#pragma unroll
  for (int i = 0; i < EACH; ++i)
#pragma unroll
    for (int j = 0; j < EACH; ++j) c[(first_row + y * EACH + i) * n + first_column + x * EACH + j] = sum[i][j];
}
