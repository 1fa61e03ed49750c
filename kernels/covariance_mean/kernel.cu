// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// mean[j] = sum_i data[i][j] / rows, one column a thread.
extern "C" __global__ void covariance_mean(const float* __restrict__ data, float* __restrict__ mean, int rows,
                                           int columns) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j >= columns) return;
  float sum = 0.0f;
  for (int i = 0; i < rows; ++i) sum += data[i * columns + j];
  mean[j] = sum / rows;
}
