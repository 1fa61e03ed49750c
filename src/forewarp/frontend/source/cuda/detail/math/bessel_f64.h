// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Bessel functions of double; polynomials from tools/math/bessel.py. Below 8, J is a product of the distances to its
/// first four zeros and a polynomial in x^2; Y is 2 / pi log(x / z) J(x) for a near zero z, and a polynomial times the
/// distance to z. From 8 on, Hankel's expansion: sqrt(2 / (pi x)) (P cos(c) - Q sin(c)) with c = x - pi / 4 - order pi
/// / 2.
#include "exp_f64.h"
#include "log_f64.h"
#include "trig_f64.h"

__device__ double log(double);  // of libclc, as in math.h

/// x - z, where z is `high` + `low`, times x + z.
__FW_M double __fw_bessel_factor(double x, double high, double low) { return ((x - high) - low) * (x + high); }

__FW_M double __fw_j0_below(double x) {
  const double a = __fw_absd(x);
  const double s = a * a, t = __fw_fmad(s, 0.03125, -1.0);
  const double p =
      __fw_polyd(t, 5.2669529262463222e-25, 7.0364067115148292e-25, -1.4375564301711248e-24, -7.834776390011609e-24,
                 2.5404994824594743e-22, -9.8587049874899437e-21, 3.4284518272909998e-19, -1.0498318036392897e-17,
                 2.8056003571413133e-16, -6.4739327177704663e-15, 1.2736047820109938e-13, -2.1036225324131104e-12,
                 2.862425193692117e-11, -3.1320900788470994e-10, 2.668802990843371e-09, -1.6925343273758472e-08,
                 7.452952389147671e-08, -2.0143812740844396e-07, 2.4909259291791991e-07);
  const double far = (s - 74.88700679069518) * (s - 139.04028442645986);
  const double near = __fw_bessel_factor(a, 2.4048255576957729, -1.176691651530894e-16) *
                      __fw_bessel_factor(a, 5.5200781102863106, 8.0885971461467223e-17);
  return p * far * near;
}
__FW_M double __fw_j1_below(double x) {
  const double a = __fw_absd(x);
  const double s = a * a, t = __fw_fmad(s, 0.03125, -1.0);
  const double p =
      __fw_polyd(t, 6.325937015506504e-31, -4.8908600587893888e-29, 2.7289121875394901e-27, -1.3913151162073251e-25,
                 6.3945340883479321e-24, -2.6335960045737982e-22, 9.6540934785783524e-21, -3.1257149865214339e-19,
                 8.8594025913517294e-18, -2.1755589999727742e-16, 4.5719783338476392e-15, -8.1010697062840755e-14,
                 1.1881779407050307e-12, -1.4089411833253618e-11, 1.3090200351161556e-10, -9.11552565831384e-10,
                 4.4431372774164923e-09, -1.3417599472980792e-08, 1.8740589011123988e-08);
  const double far = (s - 103.49945389513658) * (s - 177.52076681380464);
  const double near = __fw_bessel_factor(a, 3.8317059702075125, -1.5269184090088067e-16) *
                      __fw_bessel_factor(a, 7.0155866698156188, -9.4141656534103889e-17);
  return x * (p * far * near);
}
/// Hankel's expansion of J (second false) or Y for a >= 8.
__FW_M double __fw_hankel0(double a, bool second) {
  if (a == __fw_infd) return 0.0;
  const double r = __nvvm_div_rn_d(8.0, a), t = __fw_fmad(r * r, 2.0, -1.0);
  const double p =
      __fw_polyd(t, -1.2720432534270018e-12, 5.5359553935758277e-12, -2.4687023071875999e-11, 1.5431246811015617e-10,
                 -1.2121902308920094e-09, 1.280401508382755e-08, -2.0527447244105554e-07, 6.1374160480552965e-06,
                 -0.00053636731921318708, 0.99945727578825261);
  const double q =
      r * 0.125 *
      __fw_polyd(t, 8.5168204811061139e-12, -3.4146914086914169e-11, 1.3475019291455346e-10, -7.5263335310872698e-10,
                 5.1467803375359433e-09, -4.5351554864759664e-08, 5.6849711855778693e-07, -1.1817110430513884e-05,
                 0.00054665192794891833, -0.12444091103611277);
  double s, c;
  __fw_sincos(a, &s, &c);
  const double cosine = (c + s), sine = (s - c);
  const double scale = __builtin_sqrt(r * 0.039788735772973836);
  return scale * (second ? __fw_fmad(p, sine, q * cosine) : __fw_fmad(p, cosine, -(q * sine)));
}
__FW_M double __fw_hankel1(double a, bool second) {
  if (a == __fw_infd) return 0.0;
  const double r = __nvvm_div_rn_d(8.0, a), t = __fw_fmad(r * r, 2.0, -1.0);
  const double p =
      __fw_polyd(t, 1.3685754892543956e-12, -5.9935904674155656e-12, 2.6995361291508479e-11, -1.7056843708607872e-10,
                 1.3603826065581181e-09, -1.4708784553704119e-08, 2.4536765250052711e-07, -7.9596946641226837e-06,
                 0.00089880494167075245, 1.0009070262780815);
  const double q =
      r * 0.125 *
      __fw_polyd(t, -9.1311327636616177e-12, 3.6812891621037544e-11, -1.4658623267991967e-10, 8.2627006125339146e-10,
                 -5.7214745473381728e-09, 5.1363009642784519e-08, -6.6335678206412262e-07, 1.4569614563623321e-05,
                 -0.00076971670576585075, 0.37421499221959675);
  double s, c;
  __fw_sincos(a, &s, &c);
  const double cosine = (s - c), sine = -(s + c);
  const double scale = __builtin_sqrt(r * 0.039788735772973836);
  return scale * (second ? __fw_fmad(p, sine, q * cosine) : __fw_fmad(p, cosine, -(q * sine)));
}
__FW_M double __fw_j0(double x) {
  const double a = __fw_absd(x);
  return a < 8.0 ? __fw_j0_below(a) : __fw_hankel0(a, false);
}
__FW_M double __fw_j1(double x) {
  const double a = __fw_absd(x);
  if (a < 8.0) return __fw_j1_below(x);
  const double y = __fw_hankel1(a, false);
  return x < 0.0 ? -y : y;
}
/// log(x / z): near the zero by its distance.
__FW_M double __fw_bessel_log(double x, double high, double low) {
  if (x < 1e-30)  // the quotient would have few digits
    return log(__nvvm_div_rn_d(x * 18446744073709551616.0, high)) - 44.361419555836498;
  const double d = (x - high) - low;
  return __fw_absd(d) < 0.25 * high ? __fw_log1p(__nvvm_div_rn_d(d, high)) : log(__nvvm_div_rn_d(x, high));
}
__FW_M double __fw_y0_1(double x) {
  const double t = __fw_fmad(x * x, 0.2222222222222222, -1.0);
  const double p =
      __fw_polyd(t, 5.3221284239261272e-20, -7.7699695184240311e-18, 9.6308667197050398e-16, -9.9897010119109658e-14,
                 8.5181066620971861e-12, -5.8430952761798877e-10, 3.138276880852705e-08, -1.2744472042778177e-06,
                 3.7342461896740171e-05, -0.00073889403761093501, 0.0089223472762680056, -0.055133715454940113,
                 0.11731068956802439);
  const double l = 0.63661977236758134 * __fw_bessel_log(x, 0.89357696627916749, 2.6596231539720385e-17);
  return __fw_fmad(l, __fw_j0_below(x), p * __fw_bessel_factor(x, 0.89357696627916749, 2.6596231539720385e-17));
}
__FW_M double __fw_y0_2(double x) {
  const double t = __fw_fmad(x * x, 0.09411764705882353, -1.8470588235294119);
  const double p =
      __fw_polyd(t, 1.2175889216298491e-19, -9.7617395162212492e-18, 6.7653213438519512e-16, -4.0096790039377675e-14,
                 2.0027286011051124e-12, -8.2864966194866778e-11, 2.7802693197136253e-09, -7.3595123360785307e-08,
                 1.4810546138794412e-06, -2.1471595786386292e-05, 0.00020511262348005626, -0.0010627689942159021,
                 0.00095137139082642755, 0.014333524901668414, -0.03758204840401605);
  const double l = 0.63661977236758134 * __fw_bessel_log(x, 3.957678419314858, -1.0764340697562706e-16);
  return __fw_fmad(l, __fw_j0_below(x), p * __fw_bessel_factor(x, 3.957678419314858, -1.0764340697562706e-16));
}
__FW_M double __fw_y0_3(double x) {
  const double t = __fw_fmad(x * x, 0.05925925925925926, -2.7925925925925927);
  const double p =
      __fw_polyd(t, 3.5291382618892241e-17, -1.6925788454672275e-15, 6.9436397704334362e-14, -2.4079199221031643e-12,
                 6.9164386101936836e-11, -1.6049662117804103e-09, 2.9044523240493932e-08, -3.8757871008730079e-07,
                 3.4153562182079175e-06, -1.3767330513261801e-05, -6.1568018778544601e-05, 0.00099938147920565533,
                 -0.0035212775545103011, -0.0018910092640708495, 0.019735159455870212);
  const double l = 0.63661977236758134 * __fw_bessel_log(x, 7.0860510603017728, -8.8352857230854081e-17);
  return __fw_fmad(l, __fw_j0_below(x), p * __fw_bessel_factor(x, 7.0860510603017728, -8.8352857230854081e-17));
}
__FW_M double __fw_y1_1(double x) {
  const double t = __fw_fmad(x * x, 0.125, -1.0);
  const double p =
      __fw_polyd(t, -1.0461747127264225e-19, 1.0591713454086638e-17, -9.2494087079436246e-16, 6.8885574675241748e-14,
                 -4.312065738919411e-12, 2.2302023113986705e-10, -9.3317965690479935e-09, 3.0762295022989481e-07,
                 -7.7167405607540456e-06, 0.00014044210194861617, -0.0017276658851992121, 0.01273732042814075,
                 -0.042711138488216512, -0.0030738712375509005, 0.18612623508607282);
  const double l = 0.63661977236758134 * __fw_bessel_log(x, 2.1971413260310171, -4.8259835876454966e-17);
  return __fw_fmad(l, __fw_j1_below(x), p * __fw_bessel_factor(x, 2.1971413260310171, -4.8259835876454966e-17) / x);
}
__FW_M double __fw_y1_2(double x) {
  const double t = __fw_fmad(x * x, 0.041666666666666664, -1.6666666666666667);
  const double p = __fw_polyd(
      t, -1.2063570615750439e-16, 5.0780734679856976e-15, -1.8632293540358971e-13, 5.9238083387186348e-12,
      -1.6080149290239957e-10, 3.6697833181845578e-09, -6.9066303390336531e-08, 1.0452224804838803e-06,
      -1.2281108743372107e-05, 0.00010615720615393213, -0.00061108800416454227, 0.001770274156251404,
      0.0018737912949344866, -0.029318064551447771, 0.053183050164034955, 0.059543201874521307, -0.13658493364226021);
  const double l = 0.63661977236758134 * __fw_bessel_log(x, 5.4296810407941347, 4.162514026670377e-16);
  return __fw_fmad(l, __fw_j1_below(x), p * __fw_bessel_factor(x, 5.4296810407941347, 4.162514026670377e-16) / x);
}
__FW_M double __fw_y0(double x) {
  if (!(x > 0.0)) return x == 0.0 ? -__fw_infd : __fw_nand;
  if (x >= 8.0) return __fw_hankel0(x, true);
  return x <= 3.0 ? __fw_y0_1(x) : x <= 5.5 ? __fw_y0_2(x) : __fw_y0_3(x);
}
__FW_M double __fw_y1(double x) {
  if (!(x > 0.0)) return x == 0.0 ? -__fw_infd : __fw_nand;
  if (x >= 8.0) return __fw_hankel1(x, true);
  if (x < 1e-20) return -0.63661977236758134 / x;
  return x <= 4.0 ? __fw_y1_1(x) : __fw_y1_2(x);
}

/// The recurrence towards higher orders: f(k + 1) = 2 k / x f(k) - f(k - 1).
__FW_M double __fw_bessel_up(int n, double x, double before, double now) {
  for (int k = 1; k < n; ++k) {
    const double next = __fw_fmad(__nvvm_div_rn_d(2.0 * (double)k, x), now, -before);
    before = now;
    now = next;
  }
  return now;
}
/// Where the order is beyond x, the recurrence is stable downwards: it begins high above with 1 and is scaled by
/// J(0) + 2 J(2) + 2 J(4) + ... = 1 (Miller).
__FW_M double __fw_jn(int n, double x) {
  if (n < 0) return __fw_nand;
  if (n == 0) return __fw_j0(x);
  if (n == 1) return __fw_j1(x);
  const double a = __fw_absd(x);
  if (a == 0.0 || a == __fw_infd) return 0.0;
  double y;
  if (a > (double)n) {
    y = __fw_bessel_up(n, a, __fw_j0(a), __fw_j1(a));
  } else {
    double above = 0.0, now = 1.0, sum = 0.0, found = 0.0;
    for (int k = (n + (int)__builtin_sqrt((double)(40 * n)) + 16) / 2 * 2; k > 0; --k) {
      const double below = __fw_fmad(__nvvm_div_rn_d(2.0 * (double)k, a), now, -above);
      above = now;
      now = below;
      if (k - 1 == n) found = now;
      if (k % 2 == 1) sum += now;
      if (__fw_absd(now) > 1e10) {
        above *= 1e-10;
        now *= 1e-10;
        sum *= 1e-10;
        found *= 1e-10;
      }
    }
    y = __nvvm_div_rn_d(found, 2.0 * sum - now);
  }
  return x < 0.0 && n % 2 == 1 ? -y : y;
}
__FW_M double __fw_yn(int n, double x) {
  if (n < 0 || !(x >= 0.0)) return __fw_nand;
  if (n == 0) return __fw_y0(x);
  if (n == 1) return __fw_y1(x);
  if (x == 0.0) return -__fw_infd;
  if (x == __fw_infd) return 0.0;
  double before = __fw_y0(x), now = __fw_y1(x);
  for (int k = 1; k < n && now > -__fw_infd; ++k) {
    const double next = __fw_fmad(__nvvm_div_rn_d(2.0 * (double)k, x), now, -before);
    before = now;
    now = next;
  }
  return now;
}

/// I(x), times e^-x / 2 twice from 7.7 on, where e^x may be too large.
__FW_M double __fw_i0(double x) {
  const double a = __fw_absd(x);
  if (a * a <= 60.0) {
    const double s = a * a * 0.25;
    const double p = __fw_polyd(
        s, 7.9152897080782617e-43, 3.8310002187098785e-40, 1.6894710964510564e-37, 6.7578843858042255e-35,
        2.4395962632753253e-32, 7.904291893012054e-30, 2.2843403570804838e-27, 5.8479113141260385e-25,
        1.3157800456783586e-22, 2.5789288895295828e-20, 4.358389823304995e-18, 6.2760813455591933e-16,
        7.5940584281266234e-14, 7.5940584281266239e-12, 6.1511873267825652e-10, 3.9367598891408417e-08,
        1.9290123456790124e-06, 6.9444444444444444e-05, 0.001736111111111111, 0.027777777777777776, 0.25, 1.0, 1.0);
    return p;
  }
  if (a != a) return a;
  const double r = __nvvm_div_rn_d(1.0, a), t = __fw_fmad(r, 15.49193338482967, -1.0);
  const double p =
      __fw_polyd(t, 1.6432627571219813e-10, -1.693987830352545e-10, -1.1219497086756406e-09, 1.084861088023522e-09,
                 3.7051958575424027e-09, -3.0801766617196808e-09, -8.3063007338157406e-09, 4.6072700194123726e-09,
                 1.4889562750023593e-08, -7.0289143613962547e-10, -2.0781260182227955e-08, -1.6899502260513737e-08,
                 5.9615517439459984e-09, 3.0353271835733221e-08, 5.6711754632223638e-08, 1.1943314831277355e-07,
                 3.710345143507713e-07, 1.7454538897804377e-06, 1.2493742444488964e-05, 0.00014647688810960217,
                 0.0034800280949312465, 0.40228686752762183);
  const double e = __fw_exp(0.5 * a);
  const double y = a == __fw_infd ? a : p * __builtin_sqrt(r) * e * e;
  return y;
}
__FW_M double __fw_i1(double x) {
  const double a = __fw_absd(x);
  if (a * a <= 60.0) {
    const double s = a * a * 0.25;
    const double p =
        __fw_polyd(s, 3.4414303078601135e-44, 1.7413637357772174e-41, 8.0451004592907443e-39, 3.3789421929021126e-36,
                   1.2839980333028028e-33, 4.3912732738955857e-31, 1.3437296218120491e-28, 3.6549445713287741e-26,
                   8.7718669711890575e-24, 1.842092063949702e-21, 3.3526075563884579e-19, 5.230067787965994e-17,
                   6.9036894801151122e-15, 7.5940584281266231e-13, 6.8346525853139614e-11, 4.9209498614260522e-09,
                   2.7557319223985888e-07, 1.1574074074074073e-05, 0.00034722222222222224, 0.0069444444444444441,
                   0.083333333333333329, 0.5, 1.0);
    return 0.5 * x * p;
  }
  if (a != a) return a;
  const double r = __nvvm_div_rn_d(1.0, a), t = __fw_fmad(r, 15.49193338482967, -1.0);
  const double p =
      __fw_polyd(t, -1.6434153832634343e-10, 1.8167472093522549e-10, 1.1243262998952391e-09, -1.1684843578237325e-09,
                 -3.7288778889093516e-09, 3.3485387858285293e-09, 8.4313876751794654e-09, -5.1437726081142041e-09,
                 -1.5348889213494633e-08, 1.3279030806556407e-09, 2.1972896114897238e-08, 1.727603510518473e-08,
                 -7.0792716504508695e-09, -3.305186004621761e-08, -6.2121455451981876e-08, -1.342646286836351e-07,
                 -4.3371045736817785e-07, -2.15461777367331e-06, -1.683657727743535e-05, -0.00023544247719446492,
                 -0.010084221928449722, 0.38907847986058469);
  const double e = __fw_exp(0.5 * a);
  const double y = a == __fw_infd ? a : p * __builtin_sqrt(r) * e * e;
  return x < 0.0 ? -y : y;
}
