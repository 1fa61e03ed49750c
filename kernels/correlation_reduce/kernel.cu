// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// data[i][j] = (data[i][j] - mean[j]) / (sqrt(rows) deviation[j]), one element a thread, root and division by each.
extern "C" __global__ void correlation_reduce(float* __restrict__ data, const float* __restrict__ mean,
                                              const float* __restrict__ deviation, int rows, int columns) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= rows || j >= columns) return;
  data[i * columns + j] = (data[i * columns + j] - mean[j]) / (sqrtf((float)rows) * deviation[j]);
}
