// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// One Jacobi step of the heat equation on the inner points of an n x n grid, every neighbour from global memory.
__kernel void stencil5_global(__global const float* restrict in, __global float* restrict out, float rate, int n) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x < 1 || y < 1 || x >= n - 1 || y >= n - 1) return;
  const int i = y * n + x;
  const float centre = in[i];
  const float around = (in[i - n] + in[i + n]) + (in[i - 1] + in[i + 1]);
  out[i] = fma(rate, fma(-4.0f, centre, around), centre);
}
