// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Inverses of the error functions, of float.
#include "exp_f32.h"
#include "log_f32.h"
#include "special_f32.h"

/// erfinv(x) = x p(-log(1 - x^2)), given 1 - x^2; up to |x| = 1 - 0.00328.
__FW_M float __fw_erfinv_middlef(float x, float rest) {
  const float w = -__fw_logf(rest);
  const float p = __fw_polyf(w, -6.70238354e-09f, 1.74246594e-07f, -1.54187842e-06f, 1.81874077e-06f, 5.0804334e-05f,
                             -0.000137954718f, -0.00232452713f, 0.0115441522f, 0.232014596f, 0.886226892f);
  return x * p;
}
/// erfcinv(c) for small c: p(v) / v with v = 1 / sqrt(-log(c)).
__FW_M float __fw_erfcinv_tailf(float c) {
  const float u = __builtin_sqrtf(-__fw_logf(c)), v = __nvvm_div_rn_f(1.0f, u);
  const float p = __fw_polyf(v, -17.2522068f, 42.0133743f, -45.3148422f, 28.8544846f, -12.5457611f, 4.47936296f,
                             -1.52584219f, -0.0303267241f, 1.00038743f);
  return p * u;
}
__FW_M float __fw_erfinvf(float x) {
  const float a = __fw_absf(x), c = 1.0f - a;
  if (!(c >= 0.0f)) return __fw_nanf;
  if (c == 0.0f) return __fw_signedf(__fw_inff, x);
  return c > 0.0033f ? __fw_erfinv_middlef(x, c * (1.0f + a)) : __fw_signedf(__fw_erfcinv_tailf(c), x);
}
__FW_M float __fw_erfcinvf(float c) {
  const float other = 2.0f - c;
  if (!(c >= 0.0f) || !(other >= 0.0f)) return __fw_nanf;
  if (c == 0.0f) return __fw_inff;
  if (other == 0.0f) return -__fw_inff;
  if (c <= 0.0033f) return __fw_erfcinv_tailf(c);
  return other <= 0.0033f ? -__fw_erfcinv_tailf(other) : __fw_erfinv_middlef(1.0f - c, c * other);
}
__FW_M float __fw_normcdfinvf(float p) { return __fw_fmaf(-1.41421354f, __fw_erfcinvf(2.0f * p), 0.0f); }

/// e^(x^2) erfc(x): what __fw_erfcf() has before its exponential; the first terms of the asymptotic series from 10 on.
__FW_M float __fw_erfcxf(float x) {
  const float a = __fw_absf(x);
  float r;
  if (a > 10.0f) {
    const float y = __nvvm_div_rn_f(0.564189584f, a), t = __nvvm_div_rn_f(0.5f, a) * __nvvm_div_rn_f(1.0f, a);
    const float p = __fw_polyf(t, 105.0f, -15.0f, 3.0f, -1.0f);
    r = a == __fw_inff ? 0.0f : __fw_fmaf(t * y, p, y);
  } else {
    const float q = __nvvm_div_rn_f(a - 2.0f, a + 2.0f);
    const float p =
        __fw_polyf(q, 2.6487578e-05f, -0.000364621723f, -0.00125336763f, 0.00127339188f, 0.00863841921f, -0.0080446098f,
                   -0.0542051345f, 0.164053157f, -0.166031361f, -0.0927638933f, 1.27697837f);
    r = __nvvm_div_rn_f(p, __fw_fmaf(2.0f, a, 1.0f));
  }
  if (!(x < 0.0f)) return r;
  const float s = a * a, lost = __fw_fmaf(a, a, -s), e = __fw_expf(s);
  return a > 9.5f ? __fw_inff : 2.0f * __fw_fmaf(e, lost, e) - r;
}
