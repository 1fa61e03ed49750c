// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Error functions of double, made as those of float (special_f32.h).
#include "exp_f64.h"

/// e^(a^2) erfc(a) for 0 <= a <= 27.3.
__FW_M double __fw_erfcx_above(double a) {
  const double q = __nvvm_div_rn_d(a - 4.0, a + 4.0);
  double p =
      __fw_polyd(q, -1.8002174734107292e-09, -1.3650097456782969e-08, -7.8419420440032819e-09, 1.151605617844723e-07,
                 6.2888353301419265e-08, -8.3476635136005057e-07, 3.012730405062382e-07, 5.7174986117899972e-06,
                 -1.1224821277420446e-05, -2.4402953849036503e-05, 0.00015062229008024405, -0.00019925557956312461,
                 -0.0007577733614111175, 0.0050319697706156527, -0.016197734054721628, 0.037167515560700991,
                 -0.066330365812039049, 0.093732834996914496, -0.10103906603632352, 0.068097054254733558,
                 0.015379652102620139, -0.13962111684056286, 1.2329951186255526);
  return __nvvm_div_rn_d(p, __fw_fmad(2.0, a, 1.0));
}
/// erfc(a) for a >= 0.
__FW_M double __fw_erfc_above(double a) {
  const double s = a * a, lost = __fw_fmad(a, a, -s), r = __fw_erfcx_above(a);
  return a > 27.3 ? 0.0 : __fw_fmad(-lost, r, r) * __fw_exp(-s);
}
/// erf(x) for |x| <= 1.
__FW_M double __fw_erf_below(double x) {
  const double s = x * x;
  double p = __fw_polyd(s, 5.9447449614280924e-11, -1.1365367866985332e-09, 1.4657804731724026e-08,
                        -1.635001436898165e-07, 1.6460971824230054e-06, -1.4925593447028962e-05, 0.00012055331034497228,
                        -0.00085483269786789013, 0.0052239776247798124, -0.026866170645072792, 0.11283791670954857,
                        -0.37612638903183748, 0.12837916709551259);
  return __fw_fmad(p, x, x);
}
__FW_M double __fw_erf(double x) {
  const double a = __fw_absd(x);
  if (a > 1.0) return __fw_signed(a > 6.0 ? 1.0 : 1.0 - __fw_erfc_above(a), x);
  return __fw_erf_below(x);
}
__FW_M double __fw_erfc(double x) {
  const double a = __fw_absd(x);
  if (a < 0.5) return 1.0 - __fw_erf_below(x);
  const double r = __fw_erfc_above(a);
  return x < 0.0 ? 2.0 - r : r;
}
__FW_M double __fw_normcdf(double x) {
  const double y = __builtin_fmin(__builtin_fmax(x, -40.0), 40.0);
  const double t = __fw_muld(y, -0.70710678118654757);
  const double lost = __fw_fmad(y, 4.8336466567264567e-17, __fw_fmad(y, -0.70710678118654757, -t));
  double z = 0.5 * __fw_erfc(t);
  if (x < -1.0) z = __fw_fmad(-2.0 * t * lost, z, z);
  return x != x ? x : z;
}
