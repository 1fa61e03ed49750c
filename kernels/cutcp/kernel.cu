// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#define ATOMS 8   // in a cell
#define POINTS 8  // of the lattice along a cell's side

/// Coulomb potential with a smooth cut-off at one cell's side, q / r (1 - r^2)^2, at the points of a lattice with
/// POINTS points a cell and direction, each half a spacing from the cell's walls: the atoms of the 27 cells around a
/// point are looked at, one point a thread. All threads of a block lie in one cell and read the same atoms.
extern "C" __global__ void cutcp(const float4* __restrict__ atoms, float* __restrict__ potential, int cells) {
  const int z = blockIdx.z * blockDim.z + threadIdx.z;
  const int cell_x = blockIdx.x, cell_y = blockIdx.y, cell_z = z / POINTS;
  const float px = (threadIdx.x + 0.5f) / POINTS, py = (threadIdx.y + 0.5f) / POINTS;
  const float pz = (z % POINTS + 0.5f) / POINTS;
  float sum = 0.0f;
  for (int dz = max(cell_z - 1, 0); dz <= min(cell_z + 1, cells - 1); ++dz)
    for (int dy = max(cell_y - 1, 0); dy <= min(cell_y + 1, cells - 1); ++dy)
      for (int dx = max(cell_x - 1, 0); dx <= min(cell_x + 1, cells - 1); ++dx) {
        const float4* own = atoms + ((dz * cells + dy) * cells + dx) * ATOMS;
        for (int a = 0; a < ATOMS; ++a) {
          const float4 atom = own[a];
          const float x = atom.x + (dx - cell_x) - px, y = atom.y + (dy - cell_y) - py, z = atom.z + (dz - cell_z) - pz;
          const float squared = x * x + y * y + z * z, left = 1.0f - squared;
          if (squared < 1.0f) sum += atom.w * rsqrtf(squared) * left * left;
        }
      }
  potential[(z * cells + cell_y) * cells * POINTS * POINTS + threadIdx.y * cells * POINTS + cell_x * POINTS +
            threadIdx.x] = sum;
}
