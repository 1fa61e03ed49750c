// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// log1p of double and the inverse hyperbolic functions, which are made of it. 1 + x = 2^i (1 + f) with f from -1/4 to
/// 1/2; with u = 2 f / (2 + f), log(1 + f) = u + u^3 p(u^2) = f - u (f / 2 - u^2 p(u^2)), whose first term is exact.
#include "base.h"

__FW_M double __fw_log1p_unit(double f) {
  const double u = __nvvm_div_rn_d(f + f, 2.0 + f);
  const double s = u * u;
  double p = __fw_polyd(s, 1.0559932020868804e-06, 4.020343565541026e-06, 1.8787961389128224e-05,
                        8.8777667186782988e-05, 0.00043402781819840304, 0.0022321428559261437, 0.0125000000000177,
                        0.083333333333333245);
  return __fw_fmad(-u, __fw_fmad(0.5, f, -(s * p)), f);
}
__FW_M double __fw_log1p(double x) {
  if (x > -0.25 && x < 0.5) return __fw_log1p_unit(x);
  const int e = (__fw_high(1.0 + x) - 0x3fe80000) & (int)0xfff00000;
  const double f = __fw_with_high(x, __fw_high(x) - e) + __fw_fmad(0.25, __fw_with_high(0.0, 0x40100000 - e), -1.0);
  const double i = (double)(e >> 20);
  double y = __fw_fmad(i, 0.69314718055994529, __fw_fmad(i, 2.3190468138462996e-17, __fw_log1p_unit(f)));
  if (!(x > -1.0 && x < __fw_infd)) {
    y = __fw_fmad(x, __fw_infd, __fw_infd);
    if (x == -1.0) y = -__fw_infd;
  }
  return y;
}
__FW_M double __fw_asinh(double x) {
  const double a = __fw_absd(x);
  const bool large = a > 1e18;
  const double s = a * a;
  double t = a + __nvvm_div_rn_d(s, 1.0 + __nvvm_sqrt_rn_d(__fw_fmad(a, a, 1.0)));
  t = __fw_log1p(large ? a : t);
  return __fw_signed(large ? t + 0.69314718055994529 : t, x);
}
__FW_M double __fw_acosh(double x) {
  const bool large = x > 1e18;
  const double u = x - 1.0;
  double t = u + __nvvm_sqrt_rn_d(__fw_fmad(u, u, u + u));
  t = __fw_log1p(large ? x : t);
  if (u < 0.0) t = __fw_nand;
  return large ? t + 0.69314718055994529 : t;
}
__FW_M double __fw_atanh(double x) {
  const double a = __fw_absd(x);
  return __fw_signed(0.5 * __fw_log1p(__nvvm_div_rn_d(a + a, 1.0 - a)), x);
}
