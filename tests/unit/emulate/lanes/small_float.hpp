// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// A slow, plain reference for small binary formats: values through ldexp, rounding through nearbyint.
#include <cfenv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

namespace forewarp::emu::testing {

struct SmallFloat {
  int digits, bias, exponent_bits;
  std::uint64_t not_number;
  bool has_infinity = true;

  [[nodiscard]] double value(std::uint64_t bits) const {
    const std::uint64_t fraction = bits & ((1ULL << digits) - 1), top = (1ULL << exponent_bits) - 1;
    const auto exponent = static_cast<int>(bits >> digits & top);
    const double sign = (bits >> (digits + exponent_bits) & 1) != 0 ? -1 : 1;
    if (exponent == static_cast<int>(top) && has_infinity) return fraction == 0 ? sign * INFINITY : NAN;
    if ((bits & ((1ULL << (digits + exponent_bits)) - 1)) == not_number) return NAN;
    if (exponent == 0) return sign * std::ldexp(static_cast<double>(fraction), 1 - bias - digits);
    return sign * std::ldexp(static_cast<double>(fraction + (1ULL << digits)), exponent - bias - digits);
  }

  [[nodiscard]] double largest() const {
    const int top = (1 << exponent_bits) - (has_infinity ? 2 : 1);
    const double last = has_infinity ? 1 : 2;  // without infinities only the last fraction is not a number
    return std::ldexp(2 - last * std::ldexp(1.0, -digits), top - bias);
  }

  /// x rounded in a mode of <cfenv>, encoded.
  [[nodiscard]] std::uint64_t encode(long double x, int mode = FE_TONEAREST, bool satfinite = false) const {
    if (std::isnan(x)) return not_number;
    const std::uint64_t sign = std::signbit(x) ? 1ULL << (digits + exponent_bits) : 0;
    if (x == 0) return sign;
    long double rounded = x;
    if (!std::isinf(x)) {
      const int exponent = std::max(std::ilogb(x), 1 - bias);
      std::fesetround(mode);
      volatile long double scaled = std::ldexp(x, digits - exponent);
      volatile long double whole = std::nearbyint(scaled);
      std::fesetround(FE_TONEAREST);
      rounded = std::ldexp(static_cast<long double>(whole), exponent - digits);
    }
    const bool over = std::fabs(rounded) > static_cast<long double>(largest());
    const bool stops =
        !std::isinf(x) && (mode == FE_TOWARDZERO || (mode == FE_DOWNWARD && x > 0) || (mode == FE_UPWARD && x < 0));
    if (over) rounded = satfinite || stops || !has_infinity ? largest() : INFINITY;
    const std::uint64_t top = (1ULL << exponent_bits) - 1;
    if (std::isinf(rounded)) return sign | top << digits;
    const long double size = std::fabs(rounded);
    const int exponent = std::max(size == 0 ? 1 - bias : std::ilogb(size), 1 - bias);
    const auto units = static_cast<std::uint64_t>(std::ldexp(size, digits - exponent));
    return sign | (units + (static_cast<std::uint64_t>(exponent - (1 - bias)) << digits));
  }
};

inline constexpr SmallFloat half_format{10, 15, 5, 0x7fff}, brain_format{7, 127, 8, 0x7fff},
    e4m3_format{3, 7, 4, 0x7f, false}, e5m2_format{2, 15, 5, 0x7f}, tf32_format{10, 127, 8, 0x3ffff};

/// a * b + c rounded to odd in long double, so that rounding it once more is rounding once.
inline long double fused_reference(double a, double b, double c) {
  const long double product = static_cast<long double>(a) * b, wide = c;
  const long double sum = product + wide;
  if (std::isnan(sum) || std::isinf(sum)) return sum;
  const long double part = sum - product, error = (product - (sum - part)) + (wide - part);
  std::uint64_t significand = 0;
  std::memcpy(&significand, &sum, sizeof significand);
  if (error == 0 || (significand & 1) != 0) return sum;
  return std::nextafter(
      sum, error > 0 ? std::numeric_limits<long double>::infinity() : -std::numeric_limits<long double>::infinity());
}

}  // namespace forewarp::emu::testing
