// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#ifndef BLOCK
#define BLOCK 256
#endif
#define SOFTENING 1e-3f

/// Gravitational accelerations of n bodies (x, y, z, mass) on each other, n a multiple of BLOCK.
__kernel void nbody(__global const float4* restrict bodies, __global float4* restrict accelerations, int n) {
  __local float4 others[BLOCK];
  const int t = get_local_id(0), i = get_global_id(0);
  const float4 own = bodies[i];
  float ax = 0.0f, ay = 0.0f, az = 0.0f;
  for (int first = 0; first < n; first += BLOCK) {
    others[t] = bodies[first + t];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int j = 0; j < BLOCK; ++j) {
      const float4 other = others[j];
      const float dx = other.x - own.x, dy = other.y - own.y, dz = other.z - own.z;
      const float inverse = native_rsqrt(fma(dx, dx, fma(dy, dy, fma(dz, dz, SOFTENING))));
      const float pull = other.w * inverse * inverse * inverse;
      ax = fma(pull, dx, ax);
      ay = fma(pull, dy, ay);
      az = fma(pull, dz, az);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  accelerations[i] = (float4)(ax, ay, az, 0.0f);
}
