// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What conversions share: cutting integers out of registers and back, floats to integers.
#include "forewarp/emulate/lanes/scalar/floats.hpp"

namespace forewarp::emu::lanes {
namespace {  // NOLINT(google-build-namespaces): see types.hpp

FOREWARP_LANES_INLINE u32 size_at(Control control, u32 shift) { return control >> shift & 3; }
FOREWARP_LANES_INLINE u32 bits_of(u32 size) { return 8U << size; }
FOREWARP_LANES_INLINE bool result_is_signed(Control control) { return (control & convert_bits::result_signed) != 0; }
FOREWARP_LANES_INLINE bool source_is_signed(Control control) { return (control & convert_bits::source_signed) != 0; }

/// The low bits of x extended to 32.
FOREWARP_LANES_INLINE u32 extended(u32 x, u32 size, bool is_signed) {
  const u32 shift = size >= 2 ? 0 : 32 - bits_of(size);
  const u32 up = x << shift;
  return is_signed ? static_cast<u32>(static_cast<s32>(up) >> shift) : up >> shift;
}
FOREWARP_LANES_INLINE u32 source32(Control control, u32 x) {
  return extended(x, size_at(control, convert_bits::source_size_shift), source_is_signed(control));
}
FOREWARP_LANES_INLINE u32 result32(Control control, u32 x) {
  return extended(x, size_at(control, convert_bits::result_size_shift), result_is_signed(control));
}
/// Cut to the register, for its row.
template <class Row>
FOREWARP_LANES_INLINE Row in_register(Control control, u32 x, bool is_signed) {
  if constexpr (sizeof(Row) == 8) return is_signed ? static_cast<u64>(s64{static_cast<s32>(x)}) : u64{x};
  return extended(x, size_at(control, convert_bits::register_size_shift), false);
}

/// A float in [-2^31, 2^32) that is integral, to 32 bits. Only conversions to s32 vectorise everywhere.
template <class I, class F>
FOREWARP_LANES_INLINE I clamped_to(F x) {
  if constexpr (std::is_same_v<I, s32>) {
    const bool high = x >= F(0x1p31), low = x < F(-0x1p31);
    const F inside = high || low ? F(0) : x;
    const auto value = static_cast<s32>(inside);
    return high ? 0x7fffffff : low ? static_cast<s32>(sign32) : value;
  } else if constexpr (std::is_same_v<I, u32>) {
    const F most = sizeof(F) == 8 ? F(0xffffffff) : F(0xffffff00);  // of those that F has
    const F above = x < F(0) ? F(0) : x, inside = above > most ? most : above;
    const F half = inside >= F(0x1p31) ? F(0x1p31) : F(0);
    const u32 value = static_cast<u32>(static_cast<s32>(inside - half)) + (half > F(0) ? sign32 : 0);
    return sizeof(F) == 4 && x > most ? 0xffffffff : value;
  } else if constexpr (std::is_same_v<I, s64>) {
    if (x >= F(0x1p63)) return 0x7fffffffffffffff;
    return x < F(-0x1p63) ? static_cast<s64>(sign64) : static_cast<s64>(x);
  } else {
    if (x >= F(0x1p64)) return ~u64{0};
    if (x < 0) return 0;
    return x >= F(0x1p63) ? static_cast<u64>(static_cast<s64>(x - F(0x1p63))) ^ sign64
                          : static_cast<u64>(static_cast<s64>(x));
  }
}

/// What is not a number becomes 0, but 1 << (width - 1) from f64 and to 64 bits (PTX ISA, cvt).
template <class Row, class I, class F>
FOREWARP_LANES_INLINE Row to_integer_value(Control control, F x) {
  const u32 size = size_at(control, convert_bits::result_size_shift);
  const F ready = sizeof(F) == 4 ? static_cast<F>(flushed_if((control & control_bits::ftz) != 0, x)) : x;
  const bool number = ready == ready;
  const F whole = integral(static_cast<Rounding>(control & control_bits::rounding), number ? ready : F(0));
  const I value = clamped_to<I>(whole);
  if constexpr (sizeof(I) == 8) {
    return number ? static_cast<Row>(value) : static_cast<Row>(sign64);
  } else {
    s32 kept = static_cast<s32>(value);
    if constexpr (std::is_same_v<I, s32>) {
      const u32 value_bits = bits_of(size) - (result_is_signed(control) ? 1 : 0);
      const s32 highest = static_cast<s32>((u32{1} << (value_bits & 31)) - 1);  // used below 32 bits only
      const s32 lowest = result_is_signed(control) ? -highest - 1 : 0;
      if (size < 2) kept = kept > highest ? highest : kept < lowest ? lowest : kept;
    }
    const u32 odd = sizeof(F) == 8 ? u32{1} << ((bits_of(size) - 1) & 31) : 0;
    return in_register<Row>(control, result32(control, number ? static_cast<u32>(kept) : odd),
                            result_is_signed(control));
  }
}

}  // namespace
}  // namespace forewarp::emu::lanes
