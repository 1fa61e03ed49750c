// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#ifndef BLOCK
#define BLOCK 16
#endif

/// Step t of Gaussian elimination, second half: row t times its multiplier leaves every row below, in the matrix from
/// column t on and in the right-hand side. Threads that are neighbours in x have neighbouring rows, so that no access
/// is coalesced.
extern "C" __global__ void gaussian_fan2(float* __restrict__ a, float* __restrict__ b,
                                         const float* __restrict__ multiplier, int n, int t) {
  const int x = blockIdx.x * BLOCK + threadIdx.x, y = blockIdx.y * BLOCK + threadIdx.y;
  const int row = x + t + 1, column = y + t;
  if (row >= n || column >= n) return;
  const float m = multiplier[row * n + t];
  a[row * n + column] = fmaf(-m, a[t * n + column], a[row * n + column]);
  if (y == 0) b[row] = fmaf(-m, b[t], b[row]);
}
