// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Lennard-Jones forces on atoms (x, y, z, unused) from lists of neighbours, one atom a thread:
/// sum of d r^-2 r^-6 (1.5 r^-6 - 2) over those nearer than the cut-off (squared) and farther than a quarter, which
/// keeps atoms that happen to lie on one another apart from infinity. Lists are read in whole lines, positions
/// gathered.
extern "C" __global__ void md_lennard_jones(const float4* __restrict__ position, const int* __restrict__ list,
                                            float4* __restrict__ force, float cutoff, int neighbours, int atoms) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= atoms) return;
  const float4 own = position[i];
  float fx = 0.0f, fy = 0.0f, fz = 0.0f;
  for (int k = 0; k < neighbours; ++k) {
    const float4 other = position[list[k * atoms + i]];
    const float dx = own.x - other.x, dy = own.y - other.y, dz = own.z - other.z;
    const float squared = dx * dx + dy * dy + dz * dz;
    if (squared >= cutoff || squared <= 0.0625f) continue;
    const float inverse = 1.0f / squared, sixth = inverse * inverse * inverse;
    const float strength = inverse * sixth * (1.5f * sixth - 2.0f);
    fx = fmaf(dx, strength, fx);
    fy = fmaf(dy, strength, fy);
    fz = fmaf(dz, strength, fz);
  }
  force[i] = make_float4(fx, fy, fz, 0.0f);
}
