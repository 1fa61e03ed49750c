// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Functions of float that are made of e^x: x = j ln 2 + f, and 2^(f log2 e) and 2^j by ex2.approx (2 ulp).
#include "base.h"

/// One ex2.approx.f32: 2 ulp, subnormals kept, the same as nvcc's.
__FW_M float __fw_exp2f(float x) { return __nvvm_ex2_approx_f(x); }
/// j stays in the normal range, so that an infinite x leaves no difference of infinities.
__FW_M float __fw_expf(float x) {
  const float j = __builtin_fminf(__builtin_fmaxf(__builtin_rintf(x * 1.44269502f), -126.0f), 127.0f);
  const float f = __fw_fmaf(j, 1.90465421e-9f, __fw_fmaf(j, -0.693147182f, x));
  return __nvvm_ex2_approx_f(f * 1.44269502f) * __nvvm_ex2_approx_f(j);
}
/// e^x 2^-scale for x >= 0, without overflow before the result itself overflows.
__FW_M float __fw_exp_abovef(float x, float scale) {
  const float j = __builtin_fminf(__builtin_rintf(x * 1.44269502f), 160.0f);
  const float f = __fw_fmaf(j, 1.90465421e-9f, __fw_fmaf(j, -0.693147182f, x));
  return __nvvm_ex2_approx_f(f * 1.44269502f) * __nvvm_ex2_approx_f(j - scale);
}
__FW_M float __fw_exp10f(float x) {
  const float j = __builtin_fminf(__builtin_fmaxf(__builtin_rintf(x * 3.32192802f), -126.0f), 127.0f);
  const float f = __fw_fmaf(j, 1.43209888e-8f, __fw_fmaf(j, -0.30103001f, x));
  return __nvvm_ex2_approx_f(f * 3.32192802f) * __nvvm_ex2_approx_f(j);
}
/// E = e^|x| / 4: sinh = 2 E - 1 / (8 E); below 1, where that cancels, a polynomial.
__FW_M float __fw_sinhf(float x) {
  const float a = __fw_absf(x);
  if (a >= 1.0f) {
    const float e = __fw_exp_abovef(a, 2.0f);
    return __fw_signedf(__fw_fmaf(2.0f, e, __nvvm_div_approx_f(-0.125f, e)), x);
  }
  const float s = x * x;
  float p = __fw_polyf(s, 2.78223001e-06f, 0.000198428941f, 0.00833331048f, 0.166666672f);
  return __fw_fmaf(s * x, p, x);
}
__FW_M float __fw_coshf(float x) {
  const float e = __fw_exp_abovef(__fw_absf(x), 2.0f);
  return __fw_fmaf(2.0f, e, __nvvm_div_approx_f(0.125f, e));
}
/// 1 - 2 / (e^2|x| + 1), or a polynomial where that cancels.
__FW_M float __fw_tanhf(float x) {
  const float a = __fw_absf(x);
  if (a >= 0.55f) {
    const float e = __nvvm_ex2_approx_f(a * 2.88539004f);
    return __fw_signedf(__fw_fmaf(-2.0f, __nvvm_rcp_approx_ftz_f(e + 1.0f), 1.0f), x);
  }
  const float s = x * x;
  float p = __fw_polyf(s, 0.0162713993f, -0.0525855385f, 0.133194f, -0.333328903f);
  return __fw_fmaf(__fw_fmaf(s, x, 0.0f), p, x);  // + 0: else tanh(-0) were +0
}
