// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#ifndef BLOCK
#define BLOCK 16
#endif

/// One Jacobi step of the heat equation on the inner points of an n x n grid, n a multiple of BLOCK:
/// out = in + rate (north + south + east + west - 4 in), each block's part and its rim through shared memory.
extern "C" __global__ void stencil5_shared(const float* __restrict__ in, float* __restrict__ out, float rate, int n) {
  __shared__ float part[BLOCK + 2][BLOCK + 2];
  const int u = threadIdx.x + 1, v = threadIdx.y + 1;
  const int x = blockIdx.x * BLOCK + threadIdx.x, y = blockIdx.y * BLOCK + threadIdx.y;
  const int i = y * n + x;
  part[v][u] = in[i];
  if (v == 1 && y > 0) part[0][u] = in[i - n];
  if (v == BLOCK && y < n - 1) part[BLOCK + 1][u] = in[i + n];
  if (u == 1 && x > 0) part[v][0] = in[i - 1];
  if (u == BLOCK && x < n - 1) part[v][BLOCK + 1] = in[i + 1];
  __syncthreads();
  if (x < 1 || y < 1 || x >= n - 1 || y >= n - 1) return;
  const float around = (part[v - 1][u] + part[v + 1][u]) + (part[v][u - 1] + part[v][u + 1]);
  out[i] = fmaf(rate, fmaf(-4.0f, part[v][u], around), part[v][u]);
}
