// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// sin, cos and tan of a double, made as those of float (trig_f32.h): below 2^31 pi/2 in three pieces, beyond by the
/// bits of 2/pi that matter. x = M 2^(e-52) with 53 bits M; of 2/pi the 192 bits from weight 2^(53-e) on are taken, and
/// the product mod 2^192, which is x 2/pi mod 4, keeps 126 bits below k: the worst double comes within 2^-62 of a
/// multiple.
#include "base.h"
#include "trig_f32.h"

/// 0 (for small e), then 2/pi in words of 64 bits down to weight 2^-1216.
__FW_TABLE unsigned long __fw_two_over_pi[20] = {
    0x0000000000000000ul, 0xa2f9836e4e441529ul, 0xfc2757d1f534ddc0ul, 0xdb6295993c439041ul, 0xfe5163abdebbc561ul,
    0xb7246e3a424dd2e0ul, 0x06492eea09d1921cul, 0xfe1deb1cb129a73eul, 0xe88235f52ebb4484ul, 0xe99c7026b45f7e41ul,
    0x3991d639835339f4ul, 0x9c845f8bbdf9283bul, 0x1ff897ffde05980ful, 0xef2f118b5a0a6d1ful, 0x6d367ecf27cb09b7ul,
    0x4f463f669e5fea2dul, 0x7527bac7ebe5f17bul, 0x3d0739f78a5292eaul, 0x6bfb5fb11f8d5d08ul, 0x56033046fc7b6babul};

/// Bits [place, place + 64) of the table.
__FW_M unsigned long __fw_two_over_pi_at(unsigned place) {
  const unsigned word = place >> 6, left = place & 63u;
  const unsigned long high = __fw_two_over_pi[word], low = __fw_two_over_pi[word + 1];
  return left == 0 ? high : (high << left) | (low >> (64u - left));
}

__FW_M double __fw_trig_reduce_huge(double x, __FW_OUT int* quadrant) {
  __fw_rare();
  const unsigned long bits = (unsigned long)__fw_bits(x);
  // The bit of weight 2^-p is at place p - 1 after the 64 zeros: weight 2^(53-e) is at 64 + e - 54.
  const unsigned place = (unsigned)((bits >> 52) & 2047u) - 1023u + 10u;
  const unsigned long high = __fw_two_over_pi_at(place), middle = __fw_two_over_pi_at(place + 64u);
  const unsigned long low = __fw_two_over_pi_at(place + 128u);
  const unsigned long mantissa = (bits & 0xffffffffffffful) | 0x10000000000000ul;
  const unsigned long p1 = mantissa * middle, carried = __fw_mul_high(mantissa, low);
  const unsigned long product_low = p1 + carried;
  const unsigned long product = mantissa * high + __fw_mul_high(mantissa, middle) + (product_low < carried ? 1ul : 0ul);
  unsigned long fraction = (product << 2) | (product_low >> 62), rest = product_low << 2;
  int k = (int)(product >> 62);
  double sign = 1.0;
  if ((long)fraction < 0) {  // above a half: one quadrant further, minus what is left to it
    ++k;
    fraction = ~fraction, rest = ~rest;
    sign = -1.0;
  }
  if ((long)bits < 0) k = -k, sign = -sign;
  *quadrant = k;
  // As high + low, each of which a double holds exactly: a fraction near 0 keeps its bits.
  const int zeros = fraction == 0 ? 63 : __builtin_clzl(fraction);
  const unsigned long shifted = zeros == 0 ? fraction : (fraction << zeros) | (rest >> (64 - zeros));
  const double r = (double)(long)(shifted >> 11) * __fw_two_to(-53 - zeros);
  const double tail = (double)(long)(shifted & 2047ul) * __fw_two_to(-64 - zeros);
  const double turned =
      __fw_fmad(r, 1.5707963267948966, __fw_fmad(r, 6.123233995736766e-17, tail * 1.5707963267948966));
  return sign * turned;
}

__FW_M double __fw_trig_reduce(double x, __FW_OUT int* quadrant) {
  const double shifted = __fw_fmad(x, 0.63661977236758138, 6755399441055744.0);
  const double k = shifted - 6755399441055744.0;
  double r = __fw_fmad(k, -1.5707963267948966, x);  // all three pieces are positive: -0 stays -0
  r = __fw_fmad(k, -6.1232339957367648e-17, r);
  r = __fw_fmad(k, -1.0828566739219139e-32, r);
  *quadrant = (int)__fw_bits(shifted);
  if ((__fw_high(x) & 0x7fffffff) >= 0x41e00000) {  // 2^31
    if (__fw_absd(x) == __fw_infd)
      r = __fw_nand;
    else if (x == x)
      r = __fw_trig_reduce_huge(x, quadrant);
  }
  return r;
}

/// Lowest power first in the pair of columns: sin and cos of s = r^2.
__FW_TABLE double __fw_sin_cos_table[14] = {0.0,
                                            1.5895431055670294e-10,
                                            -2.5050734328927929e-08,
                                            2.7557313537992263e-06,
                                            -0.0001984126982935682,
                                            0.0083333333333218389,
                                            -0.1666666666666663,
                                            -1.1359916238798839e-11,
                                            2.0875728981516357e-09,
                                            -2.7557314399219035e-07,
                                            2.4801587289666848e-05,
                                            -0.001388888888887447,
                                            0.041666666666666602,
                                            -0.5};

__FW_M double __fw_sin_quadrant(double r, int quadrant) {
  const bool odd = (quadrant & 1) != 0;
  const int at = odd ? 7 : 0;
  const double s = r * r;
  double p = __fw_polyd(s, __fw_sin_cos_table[at], __fw_sin_cos_table[at + 1], __fw_sin_cos_table[at + 2],
                        __fw_sin_cos_table[at + 3], __fw_sin_cos_table[at + 4], __fw_sin_cos_table[at + 5],
                        __fw_sin_cos_table[at + 6]);
  const double base = odd ? 1.0 : r;
  const double y = __fw_fmad(__fw_fmad(s, base, 0.0), p, base);
  return (quadrant & 2) != 0 ? -y : y;
}
__FW_SIN_AND_COS(double, )
__FW_M double __fw_tan(double x) {
  int k;
  const double r = __fw_trig_reduce(x, &k);
  const double s = r * r;
  double p = __fw_polyd(s, 2.0860552574532067e-05, -4.4865826089528256e-05, 8.9433632746074919e-05,
                        -2.6367385859851974e-05, 0.0001365135847541353, 0.00022238479909724357, 0.00059506339994579085,
                        0.0014547581738707299, 0.0035922890716759579, 0.0088632191606146001, 0.02186948960972852,
                        0.053968253926608881, 0.13333333333414821, 0.33333333333332776);
  const double high = __fw_fmad(s * r, p, r);
  if ((k & 1) == 0) return high;
  // -1/(high + low): one step of Newton with the part of high that its rounding lost.
  const double low = __fw_fmad(s * r, p, r - high);
  const double q = __nvvm_rcp_rn_d(-high);
  const double rest = __fw_fmad(q, high, 1.0);
  return __fw_fmad(q, __fw_fmad(q, low, rest), q);
}
__FW_M void __fw_sincos(double x, __FW_OUT double* sine, __FW_OUT double* cosine) {
  int k;
  const double r = __fw_trig_reduce(x, &k), s = r * r;
  double p = __fw_polyd(s, 1.5895431055670294e-10, -2.5050734328927929e-08, 2.7557313537992263e-06,
                        -0.0001984126982935682, 0.0083333333333218389, -0.1666666666666663);
  p = __fw_fmad(__fw_fmad(s, r, 0.0), p, r);
  double q = __fw_polyd(s, -1.1359916238798839e-11, 2.0875728981516357e-09, -2.7557314399219035e-07,
                        2.4801587289666848e-05, -0.001388888888887447, 0.041666666666666602, -0.5);
  q = __fw_fmad(s, q, 1.0);
  __fw_turned(p, q, k, sine, cosine);
}
