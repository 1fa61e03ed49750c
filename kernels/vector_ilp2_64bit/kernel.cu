// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// z = sin(k1) x + cos(k2) y, two neighbours a thread by reads of 64 bits (zigon2020, K5); n is a multiple of 2.
extern "C" __global__ void vector_ilp2_64bit(const float2* __restrict__ x, const float2* __restrict__ y,
                                             float2* __restrict__ z, float k1, float k2, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (2 * i >= n) return;
  const float2 p = x[i], q = y[i];
  const float sine = sinf(k1), cosine = cosf(k2);
  float2 sum;
  sum.x = sine * p.x + cosine * q.x;
  sum.y = sine * p.y + cosine * q.y;
  z[i] = sum;
}
