// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// One stage of a Runge-Kutta step of the Euler equations on cells of any shape: the five conserved quantities go
/// forward from their old values by the cell's step factor / stage along the fluxes.
extern "C" __global__ void cfd_time_step(const float* __restrict__ old, const float* __restrict__ factor,
                                         const float* __restrict__ flux, float* __restrict__ now, float stage,
                                         int cells) {
  const int cell = blockIdx.x * blockDim.x + threadIdx.x;
  if (cell >= cells) return;
  const float step = factor[cell] / stage;
#pragma unroll
  for (int quantity = 0; quantity < 5; ++quantity) {
    const int i = quantity * cells + cell;
    now[i] = old[i] + step * flux[i];
  }
}
