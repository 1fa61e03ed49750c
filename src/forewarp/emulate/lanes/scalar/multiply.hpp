// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Integer multiplication and multiply-add: .lo, .hi, .wide, 24-bit forms, dot products of bytes.
#include "forewarp/emulate/lanes/scalar/integers.hpp"

namespace forewarp::emu::lanes {
namespace {  // NOLINT(google-build-namespaces): see types.hpp

template <class T>
struct Wider;
template <>
struct Wider<u16> {
  using type = u32;
};
template <>
struct Wider<s16> {
  using type = s32;
};
template <>
struct Wider<u32> {
  using type = u64;
};
template <>
struct Wider<s32> {
  using type = s64;
};
template <>
struct Wider<u64> {
  __extension__ using type = unsigned __int128;
};
template <>
struct Wider<s64> {
  __extension__ using type = __int128;
};
template <class T>
using Wide = typename Wider<T>::type;

template <class T>
T mul_lo(Control, T a, T b) {
  return static_cast<T>(u64(a) * u64(b));
}
/// A form of its own: in 64 bits, as mul_lo() has it for all types, half as many lanes would fit a
/// vector register.
u32 mul_lo32(Control, u32 a, u32 b) { return a * b; }
template <class T>
T mul_hi(Control, T a, T b) {
  return static_cast<T>(static_cast<Wide<T>>(a) * b >> (8 * sizeof(T)));
}
template <class T>
Wide<T> mul_wide(Control, T a, T b) {
  return static_cast<Wide<T>>(a) * b;
}
template <class T>
T mad_lo(Control, T a, T b, T c) {
  return static_cast<T>(u64(a) * u64(b) + u64(c));
}
u32 mad_lo32(Control, u32 a, u32 b, u32 c) { return a * b + c; }
template <class T>
T mad_hi(Control control, T a, T b, T c) {
  return static_cast<T>(Unsigned<T>(mul_hi<T>(control, a, b)) + Unsigned<T>(c));
}
template <class T>
Wide<T> mad_wide(Control control, T a, T b, Wide<T> c) {
  return static_cast<Wide<T>>(Unsigned<Wide<T>>(mul_wide<T>(control, a, b)) + Unsigned<Wide<T>>(c));
}

s32 clamped(s64 value) {
  return static_cast<s32>(value > 0x7fffffff ? 0x7fffffff : value < -s64{0x80000000} ? -s64{0x80000000} : value);
}
s32 mad_hi_sat(Control control, s32 a, s32 b, s32 c) { return clamped(s64{mul_hi<s32>(control, a, b)} + c); }

// mul24: the low 24 bits of a and b; .lo gives bits 0..31 of the 48-bit product, .hi bits 16..47.
template <class T>
// Shifted up and down again by 8: bit 23 becomes the sign for s32, so that 0x800000 is -8388608;
// for u32 zeros move in.
Wide<T> product24(T a, T b) {
  constexpr unsigned unused = 8;
  return static_cast<Wide<T>>(static_cast<T>(u32(a) << unused) >> unused) *
         (static_cast<T>(u32(b) << unused) >> unused);
}
template <class T>
T mul24_lo(Control, T a, T b) {
  return static_cast<T>(product24(a, b));
}
template <class T>
T mul24_hi(Control, T a, T b) {
  return static_cast<T>(product24(a, b) >> 16);
}
template <class T>
T mad24_lo(Control control, T a, T b, T c) {
  return static_cast<T>(u32(mul24_lo<T>(control, a, b)) + u32(c));
}
template <class T>
T mad24_hi(Control control, T a, T b, T c) {
  return static_cast<T>(u32(mul24_hi<T>(control, a, b)) + u32(c));
}
s32 mad24_hi_sat(Control control, s32 a, s32 b, s32 c) { return clamped(s64{mul24_hi<s32>(control, a, b)} + c); }

template <bool is_signed>
s32 byte_of(u32 word, unsigned index) {
  const auto byte = static_cast<u8>(word >> (8 * index));
  return is_signed ? s32{static_cast<s8>(byte)} : s32{byte};
}
/// Sums of four products of bytes, added to c, wrapping: dp4a(0x01020304, 0x01010101, 10) is 1 + 2
/// + 3 + 4 + 10 = 20.
template <bool sa, bool sb>
u32 dp4a(Control, u32 a, u32 b, u32 c) {
  for (unsigned i = 0; i < 4; ++i) c += u32(byte_of<sa>(a, i) * byte_of<sb>(b, i));
  return c;
}
template <bool sa, bool sb, unsigned half>
u32 dp2a(Control, u32 a, u32 b, u32 c) {
  for (unsigned i = 0; i < 2; ++i) {
    const auto word = static_cast<u16>(a >> (16 * i));
    c += u32(sa ? s32{static_cast<s16>(word)} : s32{word}) * u32(byte_of<sb>(b, 2 * half + i));
  }
  return c;
}

}  // namespace
}  // namespace forewarp::emu::lanes
