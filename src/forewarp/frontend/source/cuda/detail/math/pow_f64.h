// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// x^y = e^(y log x) for double. A result near 2^1024 needs the logarithm to 65 bits, so it is kept as high + low:
/// x = 2^i m with m from 1/sqrt 2 to sqrt 2, u + u_low = 2 (m - 1) / (m + 1), and log m = u + u s (1/12 + s q(s)) with
/// s = u^2. Of that u and u s / 12 are taken in two doubles each, s^2 q(s) u, at most 2^-12 u, in one.
#include "exp_f64.h"

/// log of a positive, finite number; returns the high part.
__FW_M double __fw_log_pair(double a, __FW_OUT double* low) {
  int less = 0;
  if (a < 2.2250738585072014e-308) a *= 18014398509481984.0, less = 54;
  const int e = (__fw_high(a) - 0x3fe6a09e) & (int)0xfff00000;
  const double m = __fw_with_high(a, __fw_high(a) - e), i = (double)((e >> 20) - less);
  const double f = m - 1.0, r = __nvvm_rcp_rn_d(m + 1.0);
  const double u = __fw_muld(f + f, r);
  const double rest = f - u;
  const double u_low = r * __fw_fmad(-u, f, rest + rest);
  const double s = __fw_muld(u, u);
  const double s_low = __fw_fmad(u + u, u_low, __fw_fmad(u, u, -s));
  double q = __fw_polyd(s, 1.0068348800456453e-06, 4.0456449301729387e-06, 1.8782665253090853e-05,
                        8.877824376736004e-05, 0.00043402778360177946, 0.00223214285703882, 0.012500000000000707);
  const double w = __fw_muld(q, s);
  const double c = 0.083333333333333329 + w, c_low = (0.083333333333333329 - c) + w + 4.6259292692714853e-18;
  const double p = __fw_muld(s, c);
  const double p_low = __fw_fmad(s_low, c, __fw_fmad(s, c_low, __fw_fmad(s, c, -p)));
  const double t = __fw_muld(u, p);
  const double t_low = __fw_fmad(u_low, p, __fw_fmad(u, p_low, __fw_fmad(u, p, -t)));
  const double l = u + t, l_low = ((u - l) + t) + (t_low + u_low);
  const double k = __fw_muld(i, 0.69314718055966296);  // exact: 42 bits times 11
  const double h = k + l, h_low = ((k - h) + l) + __fw_fmad(i, 2.8235290563031577e-13, l_low);
  const double high = h + h_low;
  *low = (h - high) + h_low;
  return high;
}
/// a^y for positive, finite a.
__FW_M double __fw_pow_above(double a, double y) {
  double low;
  const double high = __fw_log_pair(a, &low);
  const double t = __fw_muld(high, y);
  const double t_low = __fw_fmad(low, y, __fw_fmad(high, y, -t));
  const double shifted = __fw_fmad(t, 1.4426950408889634, __fw_round_shift);
  const double j = shifted - __fw_round_shift;
  const double f = __fw_fmad(j, -2.3190468138462996e-17, __fw_fmad(j, -0.69314718055994529, t)) + t_low;
  return __fw_exp_finish(__fw_exp_poly(f), (int)__fw_bits(shifted), t, 708.0, 746.0);
}
/// The cases of C's Annex F around it.
__FW_M double __fw_pow(double x, double y) {
  const double a = __fw_absd(x);
  double z = __fw_pow_above(a, y);
  if (x == 1.0 || y == 0.0) return 1.0;
  if (x != x || y != y) return x + y;
  const double part = 0.5 * y;
  const bool odd = __fw_absd(y - 2.0 * __builtin_trunc(part)) == 1.0;
  if (a == 0.0 || a == __fw_infd) {
    z = (a == 0.0) == (y < 0.0) ? __fw_infd : 0.0;
    return odd ? __fw_signed(z, x) : z;
  }
  if (__fw_absd(y) == __fw_infd) return a == 1.0 ? 1.0 : (a > 1.0) == (y > 0.0) ? __fw_infd : 0.0;
  if (x < 0.0) {
    if (odd) z = -z;
    if (__builtin_trunc(y) != y) z = __fw_nand;
  }
  return z;
}
