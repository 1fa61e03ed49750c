// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// The 9-point step for the Laplace equation on the inner points of an n x n grid (zigon2020, equation 4):
/// out = scale (4 (north + south + east + west) + the four corners), every neighbour from global memory.
extern "C" __global__ void stencil9_global(const float* __restrict__ in, float* __restrict__ out, float scale, int n) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= n - 1 || y >= n - 1) return;
  const int i = y * n + x;
  const float sides = (in[i - n] + in[i + n]) + (in[i - 1] + in[i + 1]);
  const float corners = (in[i - n - 1] + in[i - n + 1]) + (in[i + n - 1] + in[i + n + 1]);
  out[i] = scale * fmaf(4.0f, sides, corners);
}
