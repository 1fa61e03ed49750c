// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Floating-point helpers. Nothing here branches, so that loops over lanes vectorise.
#include "forewarp/emulate/lanes/scalar/canonical.hpp"
#include "forewarp/emulate/lanes/scalar/control.hpp"
#include "forewarp/emulate/lanes/scalar/types.hpp"

namespace forewarp::emu::lanes {
namespace {  // NOLINT(google-build-namespaces): see types.hpp

constexpr u32 sign32 = 0x80000000;
constexpr u64 sign64 = u64{1} << 63;

/// Subnormal values to zero of the same sign, where ftz.
template <bool ftz>
FOREWARP_LANES_INLINE float flushed(float x) {
  if constexpr (!ftz) return x;
  const u32 bits = bits_as<u32>(x);
  return bits_as<float>((bits & 0x7f800000) == 0 ? bits & sign32 : bits);
}
FOREWARP_LANES_INLINE float flushed_if(bool ftz, float x) {
  const u32 bits = bits_as<u32>(x);
  const u32 least = ftz ? 0x00800000 : 0;
  return bits_as<float>((bits & ~sign32) < least ? bits & sign32 : bits);
}
FOREWARP_LANES_INLINE double flushed_if(bool ftz, double x) {
  const u64 bits = bits_as<u64>(x);
  return bits_as<double>(ftz && (bits & 0x7ff0000000000000) == 0 ? bits & sign64 : bits);
}

/// Into [+0, 1]; what is not a number becomes +0.
FOREWARP_LANES_INLINE float saturate(float x) {
  const float positive = x > 0 ? x : 0.0F;
  return positive < 1 ? positive : 1.0F;
}
FOREWARP_LANES_INLINE double saturate(double x) {
  const double positive = x > 0 ? x : 0.0;
  return positive < 1 ? positive : 1.0;
}

FOREWARP_LANES_INLINE float magnitude(float x) { return bits_as<float>(bits_as<u32>(x) & ~sign32); }
FOREWARP_LANES_INLINE double magnitude(double x) { return bits_as<double>(bits_as<u64>(x) & ~sign64); }
FOREWARP_LANES_INLINE float with_sign_of(float sign, float x) {
  return bits_as<float>((bits_as<u32>(sign) & sign32) | (bits_as<u32>(x) & ~sign32));
}
FOREWARP_LANES_INLINE double with_sign_of(double sign, double x) {
  return bits_as<double>((bits_as<u64>(sign) & sign64) | (bits_as<u64>(x) & ~sign64));
}

/// a + b rounded to odd: where the sum is inexact its last bit is set, so that rounding it again, to a format with at
/// least two bits fewer, rounds the exact sum (Boldo and Melquiond, "Emulation of FMA and correctly rounded sums",
/// IEEE Trans. Computers 57, 2008). Knuth's TwoSum gives the error. Not for sums near overflow.
FOREWARP_LANES_INLINE double add_to_odd(double a, double b) {
  const double sum = a + b, b_part = sum - a;
  const double error = (a - (sum - b_part)) + (b - b_part);
  const u64 bits = bits_as<u64>(sum);
  const bool positive = sum > 0;
  const u64 outwards = (error > 0) == positive ? bits + 1 : bits - 1;
  const bool inexact = error > 0 || error < 0;
  return bits_as<double>(inexact && (bits & 1) == 0 ? outwards : bits);
}
FOREWARP_LANES_INLINE float add_to_odd(float a, float b) {
  const float sum = a + b, b_part = sum - a;
  const float error = (a - (sum - b_part)) + (b - b_part);
  const u32 bits = bits_as<u32>(sum);
  const bool positive = sum > 0;
  const u32 outwards = (error > 0) == positive ? bits + 1 : bits - 1;
  const bool inexact = error > 0 || error < 0;
  return bits_as<float>(inexact && (bits & 1) == 0 ? outwards : bits);
}

/// a * b + c with one rounding, to nearest. The product of two 24-bit significands is exact in double.
FOREWARP_LANES_INLINE float fused(float a, float b, float c) {
#ifdef __FMA__
  return __builtin_fmaf(a, b, c);
#else
  return static_cast<float>(add_to_odd(static_cast<double>(a) * b, static_cast<double>(c)));
#endif
}
FOREWARP_LANES_INLINE double fused(double a, double b, double c) { return __builtin_fma(a, b, c); }

/// The same under another rounding mode, in which rounding twice in one direction is rounding once.
FOREWARP_LANES_INLINE float fused_directed(float a, float b, float c) {
#ifdef __FMA__
  return __builtin_fmaf(a, b, c);
#else
  return static_cast<float>(static_cast<double>(a) * b + c);
#endif
}

/// To an integral value in floating point, ties to even. Adding and taking away 2^(digits-1) does it for magnitudes
/// below that; above, every value is integral.
FOREWARP_LANES_INLINE float integral_nearest(float x) {
  const float big = 0x1p23F, positive = magnitude(x);
  return with_sign_of(x, positive < big ? (positive + big) - big : positive);
}
FOREWARP_LANES_INLINE double integral_nearest(double x) {
  const double big = 0x1p52, positive = magnitude(x);
  return with_sign_of(x, positive < big ? (positive + big) - big : positive);
}
/// The compiler's own functions where they are one instruction: loops of these become vectors.
template <class T>
FOREWARP_LANES_INLINE T integral(Rounding rounding, T x) {
  if (rounding == Rounding::zero) return static_cast<T>(__builtin_trunc(x));
  if (rounding == Rounding::down) return static_cast<T>(__builtin_floor(x));
  if (rounding == Rounding::up) return static_cast<T>(__builtin_ceil(x));
  return integral_nearest(x);
}

}  // namespace
}  // namespace forewarp::emu::lanes
