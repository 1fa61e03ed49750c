// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// cvt among integers, between integers and f32/f64, and between f32 and f64. A source narrower than its register is
/// cut out and extended; a result narrower than its register is extended to it by its own sign.
#include "forewarp/emu/lanes/kernels/floats.hpp"

namespace forewarp::emu::lanes {
namespace {

u32 size_at(Control control, u32 shift) { return control >> shift & 3; }
u32 bits_of(u32 size) { return 8U << size; }
bool result_is_signed(Control control) { return (control & convert_bits::result_signed) != 0; }
bool source_is_signed(Control control) { return (control & convert_bits::source_signed) != 0; }

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

template <class To, class From>
To integer(Control control, From x) {
  const bool whole = size_at(control, convert_bits::result_size_shift) == 3;
  return in_register<To>(control, result32(control, source32(control, static_cast<u32>(x))),
                         whole ? source_is_signed(control) : result_is_signed(control));
}

__extension__ using Exact = __int128;  // holds every s64 and u64
template <class To, class From>
To integer_sat(Control control, From x) {
  const u32 from = bits_of(size_at(control, convert_bits::source_size_shift));
  const u32 to = bits_of(size_at(control, convert_bits::result_size_shift));
  const u64 up = u64{x} << (64 - from);
  const Exact value = source_is_signed(control) ? Exact{static_cast<s64>(up) >> (64 - from)} : Exact{up >> (64 - from)};
  const Exact highest = (Exact{1} << (to - (result_is_signed(control) ? 1 : 0))) - 1;
  const Exact lowest = result_is_signed(control) ? -highest - 1 : Exact{0};
  const Exact kept = value > highest ? highest : value < lowest ? lowest : value;
  if constexpr (sizeof(To) == 8) return static_cast<u64>(kept);
  return in_register<To>(control, static_cast<u32>(kept), false);
}

template <class F, class I, class From>
F from_integer(Control control, From x) {
  F value;
  if constexpr (sizeof(I) == 8) {
    value = static_cast<F>(static_cast<I>(x));
  } else {
    value = static_cast<F>(static_cast<I>(source32(control, static_cast<u32>(x))));
  }
  return (control & control_bits::sat) != 0 ? saturate(value) : value;
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
    const bool upper = x >= F(0x1p31), high = x >= F(0x1p32);
    const F less = upper ? x - F(0x1p31) : x;
    const auto value = static_cast<u32>(static_cast<s32>(high || x < 0 ? F(0) : less));
    return high ? 0xffffffff : x < 0 ? 0 : upper ? value ^ sign32 : value;
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
Row to_integer(Control control, F x) {
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
      const s32 highest = static_cast<s32>((u32{1} << (bits_of(size) - (result_is_signed(control) ? 1 : 0))) - 1);
      const s32 lowest = result_is_signed(control) ? -highest - 1 : 0;
      if (size < 2) kept = kept > highest ? highest : kept < lowest ? lowest : kept;
    }
    const u32 odd = sizeof(F) == 8 ? u32{1} << (bits_of(size) - 1) : 0;
    return in_register<Row>(control, result32(control, number ? static_cast<u32>(kept) : odd),
                            result_is_signed(control));
  }
}

double widen(Control control, float x) {
  const double value = canonical(static_cast<double>(flushed_if((control & control_bits::ftz) != 0, x)));
  return (control & control_bits::sat) != 0 ? saturate(value) : value;
}
float narrow(Control control, double x) {
  const float value = flushed_if((control & control_bits::ftz) != 0, canonical(static_cast<float>(x)));
  return (control & control_bits::sat) != 0 ? saturate(value) : value;
}
/// cvt.rXi.f32.f32 and the forms that only flush or saturate (Rounding::away stands for no rounding).
template <class F>
F integral_float(Control control, F x) {
  const auto rounding = static_cast<Rounding>(control & control_bits::rounding);
  const F ready = sizeof(F) == 4 ? static_cast<F>(flushed_if((control & control_bits::ftz) != 0, x)) : x;
  const F value = canonical(rounding == Rounding::away ? ready : integral(rounding, ready));
  return (control & control_bits::sat) != 0 ? saturate(value) : value;
}

#define FOREWARP_LANES_FROM(float_name, F, integer_name, I)                                    \
  op<&from_integer<F, I, u32>>("cvt." float_name "." integer_name ".w"),                       \
      op<&from_integer<F, I, u64>>("cvt." float_name "." integer_name ".l"),                   \
      directed_op<&from_integer<F, I, u32>>("cvt.directed." float_name "." integer_name ".w"), \
      directed_op<&from_integer<F, I, u64>>("cvt.directed." float_name "." integer_name ".l")
#define FOREWARP_LANES_FROM_LONG(float_name, F, integer_name, I)         \
  op<&from_integer<F, I, u64>>("cvt." float_name "." integer_name ".l"), \
      directed_op<&from_integer<F, I, u64>>("cvt.directed." float_name "." integer_name ".l")

constexpr LaneEntry entries[] = {
    op<&integer<u32, u32>>("cvt.w.w"),
    op<&integer<u32, u64>>("cvt.w.l"),
    op<&integer<u64, u32>>("cvt.l.w"),
    op<&integer<u64, u64>>("cvt.l.l"),
    sparse_op<&integer_sat<u32, u32>>("cvt.sat.w.w"),
    sparse_op<&integer_sat<u32, u64>>("cvt.sat.w.l"),
    sparse_op<&integer_sat<u64, u32>>("cvt.sat.l.w"),
    sparse_op<&integer_sat<u64, u64>>("cvt.sat.l.l"),
    FOREWARP_LANES_FROM("f32", float, "s32", s32),
    FOREWARP_LANES_FROM("f32", float, "u32", u32),
    FOREWARP_LANES_FROM_LONG("f32", float, "s64", s64),
    FOREWARP_LANES_FROM_LONG("f32", float, "u64", u64),
    FOREWARP_LANES_FROM("f64", double, "s32", s32),
    FOREWARP_LANES_FROM("f64", double, "u32", u32),
    FOREWARP_LANES_FROM_LONG("f64", double, "s64", s64),
    FOREWARP_LANES_FROM_LONG("f64", double, "u64", u64),
    op<&to_integer<u32, s32, float>>("cvt.s32.f32.w"),
    op<&to_integer<u64, s32, float>>("cvt.s32.f32.l"),
    op<&to_integer<u32, u32, float>>("cvt.u32.f32.w"),
    op<&to_integer<u64, u32, float>>("cvt.u32.f32.l"),
    sparse_op<&to_integer<u64, s64, float>>("cvt.s64.f32.l"),
    sparse_op<&to_integer<u64, u64, float>>("cvt.u64.f32.l"),
    op<&to_integer<u32, s32, double>>("cvt.s32.f64.w"),
    op<&to_integer<u64, s32, double>>("cvt.s32.f64.l"),
    op<&to_integer<u32, u32, double>>("cvt.u32.f64.w"),
    op<&to_integer<u64, u32, double>>("cvt.u32.f64.l"),
    sparse_op<&to_integer<u64, s64, double>>("cvt.s64.f64.l"),
    sparse_op<&to_integer<u64, u64, double>>("cvt.u64.f64.l"),
    op<&widen>("cvt.f64.f32"),
    op<&narrow>("cvt.f32.f64"),
    directed_op<&narrow>("cvt.directed.f32.f64"),
    op<&integral_float<float>>("cvt.f32.f32"),
    op<&integral_float<double>>("cvt.f64.f64"),
};

}  // namespace

std::span<const LaneEntry> FOREWARP_LANES_ISA::convert_table() { return entries; }

}  // namespace forewarp::emu::lanes
