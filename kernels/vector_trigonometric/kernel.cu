// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// z = sin(k1) x + cos(k2) y, one element a thread; every thread works out the sine and the cosine (zigon2020, K3).
extern "C" __global__ void vector_trigonometric(const float* __restrict__ x, const float* __restrict__ y,
                                                float* __restrict__ z, float k1, float k2, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) z[i] = sinf(k1) * x[i] + cosf(k2) * y[i];
}
