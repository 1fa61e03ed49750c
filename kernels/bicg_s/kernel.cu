// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#ifndef PARTS
#define PARTS 8
#endif

/// s = A^T r: a block takes 32 columns, each of its PARTS warps every PARTS-th row, and adds the parts in shared
/// memory.
extern "C" __global__ void bicg_s(const float* __restrict__ a, const float* __restrict__ r, float* __restrict__ s,
                                  int rows, int columns) {
  __shared__ float part[PARTS][32];
  const int x = threadIdx.x, y = threadIdx.y, column = blockIdx.x * 32 + x;
  float sum = 0.0f;
  if (column < columns)
    for (int i = y; i < rows; i += PARTS) sum = fmaf(a[i * columns + column], r[i], sum);
  part[y][x] = sum;
  __syncthreads();
  if (y > 0 || column >= columns) return;
  for (int other = 1; other < PARTS; ++other) sum += part[other][x];
  s[column] = sum;
}
