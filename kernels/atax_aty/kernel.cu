// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// y = A^T t, one column a thread: neighbouring threads read neighbours. y[j] may alias the rest: it is stored with
/// every product.
extern "C" __global__ void atax_aty(const float* a, const float* t, float* y, int rows, int columns) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j >= columns) return;
  y[j] = 0.0f;
  for (int i = 0; i < rows; ++i) y[j] += a[i * columns + j] * t[i];
}
