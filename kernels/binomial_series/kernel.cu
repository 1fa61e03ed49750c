// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// (1 + x)^exponent as the sum of the first terms + 1 of its binomial series, one x a thread. Every term is made from the
/// one before it, so that a warp alone waits out each instruction: arithmetic alone, for any number of blocks and threads.
extern "C" __global__ void binomial_series(const float* __restrict__ x, float* __restrict__ sums, float exponent,
                                           int terms) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float at = x[i];
  float term = 1.0f, sum = 1.0f;
  for (int k = 0; k < terms; ++k) {
    term = term * at * (exponent - static_cast<float>(k)) / static_cast<float>(k + 1);
    sum += term;
  }
  sums[i] = sum;
}
