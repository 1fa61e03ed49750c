// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Step t of Gaussian elimination, first half: what every row below t must be subtracted with. Thread i has row
/// t + 1 + i of the n x n matrix a.
extern "C" __global__ void gaussian_fan1(const float* __restrict__ a, float* __restrict__ multiplier, int n, int t) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x + t + 1;
  if (row >= n) return;
  multiplier[row * n + t] = a[row * n + t] / a[t * n + t];
}
