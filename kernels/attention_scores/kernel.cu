// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#ifndef TILE
#define TILE 16
#endif
#ifndef WIDTH
#define WIDTH 64
#endif

/// scores[h][i][j] = q[h][i][.] k[h][j][.] / sqrt(WIDTH): a block computes TILE x TILE scores of one head from TILE
/// columns of q and k at a time. Rows in shared memory have one more element than they need, against bank conflicts.
extern "C" __global__ void attention_scores(const float* __restrict__ q, const float* __restrict__ k,
                                            float* __restrict__ scores, int n) {
  __shared__ float tile_q[TILE][TILE + 1];
  __shared__ float tile_k[TILE][TILE + 1];
  const int x = threadIdx.x, y = threadIdx.y, head = blockIdx.z;
  const int i = blockIdx.y * TILE + y, j = blockIdx.x * TILE + x, row_of_k = blockIdx.x * TILE + y;
  q += (size_t)head * n * WIDTH;
  k += (size_t)head * n * WIDTH;
  float sum = 0.0f;
  for (int first = 0; first < WIDTH; first += TILE) {
    tile_q[y][x] = i < n ? q[i * WIDTH + first + x] : 0.0f;
    tile_k[y][x] = row_of_k < n ? k[row_of_k * WIDTH + first + x] : 0.0f;
    __syncthreads();
#pragma unroll
    for (int c = 0; c < TILE; ++c) sum = fmaf(tile_q[y][c], tile_k[x][c], sum);
    __syncthreads();
  }
  if (i < n && j < n) scores[((size_t)head * n + i) * n + j] = sum * rsqrtf((float)WIDTH);
}
