// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// One implicit half step of the alternating direction method: a u[i][j - 1] + (1 - 2 a) u[i][j] + a u[i][j + 1] =
/// right[i][j] in every row i, u zero outside; eliminated forward and substituted back, one row a thread, so that
/// neighbouring threads are n elements apart.
extern "C" __global__ void adi_sweep(const float* __restrict__ right, float* __restrict__ factor, float* __restrict__ u,
                                     float a, int n) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= n) return;
  right += row * n;
  factor += row * n;
  u += row * n;
  const float b = 1.0f - 2.0f * a;
  float p = 0.0f, q = 0.0f;
  for (int j = 0; j < n; ++j) {
    const float scale = 1.0f / (b + a * p);
    q = (right[j] - a * q) * scale;
    p = -a * scale;
    factor[j] = p;
    u[j] = q;
  }
  for (int j = n - 2; j >= 0; --j) {
    q = u[j] + factor[j] * q;
    u[j] = q;
  }
}
