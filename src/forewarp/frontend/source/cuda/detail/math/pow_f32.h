// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// x^y = 2^(y log2 x) for float. A result near 2^128 needs log2 x with 7 bits more than a float has, so it is kept as
/// high + low: x = 2^i m with m from 1/sqrt 2 to sqrt 2, u + u_low = 2 (m - 1) / (m + 1), and
/// log2 m = (u + u^3 p(u^2)) log2 e, of which only u log2 e is needed to more than a float's bits.
#include "base.h"

/// log2 of a positive, finite number; returns the high part.
__FW_M float __fw_log2_pairf(float a, __FW_OUT float* low) {
  float i = 0.0f;
  if (a < 1.17549435e-38f) a *= 16777216.0f, i = -24.0f;
  const int e = (__fw_bitsf(a) - 0x3f3504f3) & (int)0xff800000;
  const float m = __fw_floatof(__fw_bitsf(a) - e);
  i = __fw_fmaf((float)e, 1.1920929e-7f, i);
  const float f = m - 1.0f, r = __nvvm_rcp_approx_ftz_f(m + 1.0f);
  const float u = __fw_mulf(f + f, r);
  const float rest = f - u;
  const float u_low = r * __fw_fmaf(-u, f, rest + rest);
  const float s = u * u;
  float p = __fw_fmaf(0.000684138678f, s, 0.00321211317f);  // log_quotientf times log2 e
  p = __fw_fmaf(p, s, 0.0180341266f);
  p = __fw_fmaf(p, s, 0.12022458f) * s;
  const float h = __fw_fmaf(u, 1.44269502f, i);
  float l = __fw_fmaf(u, 1.44269502f, i - h);
  l = __fw_fmaf(u_low, __fw_fmaf(3.0f, p, 1.44269502f), l);
  l = __fw_fmaf(u, 1.92596303e-8f, l);
  l = __fw_fmaf(p, u, l);
  const float high = h + l;
  *low = (h - high) + l;
  return high;
}
/// a^y for positive, finite a.
__FW_M float __fw_pow_abovef(float a, float y) {
  float low;
  const float high = __fw_log2_pairf(a, &low);
  const float t = __fw_mulf(high, y);
  const float t_low = __fw_fmaf(low, y, __fw_fmaf(high, y, -t));
  const float j = __builtin_rintf(t);
  const float e = __nvvm_ex2_approx_f((t - j) + t_low);
  const int k = (int)j, part = k >> 1;
  const float z = e * __fw_floatof((part + 127) << 23) * __fw_floatof((k - part + 127) << 23);
  return __fw_absf(t) < 152.0f ? z : t < 0.0f ? 0.0f : __fw_inff;
}
/// The cases of C's Annex F around it.
__FW_M float __fw_powf(float x, float y) {
  const float a = __fw_absf(x);
  float z = __fw_pow_abovef(a, y);
  if (x == 1.0f || y == 0.0f) return 1.0f;
  if (x != x || y != y) return x + y;
  const float part = 0.5f * y;
  const bool odd = __fw_absf(y - 2.0f * __builtin_truncf(part)) == 1.0f;
  if (a == 0.0f || a == __fw_inff) {
    z = (a == 0.0f) == (y < 0.0f) ? __fw_inff : 0.0f;
    return odd ? __fw_signedf(z, x) : z;
  }
  if (__fw_absf(y) == __fw_inff) return a == 1.0f ? 1.0f : (a > 1.0f) == (y > 0.0f) ? __fw_inff : 0.0f;
  if (x < 0.0f) {
    if (odd) z = -z;
    if (__builtin_truncf(y) != y) z = __fw_nanf;
  }
  return z;
}
