// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// (1 + x)^exponent as the sum of the first terms + 1 of its binomial series, one x a thread.
__kernel void binomial_series(__global const float* restrict x, __global float* restrict sums, float exponent,
                              int terms) {
  const int i = get_global_id(0);
  const float at = x[i];
  float term = 1.0f, sum = 1.0f;
  for (int k = 0; k < terms; ++k) {
    term = term * at * (exponent - (float)k) / (float)(k + 1);
    sum += term;
  }
  sums[i] = sum;
}
