// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
__device__ __forceinline__ float power_of_two(float x) {
  float y;
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
  return y;
}

/// Four independent chains x = 2 / sqrt(2^sin(x)) a thread, each of three instructions of the special function units
/// and one product.
extern "C" __global__ void peak_special(float* __restrict__ out, int iterations) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float chain[4];
#pragma unroll
  for (int c = 0; c < 4; ++c) chain[c] = 0.03125f * (i % 64 + c);
  for (int step = 0; step < iterations; ++step)
#pragma unroll
    for (int c = 0; c < 4; ++c) chain[c] = 2.0f * rsqrtf(power_of_two(__sinf(chain[c])));
  out[i] = (chain[0] + chain[1]) + (chain[2] + chain[3]);
}
