// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// covariance[j][k] = covariance[k][j] = sum_i data[i][j] data[i][k] for k from j on, one j a thread: the first threads
/// have the most to do.
extern "C" __global__ void covariance_product(const float* __restrict__ data, float* __restrict__ covariance, int rows,
                                              int columns) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j >= columns) return;
  for (int k = j; k < columns; ++k) {
    float sum = 0.0f;
    for (int i = 0; i < rows; ++i) sum = fmaf(data[i * columns + j], data[i * columns + k], sum);
    covariance[j * columns + k] = sum;
    covariance[k * columns + j] = sum;
  }
}
