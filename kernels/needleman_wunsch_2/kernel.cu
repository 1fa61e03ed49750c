// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#define TILE 16

/// Global alignment of two sequences by dynamic programming (Needleman and Wunsch), a diagonal of TILE x TILE tiles a
/// launch: the diagonals below the longest, with tiles - 1 - diagonal tiles.
/// score[i][j] = max(score[i-1][j-1] + match[i][j], score[i][j-1] - penalty, score[i-1][j] - penalty).
/// Within a tile the threads go along the antidiagonals, of which each has one element more, then one fewer.
extern "C" __global__ void needleman_wunsch_2(const int* __restrict__ match, int* __restrict__ score, int columns,
                                              int penalty, int tiles, int diagonal) {
  __shared__ int before[TILE + 1][TILE + 1];
  __shared__ int gain[TILE][TILE];
  const int x = threadIdx.x;
  const int tile_x = diagonal + 1 + static_cast<int>(blockIdx.x), tile_y = tiles - 1 - static_cast<int>(blockIdx.x);
  const int corner = tile_y * TILE * columns + tile_x * TILE;
  for (int row = 0; row < TILE; ++row) gain[row][x] = match[corner + (row + 1) * columns + x + 1];
  if (x == 0) before[0][0] = score[corner];
  before[x + 1][0] = score[corner + (x + 1) * columns];
  before[0][x + 1] = score[corner + x + 1];
  __syncthreads();
  for (int antidiagonal = 0; antidiagonal < 2 * TILE - 1; ++antidiagonal) {
    const int row = antidiagonal - x;
    if (row >= 0 && row < TILE)
      before[row + 1][x + 1] =
          max(before[row][x] + gain[row][x], max(before[row + 1][x] - penalty, before[row][x + 1] - penalty));
    __syncthreads();
  }
  for (int row = 0; row < TILE; ++row) score[corner + (row + 1) * columns + x + 1] = before[row + 1][x + 1];
}
