// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Logic, shifts and bit fields.
#include "forewarp/emulate/lanes/scalar/integers.hpp"

namespace forewarp::emu::lanes {
namespace {  // NOLINT(google-build-namespaces): see types.hpp

template <class T>
T bit_and(Control, T a, T b) {
  return static_cast<T>(a & b);
}
template <class T>
T bit_or(Control, T a, T b) {
  return static_cast<T>(a | b);
}
template <class T>
T bit_xor(Control, T a, T b) {
  return static_cast<T>(a ^ b);
}
template <class T>
T bit_not(Control, T a) {
  return static_cast<T>(~a);
}
template <class T>
T logical_not(Control, T a) {
  return a == 0;
}

/// The three-input function with truth table lut, bit 4a+2b+c of it: a choice by a among four
/// functions of b and c would be as good; this one builds, for each value of (a, b), the function
/// of c that lut's two bits give. All 32 bits at once, without a branch on lut. lut 0x96 (bits 1,
/// 2, 4, 7) is a ^ b ^ c, 0xe8 the majority of the three.
u32 lop3_bits(u32 a, u32 b, u32 c, u32 lut) {
  const auto of_c = [&](unsigned pair) {
    const u32 low = -(lut >> (2 * pair) & 1), high = -(lut >> (2 * pair + 1) & 1);
    return low ^ ((low ^ high) & c);
  };
  const u32 f0 = of_c(0), f1 = of_c(1), f2 = of_c(2), f3 = of_c(3);
  const u32 without_a = f0 ^ ((f0 ^ f1) & b), with_a = f2 ^ ((f2 ^ f3) & b);
  return without_a ^ ((without_a ^ with_a) & a);
}
u32 lop3(Control lut, u32 a, u32 b, u32 c, u32) { return lop3_bits(a, b, c, lut); }

// Shift amounts are unsigned and clamp at the width.
template <class T>
T shl(Control, T a, u32 b) {
  constexpr u32 width = 8 * sizeof(T);
  return b >= width ? T{0} : static_cast<T>(a << (b & (width - 1)));
}
template <class T>
T shr(Control, T a, u32 b) {
  constexpr u32 width = 8 * sizeof(T);
  if constexpr (std::is_signed_v<T>) {
    return static_cast<T>(a >> (b >= width ? width - 1 : b));
  } else {
    return b >= width ? T{0} : static_cast<T>(a >> (b & (width - 1)));
  }
}

// Funnel shifts: b above a as 64 bits, of which .l gives the upper word after the shift and .r the
// lower. Example: a = 0x80000000, b = 1, amount 4: .l is 0x18, .r 0x18000000. With a = b they
// rotate.
template <bool clamp>
u32 shf_amount(u32 c) {
  return clamp ? (c > 32 ? 32 : c) : c & 31;
}
template <bool clamp>
u32 shf_l(Control, u32 a, u32 b, u32 c) {
  return static_cast<u32>((u64{b} << 32 | a) << shf_amount<clamp>(c) >> 32);
}
template <bool clamp>
u32 shf_r(Control, u32 a, u32 b, u32 c) {
  return static_cast<u32>((u64{b} << 32 | a) >> shf_amount<clamp>(c));
}

template <class T>
u32 popc(Control, T a) {
  // Sums of pairs of bits, of fours and of bytes, side by side; the product adds all bytes into the
  // highest. Unlike a popcnt instruction per lane this vectorises.
  u64 x = a;
  x = x - (x >> 1 & 0x5555555555555555);
  x = (x & 0x3333333333333333) + (x >> 2 & 0x3333333333333333);
  x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0f;
  return static_cast<u32>(x * 0x0101010101010101 >> 56);
}
template <class T>
u32 clz(Control, T a) {
  if (a == 0) return 8 * sizeof(T);
  return static_cast<u32>(__builtin_clzll(a)) - (64 - 8 * static_cast<u32>(sizeof(T)));
}
/// Position of the highest bit that differs from the sign; all ones when there is none.
template <class T, bool shiftamt>
u32 bfind(Control, T a) {
  constexpr u32 highest = 8 * sizeof(T) - 1;
  const auto bits = static_cast<Unsigned<T>>(a < 0 ? ~a : a);
  if (bits == 0) return all_lanes;
  // Examples: the u32 0x10 gives 4, or 27 with .shiftamt, which brings that bit to the top; the s32
  // -2 gives 0.
  const u32 leading = clz<Unsigned<T>>(0, bits);
  return shiftamt ? leading : highest - leading;
}
template <class T>
T brev(Control, T a) {
  u64 x = a;
  x = (x >> 1 & 0x5555555555555555) | (x & 0x5555555555555555) << 1;
  x = (x >> 2 & 0x3333333333333333) | (x & 0x3333333333333333) << 2;
  x = (x >> 4 & 0x0f0f0f0f0f0f0f0f) | (x & 0x0f0f0f0f0f0f0f0f) << 4;
  return static_cast<T>(__builtin_bswap64(x) >> (64 - 8 * sizeof(T)));
}

/// The low count bits set; count may be anything.
template <class T>
FOREWARP_LANES_INLINE T low_bits(u32 count) {
  constexpr u32 width = 8 * sizeof(T);
  return count >= width ? static_cast<T>(~T{0}) : static_cast<T>((T{1} << (count & (width - 1))) - 1);
}
template <class T>
T bfe(Control, T a, u32 b, u32 c) {
  using U = Unsigned<T>;
  // Example: 4 bits of 0xf0 from bit 4 on are 15 for u32, and -1 for s32, as bit 7 is the field's
  // sign.
  constexpr u32 highest = 8 * sizeof(T) - 1;
  const u32 position = b & 0xff, length = c & 0xff;
  const U field = shr<U>(0, static_cast<U>(a), position) & low_bits<U>(length);
  if constexpr (!std::is_signed_v<T>) return field;
  const u32 last = position + length - 1;
  const bool sign = length != 0 && (static_cast<U>(a) >> (last > highest ? highest : last) & 1) != 0;
  // Bits of a exist up to highest; above them and above length the sign fills.
  const u32 there = position > highest ? 0 : highest + 1 - position;
  const U kept = low_bits<U>(length < there ? length : there);
  return static_cast<T>(sign ? field | static_cast<U>(~kept) : field);
}
template <class T>
T bfi(Control, T a, T b, u32 c, u32 d) {
  const T mask = shl<T>(0, low_bits<T>(d & 0xff), c & 0xff);
  return (b & ~mask) | (shl<T>(0, a, c & 0xff) & mask);
}
template <bool clamp>
u32 bmsk(Control, u32 a, u32 b) {
  const u32 start = clamp ? a : a & 31, count = clamp ? b : b & 31;
  return shl<u32>(0, low_bits<u32>(count), start);
}
template <class T, bool clamp>
u32 szext(Control, u32 a, u32 b) {
  const u32 count = clamp ? b : b & 31;
  if (count >= 32) return a;
  const u32 mask = low_bits<u32>(count);
  const bool sign = std::is_signed_v<T> && count != 0 && (a >> ((count - 1) & 31) & 1) != 0;
  return sign ? a | ~mask : a & mask;
}
/// The offset-th set bit of mask from base on, upwards or downwards: in 0b101100 from bit 2 the
/// second one is bit 3.
u32 fns(Control, u32 mask, u32 base, s32 offset) {
  if (offset == 0) return base < 32 && (mask >> base & 1) != 0 ? base : all_lanes;
  const s64 step = offset > 0 ? 1 : -1;
  s64 left = s64{offset} * step;
  for (s64 position = base; position >= 0 && position < 32; position += step) {
    if ((mask >> position & 1) != 0 && --left == 0) return static_cast<u32>(position);
  }
  return all_lanes;
}

}  // namespace
}  // namespace forewarp::emu::lanes
