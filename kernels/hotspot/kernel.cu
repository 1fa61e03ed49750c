// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#ifndef BLOCK
#define BLOCK 16
#endif
#ifndef STEPS
#define STEPS 2
#endif

/// STEPS time steps of the temperature of a chip of n x n cells with one launch. A block has BLOCK x BLOCK cells in
/// shared memory; each step is right on one ring fewer, so it writes the (BLOCK - 2 STEPS)^2 in the middle. Cells
/// beyond the chip's edge are as warm as the edge.
///
///     t' = t + c (p + (north + south - 2 t) ry + (east + west - 2 t) rx + (80 - t) rz)
extern "C" __global__ void hotspot(const float* __restrict__ power, const float* __restrict__ before,
                                   float* __restrict__ after, int n, float c, float rx, float ry, float rz) {
  __shared__ float temperature[2][BLOCK][BLOCK];
  const int x = threadIdx.x, y = threadIdx.y, inner = BLOCK - 2 * STEPS;
  const int column = static_cast<int>(blockIdx.x) * inner + x - STEPS;
  const int row = static_cast<int>(blockIdx.y) * inner + y - STEPS;
  const bool on_chip = row >= 0 && row < n && column >= 0 && column < n;
  const float heat = on_chip ? power[row * n + column] : 0.0f;
  temperature[0][y][x] = on_chip ? before[row * n + column] : 0.0f;
  const int north = row > 0 ? y - 1 : y, south = row < n - 1 ? y + 1 : y;
  const int west = column > 0 ? x - 1 : x, east = column < n - 1 ? x + 1 : x;
  float t = temperature[0][y][x];
  __syncthreads();
  for (int step = 1; step <= STEPS; ++step) {
    const int from = (step - 1) & 1;
    if (on_chip && x >= step && x < BLOCK - step && y >= step && y < BLOCK - step) {
      const float vertical = temperature[from][north][x] + temperature[from][south][x] - 2.0f * t;
      const float horizontal = temperature[from][y][east] + temperature[from][y][west] - 2.0f * t;
      t += c * (heat + vertical * ry + horizontal * rx + (80.0f - t) * rz);
      temperature[from ^ 1][y][x] = t;
    }
    __syncthreads();
  }
  if (on_chip && x >= STEPS && x < BLOCK - STEPS && y >= STEPS && y < BLOCK - STEPS) after[row * n + column] = t;
}
