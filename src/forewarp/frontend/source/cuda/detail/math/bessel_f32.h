// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Bessel functions of float; polynomials from tools/math/bessel.py. Below 8, J is a product of the distances to its
/// first four zeros and a polynomial in x^2; Y is 2 / pi log(x / z) J(x) for a near zero z, and a polynomial times the
/// distance to z. From 8 on, Hankel's expansion: sqrt(2 / (pi x)) (P cos(c) - Q sin(c)) with c = x - pi / 4 - order pi
/// / 2.
#include "exp_f32.h"
#include "log_f32.h"
#include "trig_f32.h"

/// x - z, where z is `high` + `low`, times x + z.
__FW_M float __fw_bessel_factorf(float x, float high, float low) { return ((x - high) - low) * (x + high); }

__FW_M float __fw_j0_belowf(float x) {
  const float a = __fw_absf(x);
  const float s = a * a, t = __fw_fmaf(s, 0.03125f, -1.0f);
  const float p = __fw_polyf(t, 2.81504068e-16f, -6.50285066e-15f, 1.27359535e-13f, -2.10359356e-12f, 2.86242523e-11f,
                             -3.13209014e-10f, 2.66880296e-09f, -1.69253429e-08f, 7.45295239e-08f, -2.01438127e-07f,
                             2.49092579e-07f);
  const float far = (s - 74.88700679069518f) * (s - 139.04028442645986f);
  const float near =
      __fw_bessel_factorf(a, 2.40482545f, 1.08705905e-07f) * __fw_bessel_factorf(a, 5.52007818f, -7.19341483e-08f);
  return p * far * near;
}
__FW_M float __fw_j1_belowf(float x) {
  const float a = __fw_absf(x);
  const float s = a * a, t = __fw_fmaf(s, 0.03125f, -1.0f);
  const float p = __fw_polyf(t, 8.88598194e-18f, -2.18416736e-16f, 4.57195181e-15f, -8.10098381e-14f, 1.18817792e-12f,
                             -1.40894119e-11f, 1.30901998e-10f, -9.11552556e-10f, 4.44313741e-09f, -1.34175995e-08f,
                             1.87405895e-08f);
  const float far = (s - 103.49945389513658f) * (s - 177.52076681380464f);
  const float near =
      __fw_bessel_factorf(a, 3.83170605f, -7.68505932e-08f) * __fw_bessel_factorf(a, 7.01558685f, -1.83211725e-07f);
  return x * (p * far * near);
}
/// Hankel's expansion of J (second false) or Y for a >= 8.
__FW_M float __fw_hankel0f(float a, bool second) {
  if (a == __fw_inff) return 0.0f;
  const float r = __nvvm_div_rn_f(8.0f, a), t = __fw_fmaf(r * r, 2.0f, -1.0f);
  const float p = __fw_polyf(t, -2.06509213e-07f, 6.15035924e-06f, -0.000536367181f, 0.9994573f);
  const float q = r * 0.125f * __fw_polyf(t, 5.73768205e-07f, -1.1863146e-05f, 0.000546651252f, -0.124440908f);
  float s, c;
  __fw_sincosf(a, &s, &c);
  const float cosine = (c + s), sine = (s - c);
  const float scale = __builtin_sqrtf(r * 0.039788735772973836f);
  return scale * (second ? __fw_fmaf(p, sine, q * cosine) : __fw_fmaf(p, cosine, -(q * sine)));
}
__FW_M float __fw_hankel1f(float a, bool second) {
  if (a == __fw_inff) return 0.0f;
  const float r = __nvvm_div_rn_f(8.0f, a), t = __fw_fmaf(r * r, 2.0f, -1.0f);
  const float p = __fw_polyf(t, 2.46752677e-07f, -7.97455687e-06f, 0.000898804748f, 1.00090706f);
  const float q = r * 0.125f * __fw_polyf(t, -6.69213364e-07f, 1.4621728e-05f, -0.000769715989f, 0.374214977f);
  float s, c;
  __fw_sincosf(a, &s, &c);
  const float cosine = (s - c), sine = -(s + c);
  const float scale = __builtin_sqrtf(r * 0.039788735772973836f);
  return scale * (second ? __fw_fmaf(p, sine, q * cosine) : __fw_fmaf(p, cosine, -(q * sine)));
}
__FW_M float __fw_j0f(float x) {
  const float a = __fw_absf(x);
  return a < 8.0f ? __fw_j0_belowf(a) : __fw_hankel0f(a, false);
}
__FW_M float __fw_j1f(float x) {
  const float a = __fw_absf(x);
  if (a < 8.0f) return __fw_j1_belowf(x);
  const float y = __fw_hankel1f(a, false);
  return x < 0.0f ? -y : y;
}
/// log(x / z): near the zero by its distance.
__FW_M float __fw_bessel_logf(float x, float high, float low) {
  if (x < 1e-30f)  // the quotient would have few digits
    return __fw_logf(__nvvm_div_rn_f(x * 18446744073709551616.0f, high)) - 44.361419555836498f;
  const float d = (x - high) - low;
  return __fw_absf(d) < 0.25f * high ? __fw_log1pf(__nvvm_div_rn_f(d, high)) : __fw_logf(__nvvm_div_rn_f(x, high));
}
__FW_M float __fw_y0_1f(float x) {
  const float t = __fw_fmaf(x * x, 0.2222222222222222f, -1.0f);
  const float p = __fw_polyf(t, -5.8450933e-10f, 3.13998072e-08f, -1.27444707e-06f, 3.73424518e-05f, -0.000738894043f,
                             0.00892234687f, -0.0551337153f, 0.117310688f);
  const float l = 0.63661977236758134f * __fw_bessel_logf(x, 0.89357698f, -1.33579785e-08f);
  return __fw_fmaf(l, __fw_j0_belowf(x), p * __fw_bessel_factorf(x, 0.89357698f, -1.33579785e-08f));
}
__FW_M float __fw_y0_2f(float x) {
  const float t = __fw_fmaf(x * x, 0.09411764705882353f, -1.8470588235294119f);
  const float p = __fw_polyf(t, -7.37609653e-08f, 1.4866207e-06f, -2.14714928e-05f, 0.000205109143f, -0.00106276898f,
                             0.000951372087f, 0.0143335247f, -0.0375820473f);
  const float l = 0.63661977236758134f * __fw_bessel_logf(x, 3.95767832f, 1.01291176e-07f);
  return __fw_fmaf(l, __fw_j0_belowf(x), p * __fw_bessel_factorf(x, 3.95767832f, 1.01291176e-07f));
}
__FW_M float __fw_y0_3f(float x) {
  const float t = __fw_fmaf(x * x, 0.05925925925925926f, -2.7925925925925927f);
  const float p = __fw_polyf(t, -3.90795265e-07f, 3.47363562e-06f, -1.37653187e-05f, -6.16044781e-05f, 0.000999381067f,
                             -0.00352127035f, -0.00189100928f, 0.0197351594f);
  const float l = 0.63661977236758134f * __fw_bessel_logf(x, 7.08605099f, 7.30581204e-08f);
  return __fw_fmaf(l, __fw_j0_belowf(x), p * __fw_bessel_factorf(x, 7.08605099f, 7.30581204e-08f));
}
__FW_M float __fw_y1_1f(float x) {
  const float t = __fw_fmaf(x * x, 0.125f, -1.0f);
  const float p = __fw_polyf(t, 3.0806919e-07f, -7.73541615e-06f, 0.000140441829f, -0.00172765425f, 0.0127373207f,
                             -0.0427111425f, -0.00307387114f, 0.186126232f);
  const float l = 0.63661977236758134f * __fw_bessel_logf(x, 2.19714141f, -8.28892711e-08f);
  return __fw_fmaf(l, __fw_j1_belowf(x), p * __fw_bessel_factorf(x, 2.19714141f, -8.28892711e-08f) / x);
}
__FW_M float __fw_y1_2f(float x) {
  const float t = __fw_fmaf(x * x, 0.041666666666666664f, -1.6666666666666667f);
  const float p = __fw_polyf(t, 1.05442098e-06f, -1.24544285e-05f, 0.000106149149f, -0.000610936142f, 0.00177027704f,
                             0.00187373708f, -0.0293180645f, 0.0531830564f, 0.0595432036f, -0.136584938f);
  const float l = 0.63661977236758134f * __fw_bessel_logf(x, 5.42968082f, 2.1651435e-07f);
  return __fw_fmaf(l, __fw_j1_belowf(x), p * __fw_bessel_factorf(x, 5.42968082f, 2.1651435e-07f) / x);
}
__FW_M float __fw_y0f(float x) {
  if (!(x > 0.0f)) return x == 0.0f ? -__fw_inff : __fw_nanf;
  if (x >= 8.0f) return __fw_hankel0f(x, true);
  return x <= 3.0f ? __fw_y0_1f(x) : x <= 5.5f ? __fw_y0_2f(x) : __fw_y0_3f(x);
}
__FW_M float __fw_y1f(float x) {
  if (!(x > 0.0f)) return x == 0.0f ? -__fw_inff : __fw_nanf;
  if (x >= 8.0f) return __fw_hankel1f(x, true);
  if (x < 1e-20f) return -0.63661977236758134f / x;
  return x <= 4.0f ? __fw_y1_1f(x) : __fw_y1_2f(x);
}

/// The recurrence towards higher orders: f(k + 1) = 2 k / x f(k) - f(k - 1).
__FW_M float __fw_bessel_upf(int n, float x, float before, float now) {
  for (int k = 1; k < n; ++k) {
    const float next = __fw_fmaf(__nvvm_div_rn_f(2.0f * (float)k, x), now, -before);
    before = now;
    now = next;
  }
  return now;
}
/// Where the order is beyond x, the recurrence is stable downwards: it begins high above with 1 and is scaled by
/// J(0) + 2 J(2) + 2 J(4) + ... = 1 (Miller).
__FW_M float __fw_jnf(int n, float x) {
  if (n < 0) return __fw_nanf;
  if (n == 0) return __fw_j0f(x);
  if (n == 1) return __fw_j1f(x);
  const float a = __fw_absf(x);
  if (a == 0.0f || a == __fw_inff) return 0.0f;
  float y;
  if (a > (float)n) {
    y = __fw_bessel_upf(n, a, __fw_j0f(a), __fw_j1f(a));
  } else {
    float above = 0.0f, now = 1.0f, sum = 0.0f, found = 0.0f;
    for (int k = (n + (int)__builtin_sqrtf((float)(40 * n)) + 16) / 2 * 2; k > 0; --k) {
      const float below = __fw_fmaf(__nvvm_div_rn_f(2.0f * (float)k, a), now, -above);
      above = now;
      now = below;
      if (k - 1 == n) found = now;
      if (k % 2 == 1) sum += now;
      if (__fw_absf(now) > 1e10f) {
        above *= 1e-10f;
        now *= 1e-10f;
        sum *= 1e-10f;
        found *= 1e-10f;
      }
    }
    y = __nvvm_div_rn_f(found, 2.0f * sum - now);
  }
  return x < 0.0f && n % 2 == 1 ? -y : y;
}
__FW_M float __fw_ynf(int n, float x) {
  if (n < 0 || !(x >= 0.0f)) return __fw_nanf;
  if (n == 0) return __fw_y0f(x);
  if (n == 1) return __fw_y1f(x);
  if (x == 0.0f) return -__fw_inff;
  if (x == __fw_inff) return 0.0f;
  float before = __fw_y0f(x), now = __fw_y1f(x);
  for (int k = 1; k < n && now > -__fw_inff; ++k) {
    const float next = __fw_fmaf(__nvvm_div_rn_f(2.0f * (float)k, x), now, -before);
    before = now;
    now = next;
  }
  return now;
}

/// I(x), times e^-x / 2 twice from 7.7 on, where e^x may be too large.
__FW_M float __fw_i0f(float x) {
  const float a = __fw_absf(x);
  if (a * a <= 60.0f) {
    const float s = a * a * 0.25f;
    const float p = __fw_polyf(s, 5.84791131e-25f, 1.31578005e-22f, 2.57892889e-20f, 4.35838982e-18f, 6.27608135e-16f,
                               7.59405843e-14f, 7.59405843e-12f, 6.15118733e-10f, 3.93675989e-08f, 1.92901235e-06f,
                               6.94444444e-05f, 0.00173611111f, 0.0277777778f, 0.25f, 1.0f, 1.0f);
    return p;
  }
  if (a != a) return a;
  const float r = __nvvm_div_rn_f(1.0f, a), t = __fw_fmaf(r, 15.49193338482967f, -1.0f);
  const float p = __fw_polyf(t, 4.05051139e-08f, 1.39769824e-07f, 3.84734363e-07f, 1.73977708e-06f, 1.24907756e-05f,
                             0.000146477498f, 0.00348002813f, 0.402286857f);
  const float e = __fw_expf(0.5f * a);
  const float y = a == __fw_inff ? a : p * __builtin_sqrtf(r) * e * e;
  return y;
}
__FW_M float __fw_i1f(float x) {
  const float a = __fw_absf(x);
  if (a * a <= 60.0f) {
    const float s = a * a * 0.25f;
    const float p = __fw_polyf(s, 3.65494457e-26f, 8.77186697e-24f, 1.84209206e-21f, 3.35260756e-19f, 5.23006779e-17f,
                               6.90368948e-15f, 7.59405843e-13f, 6.83465259e-11f, 4.92094986e-09f, 2.75573192e-07f,
                               1.15740741e-05f, 0.000347222222f, 0.00694444444f, 0.0833333333f, 0.5f, 1.0f);
    return 0.5f * x * p;
  }
  if (a != a) return a;
  const float r = __nvvm_div_rn_f(1.0f, a), t = __fw_fmaf(r, 15.49193338482967f, -1.0f);
  const float p = __fw_polyf(t, -4.60005509e-08f, -1.58110922e-07f, -4.47688024e-07f, -2.14714737e-06f,
                             -1.68335318e-05f, -0.000235443411f, -0.0100842221f, 0.389078468f);
  const float e = __fw_expf(0.5f * a);
  const float y = a == __fw_inff ? a : p * __builtin_sqrtf(r) * e * e;
  return x < 0.0f ? -y : y;
}
