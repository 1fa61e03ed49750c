// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Logic, shifts and bit fields.
#include "forewarp/emulate/lanes/kernels/integer.hpp"

namespace forewarp::emu::lanes {
namespace {

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

enum class Logic : std::uint8_t { and_, or_, xor_, not_ };
template <Logic logic>
void predicate(std::byte* regs, const LaneInst& inst, LaneMask active, unsigned width) {
  for_groups(active, width, [&](unsigned group, u32 mask) {
    const u32 a = read_predicate(regs, inst, 1, group);
    u32 result = ~a;
    if constexpr (logic != Logic::not_) {
      const u32 b = read_predicate(regs, inst, 2, group);
      result = logic == Logic::and_ ? a & b : logic == Logic::or_ ? a | b : a ^ b;
    }
    write_predicate(regs, inst, 0, group, mask, result);
  });
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

/// lop3.and/.or: d|p = ..., p = (d != 0) op q. Control: lut, then bit 8 for .and.
void lop3_predicate(std::byte* regs, const LaneInst& inst, LaneMask active, unsigned width) {
  for_groups(active, width, [&](unsigned group, u32 mask) {
    const u32 *a = row<u32>(regs, inst, 2, group), *b = row<u32>(regs, inst, 3, group);
    const u32* c = row<u32>(regs, inst, 4, group);
    const u32 lut = inst.control & 0xff, q = read_predicate(regs, inst, 6, group);
    alignas(64) u32 computed[group_size];
    u32 set = 0;
    FOREWARP_LANES_LOOP computed[lane] = lop3_bits(a[lane], b[lane], c[lane], lut);
    FOREWARP_LANES_LOOP set |= computed[lane] != 0 ? lane_bits32.bit[lane] : 0;
    blend_row(regs, inst, 0, group, computed, mask);
    write_predicate(regs, inst, 1, group, mask, (inst.control >> 8 & 1) != 0 ? set & q : set | q);
  });
}

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

constexpr LaneEntry entries[] = {
    {"and.pred", &predicate<Logic::and_>, "ppp", 1},
    {"or.pred", &predicate<Logic::or_>, "ppp", 1},
    {"xor.pred", &predicate<Logic::xor_>, "ppp", 1},
    {"not.pred", &predicate<Logic::not_>, "pp", 1},
    op<&bit_and<u32>>("and.b16"),
    op<&bit_and<u32>>("and.b32"),
    op<&bit_and<u64>>("and.b64"),
    op<&bit_or<u32>>("or.b16"),
    op<&bit_or<u32>>("or.b32"),
    op<&bit_or<u64>>("or.b64"),
    op<&bit_xor<u32>>("xor.b16"),
    op<&bit_xor<u32>>("xor.b32"),
    op<&bit_xor<u64>>("xor.b64"),
    op<&bit_not<u16>>("not.b16"),
    op<&bit_not<u32>>("not.b32"),
    op<&bit_not<u64>>("not.b64"),
    op<&logical_not<u16>>("cnot.b16"),
    op<&logical_not<u32>>("cnot.b32"),
    op<&logical_not<u64>>("cnot.b64"),
    op<&lop3>("lop3.b32"),
    {"lop3.predicate.b32", &lop3_predicate, "wpwwwwp", 2},
    op<&shl<u16>>("shl.b16"),
    op<&shl<u32>>("shl.b32"),
    op<&shl<u64>>("shl.b64"),
    op<&shr<u16>>("shr.u16"),
    op<&shr<s16>>("shr.s16"),
    op<&shr<u32>>("shr.u32"),
    op<&shr<s32>>("shr.s32"),
    op<&shr<u64>>("shr.u64"),
    op<&shr<s64>>("shr.s64"),
    op<&shf_l<true>>("shf.l.clamp.b32"),
    op<&shf_l<false>>("shf.l.wrap.b32"),
    op<&shf_r<true>>("shf.r.clamp.b32"),
    op<&shf_r<false>>("shf.r.wrap.b32"),
    op<&popc<u32>>("popc.b32"),
    op<&popc<u64>>("popc.b64"),
    sparse_op<&clz<u32>>("clz.b32"),
    sparse_op<&clz<u64>>("clz.b64"),
    sparse_op<&bfind<u32, false>>("bfind.u32"),
    sparse_op<&bfind<s32, false>>("bfind.s32"),
    sparse_op<&bfind<u64, false>>("bfind.u64"),
    sparse_op<&bfind<s64, false>>("bfind.s64"),
    sparse_op<&bfind<u32, true>>("bfind.shiftamt.u32"),
    sparse_op<&bfind<s32, true>>("bfind.shiftamt.s32"),
    sparse_op<&bfind<u64, true>>("bfind.shiftamt.u64"),
    sparse_op<&bfind<s64, true>>("bfind.shiftamt.s64"),
    sparse_op<&brev<u32>>("brev.b32"),
    sparse_op<&brev<u64>>("brev.b64"),
    op<&bfe<u32>>("bfe.u32"),
    op<&bfe<s32>>("bfe.s32"),
    op<&bfe<u64>>("bfe.u64"),
    op<&bfe<s64>>("bfe.s64"),
    op<&bfi<u32>>("bfi.b32"),
    op<&bfi<u64>>("bfi.b64"),
    op<&bmsk<true>>("bmsk.clamp.b32"),
    op<&bmsk<false>>("bmsk.wrap.b32"),
    op<&szext<u32, true>>("szext.clamp.u32"),
    op<&szext<u32, false>>("szext.wrap.u32"),
    op<&szext<s32, true>>("szext.clamp.s32"),
    op<&szext<s32, false>>("szext.wrap.s32"),
    sparse_op<&fns>("fns.b32"),
};

}  // namespace

std::span<const LaneEntry> FOREWARP_LANES_ISA::bits_table() { return entries; }

}  // namespace forewarp::emu::lanes
