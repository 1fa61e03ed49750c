// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#define TILE 16

/// LU factorisation by tiles, first of three kernels of a step: the tile at (first, first) becomes L U, L's unit
/// diagonal not stored. One block of TILE threads; thread x has row x. All other SMs are idle.
extern "C" __global__ void lud_diagonal(float* __restrict__ a, int n, int first) {
  __shared__ float tile[TILE][TILE];
  const int x = threadIdx.x;
  for (int row = 0; row < TILE; ++row) tile[row][x] = a[(first + row) * n + first + x];
  __syncthreads();
  for (int k = 0; k < TILE - 1; ++k) {
    if (x > k) {
      const float factor = tile[x][k] / tile[k][k];
      tile[x][k] = factor;
      for (int column = k + 1; column < TILE; ++column)
        tile[x][column] = fmaf(-factor, tile[k][column], tile[x][column]);
    }
    __syncthreads();
  }
  for (int row = 0; row < TILE; ++row) a[(first + row) * n + first + x] = tile[row][x];
}
