// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Prices of European options after Black and Scholes 1973, one option a thread: with
/// d1 = (log(S / K) + (r + v^2 / 2) T) / (v sqrt(T)) and d2 = d1 - v sqrt(T), a call costs S N(d1) - K exp(-r T) N(d2)
/// and a put K exp(-r T) N(-d2) - S N(-d1). N is the normal distribution, by the error function.
__device__ float normal(float x) { return 0.5f + 0.5f * erff(x * 0.70710678f); }

extern "C" __global__ void black_scholes(const float* __restrict__ price, const float* __restrict__ strike,
                                         const float* __restrict__ years, float* __restrict__ call,
                                         float* __restrict__ put, float rate, float volatility, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float s = price[i], k = strike[i], t = years[i];
  const float spread = volatility * sqrtf(t);
  const float d1 = (logf(s / k) + (rate + 0.5f * volatility * volatility) * t) / spread, d2 = d1 - spread;
  const float discounted = k * expf(-rate * t);
  call[i] = s * normal(d1) - discounted * normal(d2);
  put[i] = discounted * normal(-d2) - s * normal(-d1);
}
