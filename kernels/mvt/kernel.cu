// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// x1 += A y1 and x2 += A^T y2, one element of both a thread: the same matrix by rows (a warp's threads n elements
/// apart) and by columns (next to each other).
extern "C" __global__ void mvt(const float* __restrict__ a, const float* __restrict__ y1, const float* __restrict__ y2,
                               float* __restrict__ x1, float* __restrict__ x2, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float row = x1[i], column = x2[i];
  for (int j = 0; j < n; ++j) {
    row = fmaf(a[i * n + j], y1[j], row);
    column = fmaf(a[j * n + i], y2[j], column);
  }
  x1[i] = row;
  x2[i] = column;
}
