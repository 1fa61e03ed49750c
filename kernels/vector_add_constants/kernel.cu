// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// z = k1 x + k2 y, one element a thread, both reads before the first product (zigon2020, K2, listing 1.2).
extern "C" __global__ void vector_add_constants(const float* __restrict__ x, const float* __restrict__ y,
                                                float* __restrict__ z, float k1, float k2, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) z[i] = k1 * x[i] + k2 * y[i];
}
