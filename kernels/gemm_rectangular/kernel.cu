// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// One product of a chain: C = A B, A of ni x nk and B of nk x nj, one element of C a thread, the sum in a register.
extern "C" __global__ void gemm_rectangular(const float* __restrict__ a, const float* __restrict__ b,
                                            float* __restrict__ c, int ni, int nj, int nk) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= ni || j >= nj) return;
  float sum = 0.0f;
  for (int k = 0; k < nk; ++k) sum = fmaf(a[i * nk + k], b[k * nj + j], sum);
  c[i * nj + j] = sum;
}
