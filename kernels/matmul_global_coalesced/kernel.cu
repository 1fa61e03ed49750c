// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// c = a b on n x n matrices, every operand from global memory; threads that are neighbours in x compute one row of c.
extern "C" __global__ void matmul_global_coalesced(const float* __restrict__ a, const float* __restrict__ b,
                                                   float* __restrict__ c, int n) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; ++k) sum = fmaf(a[row * n + k], b[k * n + column], sum);
  c[row * n + column] = sum;
}
