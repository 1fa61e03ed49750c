// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Logarithms of float and the inverse hyperbolic functions, which are made of log1p. x = 2^i (1 + f) with f between
/// -1/3 and 1/3, so that nothing cancels near 1; log(1 + f) = f + f^2 p(f).
#include "base.h"

__FW_M float __fw_log_tailf(float f) {
  float p = __fw_polyf(f, -0.129534245f, 0.140056625f, -0.121661916f, 0.14000994f, -0.166823715f, 0.20010756f,
                       -0.249997154f, 0.333332092f, -0.5f);
  return __fw_fmaf(__fw_mulf(f, p), f, f);
}
/// log(1 + f), and i in *exponent; subnormal numbers are scaled by 2^23 first.
__FW_M float __fw_log_partsf(float x, __FW_OUT float* exponent) {
  float i = 0.0f;
  if (x < 1.17549435e-38f) x *= 8388608.0f, i = -23.0f;
  const int e = (__fw_bitsf(x) - 0x3f2aaaab) & (int)0xff800000;
  *exponent = __fw_fmaf((float)e, 1.1920929e-7f, i);
  return __fw_log_tailf(__fw_floatof(__fw_bitsf(x) - e) - 1.0f);
}
/// y where x is positive and finite; else what every logarithm has: inf, NaN, -inf at 0.
__FW_M float __fw_log_specialf(float x, float y) {
  if ((unsigned)__fw_bitsf(x) - 1u >= 0x7f7fffffu) {
    y = __fw_fmaf(x, __fw_inff, __fw_inff);
    if (x == 0.0f) y = -__fw_inff;
  }
  return y;
}
__FW_M float __fw_logf(float x) {
  float i;
  const float r = __fw_log_partsf(x, &i);
  return __fw_log_specialf(x, __fw_fmaf(i, 0.693147182f, r));
}
__FW_M float __fw_log2f(float x) {
  float i;
  const float r = __fw_log_partsf(x, &i);
  return __fw_log_specialf(x, __fw_fmaf(r, 1.44269502f, __fw_fmaf(r, 1.92596303e-8f, i)));
}
__FW_M float __fw_log10f(float x) {
  float i;
  const float r = __fw_log_partsf(x, &i);
  const float low = __fw_fmaf(i, 0.30103001f, r * -1.010305e-8f);
  return __fw_log_specialf(x, __fw_fmaf(r, 0.434294492f, low));
}
/// 1 + x = 2^i (1 + f) with f from -1/4 to 1/2, where one rounding more does not hurt: f = x 2^-i + (2^-i - 1). The
/// first is x with another exponent (where i is not 0, x is normal); 2^-i itself would be subnormal at i = 128, 4 2^-i
/// is not.
__FW_M float __fw_log1pf(float x) {
  const int e = (__fw_bitsf(1.0f + x) - 0x3f400000) & (int)0xff800000;
  const float f = __fw_floatof(__fw_bitsf(x) - e) + __fw_fmaf(0.25f, __fw_floatof(0x40800000 - e), -1.0f);
  float p = __fw_polyf(f, -0.04603526f, 0.105917379f, -0.132100239f, 0.144756526f, -0.166425556f, 0.199903712f,
                       -0.250001937f, 0.333334625f, -0.5f);
  float y = __fw_fmaf((float)e, 8.26295829e-8f, __fw_fmaf(__fw_mulf(f, p), f, f));  // ln 2 2^-23
  if (!(x > -1.0f && x < __fw_inff)) {
    y = __fw_fmaf(x, __fw_inff, __fw_inff);
    if (x == -1.0f) y = -__fw_inff;
  }
  return x == 0.0f ? x : y;
}
__FW_M float __fw_asinhf(float x) {
  const float a = __fw_absf(x);
  const bool large = a > 1e9f;
  const float s = a * a;
  float t = __fw_fmaf(s, __nvvm_div_approx_f(1.0f, 1.0f + __nvvm_sqrt_approx_f(__fw_fmaf(a, a, 1.0f))), a);
  t = __fw_log1pf(large ? a : t);
  return __fw_signedf(large ? t + 0.693147182f : t, x);
}
__FW_M float __fw_acoshf(float x) {
  const bool large = x > 1e9f;
  const float u = x - 1.0f;
  float t = u + __nvvm_sqrt_rn_f(__fw_fmaf(u, u, u + u));
  t = __fw_log1pf(large ? x : t);
  if (u < 0.0f) t = __fw_nanf;
  return large ? t + 0.693147182f : t;
}
__FW_M float __fw_atanhf(float x) {
  const float a = __fw_absf(x);
  const float t = __fw_log1pf(__nvvm_div_rn_f(a + a, 1.0f - a));
  return __fw_signedf(0.5f * t, x);
}
