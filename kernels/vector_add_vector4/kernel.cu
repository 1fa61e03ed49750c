// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// c = a + b, four neighbours a thread by reads of 128 bits; n is a multiple of 4.
extern "C" __global__ void vector_add_vector4(const float4* __restrict__ a, const float4* __restrict__ b,
                                              float4* __restrict__ c, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (4 * i >= n) return;
  const float4 p = a[i], q = b[i];
  c[i] = make_float4(p.x + q.x, p.y + q.y, p.z + q.z, p.w + q.w);
}
