// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// out[p][y][x] = the largest of the window x window pixels of plane p from (y stride, x stride) on, as far as there
/// are any; one output pixel a thread, one plane a block in z.
extern "C" __global__ void max_pool2d(const float* __restrict__ in, float* __restrict__ out, int size, int window,
                                      int stride) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, side = size / stride;
  if (x >= side || y >= side) return;
  const float* plane = in + (size_t)blockIdx.z * size * size;
  const int bottom = min(y * stride + window, size), right = min(x * stride + window, size);
  float most = -INFINITY;
  for (int v = y * stride; v < bottom; ++v)
    for (int u = x * stride; u < right; ++u) most = fmaxf(most, plane[v * size + u]);
  out[((size_t)blockIdx.z * side + y) * side + x] = most;
}
