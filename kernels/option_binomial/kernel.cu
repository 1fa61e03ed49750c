// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#define BLOCK 256

/// American puts after Cox, Ross and Rubinstein 1979, a block an option, a thread a node of a level: at the leaves a
/// price of S down^(steps - 2 i) pays K less that or nothing; each level up a node is worth
/// rise (upper child) + fall (lower child), the discounted odds, or what it pays at once, if that is more.
extern "C" __global__ void option_binomial(const float* __restrict__ price, const float* __restrict__ strike,
                                           float* __restrict__ value, int steps, float down, float rise, float fall) {
  __shared__ float worth[2][BLOCK];
  const int i = threadIdx.x;
  const float k = strike[blockIdx.x];
  float now = price[blockIdx.x];
  for (int step = 0; step < steps; ++step) now = step < i ? now / down : now * down;
  float best = fmaxf(k - now, 0.0f);
  worth[steps & 1][i] = best;
  __syncthreads();
  for (int level = steps - 1; level >= 0; --level) {
    if (i <= level) {
      const float* children = worth[(level + 1) & 1];
      now /= down;
      best = fmaxf(rise * children[i + 1] + fall * children[i], k - now);
      worth[level & 1][i] = best;
    }
    __syncthreads();
  }
  if (i == 0) value[blockIdx.x] = best;
}
