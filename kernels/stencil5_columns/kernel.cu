// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// One Jacobi step of the heat equation on the inner points of an n x n grid, neighbouring threads a whole row apart:
/// out = in + rate (north + south + east + west - 4 in). What stencil5_global improves on.
extern "C" __global__ void stencil5_columns(const float* __restrict__ in, float* __restrict__ out, float rate, int n) {
  const int y = blockIdx.x * blockDim.x + threadIdx.x, x = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= n - 1 || y >= n - 1) return;
  const int i = y * n + x;
  const float centre = in[i];
  const float around = (in[i - n] + in[i + n]) + (in[i - 1] + in[i + 1]);
  out[i] = fmaf(rate, fmaf(-4.0f, centre, around), centre);
}
