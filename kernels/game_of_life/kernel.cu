// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// One generation of Conway's game of life on an n x n torus, a byte a cell, one cell a thread: a cell lives on with
/// two or three living neighbours and comes to life with three. All nine bytes come from global memory through the
/// caches.
extern "C" __global__ void game_of_life(const unsigned char* __restrict__ alive, unsigned char* __restrict__ next,
                                        int n) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= n || y >= n) return;
  const int west = x > 0 ? x - 1 : n - 1, east = x < n - 1 ? x + 1 : 0;
  const unsigned char* north = alive + (y > 0 ? y - 1 : n - 1) * n;
  const unsigned char* here = alive + y * n;
  const unsigned char* south = alive + (y < n - 1 ? y + 1 : 0) * n;
  const int neighbours =
      north[west] + north[x] + north[east] + here[west] + here[east] + south[west] + south[x] + south[east];
  next[y * n + x] = neighbours == 3 || (neighbours == 2 && here[x]);
}
