// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// x = a x + b, `fmas` times, on four elements a thread, loaded and stored as one vector: 2 fmas operations for 8
/// bytes.
extern "C" __global__ void intensity_dial(const float4* __restrict__ in, float4* __restrict__ out, float a, float b,
                                          int fmas, int quads) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= quads) return;
  float4 x = in[i];
#pragma unroll 4
  for (int step = 0; step < fmas; ++step) {
    x.x = fmaf(x.x, a, b);
    x.y = fmaf(x.y, a, b);
    x.z = fmaf(x.z, a, b);
    x.w = fmaf(x.w, a, b);
  }
  out[i] = x;
}
