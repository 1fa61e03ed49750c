// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Integer multiplication and multiply-add: .lo, .hi, .wide, 24-bit forms, carries, dot products of bytes.
#include "forewarp/emulate/lanes/kernels/integer.hpp"

namespace forewarp::emu::lanes {
namespace {

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

/// mad{c}.lo/.hi{.cc}: the carry flag is the last operand.
template <class T, bool high>
void mad_carry(std::byte* regs, const LaneInst& inst, LaneMask active, unsigned width) {
  using U = Unsigned<T>;
  for_groups(active, width, [&](unsigned group, u32 mask) {
    const u32 flags = (inst.control & control_bits::carry_in) != 0 ? read_predicate(regs, inst, 4, group) : 0;
    const T *a = row<T>(regs, inst, 1, group), *b = row<T>(regs, inst, 2, group);
    const U* c = row<U>(regs, inst, 3, group);
    alignas(64) U computed[group_size];
    u32 out = 0;
    for (unsigned lane = 0; lane < group_size; ++lane) {
      const auto product = static_cast<U>(high ? mul_hi<T>(0, a[lane], b[lane]) : mul_lo<T>(0, a[lane], b[lane]));
      U partial;
      const bool first = __builtin_add_overflow(product, c[lane], &partial);
      // At most one of the two overflows: a sum that has is at most 2^n - 2, which still takes the
      // carry.
      const bool second = __builtin_add_overflow(partial, static_cast<U>(flags >> lane & 1), &computed[lane]);
      out |= u32{first || second} << lane;
    }
    blend_row(regs, inst, 0, group, computed, mask);
    if ((inst.control & control_bits::carry_out) != 0) write_predicate(regs, inst, 4, group, mask, out);
  });
}

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

constexpr LaneEntry entries[] = {
    op<&mul_lo<u16>>("mul.lo.u16"),
    op<&mul_lo32>("mul.lo.u32"),
    op<&mul_lo<u64>>("mul.lo.u64"),
    op<&mul_hi<u16>>("mul.hi.u16"),
    op<&mul_hi<s16>>("mul.hi.s16"),
    op<&mul_hi<u32>>("mul.hi.u32"),
    op<&mul_hi<s32>>("mul.hi.s32"),
    op<&mul_hi<u64>>("mul.hi.u64"),
    op<&mul_hi<s64>>("mul.hi.s64"),
    op<&mul_wide<u16>>("mul.wide.u16"),
    op<&mul_wide<s16>>("mul.wide.s16"),
    op<&mul_wide<u32>>("mul.wide.u32"),
    op<&mul_wide<s32>>("mul.wide.s32"),
    op<&mad_lo<u16>>("mad.lo.u16"),
    op<&mad_lo32>("mad.lo.u32"),
    op<&mad_lo<u64>>("mad.lo.u64"),
    op<&mad_hi<u16>>("mad.hi.u16"),
    op<&mad_hi<s16>>("mad.hi.s16"),
    op<&mad_hi<u32>>("mad.hi.u32"),
    op<&mad_hi<s32>>("mad.hi.s32"),
    op<&mad_hi<u64>>("mad.hi.u64"),
    op<&mad_hi<s64>>("mad.hi.s64"),
    op<&mad_hi_sat>("mad.hi.sat.s32"),
    op<&mad_wide<u16>>("mad.wide.u16"),
    op<&mad_wide<s16>>("mad.wide.s16"),
    op<&mad_wide<u32>>("mad.wide.u32"),
    op<&mad_wide<s32>>("mad.wide.s32"),
    {"mad.carry.lo.u32", &mad_carry<u32, false>, "wwwwp", 1},
    {"mad.carry.lo.s32", &mad_carry<s32, false>, "wwwwp", 1},
    {"mad.carry.lo.u64", &mad_carry<u64, false>, "llllp", 1},
    {"mad.carry.lo.s64", &mad_carry<s64, false>, "llllp", 1},
    {"mad.carry.hi.u32", &mad_carry<u32, true>, "wwwwp", 1},
    {"mad.carry.hi.s32", &mad_carry<s32, true>, "wwwwp", 1},
    {"mad.carry.hi.u64", &mad_carry<u64, true>, "llllp", 1},
    {"mad.carry.hi.s64", &mad_carry<s64, true>, "llllp", 1},
    op<&mul24_lo<u32>>("mul24.lo.u32"),
    op<&mul24_lo<s32>>("mul24.lo.s32"),
    op<&mul24_hi<u32>>("mul24.hi.u32"),
    op<&mul24_hi<s32>>("mul24.hi.s32"),
    op<&mad24_lo<u32>>("mad24.lo.u32"),
    op<&mad24_lo<s32>>("mad24.lo.s32"),
    op<&mad24_hi<u32>>("mad24.hi.u32"),
    op<&mad24_hi<s32>>("mad24.hi.s32"),
    op<&mad24_hi_sat>("mad24.hi.sat.s32"),
    op<&dp4a<false, false>>("dp4a.u32.u32"),
    op<&dp4a<false, true>>("dp4a.u32.s32"),
    op<&dp4a<true, false>>("dp4a.s32.u32"),
    op<&dp4a<true, true>>("dp4a.s32.s32"),
    op<&dp2a<false, false, 0>>("dp2a.lo.u32.u32"),
    op<&dp2a<false, true, 0>>("dp2a.lo.u32.s32"),
    op<&dp2a<true, false, 0>>("dp2a.lo.s32.u32"),
    op<&dp2a<true, true, 0>>("dp2a.lo.s32.s32"),
    op<&dp2a<false, false, 1>>("dp2a.hi.u32.u32"),
    op<&dp2a<false, true, 1>>("dp2a.hi.u32.s32"),
    op<&dp2a<true, false, 1>>("dp2a.hi.s32.u32"),
    op<&dp2a<true, true, 1>>("dp2a.hi.s32.s32"),
};

}  // namespace

std::span<const LaneEntry> FOREWARP_LANES_ISA::multiply_table() { return entries; }

}  // namespace forewarp::emu::lanes
