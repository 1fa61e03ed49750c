// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#ifndef BLOCK
#define BLOCK 16
#endif

/// The 9-point step for the Laplace equation on the inner points of an n x n grid, n a multiple of BLOCK (zigon2020,
/// equation 4): out = scale (4 (north + south + east + west) + the four corners), each block's part and its rim
/// through shared memory.
extern "C" __global__ void stencil9_shared(const float* __restrict__ in, float* __restrict__ out, float scale, int n) {
  __shared__ float part[BLOCK + 2][BLOCK + 2];
  const int u = threadIdx.x + 1, v = threadIdx.y + 1;
  const int x = blockIdx.x * BLOCK + threadIdx.x, y = blockIdx.y * BLOCK + threadIdx.y;
  const int i = y * n + x;
  const bool top = v == 1 && y > 0, bottom = v == BLOCK && y < n - 1;
  const bool left = u == 1 && x > 0, right = u == BLOCK && x < n - 1;
  part[v][u] = in[i];
  if (top) part[0][u] = in[i - n];
  if (bottom) part[BLOCK + 1][u] = in[i + n];
  if (left) part[v][0] = in[i - 1];
  if (right) part[v][BLOCK + 1] = in[i + 1];
  if (top && left) part[0][0] = in[i - n - 1];
  if (top && right) part[0][BLOCK + 1] = in[i - n + 1];
  if (bottom && left) part[BLOCK + 1][0] = in[i + n - 1];
  if (bottom && right) part[BLOCK + 1][BLOCK + 1] = in[i + n + 1];
  __syncthreads();
  if (x < 1 || y < 1 || x >= n - 1 || y >= n - 1) return;
  const float sides = (part[v - 1][u] + part[v + 1][u]) + (part[v][u - 1] + part[v][u + 1]);
  const float corners = (part[v - 1][u - 1] + part[v - 1][u + 1]) + (part[v + 1][u - 1] + part[v + 1][u + 1]);
  out[i] = scale * fmaf(4.0f, sides, corners);
}
