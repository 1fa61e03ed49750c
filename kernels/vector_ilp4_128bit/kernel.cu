// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// z = sin(k1) x + cos(k2) y, four neighbours a thread by reads of 128 bits (zigon2020, K6); n is a multiple of 4.
extern "C" __global__ void vector_ilp4_128bit(const float4* __restrict__ x, const float4* __restrict__ y,
                                              float4* __restrict__ z, float k1, float k2, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (4 * i >= n) return;
  const float4 p = x[i], q = y[i];
  const float sine = sinf(k1), cosine = cosf(k2);
  float4 sum;
  sum.x = sine * p.x + cosine * q.x;
  sum.y = sine * p.y + cosine * q.y;
  sum.z = sine * p.z + cosine * q.z;
  sum.w = sine * p.w + cosine * q.w;
  z[i] = sum;
}
