// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Local memory, a barrier, native and exact math, vectors, printf.
kernel void blend(global const float* x, global float* y, local float* tile, int n) {
  const int i = get_global_id(0), l = get_local_id(0);
  tile[l] = i < n ? x[i] : 0.0f;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i >= n) return;
  const float4 v = native_exp((float4)(x[i])) + native_divide((float4)(1.0f), (float4)(x[i]));
  y[i] = tile[get_local_size(0) - 1 - l] * native_sin(x[i]) + sin(x[i]) + half_rsqrt(x[i]) + v.x + v.w;
  if (i == 0) printf("%f %d\n", y[i], n);
}
