// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The gamma function of float. 1 / gamma(1 + t) is entire and a polynomial around 0; larger arguments by Stirling's
/// formula from 3 on, negative ones by gamma(-a) = -pi / (a sin(pi a) gamma(a)).
#include "pow_f32.h"

/// gamma(a) = m 2^k for a >= 0. Stirling's power and exponential are one power of 2, its exponent in two floats.
__FW_M float __fw_tgamma_largef(float a, __FW_OUT int* exponent) {
  float low;
  const float high = __fw_log2_pairf(a, &low);
  const float t = __fw_mulf(a - 0.5f, high), u = __fw_mulf(a, 1.44269502f);
  const float d = t - u, back = d - t;
  float rest = (t - (d - back)) - (u + back);
  rest = rest + __fw_fmaf(a - 0.5f, low, __fw_fmaf(a - 0.5f, high, -t));
  rest = rest - __fw_fmaf(a, 1.92596303e-8f, __fw_fmaf(a, 1.44269502f, -u));
  const float j = __builtin_rintf(d), r = __nvvm_rcp_approx_ftz_f(a);
  float p = __fw_polyf(r, 0.000564640912f, -0.00012145847f, -0.00270105689f, 0.00347370328f, 0.0833332986f, 1.0f);
  *exponent = (int)j;
  return __nvvm_ex2_approx_f((d - j) + rest) * (p * 2.50662827f);
}
__FW_M float __fw_tgamma_smallf(float a) {
  const float n = __builtin_fminf(__builtin_rintf(a), 3.0f);
  const float t = n == 0.0f ? a : a - n;
  float p = __fw_polyf(t, 0.000128521016f, -0.000228816134f, -0.0011658069f, 0.00722233206f, -0.00962180458f,
                       -0.0421981066f, 0.166538596f, -0.0420026183f, -0.655878067f, 0.577215672f, 1.0f);
  if (n == 0.0f) p = p * a;
  float product = n >= 2.0f ? a - 1.0f : 1.0f;
  if (n == 3.0f) product = product * (a - 2.0f);
  return __nvvm_div_rn_f(product, p);
}
__FW_M float __fw_tgammaf(float x) {
  const float a = __builtin_fminf(__fw_absf(x), 46.0f);  // gamma(46) is beyond float, 1 / gamma(46) rounds to 0
  int k = 0;
  float m = a >= 3.0f ? __fw_tgamma_largef(a, &k) : __fw_tgamma_smallf(a);
  if (x < 0.0f) {
    const float n = __builtin_rintf(x), t = x - n, s = t * t;
    float p = __fw_polyf(s, 0.0777190179f, -0.598331332f, 2.55008626f, -5.16771078f);
    const float sine = __fw_fmaf(t * s, p, t * 3.14159274f);
    m = __nvvm_div_rn_f(((int)n & 1) != 0 ? 3.14159274f : -3.14159274f, (a * m) * -sine);
    k = -k;
    if (n == x) m = __fw_nanf;
  }
  const int part = k >> 1;
  const float z = m * __fw_floatof((part + 127) << 23) * __fw_floatof((k - part + 127) << 23);
  if (x != x) return x + x;
  return a < 1e-30f ? __nvvm_div_rn_f(1.0f, x) : z;
}
