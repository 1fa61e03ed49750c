// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// The functions of cuda_fp16.h, cuda_bf16.h and cuda_fp8.h, and the SIMD and integer intrinsics.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

template <typename T>
__device__ T arithmetic(T a, T b, T c) {
  T r = __hfma(a, b, c);
  r = __hadd(r, __hsub(a, b));
  r = __hmul(__hadd_sat(r, a), __hfma_sat(a, b, c));
  r = __hadd(r, __hfma_relu(a, b, c));
  r = __hmax(r, __hmin(__habs(a), __hneg(b)));
  r = __hmax_nan(r, __hmin_nan(a, b));
  r = __hadd(r, hexp(a));
  r = __hadd(r, hlog2(b));
  r = __hadd(r, hsqrt(c));
  r = __hadd(r, hrsqrt(a));
  r = __hadd(r, hrcp(b));
  r = __hadd(r, hsin(a));
  r = __hadd(r, __hdiv(a, b));
  r = __hadd(r, htrunc(hceil(hfloor(hrint(c)))));
  if (__hlt(a, b) || __hgeu(b, c) || __hisnan(a)) r = a;
  return r;
}

__global__ void halves(__half* x, __half2* y, __nv_bfloat16* u, __nv_bfloat162* v, float* f, int* i, unsigned* m) {
  x[0] = arithmetic(x[1], x[2], x[3]);
  u[0] = arithmetic(u[1], u[2], u[3]);
  y[0] = __hfma2(y[1], y[2], __hmul2(__hadd2(y[1], y[3]), __hsub2(y[2], y[3])));
  v[0] = __hfma2(v[1], v[2], __hmul2(__hadd2(v[1], v[3]), __hsub2(v[2], v[3])));
  y[4] = __hmax2(h2exp2(y[1]), __hmin2(y[2], h2sqrt(y[3])));
  v[4] = __hmax2_nan(v[1], __hmin2_nan(v[2], v[3]));
  y[5] = __hfma2_relu(y[1], y[2], y[3]);
  y[6] = __hcmadd(y[1], y[2], y[3]);
  y[7] = __hlt2(y[1], y[2]);
  y[8] = __lowhigh2highlow(__halves2half2(__low2half(y[1]), __high2half(y[2])));
  m[0] = __hgt2_mask(y[1], y[2]) + __hequ2_mask(v[1], v[2]);
  m[1] = __hbeq2(y[1], y[2]) + __hbltu2(v[1], v[2]);
  f[0] = __half2float(x[4]) + __bfloat162float(u[4]);
  x[5] = __float2half_rn(f[1]);
  x[6] = __float2half_rz(f[1]);
  x[7] = __double2half(f[2]);
  y[9] = __float22half2_rn(make_float2(f[1], f[2]));
  u[5] = __float2bfloat16_rn(f[1]);
  u[6] = __float2bfloat16_rz(f[1]);
  v[5] = __float22bfloat162_rn(make_float2(f[1], f[2]));
  i[0] = __half2int_rz(x[1]) + __bfloat162int_rn(u[1]);
  i[1] = static_cast<int>(__half2ll_rd(x[1])) + __half2short_ru(x[2]);
  x[8] = __int2half_rn(i[2]);
  x[9] = __ull2half_rz(m[2]);
  u[7] = __uint2bfloat16_rn(m[3]);
  atomicAdd(&x[10], x[11]);
  atomicAdd(&y[10], y[11]);
  atomicAdd(&u[10], u[11]);
  atomicAdd(&v[10], v[11]);
  y[12] = __shfl_xor_sync(~0U, y[13], 1);
  x[12] = __ldg(&x[13]);
  __stcg(&y[14], __ldcs(&y[15]));
}

__global__ void eights(__nv_fp8_e4m3* a, __nv_fp8x4_e5m2* b, float4* f, __half2* h, __nv_fp8x2_e4m3* c) {
  a[0] = __nv_fp8_e4m3(static_cast<float>(a[1]) + static_cast<float>(a[2]));
  f[0] = static_cast<float4>(b[0]);
  b[1] = __nv_fp8x4_e5m2(f[1]);
  h[0] = static_cast<__half2>(c[0]);
  c[1] = __nv_fp8x2_e4m3(h[1]);
}

__global__ void packed(unsigned* x, int* s, unsigned long long* w) {
  x[0] = __vadd2(x[1], x[2]) + __vsub4(x[1], x[2]) + __vabsdiffu4(x[1], x[2]);
  x[3] = __vmaxs2(x[1], x[2]) + __vminu4(x[1], x[2]) + __vavgu4(x[1], x[2]);
  x[4] = __vcmpgts2(x[1], x[2]) + __vsetleu4(x[1], x[2]) + __vsadu4(x[1], x[2]);
  x[5] = __vimax3_s32(s[0], s[1], s[2]) + __viaddmax_s32_relu(s[0], s[1], s[2]) + __vimin_s16x2_relu(x[1], x[2]);
  s[3] = __dp4a(s[0], s[1], s[2]) + __dp2a_lo(s[0], s[1], s[2]) + __sad(s[0], s[1], x[2]);
  x[6] = __byte_perm(x[1], x[2], x[3]) + __brev(x[1]) + __clz(s[1]) + __popcll(w[0]) + __ffs(s[2]);
  x[7] = __funnelshift_lc(x[1], x[2], x[3]) + __funnelshift_r(x[1], x[2], x[3]) + __fns(x[1], 0, 2);
  s[4] = __mul24(s[0], s[1]) + __mulhi(s[0], s[1]) + __hadd(s[0], s[1]) + __rhadd(s[0], s[1]);
  w[1] = __umul64hi(w[2], w[3]) + __brevll(w[4]) + w[5] / w[6] + w[5] % w[7];
  unsigned __int128 wide = static_cast<unsigned __int128>(w[8]) * w[9] + w[10];
  w[11] = static_cast<unsigned long long>(wide >> 64) - static_cast<unsigned long long>(wide);
}
