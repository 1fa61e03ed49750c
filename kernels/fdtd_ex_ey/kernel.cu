// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// The electric field half a step on: ey, whose first row is the source, from the differences of hz between rows, ex
/// from those between columns.
extern "C" __global__ void fdtd_ex_ey(float* __restrict__ ex, float* __restrict__ ey, const float* __restrict__ hz,
                                      float source, int n) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= n || j >= n) return;
  const float here = hz[i * n + j];
  ey[i * n + j] = i == 0 ? source : ey[i * n + j] - 0.5f * (here - hz[(i - 1) * n + j]);
  if (j > 0) ex[i * n + j] -= 0.5f * (here - hz[i * n + j - 1]);
}
