// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// y = A x, A square in compressed sparse rows of equal length, one row a thread (zigon2020, 6.1: most values are
/// there).
extern "C" __global__ void spmv_csr_percent(const int* __restrict__ offsets, const int* __restrict__ columns,
                                            const float* __restrict__ values, const float* __restrict__ x,
                                            float* __restrict__ y, int rows) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  const int end = offsets[row + 1];
  float sum = 0.0f;
  for (int e = offsets[row]; e < end; ++e) sum = fmaf(values[e], x[columns[e]], sum);
  y[row] = sum;
}
