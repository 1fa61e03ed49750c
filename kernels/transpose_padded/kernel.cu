// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#define TILE 32
#define ROWS 8  // rows of the tile that a block handles at a time

/// out = in transposed, n x n: rows in, rows out, turned in shared memory, whose rows are one longer so that a column
/// lies in 32 banks.
extern "C" __global__ void transpose_padded(const float* __restrict__ in, float* __restrict__ out, int n) {
  __shared__ float tile[TILE][TILE + 1];
  const int column = blockIdx.x * TILE, row = blockIdx.y * TILE;
  for (int i = threadIdx.y; i < TILE; i += ROWS) tile[i][threadIdx.x] = in[(row + i) * n + column + threadIdx.x];
  __syncthreads();
  for (int i = threadIdx.y; i < TILE; i += ROWS) out[(column + i) * n + row + threadIdx.x] = tile[threadIdx.x][i];
}
