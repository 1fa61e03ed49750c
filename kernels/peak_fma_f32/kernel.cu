// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#ifndef CHAINS
#define CHAINS 8
#endif

/// CHAINS independent chains x = a x + b in single precision a thread, 16 iterations steps each: what the multiply-add
/// units can do, or, with few chains and few warps, how long one takes.
extern "C" __global__ void peak_fma_f32(float* __restrict__ out, float a, float b, int iterations) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float chain[CHAINS];
#pragma unroll
  for (int c = 0; c < CHAINS; ++c) chain[c] = (float)(i % 64 + c);
  for (int step = 0; step < iterations; ++step)
#pragma unroll
    for (int again = 0; again < 16; ++again)
#pragma unroll
      for (int c = 0; c < CHAINS; ++c) chain[c] = fmaf(chain[c], a, b);
  float sum = 0;
#pragma unroll
  for (int c = 0; c < CHAINS; ++c) sum += chain[c];
  out[i] = sum;
}
