// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// y = A x, A in compressed sparse rows, one row a thread.
extern "C" __global__ void spmv_csr(const int* __restrict__ offsets, const int* __restrict__ columns,
                                    const float* __restrict__ values, const float* __restrict__ x,
                                    float* __restrict__ y, int rows) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  const int end = offsets[row + 1];
  float sum = 0.0f;
  for (int e = offsets[row]; e < end; ++e) sum = fmaf(values[e], x[columns[e]], sum);
  y[row] = sum;
}
