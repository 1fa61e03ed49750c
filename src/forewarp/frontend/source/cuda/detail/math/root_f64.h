// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Cube roots, atan and atan2 of double.
#include "base.h"

/// a = m 2^(3 i) with m from 1/2 to 4; a subnormal a is scaled by 2^54 first.
__FW_M double __fw_cube_parts(double a, __FW_OUT int* third) {
  int less = 0;
  if (a < 2.2250738585072014e-308) a *= 18014398509481984.0, less = 18;
  const int e = (int)((unsigned)__fw_high(a) >> 20);
  const int i = (int)(((unsigned)(e + 1) * 21846u) >> 16) - 341;  // floor((e - 1022) / 3), e < 2048
  *third = i - less;
  return __fw_with_high(a, __fw_high(a) - ((3 * i) << 20));
}
/// 24 bits from float, then Halley's step, which triples them: y + y (m - y^3) / (2 y^3 + m).
__FW_M double __fw_cbrt(double x) {
  int i;
  const double m = __fw_cube_parts(__fw_absd(x), &i);
  const double y = (double)__nvvm_ex2_approx_f(__nvvm_lg2_approx_f((float)m) * 0.333333343f);
  const double square = y * y;  // exact: 48 bits
  const double rest = __fw_fmad(-square, y, m);
  const double root = __fw_fmad(y, __nvvm_div_rn_d(rest, __fw_fmad(2.0 * square, y, m)), y);
  const double scaled = __fw_with_high(root, __fw_high(root) + (i << 20));
  const bool special = !(x + x < x || x + x > x);  // 0, inf, NaN
  return special ? x + x : __fw_signed(scaled, x);
}
/// y (1 + e / 3 + 2 e^2 / 9) with e = 1 - m y^3.
__FW_M double __fw_rcbrt(double x) {
  int i;
  const double m = __fw_cube_parts(__fw_absd(x), &i);
  const double y = (double)__nvvm_ex2_approx_f(__nvvm_lg2_approx_f((float)m) * -0.333333343f);
  const double e = __fw_fmad(-(y * y), m * y, 1.0);
  const double root = __fw_fmad(y * e, __fw_fmad(e, 0.22222222222222221, 0.33333333333333331), y);
  const double scaled = __fw_with_high(root, __fw_high(root) - (i << 20));
  const bool special = !(x + x < x || x + x > x);  // 0, inf, NaN
  return special ? __nvvm_rcp_rn_d(x) : __fw_signed(scaled, x);
}
__FW_M double __fw_atan_unit(double t) {
  const double s = t * t;
  double p = __fw_polyd(s, -2.0236883982402696e-05, 0.0002228214856589312, -0.0011632141345071371,
                        0.0038537404367510147, -0.0091805873754179264, 0.016972935930306372, -0.025821911253705591,
                        0.034064255047748619, -0.04092439820510279, 0.046738645901589548, -0.05239205143638323,
                        0.058773008645203684, -0.066658590899314765, 0.076922127605252563, -0.090909012195688019,
                        0.11111110677780973, -0.14285714271299557, 0.19999999999754381, -0.33333333333331855);
  return __fw_fmad(s * t, p, t);
}
__FW_M double __fw_atan(double x) {
  const double a = __fw_absd(x);
  const bool above = a > 1.0;
  double r = __fw_atan_unit(above ? __nvvm_rcp_rn_d(a) : a);
  if (above) r = 1.5707963267948966 - (r - 6.123233995736766e-17);
  return __fw_signed(r, x);
}
/// atan of the smaller over the larger, turned into the octant by pi/2 and pi in two pieces each.
__FW_M double __fw_atan2(double y, double x) {
  const double ax = __fw_absd(x), ay = __fw_absd(y);
  const bool steep = ay > ax;
  const double larger = steep ? ay : ax, smaller = steep ? ax : ay;
  double q = __nvvm_div_rn_d(smaller, larger);
  if (larger == 0.0) q = 0.0;
  if (smaller == __fw_infd) q = 1.0;
  double r = __fw_atan_unit(q);
  if (steep) r = 1.5707963267948966 - (r - 6.123233995736766e-17);
  if (__fw_high(x) < 0) r = 3.1415926535897931 - (r - 1.2246467991473532e-16);
  r = __fw_signed(r, y);
  return x != x || y != y ? x + y : r;
}
