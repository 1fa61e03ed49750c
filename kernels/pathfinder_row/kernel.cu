// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#define BLOCK 256

/// The cheapest way down a grid that goes straight or one column aside at each row: cost so far of row r + 1 is its own
/// cost and the least of the three above. A block takes steps rows at once: it starts with a halo of steps columns on
/// both sides, of which each row wears off one, in exchange for steps - 1 trips through global memory fewer.
extern "C" __global__ void pathfinder_row(const int* __restrict__ cost, const int* __restrict__ before,
                                          int* __restrict__ after, int columns, int steps) {
  __shared__ int sums[2][BLOCK];
  const int t = threadIdx.x;
  const int column = static_cast<int>(blockIdx.x) * (BLOCK - 2 * steps) - steps + t;
  const bool inside = column >= 0 && column < columns;
  int sum = inside ? before[column] : 1 << 30;
  sums[0][t] = sum;
  __syncthreads();
  for (int step = 0; step < steps; ++step) {
    const int* now = sums[step & 1];
    if (inside && t > step && t < BLOCK - 1 - step)
      sum = cost[step * columns + column] + min(sum, min(now[t - 1], now[t + 1]));
    sums[(step + 1) & 1][t] = sum;
    __syncthreads();
  }
  if (inside && t >= steps && t < BLOCK - steps) after[column] = sum;
}
