// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Values of special functions that the C library does not have, or has less exactly than a test needs: Bessel
/// functions up to 8 by their series in numbers of 128 bits (near a zero only those have correct digits), inverse error
/// functions by Newton's method in long double.
#include <math.h>

#include <cmath>
#include <limits>

namespace forewarp::source {

using Wide = long double;
__extension__ typedef __float128 Quad;

inline Quad quad_exp(Quad x) {
  Quad sum = 1, term = 1;
  for (int k = 1; k < 40; ++k) sum += term *= x / 65536 / k;
  for (int i = 0; i < 16; ++i) sum *= sum;
  return sum;
}
/// One step of Newton's method doubles the digits of the long double.
inline Quad quad_log(Quad x) {
  const Quad first = std::log(static_cast<Wide>(x)), e = quad_exp(first);
  return first + 2 * (x - e) / (x + e);
}
/// J(order, x), or the sum in Y whose terms have the factor `weight(k)` besides.
template <class Weight>
Quad bessel_sum(int order, Quad x, Weight weight) {
  Quad term = order == 0 ? Quad(1) : x / 2, sum = term * weight(0);
  for (int k = 1; k < 80; ++k) {
    term *= -x * x / 4 / k / (k + order);
    sum += term * weight(k);
  }
  return sum;
}
inline Quad harmonic(int k) {
  Quad sum = 0;
  for (int i = 1; i <= k; ++i) sum += Quad(1) / i;
  return sum;
}
inline Quad series_j(int order, Quad x) {
  return bessel_sum(order, x, [](int) { return Quad(1); });
}
inline Quad series_y(int order, Quad x) {
  const Quad gamma = Quad(0.5772156649015328606163074L) + Quad(-9.795267621599925471069397e-21L),
             inverse_pi = Quad(0.3183098861837906715381748L) + Quad(-4.072445705814768035508676e-22L);
  const Quad log_part = 2 * inverse_pi * (quad_log(x / 2) + gamma) * series_j(order, x);
  if (order == 0) return log_part - 2 * inverse_pi * bessel_sum(0, x, harmonic);
  return log_part - 2 * inverse_pi / x -
         inverse_pi * bessel_sum(1, x, [](int k) { return harmonic(k) + harmonic(k + 1); });
}
inline Wide bessel_j(int order, Wide x) {
  if (std::isnan(x)) return x;
  if (std::fabs(x) < 8) return x == 0 && order == 1 ? x : static_cast<Wide>(series_j(order, x));
  return std::isinf(x) ? Wide{0} : order == 0 ? ::j0l(x) : ::j1l(x);
}
inline Wide bessel_y(int order, Wide x) {
  if (!(x >= 0)) return std::numeric_limits<Wide>::quiet_NaN();
  if (x == 0) return -std::numeric_limits<Wide>::infinity();
  if (x < 1e-9L && order == 1) return -2 / (3.14159265358979323846264338327950288L * x);
  if (x < 8) return static_cast<Wide>(series_y(order, x));
  return std::isinf(x) ? Wide{0} : order == 0 ? ::y0l(x) : ::y1l(x);
}
/// The terms have one sign.
inline Wide bessel_i(int order, Wide x) {
  if (std::isnan(x) || std::fabs(x) > 2000) return x == x && order == 0 ? std::fabs(x) * HUGE_VALL : x * HUGE_VALL;
  Wide term = order == 0 ? Wide{1} : x / 2, sum = term;
  for (int k = 1; k < 3000; ++k) sum += term *= x * x / 4 / k / (k + order);
  return sum;
}

/// x with erfc(x) = c, for 0 < c < 1/2.
inline Wide inverse_erfc_tail(Wide c) {
  Wide x = std::sqrt(-std::log(c));
  for (int i = 0; i < 60; ++i) {
    const Wide value = std::erfc(x);
    x += std::log(value / c) * value * std::exp(x * x) * 0.886226925452758013649083741670572591L;
  }
  return x;
}
inline Wide inverse_erf(Wide y) {
  if (!(std::fabs(y) <= 1)) return std::numeric_limits<Wide>::quiet_NaN();
  if (std::fabs(y) == 1) return std::copysign(std::numeric_limits<Wide>::infinity(), y);
  if (std::fabs(y) > 0.5L) return std::copysign(inverse_erfc_tail(1 - std::fabs(y)), y);
  Wide x = y * 0.886226925452758013649083741670572591L;
  for (int i = 0; i < 20 && y != 0; ++i)
    x -= (std::erf(x) - y) * std::exp(x * x) * 0.886226925452758013649083741670572591L;
  return x;
}
inline Wide inverse_erfc(Wide c) {
  if (!(c >= 0 && c <= 2)) return std::numeric_limits<Wide>::quiet_NaN();
  if (c == 0) return std::numeric_limits<Wide>::infinity();
  if (c < 0.5L) return inverse_erfc_tail(c);
  return inverse_erf(1 - c);
}
inline Wide inverse_normcdf(Wide p) { return Wide{0} - std::sqrt(Wide{2}) * inverse_erfc(2 * p); }
/// e^(x^2) erfc(x).
inline Wide scaled_erfc(Wide x) {
  if (x < 50) return std::exp(x * x) * std::erfc(x);
  if (!(x >= 50)) return x;
  const Wide t = 1 / (2 * x) / x;
  return 0.564189583547756286948079451560772586L / x * (1 - t * (1 - 3 * t * (1 - 5 * t * (1 - 7 * t))));
}

}  // namespace forewarp::source
