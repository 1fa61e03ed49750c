// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// y = A x, A in compressed sparse rows, one row a work item.
__kernel void spmv_csr(__global const int* restrict offsets, __global const int* restrict columns,
                       __global const float* restrict values, __global const float* restrict x,
                       __global float* restrict y, int rows) {
  const int row = get_global_id(0);
  if (row >= rows) return;
  const int end = offsets[row + 1];
  float sum = 0.0f;
  for (int e = offsets[row]; e < end; ++e) sum = fma(values[e], x[columns[e]], sum);
  y[row] = sum;
}
