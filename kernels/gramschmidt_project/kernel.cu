// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// q[i][k] = a[i][k] / r[k][k] for the rows i of one column k, `columns` elements apart, one a thread.
extern "C" __global__ void gramschmidt_project(const float* __restrict__ a, const float* __restrict__ r,
                                               float* __restrict__ q, int column, int rows, int columns) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < rows) q[i * columns + column] = a[i * columns + column] / r[column * columns + column];
}
