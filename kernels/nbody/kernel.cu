// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#ifndef BLOCK
#define BLOCK 256
#endif
#define SOFTENING 1e-3f

/// Gravitational accelerations of n bodies (x, y, z, mass) on each other, n a multiple of BLOCK; BLOCK bodies at a time
/// pass through shared memory. 3 subtractions, 8 multiplications and fused multiply-adds and a reciprocal root an
/// interaction.
extern "C" __global__ void nbody(const float4* __restrict__ bodies, float4* __restrict__ accelerations, int n) {
  __shared__ float4 others[BLOCK];
  const int i = blockIdx.x * BLOCK + threadIdx.x;
  const float4 own = bodies[i];
  float ax = 0.0f, ay = 0.0f, az = 0.0f;
  for (int first = 0; first < n; first += BLOCK) {
    others[threadIdx.x] = bodies[first + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < BLOCK; ++j) {
      const float4 other = others[j];
      const float dx = other.x - own.x, dy = other.y - own.y, dz = other.z - own.z;
      const float inverse = rsqrtf(fmaf(dx, dx, fmaf(dy, dy, fmaf(dz, dz, SOFTENING))));
      const float pull = other.w * inverse * inverse * inverse;
      ax = fmaf(pull, dx, ax);
      ay = fmaf(pull, dy, ay);
      az = fmaf(pull, dz, az);
    }
    __syncthreads();
  }
  accelerations[i] = make_float4(ax, ay, az, 0.0f);
}
