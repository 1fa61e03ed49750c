// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// sum[r][q][p] = sum_s a[r][q][s] c4[s][p], one element a thread, one r a block in z.
extern "C" __global__ void doitgen(const float* __restrict__ a, const float* __restrict__ c4, float* __restrict__ sum,
                                   int nr, int nq, int np) {
  const int p = blockIdx.x * blockDim.x + threadIdx.x, q = blockIdx.y * blockDim.y + threadIdx.y, r = blockIdx.z;
  if (p >= np || q >= nq || r >= nr) return;
  const float* vector = a + (r * nq + q) * np;
  float total = 0.0f;
  for (int s = 0; s < np; ++s) total = fmaf(vector[s], c4[s * np + p], total);
  sum[(r * nq + q) * np + p] = total;
}
