// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// y = alpha A x + beta B x, one row of both matrices a thread: neighbouring threads read n elements apart.
extern "C" __global__ void gesummv(const float* __restrict__ a, const float* __restrict__ b,
                                   const float* __restrict__ x, float* __restrict__ y, float alpha, float beta, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float of_a = 0.0f, of_b = 0.0f;
  for (int j = 0; j < n; ++j) {
    of_a = fmaf(a[i * n + j], x[j], of_a);
    of_b = fmaf(b[i * n + j], x[j], of_b);
  }
  y[i] = alpha * of_a + beta * of_b;
}
