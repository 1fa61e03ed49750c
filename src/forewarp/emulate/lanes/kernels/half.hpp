// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The 16-bit formats in integer arithmetic, without branches: f16 (binary16) and bf16, in the low half of 32 bits
/// (loops over 16-bit variables do not vectorise). NaN comes out as 0x7fff.
#include "forewarp/emulate/lanes/kernels/directed.hpp"
#include "forewarp/emulate/lanes/scalar/floats.hpp"

namespace forewarp::emu::lanes {
namespace {  // NOLINT(google-build-namespaces): see row.hpp

/// To binary32, rounded to odd (see add_to_odd).
FOREWARP_LANES_INLINE float single_to_odd(double exact) {
  const auto nearest = static_cast<float>(exact);
  const double back = nearest;
  const u32 bits = bits_as<u32>(nearest);
  const u32 towards = magnitude(back) < magnitude(exact) ? bits + 1 : bits - 1;
  const bool inexact = back < exact || back > exact;
  return bits_as<float>(inexact && (bits & 1) == 0 ? towards : bits);
}

struct Binary16 {
  FOREWARP_LANES_INLINE static float to_single(u32 half) {
    const u32 size = (half & 0x7fff) << 13;
    // The exponent's bias goes from 15 to 127; a subnormal is 2^-14 too large with the hidden bit it does not have.
    const u32 subnormal = bits_as<u32>(bits_as<float>(size + 0x38800000) - 0x1p-14F);
    const u32 finite = size < 0x00800000 ? subnormal : size + 0x38000000;
    const u32 bits = size >= 0x0f800000 ? size | 0x7f800000 : finite;
    return bits_as<float>(bits | (half & 0x8000) << 16);
  }
  /// To nearest, ties to even.
  FOREWARP_LANES_INLINE static u32 from_single(float value) {
    const u32 bits = bits_as<u32>(value), size = bits & ~sign32;
    // Below 2^-14 the sum with 0.5 has units of 2^-24, those of binary16's subnormals.
    const u32 subnormal = bits_as<u32>(bits_as<float>(size) + 0.5F) - 0x3f000000;
    const u32 normal = (size + 0xfff + (size >> 13 & 1) - 0x38000000) >> 13;
    u32 half = size < 0x38800000 ? subnormal : normal;
    half = size >= 0x47800000 ? 0x7c00 : half;  // from 2^16 on; the rest carries over by itself
    half = size > 0x7f800000 ? 0x7fff : half | (bits >> 16 & 0x8000);
    return half;
  }
  FOREWARP_LANES_INLINE static u32 flushed(u32 half) { return (half & 0x7c00) == 0 ? half & 0x8000 : half; }
  /// a * b, exact in binary32 before it is rounded.
  FOREWARP_LANES_INLINE static u32 mul(u32 a, u32 b) { return from_single(to_single(a) * to_single(b)); }
  /// a * b + c with one rounding. The product of two 11-bit significands is exact in binary32.
  FOREWARP_LANES_INLINE static u32 fma(u32 a, u32 b, u32 c) {
    return from_single(add_to_odd(to_single(a) * to_single(b), to_single(c)));
  }
};

struct Bfloat16 {
  FOREWARP_LANES_INLINE static float to_single(u32 half) { return bits_as<float>(half << 16); }
  FOREWARP_LANES_INLINE static u32 from_single(float value) {
    const u32 bits = bits_as<u32>(value);
    const u32 rounded = (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
    return ((bits & ~sign32) > 0x7f800000 ? 0x7fff : rounded);
  }
  FOREWARP_LANES_INLINE static u32 flushed(u32 half) { return (half & 0x7f80) == 0 ? half & 0x8000 : half; }
  /// The product may be too small for binary32; a * b - 0 is a * b.
  FOREWARP_LANES_INLINE static u32 mul(u32 a, u32 b) { return fma(a, b, 0x8000); }
  /// The product is exact in binary64; the sum goes to odd there, and to odd again in binary32.
  FOREWARP_LANES_INLINE static u32 fma(u32 a, u32 b, u32 c) {
    const double product = static_cast<double>(to_single(a)) * static_cast<double>(to_single(b));
    return from_single(single_to_odd(add_to_odd(product, static_cast<double>(to_single(c)))));
  }
};

}  // namespace
}  // namespace forewarp::emu::lanes
