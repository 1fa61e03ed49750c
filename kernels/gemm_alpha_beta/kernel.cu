// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// C = alpha A B + beta C on n x n matrices, one element of C a thread. The pointers may alias for all the compiler
/// knows: the element is loaded and stored again for every product.
extern "C" __global__ void gemm_alpha_beta(const float* a, const float* b, float* c, float alpha, float beta, int n) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= n || j >= n) return;
  c[i * n + j] *= beta;
  for (int k = 0; k < n; ++k) c[i * n + j] += alpha * a[i * n + k] * b[k * n + j];
}
