// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#ifndef BLOCK
#define BLOCK 16
#endif

/// c = a b on n x n matrices: each work group computes a BLOCK x BLOCK tile of c.
__kernel void matmul_tiled(__global const float* restrict a, __global const float* restrict b,
                           __global float* restrict c, int n) {
  __local float tile_a[BLOCK][BLOCK];
  __local float tile_b[BLOCK][BLOCK];
  const int x = get_local_id(0), y = get_local_id(1);
  const int row = get_group_id(1) * BLOCK + y, column = get_group_id(0) * BLOCK + x;
  float sum = 0.0f;
  for (int tile = 0; tile < n / BLOCK; ++tile) {
    tile_a[y][x] = a[row * n + tile * BLOCK + x];
    tile_b[y][x] = b[(tile * BLOCK + y) * n + column];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < BLOCK; ++k) sum = fma(tile_a[y][k], tile_b[k][x], sum);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[row * n + column] = sum;
}
