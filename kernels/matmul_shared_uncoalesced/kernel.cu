// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#ifndef BLOCK
#define BLOCK 16
#endif

/// c = a b on n x n matrices by BLOCK x BLOCK tiles in shared memory; threads that are neighbours in x load, and
/// compute, one column: global accesses are n elements apart and shared ones collide in their banks.
extern "C" __global__ void matmul_shared_uncoalesced(const float* __restrict__ a, const float* __restrict__ b,
                                                     float* __restrict__ c, int n) {
  __shared__ float tile_a[BLOCK][BLOCK];
  __shared__ float tile_b[BLOCK][BLOCK];
  const int r = threadIdx.x, s = threadIdx.y;
  const int row = blockIdx.x * BLOCK + r, column = blockIdx.y * BLOCK + s;
  float sum = 0.0f;
  for (int first = 0; first < n; first += BLOCK) {
    tile_a[r][s] = a[row * n + first + s];
    tile_b[r][s] = b[(first + r) * n + column];
    __syncthreads();
    for (int k = 0; k < BLOCK; ++k) sum = fmaf(tile_a[r][k], tile_b[k][s], sum);
    __syncthreads();
  }
  c[row * n + column] = sum;
}
