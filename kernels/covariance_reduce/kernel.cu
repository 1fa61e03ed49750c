// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// data[i][j] -= mean[j], one element a thread.
extern "C" __global__ void covariance_reduce(float* __restrict__ data, const float* __restrict__ mean, int rows,
                                             int columns) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < rows && j < columns) data[i * columns + j] -= mean[j];
}
