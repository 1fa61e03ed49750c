// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// C = alpha A B^T + alpha B A^T + beta C, A and B of n x m, one element of C a thread.
extern "C" __global__ void syr2k(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c,
                                 float alpha, float beta, int n, int m) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= n || j >= n) return;
  float sum = 0.0f;
  for (int k = 0; k < m; ++k) {
    sum = fmaf(a[i * m + k], b[j * m + k], sum);
    sum = fmaf(b[i * m + k], a[j * m + k], sum);
  }
  c[i * n + j] = alpha * sum + beta * c[i * n + j];
}
