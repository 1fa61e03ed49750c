// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#define TILE 16

/// LU factorisation by tiles, third of three kernels of a step: every tile right of and below the current ones loses
/// the product of the tile at its left edge and the one at its upper edge. An element a thread.
extern "C" __global__ void lud_internal(float* __restrict__ a, int n, int first) {
  __shared__ float left[TILE][TILE];
  __shared__ float upper[TILE][TILE];
  const int x = threadIdx.x, y = threadIdx.y;
  const int row = first + (blockIdx.y + 1) * TILE + y, column = first + (blockIdx.x + 1) * TILE + x;
  left[y][x] = a[row * n + first + x];
  upper[y][x] = a[(first + y) * n + column];
  __syncthreads();
  float sum = 0.0f;
  for (int k = 0; k < TILE; ++k) sum = fmaf(left[y][k], upper[k][x], sum);
  a[row * n + column] -= sum;
}
