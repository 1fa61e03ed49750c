// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// out[i stride] = in[i stride] for i < n: a warp's 32 elements lie in 4 sectors where the stride is 1, in 32 from 8
/// on.
extern "C" __global__ void strided_copy(const float* __restrict__ in, float* __restrict__ out, int n, int stride) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i * stride] = in[i * stride];
}
