// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// deviation[j] = sqrt(sum_i (data[i][j] - mean[j])^2 / rows), or 1 where that is not above 0.005; one column a thread.
extern "C" __global__ void correlation_std(const float* __restrict__ data, const float* __restrict__ mean,
                                           float* __restrict__ deviation, int rows, int columns) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j >= columns) return;
  const float middle = mean[j];
  float sum = 0.0f;
  for (int i = 0; i < rows; ++i) {
    const float off = data[i * columns + j] - middle;
    sum = fmaf(off, off, sum);
  }
  const float root = sqrtf(sum / rows);
  deviation[j] = root > 0.005f ? root : 1.0f;
}
