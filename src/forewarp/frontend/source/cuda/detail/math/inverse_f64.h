// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Inverses of the error functions, of double: a polynomial, then steps of Halley's method, each of which triples the
/// digits. With f(x) = erfc(x) - c and d = f / |f'|, f'' / f' = -2 x, a step is x + d / (1 - x d).
#include "exp_f64.h"
#include "log_f64.h"
#include "special_f64.h"

__device__ double log(double);  // of libclc, as in math.h

/// 2 / sqrt(pi) e^(-x^2).
__FW_M double __fw_erf_slope(double x) {
  const double s = x * x, lost = __fw_fmad(x, x, -s), e = __fw_exp(-s);
  return 1.1283791670955126 * __fw_fmad(e, -lost, e);
}
/// erfinv(x) for |x| <= 1/2.
__FW_M double __fw_erfinv_middle(double x) {
  const double s = x * x;
  const double p = __fw_polyd(s, 0.10314731817326042, 0.048296732393444466, 0.088875886711799496, 0.12741350907423457,
                              0.2320168299699551, 0.8862269141595378);
  const double y = x * p, d = __nvvm_div_rn_d(__fw_erf_below(y) - x, __fw_erf_slope(y));
  return y - __nvvm_div_rn_d(d, __fw_fmad(y, d, 1.0));
}
/// erfcinv(c) for c < 1/2.
__FW_M double __fw_erfcinv_tail(double c) {
  const double u = __builtin_sqrt(-log(c)), v = __nvvm_div_rn_d(1.0, u);
  const double p = __fw_polyd(v, 0.17968858946743729, -0.91660717211051523, 2.0054076326858903, -2.557836979752012,
                              2.2057119053088923, -1.2317573096930017, -0.048634747938342195, 1.0007672167029389);
  double x = p * u;
  for (int i = 0; i < 2; ++i) {
    // Where c has few digits of its own, both sides times e^(x^2): 2^64 c and e^(x^2 - 64 log 2) are within range.
    const double d =
        c < 1e-290
            ? (__fw_erfcx_above(x) - c * 18446744073709551616.0 * __fw_exp(__fw_fmad(x, x, -44.361419555836498))) *
                  0.88622692545275801
            : __nvvm_div_rn_d(__fw_erfc_above(x) - c, __fw_erf_slope(x));
    x += __nvvm_div_rn_d(d, __fw_fmad(-x, d, 1.0));
  }
  return x;
}
__FW_M double __fw_erfinv(double x) {
  const double a = __fw_absd(x), c = 1.0 - a;
  if (!(c >= 0.0)) return __fw_nand;
  if (c == 0.0) return __fw_signed(__fw_infd, x);
  return a <= 0.5 ? __fw_erfinv_middle(x) : __fw_signed(__fw_erfcinv_tail(c), x);
}
__FW_M double __fw_erfcinv(double c) {
  const double other = 2.0 - c;
  if (!(c >= 0.0) || !(other >= 0.0)) return __fw_nand;
  if (c == 0.0) return __fw_infd;
  if (other == 0.0) return -__fw_infd;
  if (c < 0.5) return __fw_erfcinv_tail(c);
  return other < 0.5 ? -__fw_erfcinv_tail(other) : __fw_erfinv_middle(1.0 - c);
}
__FW_M double __fw_normcdfinv(double p) { return __fw_fmad(-1.4142135623730951, __fw_erfcinv(2.0 * p), 0.0); }

/// e^(x^2) erfc(x): what __fw_erfc_above() has before its exponential; the asymptotic series from 27 on.
__FW_M double __fw_erfcx(double x) {
  const double a = __fw_absd(x);
  double r;
  if (a > 27.0) {
    const double y = __nvvm_div_rn_d(0.56418958354775628, a), t = __nvvm_div_rn_d(0.5, a) * __nvvm_div_rn_d(1.0, a);
    const double p = __fw_polyd(t, 10395.0, -945.0, 105.0, -15.0, 3.0, -1.0);
    r = a == __fw_infd ? 0.0 : __fw_fmad(t * y, p, y);
  } else if (a < 0.5) {
    r = (1.0 - __fw_erf_below(a)) * __fw_exp(a * a);
  } else {
    r = __fw_erfcx_above(a);
  }
  if (!(x < 0.0)) return r;
  const double s = a * a, lost = __fw_fmad(a, a, -s), e = __fw_exp(s);
  return a > 26.7 ? __fw_infd : 2.0 * __fw_fmad(e, lost, e) - r;
}
