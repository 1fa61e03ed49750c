// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// out = in convolved with nine constants at the inner points of an n x n grid, one point a thread.
extern "C" __global__ void convolution2d(const float* __restrict__ in, float* __restrict__ out, int n) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= n - 1 || y >= n - 1) return;
  const float* at = in + y * n + x;
  out[y * n + x] = 0.25f * at[-n - 1] + 0.5f * at[-n] - 0.75f * at[-n + 1] - 0.375f * at[-1] + 0.625f * at[0] +
                   0.875f * at[1] + 0.4375f * at[n - 1] - 0.8125f * at[n] + 0.1875f * at[n + 1];
}
