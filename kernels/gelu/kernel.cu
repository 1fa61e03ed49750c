// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// The Gaussian error linear unit by its usual approximation: x/2 (1 + tanh(sqrt(2/pi) (x + 0.044715 x^3))).
extern "C" __global__ void gelu(const float* __restrict__ x, float* __restrict__ out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float v = x[i];
  const float inner = 0.7978845608f * fmaf(0.044715f * v * v, v, v);
  out[i] = 0.5f * v * (1.0f + tanhf(inner));
}
