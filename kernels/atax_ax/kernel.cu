// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// t = A x, one row a thread: neighbouring threads read a whole row apart. t[i] may alias the rest: it is stored with
/// every product.
extern "C" __global__ void atax_ax(const float* a, const float* x, float* t, int rows, int columns) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= rows) return;
  t[i] = 0.0f;
  for (int j = 0; j < columns; ++j) t[i] += a[i * columns + j] * x[j];
}
