// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#ifndef CHAINS
#define CHAINS 8
#endif

/// CHAINS independent chains x = a x + b in double precision a thread, 16 iterations steps each: what the
/// double-precision units can do.
extern "C" __global__ void peak_fma_f64(double* __restrict__ out, double a, double b, int iterations) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  double chain[CHAINS];
#pragma unroll
  for (int c = 0; c < CHAINS; ++c) chain[c] = (double)(i % 64 + c);
  for (int step = 0; step < iterations; ++step)
#pragma unroll
    for (int again = 0; again < 16; ++again)
#pragma unroll
      for (int c = 0; c < CHAINS; ++c) chain[c] = fma(chain[c], a, b);
  double sum = 0;
#pragma unroll
  for (int c = 0; c < CHAINS; ++c) sum += chain[c];
  out[i] = sum;
}
