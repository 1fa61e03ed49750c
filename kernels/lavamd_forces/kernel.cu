// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#define BLOCK 128  // the most particles in a box

/// Potentials q exp(-sharpness r^2) and the forces that go with them on particles sorted into cubic boxes, a block a
/// box, a thread a particle of it: the boxes around are brought into shared memory one after another, and every thread
/// goes over all particles there. Farther than the next box nothing is felt.
extern "C" __global__ void __launch_bounds__(BLOCK)
    lavamd_forces(const float4* __restrict__ particles, float4* __restrict__ result, float sharpness, int count,
                  int boxes) {
  __shared__ float4 others[BLOCK];
  const int home_x = blockIdx.x, home_y = blockIdx.y, home_z = blockIdx.z, thread = threadIdx.x;
  const int own = ((home_z * boxes + home_y) * boxes + home_x) * count + thread;
  const float4 at = thread < count ? particles[own] : make_float4(0.0f, 0.0f, 0.0f, 0.0f);
  float potential = 0.0f, fx = 0.0f, fy = 0.0f, fz = 0.0f;
  for (int around = 0; around < 27; ++around) {
    const int dx = around % 3 - 1, dy = around / 3 % 3 - 1, dz = around / 9 - 1;
    const int x = home_x + dx, y = home_y + dy, z = home_z + dz;
    if (x < 0 || x >= boxes || y < 0 || y >= boxes || z < 0 || z >= boxes) continue;
    __syncthreads();
    if (thread < count) {
      const float4 particle = particles[((z * boxes + y) * boxes + x) * count + thread];
      others[thread] = make_float4(particle.x + dx, particle.y + dy, particle.z + dz, particle.w);
    }
    __syncthreads();
    if (thread >= count) continue;
    for (int i = 0; i < count; ++i) {
      const float4 other = others[i];
      const float rx = at.x - other.x, ry = at.y - other.y, rz = at.z - other.z;
      const float squared = rx * rx + ry * ry + rz * rz;
      const float part = other.w * expf(-sharpness * squared);
      potential += part;
      fx = fmaf(part, rx, fx);
      fy = fmaf(part, ry, fy);
      fz = fmaf(part, rz, fz);
    }
  }
  const float scale = 2.0f * sharpness;
  if (thread < count) result[own] = make_float4(potential, scale * fx, scale * fy, scale * fz);
}
