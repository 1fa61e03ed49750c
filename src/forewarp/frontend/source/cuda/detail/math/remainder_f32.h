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
