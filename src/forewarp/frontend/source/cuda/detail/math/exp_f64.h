// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Functions of double that are made of e^x: x = j ln 2 + f with |f| <= ln 2 / 2, e^f a polynomial, and j added to the
/// exponent. j comes from adding 1.5 * 2^52; it is the lower word of the sum.
#include "base.h"

#define __fw_round_shift 6755399441055744.0

__FW_M double __fw_exp_poly(double f) {
  double p = __fw_polyd(f, 2.511451854400499e-08, 2.7626314186364138e-07, 2.7557227819147156e-06,
                        2.4801504475629034e-05, 0.00019841269903174224, 0.0013888888932355222, 0.0083333333333145271,
                        0.041666666666573697, 0.16666666666666685, 0.50000000000000056, 1.0);
  return __fw_fmad(p, f, 1.0);
}
/// y 2^j for y about 1, rounded once where the result is subnormal.
__FW_M double __fw_scaled(double y, int j) {
  const int part = j >> 1;
  return __fw_with_high(y, __fw_high(y) + (part << 20)) * __fw_two_to(j - part);
}
/// y 2^j where |x| < limit; else x says whether the result is 0, infinite, NaN or near the ends.
__FW_M double __fw_exp_finish(double y, int j, double x, double limit, double end) {
  const double a = __fw_absd(x);
  if (a < limit) return __fw_with_high(y, __fw_high(y) + (j << 20));
  if (a < end) return __fw_scaled(y, j);
  return x < 0.0 ? 0.0 : x + __fw_infd;
}
__FW_M double __fw_exp(double x) {
  const double shifted = __fw_fmad(x, 1.4426950408889634, __fw_round_shift);
  const double j = shifted - __fw_round_shift;
  const double f = __fw_fmad(j, -2.3190468138462996e-17, __fw_fmad(j, -0.69314718055994529, x));
  return __fw_exp_finish(__fw_exp_poly(f), (int)__fw_bits(shifted), x, 708.0, 746.0);
}
__FW_M double __fw_exp2(double x) {
  const double shifted = x + __fw_round_shift;
  const double f = x - (shifted - __fw_round_shift);
  double p = __fw_polyd(f, 4.4566201070290298e-10, 7.072575080303201e-09, 1.0178052210227979e-07, 1.321544265572378e-06,
                        1.525273385172334e-05, 0.00015403530441589265, 0.0013333558146398296, 0.0096181291076070149,
                        0.055504108664821646, 0.24022650695910097, 0.69314718055994529, 1.0);
  return __fw_exp_finish(p, (int)__fw_bits(shifted), x, 1022.0, 1076.0);
}
__FW_M double __fw_exp10(double x) {
  const double shifted = __fw_fmad(x, 3.3219280948873622, __fw_round_shift);
  const double j = shifted - __fw_round_shift;
  const double f = __fw_fmad(j, 2.8037281277851704e-18, __fw_fmad(j, -0.3010299956639812, x));
  const double g = __fw_fmad(f, 2.3025850929940459, f * -2.1707562233822494e-16);
  return __fw_exp_finish(__fw_exp_poly(g), (int)__fw_bits(shifted), x, 307.0, 324.5);
}
/// e^f - 1 = f + t with t = f^2 p(f); e^x - 1 = (2^j - 1 + 2^j f) + 2^j t. j = 0 up to 0.45: with j = 1 just above ln 2
/// / 2 the leading terms would cancel too much. 2^(j-1) throughout and doubled, since 2^1024 is no double.
__FW_M double __fw_expm1(double x) {
  const double shifted = __fw_fmad(x, 1.4426950408889634, __fw_round_shift);
  const bool small = __fw_absd(x) < 0.45;
  const double j = small ? 0.0 : shifted - __fw_round_shift;
  const double f = __fw_fmad(j, -2.3190468138462996e-17, __fw_fmad(j, -0.69314718055994529, x));
  double p = __fw_polyd(f, 1.6060048713480813e-10, 2.0952043061871208e-09, 2.5052277957732319e-08,
                        2.7557129705534314e-07, 2.7557318712117576e-06, 2.4801587529908675e-05, 0.00019841269841860645,
                        0.0013888888888755832, 0.0083333333333330487, 0.041666666666666997, 0.16666666666666666, 0.5);
  const double t = p * (f * f);
  const double s = __fw_two_to((int)__fw_bits(shifted) - 1);
  double y = __fw_fmad(s, t, __fw_fmad(s, f, s - 0.5));
  y = y + y;
  if (x < -50.0) y = -1.0;
  if (!(x < 709.8)) y = x + __fw_infd;
  return x == 0.0 ? x : small ? x + t : y;
}
/// e^x / 4 for 0 <= x, infinite only where e^x / 2 is.
__FW_M double __fw_quarter_exp(double x) {
  const double shifted = __fw_fmad(x, 1.4426950408889634, __fw_round_shift);
  const double j = shifted - __fw_round_shift;
  const double f = __fw_fmad(j, -2.3190468138462996e-17, __fw_fmad(j, -0.69314718055994529, x));
  const double y = __fw_exp_poly(f);
  return x < 711.0 ? __fw_with_high(y, __fw_high(y) + (((int)__fw_bits(shifted) - 2) << 20)) : x + __fw_infd;
}
__FW_M double __fw_cosh(double x) {
  const double e = __fw_quarter_exp(__fw_absd(x));
  return __fw_fmad(2.0, e, __nvvm_rcp_rn_d(8.0 * e));
}
__FW_M double __fw_sinh(double x) {
  const double a = __fw_absd(x);
  if (a >= 1.0) {
    const double e = __fw_quarter_exp(a);
    return __fw_signed(__fw_fmad(2.0, e, -__nvvm_rcp_rn_d(8.0 * e)), x);
  }
  const double s = x * x;
  double p = __fw_polyd(s, 6.4710945487368049e-15, 7.5034018945905835e-13, 1.6061337469330564e-10,
                        2.5052089422912844e-08, 2.7557319310061486e-06, 0.00019841269841061192, 0.0083333333333335726,
                        0.16666666666666666);
  return __fw_fmad(s * x, p, x);
}
__FW_M double __fw_tanh(double x) {
  const double a = __fw_absd(x);
  if (a >= 0.55) {
    const double e = __fw_quarter_exp(__builtin_fmin(a, 22.0) * 2.0);
    return __fw_signed(__fw_fmad(-0.5, __nvvm_rcp_rn_d(e + 0.25), 1.0), x);
  }
  const double s = x * x;
  double p = __fw_polyd(s, -1.8990978873319491e-05, 8.2504401510340609e-05, -0.00023281804075962778,
                        0.00058822432935920629, -0.0014554896870815253, 0.0035920838340530968, -0.0088632317963366711,
                        0.021869488337131465, -0.05396825396207372, 0.13333333333323744, -0.33333333333333282);
  return __fw_fmad(__fw_fmad(s, x, 0.0), p, x);
}
