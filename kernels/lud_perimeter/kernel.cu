// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#define TILE 16

/// LU factorisation by tiles, second of three kernels of a step. Block i solves for two tiles, with the diagonal tile
/// L U already made: its first half-warp for the tile right of it, X := L^-1 X, a column a thread; its second for the
/// tile below it, X := X U^-1, a row a thread. The warp diverges into the two.
extern "C" __global__ void lud_perimeter(float* __restrict__ a, int n, int first) {
  __shared__ float diagonal[TILE][TILE];
  __shared__ float right[TILE][TILE];
  __shared__ float below[TILE][TILE];
  const int x = threadIdx.x % TILE, next = first + (blockIdx.x + 1) * TILE;
  const bool has_column = threadIdx.x < TILE;
  for (int row = has_column ? 0 : TILE / 2; row < (has_column ? TILE / 2 : TILE); ++row)
    diagonal[row][x] = a[(first + row) * n + first + x];
  for (int row = 0; row < TILE; ++row)
    if (has_column)
      right[row][x] = a[(first + row) * n + next + x];
    else
      below[row][x] = a[(next + row) * n + first + x];
  __syncthreads();
  if (has_column) {
    for (int row = 1; row < TILE; ++row) {
      float value = right[row][x];
      for (int k = 0; k < row; ++k) value = fmaf(-diagonal[row][k], right[k][x], value);
      right[row][x] = value;
    }
  } else {
    for (int column = 0; column < TILE; ++column) {
      float value = below[x][column];
      for (int k = 0; k < column; ++k) value = fmaf(-below[x][k], diagonal[k][column], value);
      below[x][column] = value / diagonal[column][column];
    }
  }
  __syncthreads();
  for (int row = 0; row < TILE; ++row)
    if (has_column)
      a[(first + row) * n + next + x] = right[row][x];
    else
      a[(next + row) * n + first + x] = below[row][x];
}
