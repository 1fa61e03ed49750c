// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// __half and __half2 with the functions of the toolkit's <cuda_fp16.h> that kernels use.
#define __CUDA_FP16_H__
#include "detail/small_float.h"

__FW_SMALL_FLOAT(__half, __half2, _Float16, __fw_half_vector)
typedef __half half;
typedef __half2 half2;
typedef __half nv_half;
typedef __half2 nv_half2;

__FW_HD __half __float2half(float x) { return __half(x); }
__FW_HD __half __float2half_rn(float x) { return __half(x); }
#ifdef __FW_AMD__
__FW_D __half __float2half_rz(float x) { return __half(x); }
#else
#define __FW_TO_HALF(mode, ptx)                                           \
  __FW_D __half __float2half_##mode(float x) {                            \
    unsigned short bits;                                                  \
    asm("cvt." ptx ".f16.f32 %0, %1;" : "=h"(bits) : "f"(x));             \
    return __builtin_bit_cast(__half, bits);                              \
  }
__FW_TO_HALF(rz, "rz")
__FW_TO_HALF(ru, "rp")
__FW_TO_HALF(rd, "rm")
#undef __FW_TO_HALF
/// Rounding twice in one direction is rounding once in it.
#define __FW_INTEGERS_TO_HALF(mode)                                                                                   \
  __FW_D __half __int2half_##mode(int x) { return __float2half_##mode(__int2float_##mode(x)); }                       \
  __FW_D __half __uint2half_##mode(unsigned x) { return __float2half_##mode(__uint2float_##mode(x)); }                \
  __FW_D __half __short2half_##mode(short x) { return __float2half_##mode(__int2float_##mode(x)); }                   \
  __FW_D __half __ushort2half_##mode(unsigned short x) { return __float2half_##mode(__uint2float_##mode(x)); }        \
  __FW_D __half __ll2half_##mode(long long x) { return __float2half_##mode(__ll2float_##mode(x)); }                   \
  __FW_D __half __ull2half_##mode(unsigned long long x) { return __float2half_##mode(__ull2float_##mode(x)); }
__FW_INTEGERS_TO_HALF(rz)
__FW_INTEGERS_TO_HALF(ru)
__FW_INTEGERS_TO_HALF(rd)
#undef __FW_INTEGERS_TO_HALF
#endif
__FW_HD __half __double2half(double x) { return __half(x); }
__FW_HD float __half2float(__half x) { return x; }
__FW_HD __half2 __floats2half2_rn(float x, float y) { return __half2(__half(x), __half(y)); }
__FW_HD __half2 __float2half2_rn(float x) { return __half2(__half(x), __half(x)); }
__FW_HD __half2 __float22half2_rn(float2 x) { return __half2(__half(x.x), __half(x.y)); }
__FW_HD float2 __half22float2(__half2 x) { return make_float2(x.x, x.y); }
__FW_HD __half2 __halves2half2(__half x, __half y) { return __half2(x, y); }
__FW_HD __half2 make_half2(__half x, __half y) { return __half2(x, y); }
__FW_HD __half2 __half2half2(__half x) { return __half2(x, x); }
__FW_HD __half2 __low2half2(__half2 x) { return __half2(x.x, x.x); }
__FW_HD __half2 __high2half2(__half2 x) { return __half2(x.y, x.y); }
__FW_HD __half __low2half(__half2 x) { return x.x; }
__FW_HD __half __high2half(__half2 x) { return x.y; }
__FW_HD __half __int2half_rn(int x) { return __half(x); }
__FW_HD __half __uint2half_rn(unsigned x) { return __half(x); }
/// Every half is a float, and an integer that is none is too large for a half.
#define __FW_HALF_TO(mode)                                                                                    \
  __FW_D int __half2int_##mode(__half x) { return __float2int_##mode(x); }                                    \
  __FW_D unsigned __half2uint_##mode(__half x) { return __float2uint_##mode(x); }                             \
  __FW_D long long __half2ll_##mode(__half x) { return __float2ll_##mode(x); }                                \
  __FW_D unsigned long long __half2ull_##mode(__half x) { return __float2ull_##mode(x); }                     \
  __FW_D short __half2short_##mode(__half x) {                                                                \
    return static_cast<short>(max(-32768, min(32767, __float2int_##mode(x))));                                \
  }                                                                                                           \
  __FW_D unsigned short __half2ushort_##mode(__half x) {                                                      \
    return static_cast<unsigned short>(min(65535u, __float2uint_##mode(x)));                                  \
  }
__FW_D unsigned char __half2uchar_rz(__half x) { return static_cast<unsigned char>(min(255u, __float2uint_rz(x))); }
__FW_D signed char __half2char_rz(__half x) { return static_cast<signed char>(max(-128, min(127, __float2int_rz(x)))); }
__FW_HALF_TO(rn)
__FW_HALF_TO(rz)
__FW_HALF_TO(ru)
__FW_HALF_TO(rd)
#undef __FW_HALF_TO
__FW_HD __half __short2half_rn(short x) { return __half(static_cast<int>(x)); }
__FW_HD __half __ushort2half_rn(unsigned short x) { return __half(static_cast<int>(x)); }
__FW_HD __half __ll2half_rn(long long x) { return __half(static_cast<float>(x)); }
__FW_HD __half __ull2half_rn(unsigned long long x) { return __half(static_cast<float>(x)); }
__FW_HD __half2 __lows2half2(__half2 a, __half2 b) { return __half2(a.x, b.x); }
__FW_HD __half2 __highs2half2(__half2 a, __half2 b) { return __half2(a.y, b.y); }
__FW_D int __hisinf(__half x) {
  const float f = x;
  return __builtin_isinf(f) ? (f < 0 ? -1 : 1) : 0;
}
__FW_HD __half __ushort_as_half(unsigned short x) { return __builtin_bit_cast(__half, x); }
__FW_HD __half __short_as_half(short x) { return __builtin_bit_cast(__half, x); }
__FW_HD unsigned short __half_as_ushort(__half x) { return __builtin_bit_cast(unsigned short, x); }
__FW_HD short __half_as_short(__half x) { return __builtin_bit_cast(short, x); }
#if !defined(__FW_AMD__) && __CUDA_ARCH__ >= 750
__FW_SMALL_TANH(__half, __half2, "f16")
#else
__FW_SMALL_TANH_BY_FUNCTION(__half, __half2)
#endif
#if !defined(__FW_AMD__) && (!defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 600)
__FW_D __half2 atomicAdd(__half2* p, __half2 v) {
  unsigned old;
  asm volatile("atom.add.noftz.f16x2 %0, [%1], %2;"
               : "=r"(old)
               : "l"(p), "r"(__builtin_bit_cast(unsigned, v))
               : "memory");
  return __builtin_bit_cast(__half2, old);
}
#endif
#if !defined(__FW_AMD__) && (!defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700)
__FW_D __half atomicAdd(__half* p, __half v) {
  unsigned short old;
  asm volatile("atom.add.noftz.f16 %0, [%1], %2;"
               : "=h"(old)
               : "l"(p), "h"(__builtin_bit_cast(unsigned short, v))
               : "memory");
  return __builtin_bit_cast(__half, old);
}
#endif
/// Constants by their bits.
#define CUDART_INF_FP16 __ushort_as_half(static_cast<unsigned short>(0x7C00U))
#define CUDART_NAN_FP16 __ushort_as_half(static_cast<unsigned short>(0x7FFFU))
#define CUDART_MIN_DENORM_FP16 __ushort_as_half(static_cast<unsigned short>(0x0001U))
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half(static_cast<unsigned short>(0x7BFFU))
#define CUDART_NEG_ZERO_FP16 __ushort_as_half(static_cast<unsigned short>(0x8000U))
#define CUDART_ZERO_FP16 __ushort_as_half(static_cast<unsigned short>(0x0000U))
#define CUDART_ONE_FP16 __ushort_as_half(static_cast<unsigned short>(0x3C00U))
