// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Rounding to integers and taking numbers apart.
#include "base.h"

/// Half away from zero. The number just below 1/2 is added, not 1/2, which would carry 0.49999997 up to 1.
__FW_M float __fw_half_addedf(float x) { return x + __fw_signedf(0.49999997f, x); }
__FW_M double __fw_half_added(double x) { return x + __fw_signed(0.49999999999999994, x); }
__FW_M float __fw_roundf(float x) { return __builtin_truncf(__fw_half_addedf(x)); }
__FW_M double __fw_round(double x) { return __builtin_trunc(__fw_half_added(x)); }
__FW_M float __fw_fdimf(float x, float y) { return x <= y ? 0.0f : x - y; }
__FW_M double __fw_fdim(double x, double y) { return x <= y ? 0.0 : x - y; }

__FW_M float __fw_modff(float x, __FW_OUT float* whole) {
  const float w = __builtin_truncf(x);
  *whole = w;
  return __fw_signedf(__fw_absf(x) == __fw_inff ? 0.0f : x - w, x);
}
__FW_M double __fw_modf(double x, __FW_OUT double* whole) {
  const double w = __builtin_trunc(x);
  *whole = w;
  return __fw_signed(__fw_absd(x) == __fw_infd ? 0.0 : x - w, x);
}
__FW_M float __fw_frexpf(float x, __FW_OUT int* exponent) {
  int less = 126;
  if (__fw_absf(x) < 1.17549435e-38f) x *= 33554432.0f, less = 151;
  const int bits = __fw_bitsf(x), e = (bits >> 23) & 255;
  if (x == 0.0f || e == 255) {
    *exponent = 0;
    return x + x;
  }
  *exponent = e - less;
  return __fw_floatof((bits & (int)0x807fffff) | 0x3f000000);
}
__FW_M double __fw_frexp(double x, __FW_OUT int* exponent) {
  int less = 1022;
  if (__fw_absd(x) < 2.2250738585072014e-308) x *= 18014398509481984.0, less = 1076;
  const int high = __fw_high(x), e = (high >> 20) & 2047;
  if (x == 0.0 || e == 2047) {
    *exponent = 0;
    return x + x;
  }
  *exponent = e - less;
  return __fw_with_high(x, (high & (int)0x800fffff) | 0x3fe00000);
}
/// The exponent is added to; a subnormal result is made 2^54 times as large first, so that it is rounded once.
__FW_M double __fw_ldexp(double x, int k) {
  int high = __fw_high(x), e = (high >> 20) & 2047;
  if ((unsigned)e - 1u < 2046u && (unsigned)e + (unsigned)k - 1u < 2046u)
    return __fw_with_high(x, (int)((unsigned)high + ((unsigned)k << 20)));
  __asm__ volatile("");  // else LLVM computes both ways and chooses
  if (e == 2047 || x == 0.0) return x + x;
  k = k > 5000 ? 5000 : k < -5000 ? -5000 : k;
  if (e == 0) {
    x *= 18014398509481984.0;
    high = __fw_high(x);
    e = ((high >> 20) & 2047) - 54;
  }
  e += k;
  if (e >= 2047) return __fw_signed(__fw_infd, x);
  if (e > 0) return __fw_with_high(x, (high & (int)0x800fffff) | (e << 20));
  if (e < -54) return __fw_signed(0.0, x);
  return __fw_with_high(x, (high & (int)0x800fffff) | ((e + 54) << 20)) * 5.5511151231257827e-17;
}
__FW_M float __fw_ldexpf(float x, int k) {
  int bits = __fw_bitsf(x), e = (bits >> 23) & 255;
  if ((unsigned)e - 1u < 254u && (unsigned)e + (unsigned)k - 1u < 254u)
    return __fw_floatof((int)((unsigned)bits + ((unsigned)k << 23)));
  __asm__ volatile("");
  if (e == 255 || x == 0.0f) return x + x;
  k = k > 1000 ? 1000 : k < -1000 ? -1000 : k;
  if (e == 0) {
    bits = __fw_bitsf(x * 33554432.0f);
    e = ((bits >> 23) & 255) - 25;
  }
  e += k;
  if (e >= 255) return __fw_signedf(__fw_inff, x);
  if (e > 0) return __fw_floatof((bits & (int)0x807fffff) | (e << 23));
  if (e < -25) return __fw_signedf(0.0f, x);
  return __fw_floatof((bits & (int)0x807fffff) | ((e + 25) << 23)) * 2.98023224e-8f;
}

/// 1 / sqrt(x^2 + y^2), both scaled by 2^(-1-E) so that the larger lies between 1/2 and 1.
__FW_M float __fw_rhypotf(float x, float y) {
  const float a = __fw_absf(x), b = __fw_absf(y);
  const int e = __fw_bitsf(__builtin_fmaxf(a, b)) & 0x7f800000;
  const float scale = __fw_floatof(0x7e800000 - (e > 0x7e000000 ? 0x7e000000 : e));
  const float u = a * scale, v = b * scale;
  const float r = __nvvm_rsqrt_approx_f(__fw_fmaf(u, u, v * v)) * scale;
  return a == __fw_inff || b == __fw_inff ? 0.0f : r;
}
/// For the double a step of Newton takes back what the rounding of the root costs.
__FW_M double __fw_rhypot(double x, double y) {
  const int a = __fw_high(x) & 0x7fffffff, b = __fw_high(y) & 0x7fffffff;
  const int e = (a > b ? a : b) & 0x7ff00000;
  if (e == 0x7ff00000) {
    __asm__ volatile("");  // else LLVM computes both ways and chooses
    return __fw_absd(x) == __fw_infd || __fw_absd(y) == __fw_infd ? 0.0 : x + y;
  }
  const double scale = __fw_with_high(0.0, 0x7fd00000 - (e > 0x7fc00000 ? 0x7fc00000 : e));
  const double u = x * scale, v = y * scale;
  const double h = __fw_fmad(u, u, v * v);
  const double r = __nvvm_rsqrt_approx_d(h), square = __fw_muld(r, r);
  const double rest = __fw_fmad(-h, __fw_fmad(r, r, -square), __fw_fmad(-h, square, 1.0));
  const double better = __fw_fmad(0.5 * r, rest, r) * scale;
  return h == 0.0 ? __fw_infd : better;
}
