// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// out = side (sum of the six neighbours) - centre in, on the inner points of an nx x ny x nz grid, one point a thread,
/// neighbours through the caches.
extern "C" __global__ void stencil7_parboil(const float* __restrict__ in, float* __restrict__ out, float centre,
                                            float side, int nx, int ny) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  const int z = blockIdx.z + 1;
  if (x < 1 || y < 1 || x >= nx - 1 || y >= ny - 1) return;
  const int i = (z * ny + y) * nx + x, plane = nx * ny;
  const float around = in[i - 1] + in[i + 1] + in[i - nx] + in[i + nx] + in[i - plane] + in[i + plane];
  out[i] = side * around - centre * in[i];
}
