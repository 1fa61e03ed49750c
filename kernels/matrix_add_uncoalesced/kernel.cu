// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// c = a + b on n x n matrices; threads that are neighbours in x work in one column, n elements apart.
extern "C" __global__ void matrix_add_uncoalesced(const float* __restrict__ a, const float* __restrict__ b,
                                                  float* __restrict__ c, int n) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  const int column = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < n && column < n) c[row * n + column] = a[row * n + column] + b[row * n + column];
}
