// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// sin, cos and tan of a float: x = k pi/2 + r with |r| <= pi/4 (a little more), then a polynomial in r by k mod 4.
///
/// Up to 105615, k < 2^17 is found by adding 1.5 * 2^23, and r is left by three fused steps: pi/2 in pieces of 24 bits,
/// the first of which leaves an exact difference. Beyond it (Payne and Hanek, 1983): x = M 2^(e-23) with 24 bits M, and
/// of 2/pi only the 96 bits from weight 2^(24-e) on matter, since those before contribute multiples of 4 to x 2/pi.
/// Example: x = 2^30, e = 30: bits of weight 2^-6 and below; the product M * bits mod 2^96 is x 2/pi mod 4 as a
/// fraction of 4, its two leading bits are k mod 4, the rest is r in units of pi/2.
#include "base.h"

/// 0, then 2/pi in words of 32 bits.
__FW_TABLE unsigned __fw_two_over_pi_f[8] = {0u,          0xa2f9836eu, 0x4e441529u, 0xfc2757d1u,
                                             0xf534ddc0u, 0xdb629599u, 0x3c439041u, 0xfe5163abu};

__FW_M float __fw_trig_reduce_hugef(float x, __FW_OUT int* quadrant) {
  __fw_rare();
  const unsigned bits = (unsigned)__fw_bitsf(x);
  const unsigned place = ((bits >> 23) & 255u) - 127u + 7u;
  const unsigned word = place >> 5, right = 32u - (place & 31u);
  const unsigned long w0 = __fw_two_over_pi_f[word], w1 = __fw_two_over_pi_f[word + 1];
  const unsigned long w2 = __fw_two_over_pi_f[word + 2], w3 = __fw_two_over_pi_f[word + 3];
  const unsigned high = (unsigned)(((w0 << 32) | w1) >> right), middle = (unsigned)(((w1 << 32) | w2) >> right);
  const unsigned low = (unsigned)(((w2 << 32) | w3) >> right);
  const unsigned mantissa = (bits & 0x7fffffu) | 0x800000u;
  const unsigned long p0 = (unsigned long)mantissa * low;
  const unsigned long p1 = (unsigned long)mantissa * middle + (p0 >> 32);
  const unsigned p2 = mantissa * high + (unsigned)(p1 >> 32);
  const unsigned long product = ((unsigned long)p2 << 32) | (unsigned)p1;
  const long fraction = (long)((product << 2) | ((p0 >> 30) & 3u));
  int k = (int)(p2 >> 30) + (int)((unsigned long)fraction >> 63);
  float r = (float)((double)fraction * 8.5153039502163865e-20);  // pi/2 2^-64
  if ((int)bits < 0) k = -k, r = -r;
  *quadrant = k;
  return r;
}

__FW_M float __fw_trig_reducef(float x, __FW_OUT int* quadrant) {
  const float shifted = __fw_fmaf(x, 0.636619747f, 12582912.0f);
  const float k = shifted - 12582912.0f;
  float r = __fw_fmaf(k, -1.57079625f, x);  // all three pieces are positive: -0 stays -0
  r = __fw_fmaf(k, -7.54978942e-08f, r);
  r = __fw_fmaf(k, -5.39030253e-15f, r);
  *quadrant = __fw_bitsf(shifted);
  if (__fw_absf(x) > 105615.0f) {
    if (__fw_absf(x) == __fw_inff)
      r = __fw_nanf;
    else
      r = __fw_trig_reduce_hugef(x, quadrant);
  }
  return r;
}

/// sin(r + quadrant pi/2).
__FW_M float __fw_sin_quadrantf(float r, int quadrant) {
  const bool odd = (quadrant & 1) != 0;
  const float s = r * r;
  float p = odd ? __fw_fmaf(2.4430683e-05f, s, -0.00138873013f) : -0.000195182845f;
  p = __fw_fmaf(p, s, odd ? 0.0416666456f : 0.00833218917f);
  p = __fw_fmaf(p, s, odd ? -0.5f : -0.166666552f);
  const float base = odd ? 1.0f : r;
  const float y = __fw_fmaf(__fw_fmaf(s, base, 0.0f), p, base);  // + 0: else sin(-0) were +0
  return (quadrant & 2) != 0 ? -y : y;
}

/// sin and cos by the reduction of their type, and the end of sincos: the two polynomials in the places that k gives them.
#define __FW_SIN_AND_COS(type, f)                                                               \
  __FW_M type __fw_sin##f(type x) {                                                             \
    int k;                                                                                      \
    const type r = __fw_trig_reduce##f(x, &k);                                                  \
    return __fw_sin_quadrant##f(r, k);                                                          \
  }                                                                                             \
  __FW_M type __fw_cos##f(type x) {                                                             \
    int k;                                                                                      \
    const type r = __fw_trig_reduce##f(x, &k);                                                  \
    return __fw_sin_quadrant##f(r, k + 1);                                                      \
  }                                                                                             \
  __FW_M void __fw_turned##f(type p, type q, int k, __FW_OUT type* sine, __FW_OUT type* cosine) { \
    const type y = (k & 1) != 0 ? q : p, z = (k & 1) != 0 ? p : q;                              \
    *sine = (k & 2) != 0 ? -y : y;                                                              \
    *cosine = ((k + 1) & 2) != 0 ? -z : z;                                                      \
  }
__FW_SIN_AND_COS(float, f)
__FW_M float __fw_tanf(float x) {
  int k;
  const float r = __fw_trig_reducef(x, &k);
  const float s = r * r;
  float p = __fw_polyf(s, 0.00939304195f, 0.00310620945f, 0.02443932f, 0.0534084924f, 0.133388355f, 0.333331555f);
  const float t = __fw_fmaf(s * r, p, r);
  return (k & 1) != 0 ? __nvvm_div_approx_f(-1.0f, t) : t;
}
/// Both from one reduction.
__FW_M void __fw_sincosf(float x, __FW_OUT float* sine, __FW_OUT float* cosine) {
  int k;
  const float r = __fw_trig_reducef(x, &k), s = r * r;
  float p = __fw_fmaf(-0.000195182845f, s, 0.00833218917f);
  p = __fw_fmaf(p, s, -0.166666552f);
  p = __fw_fmaf(__fw_fmaf(s, r, 0.0f), p, r);
  float q = __fw_polyf(s, 2.4430683e-05f, -0.00138873013f, 0.0416666456f, -0.5f);
  q = __fw_fmaf(s, q, 1.0f);
  __fw_turnedf(p, q, k, sine, cosine);
}

/// x = k / 2 + r, exactly; from 2^24 on every float is even.
__FW_M float __fw_sinpi_quarterf(float r, int k) {
  const float s = r * r;
  float p = __fw_polyf(s, 0.0791588202f, -0.598981261f, 2.55015469f, -5.16771269f);
  p = __fw_fmaf(r, 3.14159274f, __fw_fmaf(r * s, p, r * -8.74227766e-08f));
  float q = __fw_polyf(s, 0.228751794f, -1.33473623f, 4.05869627f, -4.93480206f, 1.0f);
  const float y = (k & 1) != 0 ? q : p;
  return (k & 2) != 0 ? -y : y;
}
__FW_M float __fw_sinpif(float x) {
  const float near = __fw_absf(x) < 16777216.0f ? x : x - x;
  const float j = __builtin_rintf(near + near);
  const float y = __fw_sinpi_quarterf(__fw_fmaf(j, -0.5f, near), (int)j);
  return __builtin_truncf(near) == near ? __fw_signedf(0.0f, x) : y;
}
__FW_M float __fw_cospif(float x) {
  const float near = __fw_absf(x) < 16777216.0f ? x : x - x;
  const float j = __builtin_rintf(near + near);
  return __fw_sinpi_quarterf(__fw_fmaf(j, -0.5f, near), (int)j + 1);
}
