// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#define TILE 32
#define ROWS 8

/// out = in transposed, n x n: rows in, rows out, turned in local memory.
__kernel void transpose_tiled(__global const float* restrict in, __global float* restrict out, int n) {
  __local float tile[TILE][TILE];
  const int x = get_local_id(0), column = get_group_id(0) * TILE, row = get_group_id(1) * TILE;
  for (int i = get_local_id(1); i < TILE; i += ROWS) tile[i][x] = in[(row + i) * n + column + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = get_local_id(1); i < TILE; i += ROWS) out[(column + i) * n + row + x] = tile[x][i];
}
