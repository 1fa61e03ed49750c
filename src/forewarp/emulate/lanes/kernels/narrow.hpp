// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Any small binary format in any rounding mode, from a double that holds the value exactly (or rounded to odd), and
/// the way back for the 8-bit formats.
#include "forewarp/emulate/lanes/kernels/directed.hpp"
#include "forewarp/emulate/lanes/scalar/floats.hpp"

namespace forewarp::emu::lanes {
namespace {  // NOLINT(google-build-namespaces): see row.hpp

struct Format {
  int digits;      ///< stored bits of the significand
  int bias;        ///< of the exponent
  u32 largest;     ///< encoding of the largest finite value
  u32 infinity;    ///< what overflow gives without .satfinite
  u32 not_number;  ///< canonical
  u32 sign;        ///< the sign bit
};
constexpr Format binary16 = {10, 15, 0x7bff, 0x7c00, 0x7fff, 0x8000};
constexpr Format bfloat16 = {7, 127, 0x7f7f, 0x7f80, 0x7fff, 0x8000};
constexpr Format tensor32 = {10, 127, 0x3fbff, 0x3fc00, 0x3ffff, 0x40000};  // tf32 without its 13 low zeros
constexpr Format e4m3 = {3, 7, 0x7e, 0x7e, 0x7f, 0x80};
constexpr Format e5m2 = {2, 15, 0x7b, 0x7c, 0x7f, 0x80};

inline bool rounds_up(Rounding rounding, bool negative, bool odd, u64 rest, u64 half) {
  switch (rounding) {
    case Rounding::nearest:
      return rest > half || (rest == half && odd);
    case Rounding::away:
      return rest >= half;
    case Rounding::zero:
      return false;
    case Rounding::down:
      return negative && rest != 0;
    case Rounding::up:
      break;
  }
  return !negative && rest != 0;
}

/// The encoding without its sign of |x|, where x is no NaN.
inline u32 rounded_magnitude(double x, const Format& format, Rounding rounding, bool satfinite) {
  const u64 bits = bits_as<u64>(x), size = bits & ~sign64;
  const bool negative = (bits & sign64) != 0;
  if (size == 0) return 0;
  const u32 beyond = satfinite ? format.largest : format.infinity;
  if (size == 0x7ff0000000000000) return beyond;
  const int exponent = size >> 52 == 0 ? -1022 : static_cast<int>(size >> 52) - 1023;
  const u64 significand = (size & 0x000fffffffffffff) | (size >> 52 == 0 ? 0 : u64{1} << 52);
  const int least = 1 - format.bias, at = exponent > least ? exponent : least;
  const int drop = 52 - format.digits + (at - exponent);  // bits below the last one kept
  const u64 whole = drop > 62 ? 0 : significand >> drop;
  const u64 rest = drop > 62 ? u64{significand != 0} : significand & ((u64{1} << drop) - 1);
  const u64 half = drop > 62 ? u64{1} << 62 : u64{1} << (drop - 1);
  const bool up = rounds_up(rounding, negative, (whole & 1) != 0, rest, half);
  const u64 encoded = whole + (up ? 1 : 0) + (static_cast<u64>(at - least) << format.digits);
  if (encoded <= format.largest) return static_cast<u32>(encoded);
  const bool stops =
      rounding == Rounding::zero || (rounding == Rounding::down && !negative) || (rounding == Rounding::up && negative);
  return stops ? format.largest : beyond;
}

/// control's rounding, .sat, .relu and .satfinite.
inline u32 rounded_to(Control control, const Format& format, double x) {
  const bool sat = (control & control_bits::sat) != 0, relu = (control & control_bits::relu) != 0;
  double value = sat ? saturate(x) : x;
  if (value != value) return format.not_number;
  if (relu && !(value > 0)) value = 0.0;
  const bool negative = (bits_as<u64>(value) & sign64) != 0;
  const u32 size = rounded_magnitude(value, format, static_cast<Rounding>(control & control_bits::rounding),
                                     (control & control_bits::satfinite) != 0);
  return size | (negative ? format.sign : 0);
}

/// Exact.
inline double value_of(const Format& format, u32 bits) {
  const u32 size = bits & (format.sign - 1), digits = static_cast<u32>(format.digits);
  const u32 exponent = size >> digits, fraction = size & ((u32{1} << digits) - 1);
  double value;
  if (format.infinity > format.largest && size >= format.infinity) {
    value = size == format.infinity ? __builtin_inf() : bits_as<double>(nan64);
  } else if (size == format.not_number) {
    value = bits_as<double>(nan64);
  } else {
    const u32 significand = exponent == 0 ? fraction : fraction | u32{1} << digits;
    const int power = (exponent == 0 ? 1 : static_cast<int>(exponent)) - format.bias - format.digits;
    value = static_cast<double>(significand) * bits_as<double>(static_cast<u64>(power + 1023) << 52);
  }
  return (bits & format.sign) != 0 ? -value : value;
}

}  // namespace
}  // namespace forewarp::emu::lanes
