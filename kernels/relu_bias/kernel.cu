// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// The rectified linear unit behind a linear layer: out[i][j] = max(x[i][j] + bias[j], 0), one element a thread.
extern "C" __global__ void relu_bias(const float* __restrict__ x, const float* __restrict__ bias,
                                     float* __restrict__ out, int rows, int columns) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= rows * columns) return;
  out[i] = fmaxf(x[i] + bias[i % columns], 0.0f);
}
