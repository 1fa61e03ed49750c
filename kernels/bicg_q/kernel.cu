// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// q = A p, one row a warp: lanes read neighbours, 32 elements apart from one turn to the next, and add up by shuffles.
extern "C" __global__ void bicg_q(const float* __restrict__ a, const float* __restrict__ p, float* __restrict__ q,
                                  int rows, int columns) {
  const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (row >= rows) return;
  float sum = 0.0f;
  for (int j = lane; j < columns; j += 32) sum = fmaf(a[row * columns + j], p[j], sum);
  for (int away = 16; away > 0; away /= 2) sum += __shfl_down_sync(0xffffffffu, sum, away);
  if (lane == 0) q[row] = sum;
}
