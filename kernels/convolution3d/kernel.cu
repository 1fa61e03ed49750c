// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// out = in convolved with 27 weights that depend on the distance alone, at the inner points of an n x n x n grid; one
/// point a thread, one layer a block in z.
extern "C" __global__ void convolution3d(const float* __restrict__ in, float* __restrict__ out, int n) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z;
  if (x < 1 || y < 1 || z < 1 || x >= n - 1 || y >= n - 1 || z >= n - 1) return;
  const float* at = in + (z * n + y) * n + x;
  float by_distance[4] = {0.0f, 0.0f, 0.0f, 0.0f};
#pragma unroll
  for (int w = -1; w <= 1; ++w)
#pragma unroll
    for (int v = -1; v <= 1; ++v)
#pragma unroll
      for (int u = -1; u <= 1; ++u) by_distance[w * w + v * v + u * u] += at[(w * n + v) * n + u];
  out[(z * n + y) * n + x] =
      0.5f * by_distance[0] + 0.0625f * by_distance[1] - 0.03125f * by_distance[2] + 0.015625f * by_distance[3];
}
