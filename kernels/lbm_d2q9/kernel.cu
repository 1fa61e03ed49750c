// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// One step of the lattice Boltzmann method (D2Q9, single relaxation time; Qian et al. 1992) on an nx x ny torus, one
/// cell a thread: what comes from the nine neighbours, then relaxed at rate omega to the equilibrium w rho (1 + 3 c.u +
/// 9/2 (c.u)^2 - 3/2 u.u) of its density rho and velocity u.
extern "C" __global__ void lbm_d2q9(const float* __restrict__ in, float* __restrict__ out, float omega, int nx,
                                    int ny) {
  constexpr int cx[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, cy[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
  constexpr float weight[9] = {4.0f / 9,  1.0f / 9,  1.0f / 9,  1.0f / 9, 1.0f / 9,
                               1.0f / 36, 1.0f / 36, 1.0f / 36, 1.0f / 36};
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (x >= nx) return;
  const int west = x > 0 ? x - 1 : nx - 1, east = x < nx - 1 ? x + 1 : 0;
  const int north = y > 0 ? y - 1 : ny - 1, south = y < ny - 1 ? y + 1 : 0;
  float f[9], rho = 0.0f, ux = 0.0f, uy = 0.0f;
#pragma unroll
  for (int k = 0; k < 9; ++k) {
    const int from_x = cx[k] == 0 ? x : cx[k] > 0 ? west : east, from_y = cy[k] == 0 ? y : cy[k] > 0 ? north : south;
    f[k] = in[(k * ny + from_y) * nx + from_x];
    rho += f[k];
    ux += cx[k] * f[k];
    uy += cy[k] * f[k];
  }
  ux /= rho;
  uy /= rho;
  const float still = 1.0f - 1.5f * (ux * ux + uy * uy);
#pragma unroll
  for (int k = 0; k < 9; ++k) {
    const float along = cx[k] * ux + cy[k] * uy;
    const float equilibrium = weight[k] * rho * (still + 3.0f * along + 4.5f * along * along);
    out[(k * ny + y) * nx + x] = f[k] + omega * (equilibrium - f[k]);
  }
}
