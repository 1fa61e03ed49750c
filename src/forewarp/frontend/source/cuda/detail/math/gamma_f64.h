// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The gamma function of double: 1 / gamma(1 + t) is a polynomial around 0, gamma(x + 1) = x gamma(x) leads there up to
/// 16; beyond, Stirling's formula with its power as the square of x^(x / 2 - 1/4), which does not overflow.
#include "pow_f64.h"
#include "trig_f64.h"

/// gamma(a) = first * second for a >= 16.
__FW_M double __fw_tgamma_large(double a, __FW_OUT double* second) {
  const double w = __fw_pow_above(a, __fw_fmad(0.5, a, -0.25)), r = __nvvm_rcp_rn_d(a);
  double p = __fw_polyd(r, 0.00018058714136707387, -0.00061943695063230216, 7.1475999547136279e-05,
                        0.00078397320375970397, -0.00022947061036495019, -0.0026813271795163886, 0.0034722222223467496,
                        0.083333333333333023, 1.0);
  *second = w;
  return w * __fw_exp(-a) * (p * 2.5066282746310007);
}
__FW_M double __fw_tgamma_small(double a) {
  double product = 1.0;
  double t = a;
  while (t > 1.5) {
    t -= 1.0;
    product *= t;
  }
  const bool below = t < 0.5;
  t = below ? t : t - 1.0;
  double p = __fw_polyd(t, 7.7822634399050708e-12, 1.0434267116911005e-10, -1.18127457048702e-09,
                        5.0020076444692229e-09, 6.1160951044814161e-09, -2.0563384169776071e-07, 1.1330272319816959e-06,
                        -1.2504934821426706e-06, -2.0134854780788239e-05, 0.0001280502823881162,
                        -0.00021524167411495098, -0.0011651675918590652, 0.0072189432466630999, -0.009621971527876973,
                        -0.042197734555544333, 0.16653861138229148, -0.042002635034095237, -0.6558780715202539,
                        0.57721566490153287, 1.0);
  return __nvvm_div_rn_d(product, below ? p * a : p);
}
__FW_M double __fw_tgamma(double x) {
  const double a = __fw_absd(x);
  if (x != x) return x + x;
  if (a < 1e-100) return __nvvm_rcp_rn_d(x);
  double second = 1.0, m;
  if (a > 190.0) {
    if (x > 0.0) return __fw_infd;
    const double whole = __builtin_floor(x);
    return whole == x ? __fw_nand : whole == 2.0 * __builtin_floor(0.5 * whole) ? 0.0 : -0.0;
  }
  m = a >= 16.0 ? __fw_tgamma_large(a, &second) : __fw_tgamma_small(a);
  if (x > 0.0) return m * second;
  const double j = __builtin_rint(x), t = x - j;
  if (t == 0.0) return __fw_nand;
  const bool steep = __fw_absd(t) > 0.25;  // sin(pi t) = cos(pi (t - 1/2))
  const double part = __fw_absd(t) - (steep ? 0.5 : 0.0);
  const double sine = __fw_signed(__fw_sin_quadrant(part * 3.1415926535897931, steep ? 1 : 0), t);
  const double turned = ((int)j & 1) != 0 ? 3.1415926535897931 : -3.1415926535897931;
  return __nvvm_div_rn_d(__nvvm_div_rn_d(turned, (a * m) * -sine), second);
}
