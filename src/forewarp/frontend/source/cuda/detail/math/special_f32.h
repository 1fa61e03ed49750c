// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Error functions and the logarithm of the gamma function, of float.
#include "log_f32.h"

/// x + x p(x^2) up to 1, 1 - 2^(a p(a)) beyond; the coefficients are chosen, not the result, so that a warp stays
/// together.
__FW_M float __fw_erff(float x) {
  const float a = __fw_absf(x);
  const bool big = a > 1.0f;
  const float t = big ? __builtin_fminf(a, 4.0f) : x * x;
  float p = big ? -2.36495562e-05f : 7.80689006e-05f;
  p = __fw_fmaf(p, t, big ? 0.00053959334f : -0.000799785194f);
  p = __fw_fmaf(p, t, big ? -0.0055537289f : 0.0051871622f);
  p = __fw_fmaf(p, t, big ? 0.0349118784f : -0.0268533472f);
  p = __fw_fmaf(p, t, big ? -0.154000074f : 0.112835787f);
  p = __fw_fmaf(p, t, big ? -0.915884793f : -0.37612626f);
  p = __fw_fmaf(p, t, big ? -1.62840593f : 0.128379166f);
  if (big) return __fw_signedf(1.0f - __nvvm_ex2_approx_f(p * t), x);
  return __fw_fmaf(p, x, x);
}

/// e^(-a^2) p(q) / (1 + 2 a) with q = (a - 2) / (a + 2); what a^2 loses in rounding is taken off its exponent. Below
/// 1/2, where the result is nearly 1, 1 - erf(x) is better.
__FW_M float __fw_erfcf(float x) {
  const float a = __fw_absf(x);
  if (a < 0.5f) {
    const float t = x * x;
    float p = __fw_polyf(t, 7.80689006e-05f, -0.000799785194f, 0.0051871622f, -0.0268533472f, 0.112835787f,
                         -0.37612626f, 0.128379166f);
    return 1.0f - __fw_fmaf(p, x, x);
  }
  const float q = (a - 2.0f) * __nvvm_rcp_approx_ftz_f(a + 2.0f);
  float p = __fw_polyf(q, 2.6487578e-05f, -0.000364621723f, -0.00125336763f, 0.00127339188f, 0.00863841921f,
                       -0.0080446098f, -0.0542051345f, 0.164053157f, -0.166031361f, -0.0927638933f, 1.27697837f);
  const float s = a * a, lost = __fw_fmaf(a, a, -s);
  const float j = __builtin_fmaxf(__builtin_rintf(s * -1.44269502f), -152.0f);
  const float f = __fw_fmaf(j, 1.90465421e-9f, __fw_fmaf(j, -0.693147182f, -s));
  float r = p * __nvvm_rcp_approx_ftz_f(__fw_fmaf(2.0f, a, 1.0f));
  r = r * __nvvm_ex2_approx_f((f - lost) * 1.44269502f) * __nvvm_ex2_approx_f(j);
  if (a > 10.06f) r = 0.0f;
  return x < 0.0f ? 2.0f - r : r;
}
/// erfc(-x / sqrt 2) / 2. Far below 0 the rounding of the argument counts: erfc'(t) is about -2 t erfc(t).
__FW_M float __fw_normcdff(float x) {
  const float y = __builtin_fminf(__builtin_fmaxf(x, -15.0f), 15.0f);
  const float t = __fw_mulf(y, -0.707106769f);
  const float lost = __fw_fmaf(y, -1.21016171e-08f, __fw_fmaf(y, -0.707106769f, -t));
  float z = 0.5f * __fw_erfcf(t);
  if (x < -1.0f) z = __fw_fmaf(-2.0f * t * lost, z, z);
  return x != x ? x : z;
}

/// Around 1 and 2, where it is 0, a polynomial in the distance; from 3 on Stirling's series; below 1/2
/// lgamma(a) = lgamma(1 + a) - log(a).
__FW_M float __fw_lgamma_abovef(float a) {
  const bool large = a >= 3.0f, near_zero = a < 0.5f;
  if (large || near_zero) {
    const float l = __fw_logf(a);
    if (large) {
      const float r = __nvvm_rcp_approx_ftz_f(a), s = r * r;
      float p = __fw_polyf(s, -0.000509337406f, 0.000794245221f, -0.00277801207f, 0.0833333358f);
      return __fw_fmaf(a - 0.5f, l - 1.0f, __fw_fmaf(r, p, 0.418938533f));
    }
    float p =
        __fw_polyf(a, -0.157922715f, 0.180003479f, -0.0654032454f, 0.0651352555f, -0.114558913f, 0.131136894f,
                   -0.143918455f, 0.169130266f, -0.207382381f, 0.270594448f, -0.400685877f, 0.82246691f, -0.577215672f);
    return __fw_fmaf(a, p, -l);
  }
  if (a >= 1.5f) {
    const float t = a - 2.0f;
    float p = __fw_polyf(t, 4.9603128e-05f, -0.000220912814f, 0.000541332527f, -0.00120451616f, 0.00288424361f,
                         -0.00738275656f, 0.0205813199f, -0.0673524886f, 0.322467029f, 0.422784328f);
    return t * p;
  }
  const float t = a - 1.0f;
  float p =
      __fw_polyf(t, -0.157922715f, 0.180003479f, -0.0654032454f, 0.0651352555f, -0.114558913f, 0.131136894f,
                 -0.143918455f, 0.169130266f, -0.207382381f, 0.270594448f, -0.400685877f, 0.82246691f, -0.577215672f);
  return __fw_fmaf(t, p, 0.0f);  // + 0: else lgamma(1) were -0
}
/// lgamma(-a) = log(pi / (a |sin(pi a)|)) - lgamma(a).
__FW_M float __fw_lgammaf(float x) {
  const float a = __fw_absf(x);
  const float y = __fw_lgamma_abovef(a);
  if (!(x < 0.0f)) return y;
  if (a < 1e-10f) return -__fw_logf(a);
  const float t = a - __builtin_rintf(a);
  if (t == 0.0f) return __fw_inff;
  const float s = t * t;
  float p = __fw_polyf(s, 0.0777190179f, -0.598331332f, 2.55008626f, -5.16771078f);
  const float sine = __fw_absf(__fw_fmaf(t * s, p, t * 3.14159274f));
  const float z = 1.14472985f - __fw_logf(a * sine) - y;
  return a == __fw_inff ? a : z;
}
