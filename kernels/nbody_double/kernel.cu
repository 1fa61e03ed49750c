// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#ifndef BLOCK
#define BLOCK 256
#endif
#define SOFTENING 1e-3

/// Gravitational accelerations of n bodies (x, y, z, mass) on each other, n a multiple of BLOCK; BLOCK bodies at a time
/// pass through shared memory; all arithmetic in double precision. What nbody improves on where its accuracy is enough.
extern "C" __global__ void nbody_double(const float4* __restrict__ bodies, float4* __restrict__ accelerations, int n) {
  __shared__ float4 others[BLOCK];
  const int i = blockIdx.x * BLOCK + threadIdx.x;
  const float4 own = bodies[i];
  double ax = 0, ay = 0, az = 0;
  for (int first = 0; first < n; first += BLOCK) {
    others[threadIdx.x] = bodies[first + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < BLOCK; ++j) {
      const float4 other = others[j];
      const double dx = other.x - own.x, dy = other.y - own.y, dz = other.z - own.z;
      const double inverse = rsqrt(fma(dx, dx, fma(dy, dy, fma(dz, dz, SOFTENING))));
      const double pull = other.w * inverse * inverse * inverse;
      ax = fma(pull, dx, ax);
      ay = fma(pull, dy, ay);
      az = fma(pull, dz, az);
    }
    __syncthreads();
  }
  accelerations[i] = make_float4(static_cast<float>(ax), static_cast<float>(ay), static_cast<float>(az), 0.0f);
}
