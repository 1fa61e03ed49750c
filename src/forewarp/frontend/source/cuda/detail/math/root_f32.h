// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Cube roots and the arc tangent of float.
#include "base.h"

/// 2^(log2(a)/3) by the approximate instructions, then one step of Newton: y - (y - a / y^2) / 3.
__FW_M float __fw_cbrtf(float x) {
  const float a = __fw_absf(x);
  float y = __nvvm_ex2_approx_f(__nvvm_lg2_approx_f(a) * 0.333333343f);
  const float step = __fw_fmaf(a, __nvvm_rcp_approx_ftz_f(y * y), -y);
  y = __fw_fmaf(step, 0.333333343f, y);
  return x + x == x ? x + x : __fw_signedf(y, x);
}
__FW_M float __fw_rcbrtf(float x) {
  const float a = __fw_absf(x);
  float y = __nvvm_ex2_approx_f(__nvvm_lg2_approx_f(a) * -0.333333343f);
  const float rest = __fw_fmaf(a * y, -y * y, 1.0f);
  y = __fw_fmaf(y * 0.333333343f, rest, y);
  return x + x == x ? __nvvm_div_rn_f(1.0f, x) : __fw_signedf(y, x);
}
__FW_M float __fw_atan_unitf(float t) {
  const float s = t * t;
  float p = __fw_polyf(s, 0.00291886716f, -0.016361136f, 0.0432016663f, -0.0755142644f, 0.106656738f, -0.142109826f,
                       0.199937657f, -0.333331525f);
  return __fw_fmaf(t * s, p, t);
}
__FW_M float __fw_atanf(float x) {
  const float a = __fw_absf(x);
  const bool above = a > 1.0f;
  const float y = __fw_atan_unitf(above ? __nvvm_rcp_approx_ftz_f(a) : a);
  return __fw_signedf(above ? 1.57079637f - y : y, x);
}
