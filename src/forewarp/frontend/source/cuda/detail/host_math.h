// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#pragma GCC system_header
/// Math functions that CUDA adds to the C library's, for the host: those that a toolkit has on both sides.
#define __FW_H static __inline__ __attribute__((always_inline, nodebug, host))

__FW_H double rsqrt(double x) { return 1 / __builtin_sqrt(x); }
__FW_H double rcbrt(double x) { return 1 / __builtin_cbrt(x); }

/// x less the nearest even number: the same angle, exactly, in [-1, 1].
__FW_H double __fw_host_turn(double x) { return x - 2 * __builtin_rint(x / 2); }
__FW_H double sinpi(double x) {
  const double turn = __fw_host_turn(x);
  const double nearest = __builtin_fabs(turn) > 0.5 ? __builtin_copysign(1 - __builtin_fabs(turn), turn) : turn;
  return __builtin_sin(nearest * 3.14159265358979323846);
}
__FW_H double cospi(double x) { return sinpi(0.5 - __builtin_fabs(__fw_host_turn(x))); }
__FW_H void sincospi(double x, double* s, double* c) { *s = sinpi(x), *c = cospi(x); }

__FW_H double normcdf(double x) { return __builtin_erfc(x * -0.70710678118654752440) / 2; }
__FW_H double erfcx(double x) {
  if (x < 20) return __builtin_exp(x * x) * __builtin_erfc(x);
  const double q = 1 / (2 * x * x);  // of the asymptotic series
  return 0.56418958354775628695 / x * (1 - q * (1 - q * (3 - q * (15 - q * (105 - q * 945)))));
}
/// The y in [0, 28] of erfc(y) = x, for x in (0, 1]: halvings, then Newton's steps for the logarithm.
__FW_H double __fw_host_erfc_inverse(double x) {
  double low = 0, high = 28;
  for (int i = 0; i < 20; ++i) {
    const double middle = (low + high) / 2;
    if (__builtin_erfc(middle) > x)
      low = middle;
    else
      high = middle;
  }
  double y = low;
  for (int i = 0; i < 3; ++i) y += (1 - x / __builtin_erfc(y)) * erfcx(y) * 0.88622692545275801365;
  return y;
}
__FW_H double erfinv(double x) {
  const double a = __builtin_fabs(x);
  if (!(a <= 1)) return __builtin_nan("");
  if (a == 1) return __builtin_copysign(__builtin_inf(), x);
  double y = a > 0.5 ? __fw_host_erfc_inverse(1 - a) : a * 0.88622692545275801365;
  for (int i = 0; a <= 0.5 && i < 6; ++i) y -= (__builtin_erf(y) - a) * 0.88622692545275801365 * __builtin_exp(y * y);
  return __builtin_copysign(y, x);
}
__FW_H double erfcinv(double x) {
  if (!(x >= 0 && x <= 2)) return __builtin_nan("");
  if (x == 0 || x == 2) return x == 0 ? __builtin_inf() : -__builtin_inf();
  if (x > 0.5 && x < 1.5) return erfinv(1 - x);  // near 1, erfc no longer tells how far
  return x <= 1 ? __fw_host_erfc_inverse(x) : -__fw_host_erfc_inverse(2 - x);
}
__FW_H double normcdfinv(double x) { return -1.41421356237309504880 * erfcinv(2 * x); }

// Each under its float's two names.
#define __FW_HOST_FLOAT1(name)                                                  \
  __FW_H float name##f(float x) { return static_cast<float>(name((double)x)); } \
  __FW_H float name(float x) { return name##f(x); }
__FW_HOST_FLOAT1(rsqrt)
__FW_HOST_FLOAT1(rcbrt)
__FW_HOST_FLOAT1(sinpi)
__FW_HOST_FLOAT1(cospi)
__FW_HOST_FLOAT1(normcdf)
__FW_HOST_FLOAT1(normcdfinv)
__FW_HOST_FLOAT1(erfcx)
__FW_HOST_FLOAT1(erfinv)
__FW_HOST_FLOAT1(erfcinv)
#undef __FW_HOST_FLOAT1
__FW_H void sincospif(float x, float* s, float* c) { *s = sinpif(x), *c = cospif(x); }
#undef __FW_H
