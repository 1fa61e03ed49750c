// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// What a cell holds and what follows from it for a gas with a ratio of specific heats of 1.4.
struct State {
  float density, x, y, z, energy, pressure, sound;
};

__device__ State state_of(const float* __restrict__ density, const float* __restrict__ momentum,
                          const float* __restrict__ energy, int cell, int cells) {
  State state;
  state.density = density[cell];
  state.x = momentum[cell];
  state.y = momentum[cells + cell];
  state.z = momentum[2 * cells + cell];
  state.energy = energy[cell];
  const float squared = state.x * state.x + state.y * state.y + state.z * state.z;
  state.pressure = 0.4f * (state.energy - 0.5f * squared / state.density);
  state.sound = sqrtf(1.4f * state.pressure / state.density);
  return state;
}

/// Fluxes of the Euler equations into the cells of an unstructured mesh, one cell a thread, after Rusanov 1961: through
/// a face with the normal n (as long as the face is large) flows the mean of both sides' fluxes less half the faster
/// side's |u.n| + c |n| times the step in the quantity. A neighbour outside the mesh is a wall, which only presses.
/// Neighbours are stored as differences of cell numbers: how far they reach is how well the mesh was numbered.
extern "C" __global__ void cfd_flux(const float* __restrict__ density, const float* __restrict__ momentum,
                                    const float* __restrict__ energy, const int* __restrict__ neighbours,
                                    const float* __restrict__ normals, float* __restrict__ flux, int cells) {
  const int cell = blockIdx.x * blockDim.x + threadIdx.x;
  if (cell >= cells) return;
  const State own = state_of(density, momentum, energy, cell, cells);
  float mass = 0.0f, x = 0.0f, y = 0.0f, z = 0.0f, heat = 0.0f;
  for (int face = 0; face < 4; ++face) {
    const int i = face * cells + cell, beyond = cell + neighbours[i];
    const float nx = normals[i], ny = normals[4 * cells + i], nz = normals[8 * cells + i];
    if (beyond < 0 || beyond >= cells) {
      x -= own.pressure * nx;
      y -= own.pressure * ny;
      z -= own.pressure * nz;
      continue;
    }
    const State other = state_of(density, momentum, energy, beyond, cells);
    const float area = sqrtf(nx * nx + ny * ny + nz * nz);
    const float leaving = (own.x * nx + own.y * ny + own.z * nz) / own.density;
    const float coming = (other.x * nx + other.y * ny + other.z * nz) / other.density;
    const float fastest = fmaxf(fabsf(leaving) + own.sound * area, fabsf(coming) + other.sound * area);
    const float from = leaving + fastest, to = coming - fastest, pressure = own.pressure + other.pressure;
    mass -= 0.5f * (from * own.density + to * other.density);
    x -= 0.5f * (from * own.x + to * other.x + pressure * nx);
    y -= 0.5f * (from * own.y + to * other.y + pressure * ny);
    z -= 0.5f * (from * own.z + to * other.z + pressure * nz);
    heat -= 0.5f * (from * own.energy + to * other.energy + leaving * own.pressure + coming * other.pressure);
  }
  flux[cell] = mass;
  flux[cells + cell] = x;
  flux[2 * cells + cell] = y;
  flux[3 * cells + cell] = z;
  flux[4 * cells + cell] = heat;
}
