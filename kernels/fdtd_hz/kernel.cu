// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// The magnetic field a step on, from the curl of the electric one: hz -= 0.7 (d ex + d ey), but for the last row and
/// column.
extern "C" __global__ void fdtd_hz(float* __restrict__ hz, const float* __restrict__ ex, const float* __restrict__ ey,
                                   int n) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= n - 1 || j >= n - 1) return;
  const int at = i * n + j;
  hz[at] -= 0.7f * (ex[at + 1] - ex[at] + ey[at + n] - ey[at]);
}
