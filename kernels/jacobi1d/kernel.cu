// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// out[i] = (in[i - 1] + in[i] + in[i + 1]) / 3 at the inner points of a line.
extern "C" __global__ void jacobi1d(const float* __restrict__ in, float* __restrict__ out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < 1 || i >= n - 1) return;
  out[i] = (1.0f / 3.0f) * (in[i - 1] + in[i] + in[i + 1]);
}
