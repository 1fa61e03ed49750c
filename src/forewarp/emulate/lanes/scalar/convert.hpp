// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// cvt between integers, f32 and f64.
#include "forewarp/emulate/lanes/scalar/conversion.hpp"

namespace forewarp::emu::lanes {
namespace {  // NOLINT(google-build-namespaces): see types.hpp

template <class To, class From>
To integer(Control control, From x) {
  const bool whole = size_at(control, convert_bits::result_size_shift) == 3;
  return in_register<To>(control, result32(control, source32(control, static_cast<u32>(x))),
                         whole ? source_is_signed(control) : result_is_signed(control));
}

// cvt.sat.u8.s32 of 300 is 255 and of -5 is 0: clamped between the limits of the result, in a type
// that holds both.
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
    // Compilers may convert a u64 as a difference of two halves, which is -0 for 0 when rounding down.
    value = x == 0 ? F(0) : static_cast<F>(static_cast<I>(x));
  } else {
    value = static_cast<F>(static_cast<I>(source32(control, static_cast<u32>(x))));
  }
  return (control & control_bits::sat) != 0 ? saturate(value) : value;
}

template <class Row, class I, class F>
FOREWARP_LANES_INLINE Row to_integer(Control control, F x) {
  return to_integer_value<Row, I, F>(control, x);
}

double widen(Control control, float x) {
  const double value = canonical(static_cast<double>(flushed_if((control & control_bits::ftz) != 0, x)));
  return (control & control_bits::sat) != 0 ? saturate(value) : value;
}
float narrow(Control control, double x) {
  const float value = flushed_if((control & control_bits::ftz) != 0, canonical(static_cast<float>(x)));
  return (control & control_bits::sat) != 0 ? saturate(value) : value;
}
/// cvt.rXi.f32.f32 and the forms that only flush or saturate (Rounding::away means no rounding).
template <class F>
F integral_float(Control control, F x) {
  const auto rounding = static_cast<Rounding>(control & control_bits::rounding);
  const F ready = sizeof(F) == 4 ? static_cast<F>(flushed_if((control & control_bits::ftz) != 0, x)) : x;
  const F value = canonical(rounding == Rounding::away ? ready : integral(rounding, ready));
  return (control & control_bits::sat) != 0 ? saturate(value) : value;
}

}  // namespace
}  // namespace forewarp::emu::lanes
