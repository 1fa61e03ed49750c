// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#define TILE 32
#define ROWS 8  // rows of the tile that a block handles at a time

/// out = in transposed, n x n: reads rows, writes columns.
extern "C" __global__ void transpose_naive(const float* __restrict__ in, float* __restrict__ out, int n) {
  const int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
  for (int i = 0; i < TILE; i += ROWS) out[x * n + y + i] = in[(y + i) * n + x];
}
