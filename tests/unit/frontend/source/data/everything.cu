// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// One use of every group of functions that our CUDA header replaces a toolkit's with.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <device_launch_parameters.h>

#include <cassert>
#include <cstdio>

__constant__ float table[16];
__device__ int counter;

__global__ void vectors(float4* f, double2* d, int3* i, uchar4* u, char4* c, ushort2* s, const float4* g) {
  const int t = threadIdx.x;
  f[t] = make_float4(f[t].x, __ldg(&g[t]).y, __ldcg(&g[t]).z, table[t & 15]);
  d[t] = make_double2(d[t].y, d[t].x);
  i[t] = make_int3(i[t].z, i[t].y, i[t].x);
  u[t] = make_uchar4(u[t].w, 1, 2, 3);
  c[t] = make_char4(c[t].w, 1, 2, 3);
  s[t] = make_ushort2(s[t].y, s[t].x);
  __stcs(&f[t].x, __ldcs(&g[t].x));
}

__global__ void warp(unsigned* out, int* in, double* d, long long* l, float* f) {
  const int t = threadIdx.x;
  const unsigned all = 0xffffffffu, active = __activemask();
  unsigned r = __ballot_sync(all, in[t] > 0) + __any_sync(all, in[t]) + __all_sync(all, in[t]) + active;
  r += __match_any_sync(all, in[t]);
  int same;
  r += __match_all_sync(all, in[t], &same) + same;
#if __CUDA_ARCH__ >= 800
  r += __reduce_add_sync(all, r) + __reduce_max_sync(all, r) + __reduce_xor_sync(all, r);
#endif
  d[t] = __shfl_xor_sync(all, d[t], 1) + __shfl_sync(all, d[t], 3, 16);
  l[t] = __shfl_up_sync(all, l[t], 1, 8);
  f[t] = __shfl_down_sync(all, f[t], 2);
  __syncwarp();
  __syncwarp(active);
  r += __syncthreads_count(in[t]) + __syncthreads_and(in[t]) + __syncthreads_or(in[t]);
  __threadfence();
  __threadfence_block();
  out[t] = r;
}

__global__ void atomics(int* i, unsigned* u, unsigned long long* l, float* f, double* d) {
  const int t = threadIdx.x;
  __shared__ int bins[64];
  bins[t & 63] = 0;
  __syncthreads();
  atomicAdd(&bins[i[t] & 63], 1);
  atomicAdd(i, t), atomicSub(i, t), atomicMin(i, t), atomicMax(i, t), atomicAnd(i, t), atomicOr(i, t), atomicXor(i, t);
  u[t] = atomicExch(u, 3u) + atomicCAS(u, 1u, 2u) + atomicInc(u, 7u) + atomicDec(u, 7u) + atomicMax(u, 5u);
  l[t] = atomicAdd(l, 1ull) + atomicCAS(l, 1ull, 2ull) + atomicMax(l, 9ull);
  f[t] = atomicAdd(f, 1.0f) + atomicExch(f, 2.0f);
  d[t] = atomicAdd(d, 1.0);
  atomicAdd(&counter, 1);
  __syncthreads();
  i[t] += bins[t & 63];
}

__global__ void math(float* f, double* d, int* i, unsigned* u) {
  const int t = threadIdx.x;
  float x = f[t];
  double y = d[t];
  x += sinf(x) + cosf(x) + tanf(x) + expf(x) + exp2f(x) + logf(x) + log2f(x) + log10f(x) + powf(x, 1.5f) + sqrtf(x);
  x += rsqrtf(x) + fminf(x, 1) + fmaxf(x, 2) + fabsf(x) + floorf(x) + ceilf(x) + truncf(x) + roundf(x) + rintf(x);
  x += fmodf(x, 3.0f) + atan2f(x, 2.0f) + tanhf(x) + erff(x) + cbrtf(x) + hypotf(x, 1.0f) + copysignf(x, -1.0f);
  x += __sinf(x) + __cosf(x) + __expf(x) + __logf(x) + __fdividef(x, 3.0f) + __fmaf_rn(x, x, x) + fmaf(x, x, x);
  x += __frcp_rn(x) + __fsqrt_rn(x) + __fadd_rz(x, 1.0f) + __fmul_ru(x, 2.0f) + __saturatef(x) + __powf(x, 2.0f);
  x += sin(x) + exp(x) + log(x) + pow(x, 2) + sqrt(x) + fabs(x) + floor(x) + max(x, 1.0f) + min(x, 2.0f) + abs(x);
  float s, c;
  sincosf(x, &s, &c);
  y += sin(y) + exp(y) + log(y) + sqrt(y) + pow(y, 2.5) + rsqrt(y) + fma(y, y, y) + floor(y) + fmin(y, 1.0);
  f[t] = x + s + c + (isnan(x) ? 1 : 0) + (isinf(x) ? 1 : 0) + (isfinite(x) ? 1 : 0);
  d[t] = y + __longlong_as_double(__double_as_longlong(y) + 1);
  i[t] += __popc(u[t]) + __clz(i[t]) + __ffs(i[t]) + __mulhi(i[t], 3) + min(i[t], 3) + max(i[t], 4) + abs(i[t]);
  i[t] += __float_as_int(x) + __float2int_rn(x) + __float2int_rz(x) + __popcll(7ull) + __mul24(i[t], 5);
  u[t] += __brev(u[t]) + __umulhi(u[t], 7u) + __float_as_uint(x) + max(u[t], 3u) + __byte_perm(u[t], 1u, 0x1234);
  u[t] += __funnelshift_l(u[t], 3u, 5u) + static_cast<unsigned>(clock64()) + static_cast<unsigned>(clock());
  assert(i[t] != 42);
  if (t == 0) printf("%f %g %d %s\n", x, y, i[t], "text");
}

__global__ void halves(__half* h, __half2* h2, __nv_bfloat16* b, __nv_bfloat162* b2, float* f) {
  const int t = threadIdx.x;
  const half one = __float2half(1.0f);
  h[t] = __hadd(h[t], __hmul(h[t], one)) + __hfma(h[t], h[t], one) - __hsub(h[t], one) * h[t];
  if (__hgt(h[t], one) || h[t] < one) h[t] = hsqrt(h[t]);
  h2[t] = __hadd2(h2[t], __hmul2(h2[t], __float2half2_rn(2.0f)));
  h2[t] = __hfma2(h2[t], __halves2half2(h[t], one), __half2half2(one)) + make_half2(one, one);
  f[t] = __half2float(h[t]) + __low2float(h2[t]) + __high2float(h2[t]) + __half22float2(h2[t]).x;
  b[t] = __hadd(b[t], __float2bfloat16(f[t]));
  b[t] = __hfma(b[t], b[t], b[t]) + b[t] * b[t];
  b2[t] = __hfma2(b2[t], b2[t], __float2bfloat162_rn(f[t]));
  f[t] += __bfloat162float(b[t]) + static_cast<float>(h[t]) + __low2float(b2[t]);
}
