// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Stands for the toolkit's <cuda_fp8.h>: floats of 8 bits, e4m3 (largest 448, no infinities) and e5m2 (57344), alone and
/// in twos and fours. From sm_89 on, conversions are the device's instructions; elsewhere they are made of integers.
#define __CUDA_FP8_H__
#include "cuda_bf16.h"

typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned __nv_fp8x4_storage_t;
typedef enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE } __nv_saturation_t;
typedef enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 } __nv_fp8_interpretation_t;

/// To the nearest, ties to even. Of a double, so that floats and doubles round once.
__FW_HD __nv_fp8_storage_t __fw_to_fp8(double x, __nv_saturation_t saturation, __nv_fp8_interpretation_t kind) {
  const int digits = kind == __NV_E4M3 ? 3 : 2, least = kind == __NV_E4M3 ? -6 : -14;
  const unsigned largest = kind == __NV_E4M3 ? 0x7eu : 0x7bu, nan = 0x7fu;
  const unsigned above = saturation == __NV_SATFINITE ? largest : kind == __NV_E4M3 ? nan : 0x7cu;
  const unsigned long long bits = __builtin_bit_cast(unsigned long long, x);
  const unsigned sign = static_cast<unsigned>(bits >> 56) & 0x80u;
  const unsigned long long size = bits & 0x7fffffffffffffffull;
  if (size > 0x7ff0000000000000ull) return static_cast<__nv_fp8_storage_t>(kind == __NV_E4M3 ? nan : sign | nan);
  if (size == 0x7ff0000000000000ull) return static_cast<__nv_fp8_storage_t>(sign | above);
  int exponent = static_cast<int>(size >> 52) - 1023;
  if (exponent < least) exponent = least;
  // The significand in units of the last digit that stays, with what is lost below it.
  const unsigned long long whole = (size >> 52 != 0 ? 1ull << 52 : 0ull) | (size & 0xfffffffffffffull);
  const int own = size >> 52 != 0 ? static_cast<int>(size >> 52) - 1023 : -1022;
  const int drop = 52 - digits + (exponent - own);
  if (drop > 60) return static_cast<__nv_fp8_storage_t>(sign);
  const unsigned long long kept = whole >> drop, lost = whole & ((1ull << drop) - 1), half = 1ull << (drop - 1);
  const unsigned rounded = static_cast<unsigned>(kept) + (lost > half || (lost == half && (kept & 1)) ? 1u : 0u);
  // Of the least exponent the leading one is there or not, so the sum is right for numbers below it, too.
  const unsigned code = (static_cast<unsigned>(exponent - least) << digits) + rounded;
  return static_cast<__nv_fp8_storage_t>(sign | (code > largest ? above : code));
}
__FW_HD float __fw_of_fp8(__nv_fp8_storage_t x, __nv_fp8_interpretation_t kind) {
  // e5m2 is the upper half of a half.
  if (kind == __NV_E5M2) return __ushort_as_half(static_cast<unsigned short>(x << 8));
  const unsigned size = x & 0x7fu, sign = (x & 0x80u) << 24;
  if (size == 0x7fu) return __builtin_bit_cast(float, sign | 0x7fffffffu);
  // The exponent's bias is 7, a float's 127; the product makes numbers below the least exponent right.
  const float value = __builtin_bit_cast(float, size << 20) * 1.329227995784916e36f;  // 2^120
  return sign ? -value : value;
}

__FW_HD __nv_fp8_storage_t __nv_cvt_double_to_fp8(double x, __nv_saturation_t s, __nv_fp8_interpretation_t kind) {
  return __fw_to_fp8(x, s, kind);
}
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 890
#define __FW_FP8_PAIR(x, y, s, kind)                                                                            \
  if (s == __NV_SATFINITE) {                                                                                    \
    unsigned short both;                                                                                        \
    if (kind == __NV_E4M3) asm("cvt.rn.satfinite.e4m3x2.f32 %0, %2, %1;" : "=h"(both) : "f"(x), "f"(y));        \
    else asm("cvt.rn.satfinite.e5m2x2.f32 %0, %2, %1;" : "=h"(both) : "f"(x), "f"(y));                          \
    return both;                                                                                                \
  }
#else
#define __FW_FP8_PAIR(x, y, s, kind)
#endif
__FW_HD __nv_fp8x2_storage_t __fw_to_fp8x2(float x, float y, __nv_saturation_t s, __nv_fp8_interpretation_t kind) {
  __FW_FP8_PAIR(x, y, s, kind)
  return static_cast<__nv_fp8x2_storage_t>(__fw_to_fp8(x, s, kind) | __fw_to_fp8(y, s, kind) << 8);
}
#undef __FW_FP8_PAIR
__FW_HD __nv_fp8x2_storage_t __nv_cvt_float2_to_fp8x2(float2 x, __nv_saturation_t s, __nv_fp8_interpretation_t kind) {
  return __fw_to_fp8x2(x.x, x.y, s, kind);
}
__FW_HD __nv_fp8_storage_t __nv_cvt_float_to_fp8(float x, __nv_saturation_t s, __nv_fp8_interpretation_t kind) {
  return static_cast<__nv_fp8_storage_t>(__fw_to_fp8x2(x, 0.0f, s, kind));
}
__FW_HD __nv_fp8x2_storage_t __nv_cvt_double2_to_fp8x2(double2 x, __nv_saturation_t s, __nv_fp8_interpretation_t kind) {
  return static_cast<__nv_fp8x2_storage_t>(__fw_to_fp8(x.x, s, kind) | __fw_to_fp8(x.y, s, kind) << 8);
}
__FW_HD __nv_fp8_storage_t __nv_cvt_halfraw_to_fp8(__half_raw x, __nv_saturation_t s, __nv_fp8_interpretation_t kind) {
  return __nv_cvt_float_to_fp8(__half(x), s, kind);
}
__FW_HD __nv_fp8x2_storage_t __nv_cvt_halfraw2_to_fp8x2(__half2_raw x, __nv_saturation_t s,
                                                        __nv_fp8_interpretation_t kind) {
  return __fw_to_fp8x2(__ushort_as_half(x.x), __ushort_as_half(x.y), s, kind);
}
__FW_HD __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_fp8(__nv_bfloat16_raw x, __nv_saturation_t s,
                                                       __nv_fp8_interpretation_t kind) {
  return __nv_cvt_float_to_fp8(__nv_bfloat16(x), s, kind);
}
__FW_HD __half_raw __nv_cvt_fp8_to_halfraw(__nv_fp8_storage_t x, __nv_fp8_interpretation_t kind) {
  return __half(__fw_of_fp8(x, kind));
}
__FW_HD __half2_raw __nv_cvt_fp8x2_to_halfraw2(__nv_fp8x2_storage_t x, __nv_fp8_interpretation_t kind) {
  const auto low = static_cast<__nv_fp8_storage_t>(x), high = static_cast<__nv_fp8_storage_t>(x >> 8);
  return {__half_as_ushort(__half(__fw_of_fp8(low, kind))), __half_as_ushort(__half(__fw_of_fp8(high, kind)))};
}

/// Numbers that are made of others are the nearest, and no larger than the largest.
#define __FW_FP8_FROM(type, kind, from)                                                                       \
  __host__ __device__ explicit type(from x) : __x(__nv_cvt_float_to_fp8(static_cast<float>(x), __NV_SATFINITE, kind)) {}
#define __FW_FP8_TO(to, kind) \
  __host__ __device__ explicit operator to() const { return static_cast<to>(__fw_of_fp8(__x, kind)); }
#define __FW_FP8(type, kind)                                                                                       \
  struct type {                                                                                                    \
    __nv_fp8_storage_t __x;                                                                                        \
    type() = default;                                                                                              \
    __host__ __device__ explicit type(double x) : __x(__nv_cvt_double_to_fp8(x, __NV_SATFINITE, kind)) {}          \
    __FW_FP8_FROM(type, kind, float)                                                                               \
    __FW_FP8_FROM(type, kind, __half)                                                                              \
    __FW_FP8_FROM(type, kind, __nv_bfloat16)                                                                       \
    __FW_FP8_FROM(type, kind, int)                                                                                 \
    __FW_FP8_FROM(type, kind, unsigned)                                                                            \
    __FW_FP8_FROM(type, kind, short)                                                                               \
    __FW_FP8_FROM(type, kind, unsigned short)                                                                      \
    __FW_FP8_FROM(type, kind, long)                                                                                \
    __FW_FP8_FROM(type, kind, unsigned long)                                                                       \
    __FW_FP8_FROM(type, kind, long long)                                                                           \
    __FW_FP8_FROM(type, kind, unsigned long long)                                                                  \
    __FW_FP8_TO(float, kind)                                                                                       \
    __FW_FP8_TO(double, kind)                                                                                      \
    __FW_FP8_TO(__half, kind)                                                                                      \
    __FW_FP8_TO(__nv_bfloat16, kind)                                                                               \
    __FW_FP8_TO(int, kind)                                                                                         \
    __FW_FP8_TO(unsigned, kind)                                                                                    \
    __FW_FP8_TO(short, kind)                                                                                       \
    __FW_FP8_TO(signed char, kind)                                                                                 \
    __FW_FP8_TO(unsigned char, kind)                                                                               \
    __FW_FP8_TO(long, kind)                                                                                        \
    __host__ __device__ explicit operator bool() const { return (__x & 0x7fu) != 0; }                              \
  };
#define __FW_FP8X2(type, kind)                                                                                     \
  struct __attribute__((aligned(2))) type {                                                                        \
    __nv_fp8x2_storage_t __x;                                                                                      \
    type() = default;                                                                                              \
    __host__ __device__ explicit type(float2 x) : __x(__nv_cvt_float2_to_fp8x2(x, __NV_SATFINITE, kind)) {}        \
    __host__ __device__ explicit type(double2 x) : __x(__nv_cvt_double2_to_fp8x2(x, __NV_SATFINITE, kind)) {}      \
    __host__ __device__ explicit type(__half2 x)                                                                   \
        : __x(__fw_to_fp8x2(__low2float(x), __high2float(x), __NV_SATFINITE, kind)) {}                             \
    __host__ __device__ explicit type(__nv_bfloat162 x)                                                            \
        : __x(__fw_to_fp8x2(__low2float(x), __high2float(x), __NV_SATFINITE, kind)) {}                             \
    __host__ __device__ explicit operator float2() const {                                                         \
      return make_float2(__fw_of_fp8(static_cast<__nv_fp8_storage_t>(__x), kind),                                  \
                         __fw_of_fp8(static_cast<__nv_fp8_storage_t>(__x >> 8), kind));                            \
    }                                                                                                              \
    __host__ __device__ explicit operator __half2() const {                                                        \
      const float2 both = static_cast<float2>(*this);                                                              \
      return __floats2half2_rn(both.x, both.y);                                                                    \
    }                                                                                                              \
  };
#define __FW_FP8X4(type, pair, kind)                                                                               \
  struct __attribute__((aligned(4))) type {                                                                        \
    __nv_fp8x4_storage_t __x;                                                                                      \
    type() = default;                                                                                              \
    __host__ __device__ explicit type(float4 x)                                                                    \
        : __x(static_cast<unsigned>(__fw_to_fp8x2(x.x, x.y, __NV_SATFINITE, kind)) |                               \
              static_cast<unsigned>(__fw_to_fp8x2(x.z, x.w, __NV_SATFINITE, kind)) << 16) {}                       \
    __host__ __device__ explicit type(__half2 low, __half2 high)                                                   \
        : __x(static_cast<unsigned>(pair(low).__x) | static_cast<unsigned>(pair(high).__x) << 16) {}               \
    __host__ __device__ explicit type(__nv_bfloat162 low, __nv_bfloat162 high)                                     \
        : __x(static_cast<unsigned>(pair(low).__x) | static_cast<unsigned>(pair(high).__x) << 16) {}               \
    __host__ __device__ explicit type(double4 x)                                                                   \
        : __x(static_cast<unsigned>(pair(make_double2(x.x, x.y)).__x) |                                            \
              static_cast<unsigned>(pair(make_double2(x.z, x.w)).__x) << 16) {}                                    \
    __host__ __device__ explicit operator float4() const {                                                         \
      pair low, high;                                                                                              \
      low.__x = static_cast<__nv_fp8x2_storage_t>(__x);                                                            \
      high.__x = static_cast<__nv_fp8x2_storage_t>(__x >> 16);                                                     \
      const float2 a = static_cast<float2>(low), b = static_cast<float2>(high);                                    \
      return make_float4(a.x, a.y, b.x, b.y);                                                                      \
    }                                                                                                              \
  };
__FW_FP8(__nv_fp8_e4m3, __NV_E4M3)
__FW_FP8(__nv_fp8_e5m2, __NV_E5M2)
__FW_FP8X2(__nv_fp8x2_e4m3, __NV_E4M3)
__FW_FP8X2(__nv_fp8x2_e5m2, __NV_E5M2)
__FW_FP8X4(__nv_fp8x4_e4m3, __nv_fp8x2_e4m3, __NV_E4M3)
__FW_FP8X4(__nv_fp8x4_e5m2, __nv_fp8x2_e5m2, __NV_E5M2)
#undef __FW_FP8X4
#undef __FW_FP8X2
#undef __FW_FP8
#undef __FW_FP8_TO
#undef __FW_FP8_FROM
