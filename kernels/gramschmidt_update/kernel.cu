// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// For the columns j behind column k, one a thread: r[k][j] = q[.][k] a[.][j], then a[.][j] -= r[k][j] q[.][k].
extern "C" __global__ void gramschmidt_update(float* __restrict__ a, float* __restrict__ r, const float* __restrict__ q,
                                              int column, int rows, int columns) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j <= column || j >= columns) return;
  float sum = 0.0f;
  for (int i = 0; i < rows; ++i) sum = fmaf(q[i * columns + column], a[i * columns + j], sum);
  r[column * columns + j] = sum;
  for (int i = 0; i < rows; ++i) a[i * columns + j] -= q[i * columns + column] * sum;
}
