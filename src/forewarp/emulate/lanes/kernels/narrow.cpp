// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// cvt to and from formats below 32 bits: f16, bf16, tf32, e4m3, e5m2, one value or two. Rounding f32 to nearest has a
/// quick form; everything else goes through narrow.hpp.
#include "forewarp/emulate/lanes/kernels/narrow.hpp"

#include "forewarp/emulate/lanes/kernels/half.hpp"
#include "forewarp/emulate/lanes/scalar/conversion.hpp"

namespace forewarp::emu::lanes {
namespace {

FOREWARP_LANES_INLINE float ready(Control control, float x) {
  return flushed_if((control & control_bits::ftz) != 0, x);
}

template <class F>
u32 from_single(Control control, float x) {
  return F::from_single(ready(control, x));
}
template <class F>
float to_single(Control control, u16 x) {
  const float value = ready(control, canonical(F::to_single(x)));
  return (control & control_bits::sat) != 0 ? saturate(value) : value;
}
template <class F>
double to_double(Control control, u16 x) {
  const double value = canonical(static_cast<double>(F::to_single(x)));
  return (control & control_bits::sat) != 0 ? saturate(value) : value;
}
/// Two f32 in one register, the first above.
template <class F>
u32 pair_from_single(Control control, float a, float b) {
  return F::from_single(ready(control, a)) << 16 | F::from_single(ready(control, b));
}

template <const Format& format>
u16 special_from_single(Control control, float x) {
  return static_cast<u16>(rounded_to(control, format, static_cast<double>(ready(control, x))));
}
template <const Format& format>
u16 special_from_double(Control control, double x) {
  return static_cast<u16>(rounded_to(control, format, x));
}
template <class From, const Format& format>
u16 between_halves(Control control, u16 x) {
  return static_cast<u16>(rounded_to(control, format, static_cast<double>(From::to_single(x))));
}
u32 tf32_from_single(Control control, float x) {
  const u32 bits = rounded_to(control, tensor32, static_cast<double>(ready(control, x)));
  // tf32 has 1 + 8 + 10 bits, which are the upper 19 of a register.
  return bits == tensor32.not_number ? nan32 : bits << 13;
}
template <const Format& format, unsigned width>
u32 special_pair(Control control, float a, float b) {
  return rounded_to(control, format, static_cast<double>(ready(control, a))) << width |
         rounded_to(control, format, static_cast<double>(ready(control, b)));
}

template <const Format& format>
u16 bytes_from_halves(Control control, u32 x) {
  const auto byte = [&](u32 half) {
    return rounded_to(control, format, static_cast<double>(Binary16::to_single(static_cast<u16>(half))));
  };
  return static_cast<u16>(byte(x >> 16) << 8 | byte(x));
}
template <const Format& format>
u32 halves_from_bytes(Control control, u16 x) {
  const auto half = [&](u32 byte) { return rounded_to(control, binary16, value_of(format, byte & 0xff)); };
  return half(x >> 8) << 16 | half(x);
}

/// Integers above 2^53 are rounded to odd on the way: bit 11 is set where it or any bit below it
/// is. It is the last that a double of 2^63 holds, so the conversion is exact, and the rounding to
/// the narrow format sees that there was a rest. Rounded to nearest twice, a number just above the
/// middle of two halves would become that middle, and then might go down.
double exact_or_odd(u64 size) {
  const u64 kept = size >> 53 != 0 ? (size & ~u64{0xfff}) | ((size & 0xfff) != 0 ? 0x800 : 0) : size;
  return static_cast<double>(kept);
}
template <const Format& format, class I, class From>
u16 from_integer(Control control, From x) {
  I value;
  if constexpr (sizeof(I) == 8) {
    value = static_cast<I>(x);
  } else {
    value = static_cast<I>(source32(control, static_cast<u32>(x)));
  }
  const bool negative = value < 0;
  const double size = exact_or_odd(negative ? 0 - static_cast<u64>(value) : static_cast<u64>(value));
  return static_cast<u16>(rounded_to(control, format, negative ? -size : size));
}

template <class F, class Row, class I>
Row to_integer(Control control, u16 x) {
  return to_integer_value<Row, I, float>(control, F::to_single(x));
}
template <class F>
u32 integral_half(Control control, u16 x) {
  const auto rounding = static_cast<Rounding>(control & control_bits::rounding);
  const float value = F::to_single(x);
  const float whole = rounding == Rounding::away ? value : integral(rounding, value);
  return F::from_single((control & control_bits::sat) != 0 ? saturate(whole) : whole);
}

#define FOREWARP_LANES_NARROW(F, format, text)                                                                \
  op<&from_single<F>>("cvt." text ".f32"), op<&pair_from_single<F>>("cvt." text "x2.f32"),                    \
      op<&to_single<F>>("cvt.f32." text), op<&to_double<F>>("cvt.f64." text),                                 \
      sparse_op<&special_from_single<format>>("cvt.special." text ".f32"),                                    \
      sparse_op<&special_pair<format, 16>>("cvt.special." text "x2.f32"),                                     \
      sparse_op<&special_from_double<format>>("cvt." text ".f64"),                                            \
      sparse_op<&from_integer<format, s32, u32>>("cvt." text ".s32.w"),                                       \
      sparse_op<&from_integer<format, s32, u64>>("cvt." text ".s32.l"),                                       \
      sparse_op<&from_integer<format, u32, u32>>("cvt." text ".u32.w"),                                       \
      sparse_op<&from_integer<format, u32, u64>>("cvt." text ".u32.l"),                                       \
      sparse_op<&from_integer<format, s64, u64>>("cvt." text ".s64.l"),                                       \
      sparse_op<&from_integer<format, u64, u64>>("cvt." text ".u64.l"),                                       \
      op<&to_integer<F, u32, s32>>("cvt.s32." text ".w"), op<&to_integer<F, u64, s32>>("cvt.s32." text ".l"), \
      op<&to_integer<F, u32, u32>>("cvt.u32." text ".w"), op<&to_integer<F, u64, u32>>("cvt.u32." text ".l"), \
      sparse_op<&to_integer<F, u64, s64>>("cvt.s64." text ".l"),                                              \
      sparse_op<&to_integer<F, u64, u64>>("cvt.u64." text ".l"), op<&integral_half<F>>("cvt." text "." text)

constexpr LaneEntry entries[] = {
    FOREWARP_LANES_NARROW(Binary16, binary16, "f16"),
    FOREWARP_LANES_NARROW(Bfloat16, bfloat16, "bf16"),
    sparse_op<&between_halves<Binary16, bfloat16>>("cvt.bf16.f16"),
    sparse_op<&between_halves<Bfloat16, binary16>>("cvt.f16.bf16"),
    sparse_op<&tf32_from_single>("cvt.tf32.f32"),
    sparse_op<&tf32_from_single>("cvt.special.tf32.f32"),
    sparse_op<&special_pair<e4m3, 8>>("cvt.special.e4m3x2.f32"),
    sparse_op<&special_pair<e5m2, 8>>("cvt.special.e5m2x2.f32"),
    sparse_op<&bytes_from_halves<e4m3>>("cvt.e4m3x2.f16x2"),
    sparse_op<&bytes_from_halves<e5m2>>("cvt.e5m2x2.f16x2"),
    sparse_op<&halves_from_bytes<e4m3>>("cvt.f16x2.e4m3x2"),
    sparse_op<&halves_from_bytes<e5m2>>("cvt.f16x2.e5m2x2"),
};

}  // namespace

std::span<const LaneEntry> FOREWARP_LANES_ISA::narrow_table() { return entries; }

}  // namespace forewarp::emu::lanes
