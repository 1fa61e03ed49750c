// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Each thread reads pairs of floats of two arrays, 1024 bytes apart, and does `STEPS` multiply-adds with each pair: two
/// chains side by side, each step of which depends on the one before.
#ifndef STEPS
#define STEPS 16
#endif

constexpr int pairs = 4000, block = 256;

__device__ void step(float& sum, float factor, float addend) { sum = sum * factor - addend; }

extern "C" __global__ void mix(const float* __restrict__ first, const float* __restrict__ second, float* result) {
  const int begin = blockIdx.x * block * pairs + threadIdx.x;
  float total = 0;
#pragma unroll 1
  for (int i = 0; i < pairs; i += 2) {
    const float a = first[begin + i * block], b = second[begin + i * block];
    const float c = first[begin + (i + 1) * block], d = second[begin + (i + 1) * block];
    float even = a - b, odd = c - d;
    for (int k = 0; k < STEPS; ++k) {
      step(even, a, b);
      step(odd, c, d);
    }
    total += even + odd;
  }
  if (threadIdx.x == 0) result[blockIdx.x] = total;
}
