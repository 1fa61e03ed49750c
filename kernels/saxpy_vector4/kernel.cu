// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// y = a x + y with a grid-stride loop, four neighbours a turn by reads of 128 bits; n is a multiple of 4.
extern "C" __global__ void saxpy_vector4(float a, const float4* __restrict__ x, float4* __restrict__ y, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n / 4; i += gridDim.x * blockDim.x) {
    const float4 p = x[i], q = y[i];
    y[i] = make_float4(fmaf(a, p.x, q.x), fmaf(a, p.y, q.y), fmaf(a, p.z, q.z), fmaf(a, p.w, q.w));
  }
}
