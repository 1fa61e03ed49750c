// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#ifndef CHAINS
#define CHAINS 8
#endif

/// CHAINS independent chains x = a x + b of 32-bit integers a thread, 16 iterations steps each: what the integer
/// multiply-add units can do.
extern "C" __global__ void peak_mad_s32(unsigned int* __restrict__ out, unsigned int a, unsigned int b,
                                        int iterations) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned int chain[CHAINS];
#pragma unroll
  for (int c = 0; c < CHAINS; ++c) chain[c] = i * 2654435761u + c;
  for (int step = 0; step < iterations; ++step)
#pragma unroll
    for (int again = 0; again < 16; ++again)
#pragma unroll
      for (int c = 0; c < CHAINS; ++c) chain[c] = chain[c] * a + b;
  unsigned int sum = 0;
#pragma unroll
  for (int c = 0; c < CHAINS; ++c) sum += chain[c];
  out[i] = sum;
}
