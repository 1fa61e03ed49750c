// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// y = A x with A in the ELLPACK form: width elements in each row, the first of all rows, then the second and so on, so
/// that a warp reads whole lines. One row a thread; x is gathered.
extern "C" __global__ void spmv_ell(const int* __restrict__ columns, const float* __restrict__ values,
                                    const float* __restrict__ x, float* __restrict__ y, int rows, int width) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float sum = 0.0f;
  for (int k = 0; k < width; ++k) sum = fmaf(values[k * rows + row], x[columns[k * rows + row]], sum);
  y[row] = sum;
}
