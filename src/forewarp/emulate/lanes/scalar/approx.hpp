// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// ex2, lg2, tanh, sin and cos by series in double, rounded to f32: our own, so that every machine gives the same bits.
/// They are within 0.51 units in the last place of the true value; hardware is allowed, and takes, more: ex2 2 ulp,
/// lg2 2^-22 absolute near 1 and 2^-22 relative elsewhere, tanh 2^-11 relative, sin and cos 2^-20.9 absolute in
/// [-pi, pi] and ever more outside (PTX ISA, "Floating Point Instructions").
#include "forewarp/emulate/lanes/scalar/floats.hpp"

namespace forewarp::emu::lanes {
namespace {  // NOLINT(google-build-namespaces): see types.hpp

constexpr double ln2 = 0x1.62e42fefa39efp-1;
constexpr double integer_shift = 0x1.8p52;  // added, it leaves the nearest integer in the low bits

/// Horner's rule, the highest coefficient first; unrolled by hand, or the loop over lanes would not vectorise.
FOREWARP_LANES_INLINE double horner(double, double sum) { return sum; }
template <class... Rest>
FOREWARP_LANES_INLINE double horner(double x, double sum, double next, Rest... rest) {
  return horner(x, sum * x + next, rest...);
}

/// 2^whole and e^(fraction * ln 2) - 1 for |x| < 1000, fraction in [-1/2, 1/2].
struct Power {
  double scale, rest;
};
FOREWARP_LANES_INLINE Power power_of_two(double x) {
  const double shifted = x + integer_shift;
  const double y = (x - (shifted - integer_shift)) * ln2;  // |y| <= 0.347: y^13 / 13! is below 2^-52
  const double sum = horner(y, 1.0 / 479001600, 1.0 / 39916800, 1.0 / 3628800, 1.0 / 362880, 1.0 / 40320, 1.0 / 5040,
                            1.0 / 720, 1.0 / 120, 1.0 / 24, 1.0 / 6, 1.0 / 2, 1.0);
  return {bits_as<double>((bits_as<u64>(shifted) << 52) + bits_as<u64>(1.0)), sum * y};
}

FOREWARP_LANES_INLINE float exp2_single(float x) {
  const float above = x > -200.0F ? x : -200.0F, inside = above < 200.0F ? above : 200.0F;
  const Power power = power_of_two(static_cast<double>(inside));
  const auto value = static_cast<float>(power.scale + power.scale * power.rest);
  return x == x ? value : bits_as<float>(nan32);
}

/// (e^2x - 1) / (e^2x + 1), the numerator without cancellation.
FOREWARP_LANES_INLINE float tanh_single(float x) {
  const double size = static_cast<double>(magnitude(x)), inside = size < 20.0 ? size : 20.0;
  const Power power = power_of_two(inside * (2 / ln2));
  const double less_one = power.scale * power.rest + (power.scale - 1.0);
  const auto value = static_cast<float>(less_one / (less_one + 2.0));
  return x == x ? with_sign_of(x, value) : bits_as<float>(nan32);
}

/// With x = 2^e m and m in [sqrt(1/2), sqrt(2)): e + (2 / ln 2) atanh((m - 1) / (m + 1)).
FOREWARP_LANES_INLINE float log2_single(float x) {
  const u64 bits = bits_as<u64>(static_cast<double>(x));
  constexpr u64 root_half = 0x3fe6a09e667f3bcd;
  const u64 moved = bits - root_half;
  const u64 exponent = moved & 0xfff0000000000000;
  const double m = bits_as<double>(bits - exponent);
  // exponent is e * 2^52 modulo 2^64; biased, it is the low part of a double near 2^52.
  const u64 biased = ((exponent >> 52) + 2048) & 0xfff;
  const double e = bits_as<double>(biased | 0x4330000000000000) - (0x1p52 + 2048);
  const double s = (m - 1) / (m + 1), square = s * s;  // |s| <= 0.1716: s^19 / 19 is below 2^-52
  const double sum =
      horner(square, 1.0 / 19, 1.0 / 17, 1.0 / 15, 1.0 / 13, 1.0 / 11, 1.0 / 9, 1.0 / 7, 1.0 / 5, 1.0 / 3, 1.0);
  auto value = static_cast<float>(e + s * sum * (2 / ln2));
  value = x == __builtin_inff() ? x : value;
  value = x == 0 ? -__builtin_inff() : value;
  return x >= 0 ? value : bits_as<float>(nan32);
}

/// x - k pi/2 in [-pi/4, pi/4] and k modulo 4. pi/2 in three parts of 33 bits: products with |k| < 2^20 are exact.
struct Reduced {
  double angle;
  u32 quadrant;
};
FOREWARP_LANES_INLINE Reduced reduced(double x) {
  constexpr double part1 = 0x1.921fb544p+0, part2 = 0x1.0b4611a6p-34, part3 = 0x1.3198a2e037073p-69;
  const double shifted = x * (1 / (part1 + part2)) + integer_shift, k = shifted - integer_shift;
  return {((x - k * part1) - k * part2) - k * part3, static_cast<u32>(bits_as<u64>(shifted)) & 3};
}
FOREWARP_LANES_INLINE double sin_series(double x) {
  const double square = x * x;  // |x| <= 0.7855: x^17 / 17! is below 2^-52
  double sum = 1.0 / 1307674368000;
  constexpr double inverse[] = {1.0 / 6227020800, 1.0 / 39916800, 1.0 / 362880, 1.0 / 5040, 1.0 / 120, 1.0 / 6, 1.0};
  for (const double term : inverse) sum = term - sum * square;
  return sum * x;
}
FOREWARP_LANES_INLINE double cos_series(double x) {
  const double square = x * x;
  double sum = 1.0 / 20922789888000;
  constexpr double inverse[] = {1.0 / 87178291200, 1.0 / 479001600, 1.0 / 3628800, 1.0 / 40320,
                                1.0 / 720,         1.0 / 24,        1.0 / 2,       1.0};
  for (const double term : inverse) sum = term - sum * square;
  return sum;
}
/// sin(x + turns * pi/2). From 2^20 on, where the approximate form is useless, the C library's.
FOREWARP_LANES_INLINE float sine(float x, u32 turns) {
  const double wide = static_cast<double>(x);
  if (!(magnitude(wide) < 0x1p20)) {
    if (!(magnitude(wide) < static_cast<double>(__builtin_inff()))) return bits_as<float>(nan32);
    return static_cast<float>(turns == 0 ? __builtin_sin(wide) : __builtin_cos(wide));
  }
  const Reduced part = reduced(wide);
  const u32 quadrant = (part.quadrant + turns) & 3;
  const double value = (quadrant & 1) != 0 ? cos_series(part.angle) : sin_series(part.angle);
  return static_cast<float>((quadrant & 2) != 0 ? -value : value);
}

}  // namespace
}  // namespace forewarp::emu::lanes
