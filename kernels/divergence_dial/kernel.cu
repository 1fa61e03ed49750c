// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// In every warp `lanes` of 32 lanes run 16 iterations products down and the others 4 iterations up: both branches cost
/// the warp their time unless all lanes are on one side.
extern "C" __global__ void divergence_dial(float* __restrict__ out, float a, float b, int lanes, int iterations) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = (float)(i % 64);
  if (threadIdx.x % 32 < lanes) {
    for (int step = 0; step < iterations; ++step)
#pragma unroll
      for (int again = 0; again < 16; ++again) x = fmaf(x, a, b);
  } else {
    for (int step = 0; step < iterations; ++step)
#pragma unroll
      for (int again = 0; again < 4; ++again) x = fmaf(x, -a, b);
  }
  out[i] = x;
}
