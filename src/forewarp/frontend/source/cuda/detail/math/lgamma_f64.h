// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The logarithm of the gamma function of double. lgamma(2 + t) is a polynomial for t from -1/2 to 1; from there
/// lgamma(1 + t) = lgamma(2 + t) - log1p(t) below 3/2, lgamma(x) = lgamma(1 + x) - log(x) below 1/2, and up to 8
/// lgamma(x) = log((x - 1) ... (x - n)) + lgamma(x - n). Beyond it Stirling's series, where its terms no longer cancel.
#include "log_f64.h"
#include "pow_f64.h"
#include "trig_f64.h"

__FW_M double __fw_log_above(double a) {
  double low;
  const double high = __fw_log_pair(a, &low);
  return a == __fw_infd ? a : high;
}
__FW_M double __fw_lgamma_large(double a) {
  const double r = __nvvm_rcp_rn_d(a), s = r * r;
  double p = __fw_polyd(s, -0.062618448454385897, 0.047480590481097415, -0.018637801193166763, 0.0057495194107127362,
                        -0.0018902722853554673, 0.00084103084122992328, -0.00059522686051125494, 0.00079365070328455019,
                        -0.0027777777774944485, 0.08333333333333319);
  return __fw_fmad(a - 0.5, __fw_log_above(a) - 1.0, __fw_fmad(r, p, 0.41893853320467278));
}
/// 0 < a < 8.
__FW_M double __fw_lgamma_small(double a) {
  double product = 1.0;
  double z = a;
  while (z >= 3.0) z -= 1.0, product *= z;
  const double t = z < 0.5 ? z : z < 1.5 ? z - 1.0 : z - 2.0;
  double p = __fw_polyd(t, -4.2934760267884455e-09, 3.0245659785694195e-08, -1.0086641402412469e-07,
                        2.3042066818915255e-07, -4.6280187342840571e-07, 9.5180087880537761e-07,
                        -2.0312853650893578e-06, 4.3734106683572189e-06, -9.4414895518827371e-06,
                        2.0507980641103137e-05, -4.492597765363045e-05, 9.9457364345483491e-05, -0.00022315477526032218,
                        0.00050966953944555358, -0.0011927539112661202, 0.0028905103299885718, -0.0073855510286740004,
                        0.020580808427801908, -0.067352301053198171, 0.32246703342411309, 0.42278433509846713);
  double y = __fw_fmad(t, p, 0.0);
  if (z < 1.5) y -= __fw_log1p(t);
  if (z < 0.5) product = z;
  if (product == 1.0) return y + 0.0;
  const double l = __fw_log_above(product);
  return z < 0.5 ? y - l : y + l;
}
/// lgamma(-a) = log(pi / (a |sin(pi a)|)) - lgamma(a).
__FW_M double __fw_lgamma(double x) {
  const double a = __fw_absd(x);
  if (x != x) return x + x;
  if (a < 1e-30) return a == 0.0 ? __fw_infd : -__fw_log_above(a);
  const double y = a >= 8.0 ? __fw_lgamma_large(a) : __fw_lgamma_small(a);
  if (x > 0.0) return y;
  const double t = __fw_absd(a - __builtin_rint(a));
  if (t == 0.0 || a == __fw_infd) return __fw_infd;
  const bool steep = t > 0.25;  // sin(pi t) = cos(pi (t - 1/2))
  const double sine = __fw_sin_quadrant((t - (steep ? 0.5 : 0.0)) * 3.1415926535897931, steep ? 1 : 0);
  return __fw_log_above(__nvvm_div_rn_d(3.1415926535897931, a * sine)) - y;
}
