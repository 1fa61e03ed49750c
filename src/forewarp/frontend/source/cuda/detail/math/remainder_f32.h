// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// fmod and remainder of float, exact. While a / b < 2^23 its integer part q is found by one division, at most one too
/// large, and a - q b is a float; a larger quotient is taken down 22 bits at a time with b 2^s in place of b.
#include "base.h"

/// a - trunc(a / b) b for a / b < 2^23.
__FW_M float __fw_fmod_stepf(float a, float b) {
  const float q = __builtin_truncf(__nvvm_div_rn_f(a, b));
  const float r = __fw_fmaf(-q, b, a);
  return r < 0.0f ? r + b : r;
}
/// floor(log2(a)) of a positive number.
__FW_M int __fw_exponentf(float a) {
  const int bits = __fw_bitsf(a);
  return bits >= 0x800000 ? (bits >> 23) - 127 : -118 - __builtin_clz(bits);
}
__FW_M float __fw_fmod_abovef(float a, float b) {
  if (!(a < __fw_inff) || !(b > 0.0f)) return __fw_nanf;
  if (a < b) return a;
  if (a <= b * 4194304.0f) return __fw_fmod_stepf(a, b);
  for (int k = __fw_exponentf(a) - __fw_exponentf(b); k >= 0; k -= 22) {
    const int s = k > 22 ? k - 22 : 0, part = s >> 1;
    const float scaled = b * __fw_floatof((part + 127) << 23) * __fw_floatof((s - part + 127) << 23);
    a = __fw_fmod_stepf(a, scaled);
    if (s == 0) break;
  }
  return a;
}
__FW_M float __fw_fmodf(float x, float y) { return __fw_signedf(__fw_fmod_abovef(__fw_absf(x), __fw_absf(y)), x); }
__FW_M float __fw_remainderf(float x, float y) {
  const float b = __fw_absf(y), a = __fw_absf(x);
  float r = __fw_fmod_abovef(a, b > 1.7e38f ? __fw_inff : b + b);
  if (!(b > 0.0f)) return __fw_nanf;
  if (r > b - r) {
    r -= b;
    if (r + r >= b) r -= b;
  }
  return __fw_floatof(__fw_bitsf(r) ^ (__fw_bitsf(x) & (int)0x80000000));
}
/// a / b rounded down, where 8 b is too large: at most 7.
__FW_M int __fw_quotient_of_hugef(float a, float b) {
  int q = 0;
  for (; a >= b; ++q) a -= b;
  return q;
}
/// The remainder, and the last three bits of the quotient with its sign: of a modulo 8 b, in which 4 b, 2 b and b are.
__FW_M float __fw_remquof(float x, float y, __FW_OUT int* quotient) {
  const float b = __fw_absf(y), a = __fw_absf(x);
  *quotient = 0;
  float r = b > 4e37f ? (a < b ? a : __fw_fmod_abovef(a, b)) : __fw_fmod_abovef(a, 8.0f * b);
  if (!(b > 0.0f) || !(a <= 3.40282347e38f)) return __fw_nanf;
  int q = 0;
  if (b > 4e37f) {
    q = __fw_quotient_of_hugef(a, b);
  } else {
    for (int bit = 4; bit > 0; bit >>= 1)
      if (r >= (float)bit * b) {
        r -= (float)bit * b;
        q += bit;
      }
  }
  if (r > b - r || (r == b - r && (q & 1) != 0)) {
    r -= b;
    ++q;
  }
  q &= 7;
  *quotient = (x < 0.0f) != (y < 0.0f) ? -q : q;
  return __fw_floatof(__fw_bitsf(r) ^ (__fw_bitsf(x) & (int)0x80000000));
}
