// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// fmod and remainder of double, exact: long division of the significands, one bit of the quotient at a time.
#include "base.h"

/// a's significand with its leading bit at bit 52, and the exponent field that belongs to it (0 and less: subnormal).
__FW_M long __fw_significand(double a, __FW_OUT int* exponent) {
  const long bits = __fw_bits(a);
  const int e = (int)(bits >> 52);
  if (e != 0) {
    *exponent = e;
    return (bits & 0xfffffffffffffl) | 0x10000000000000l;
  }
  const int shift = __builtin_clzl((unsigned long)bits) - 11;
  *exponent = 1 - shift;
  return bits << shift;
}
__FW_M double __fw_fmod_above(double a, double b) {
  if (!(a < __fw_infd) || !(b > 0.0)) return __fw_nand;
  if (a < b) return a;
  int e, end;
  long r = __fw_significand(a, &e);
  const long divisor = __fw_significand(b, &end);
  for (; e > end; --e) {
    const long rest = r - divisor;
    r = (rest < 0 ? r : rest) << 1;
  }
  const long rest = r - divisor;
  if (rest >= 0) r = rest;
  if (r == 0) return 0.0;
  const int shift = __builtin_clzl((unsigned long)r) - 11;
  e -= shift;
  r <<= shift;
  if (e > 0) return __fw_doubleof((r & 0xfffffffffffffl) | ((long)e << 52));
  return __fw_doubleof(r >> (1 - e));
}
__FW_M double __fw_fmod(double x, double y) { return __fw_signed(__fw_fmod_above(__fw_absd(x), __fw_absd(y)), x); }
__FW_M double __fw_remainder(double x, double y) {
  const double b = __fw_absd(y), a = __fw_absd(x);
  double r = __fw_fmod_above(a, b > 8.9e307 ? __fw_infd : b + b);
  if (!(b > 0.0)) return __fw_nand;
  if (r > b - r) {
    r -= b;
    if (r + r >= b) r -= b;
  }
  return __fw_doubleof(__fw_bits(r) ^ (__fw_bits(x) & (long)0x8000000000000000ul));
}
/// a / b rounded down, where 8 b is too large: at most 7.
__FW_M int __fw_quotient_of_huge(double a, double b) {
  int q = 0;
  for (; a >= b; ++q) a -= b;
  return q;
}
/// The remainder, and the last three bits of the quotient with its sign: of a modulo 8 b, in which 4 b, 2 b and b are.
__FW_M double __fw_remquo(double x, double y, __FW_OUT int* quotient) {
  const double b = __fw_absd(y), a = __fw_absd(x);
  *quotient = 0;
  double r = b > 2.2e307 ? (a < b ? a : __fw_fmod_above(a, b)) : __fw_fmod_above(a, 8.0 * b);
  if (!(b > 0.0) || !(a <= 1.7976931348623157e308)) return __fw_nand;
  int q = 0;
  if (b > 2.2e307) {
    q = __fw_quotient_of_huge(a, b);
  } else {
    for (int bit = 4; bit > 0; bit >>= 1)
      if (r >= (double)bit * b) {
        r -= (double)bit * b;
        q += bit;
      }
  }
  if (r > b - r || (r == b - r && (q & 1) != 0)) {
    r -= b;
    ++q;
  }
  q &= 7;
  *quotient = (x < 0.0) != (y < 0.0) ? -q : q;
  return __fw_doubleof(__fw_bits(r) ^ (__fw_bits(x) & (long)0x8000000000000000ul));
}
