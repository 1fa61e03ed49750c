// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Video instructions and cvt.pack (PTX ISA, "Scalar Video Instructions", "SIMD Video Instructions"). A scalar one
/// takes a byte, a half word or all of a and b, computes with more than 32 bits, saturates to the part of d or to d's
/// type, and at last combines with c: adds, takes the smaller or larger, or puts the part into c. A packed one does the
/// same to two half words or four bytes, and adds all of them to c or keeps c's where the mask has no bit.
#include "forewarp/emulate/lanes/kernels/row.hpp"
#include "forewarp/emulate/lanes/scalar/integers.hpp"

namespace forewarp::emu::lanes {
namespace {

using namespace video_bits;
__extension__ using s128 = __int128;

constexpr s64 clamped(s64 value, s64 low, s64 high) { return value < low ? low : value > high ? high : value; }

/// Saturates to a number of bits.
s64 saturated_to(s64 value, unsigned bits, bool is_signed) {
  return is_signed ? clamped(value, -(s64{1} << (bits - 1)), (s64{1} << (bits - 1)) - 1)
                   : clamped(value, 0, (s64{1} << bits) - 1);
}

s64 extended(u32 value, unsigned bits, bool is_signed) {
  const u64 kept = u64{value} & ((u64{1} << bits) - 1);
  const u64 sign = u64{1} << (bits - 1);
  return static_cast<s64>(is_signed ? (kept ^ sign) - sign : kept);
}

/// The position of a part: 0 the whole, 1 to 4 a byte, 5 and 6 a half word. Part 3 (b2) is 8 bits
/// from bit 16 on.
constexpr unsigned bits_of(u32 chosen) { return chosen == 0 ? 32 : chosen < 5 ? 8 : 16; }
constexpr unsigned shift_of(u32 chosen) { return chosen == 0 ? 0 : chosen < 5 ? 8 * (chosen - 1) : 16 * (chosen - 5); }

s64 source(u32 value, u32 chosen, bool is_signed) {
  return extended(value >> shift_of(chosen), bits_of(chosen), is_signed);
}

s64 add(Control, s64 a, s64 b) { return a + b; }
s64 sub(Control, s64 a, s64 b) { return a - b; }
s64 absdiff(Control, s64 a, s64 b) { return a < b ? b - a : a - b; }
s64 min(Control, s64 a, s64 b) { return a < b ? a : b; }
s64 max(Control, s64 a, s64 b) { return a > b ? a : b; }
// Halves go away from zero: the average of 1 and 2 is 2, that of -1 and -2 is -2.
s64 average(Control, s64 a, s64 b) { return a + b >= 0 ? (a + b + 1) >> 1 : (a + b) >> 1; }
s64 compare(Control c, s64 a, s64 b) {
  switch (static_cast<VideoComparison>(c >> comparison_shift & 7)) {
    case VideoComparison::eq:
      return a == b;
    case VideoComparison::ne:
      return a != b;
    case VideoComparison::lt:
      return a < b;
    case VideoComparison::le:
      return a <= b;
    case VideoComparison::gt:
      return a > b;
    case VideoComparison::ge:
      return a >= b;
  }
  return 0;
}

unsigned amount(Control c, s64 b) { return static_cast<unsigned>((c & wrap) != 0 ? b & 31 : b > 32 ? 32 : b); }
s64 shift_left(Control c, s64 a, s64 b) {
  const unsigned by = amount(c, b);
  // What saturation makes of 2^40 it makes of everything larger; without it, the lower 32 bits count.
  constexpr s64 large = s64{1} << 40;
  const s128 wide = static_cast<s128>(a) << by;
  if ((c & sat) != 0) return wide > large ? large : wide < -large ? -large : static_cast<s64>(wide);
  return static_cast<s64>(static_cast<u32>(wide));
}
s64 shift_right(Control c, s64 a, s64 b) { return a >> amount(c, b); }

template <s64 (*fn)(Control, s64, s64)>
s64 computed(Control c, u32 a, u32 b) {
  const s64 value = fn(c, source(a, c >> a_part_shift & part, (c & a_signed) != 0),
                       source(b, c >> b_part_shift & part, (c & b_signed) != 0));
  if ((c & sat) == 0) return value;
  return saturated_to(value, bits_of(c >> d_part_shift & part), (c & d_signed) != 0);
}

template <s64 (*fn)(Control, s64, s64)>
u32 scalar(Control control, u32 a, u32 b) {
  return static_cast<u32>(computed<fn>(control, a, b));
}

template <s64 (*fn)(Control, s64, s64)>
u32 scalar_with_c(Control control, u32 a, u32 b, u32 c) {
  const auto value = static_cast<u32>(computed<fn>(control, a, b));
  const bool smaller = (control & d_signed) != 0 ? static_cast<s32>(value) < static_cast<s32>(c) : value < c;
  switch (static_cast<Second>(control >> second_shift & 3)) {
    case Second::add:
      return value + c;
    case Second::min:
      return smaller ? value : c;
    case Second::max:
      return smaller ? c : value;
    case Second::none:
      break;
  }
  const u32 d = control >> d_part_shift & part;
  const auto mask = static_cast<u32>(((u64{1} << bits_of(d)) - 1) << shift_of(d));
  return (c & ~mask) | (value << shift_of(d) & mask);
}

/// (a b + c) >> scale. The sum takes one more bit (PTX calls it lsb): it completes a minus, which
/// is the complement plus one, or is the 1 of .po; so there is only one of the three. Example: 200
/// * 3 + 40 with .shr7 is 5.
u32 multiply_add(Control control, u32 a, u32 b, u32 c) {
  const s64 ta = source(a, control >> a_part_shift & part, (control & a_signed) != 0);
  const s64 tb = source(b, control >> b_part_shift & part, (control & b_signed) != 0);
  const bool is_signed = (control & signed_result) != 0;
  s128 product = static_cast<s128>(ta) * tb;
  s128 addend = is_signed ? static_cast<s128>(static_cast<s32>(c)) : static_cast<s128>(c);
  if ((control & plus_one) != 0) {
    product += 1;
  } else if ((control & minus_product) != 0) {
    product = -product;
  } else if ((control & minus_c) != 0) {
    addend = -addend;
  }
  const s128 sum = (product + addend) >> (control >> scale_shift & 15);
  if ((control & sat) == 0) return static_cast<u32>(sum);
  const s128 low = is_signed ? -(s128{1} << 31) : 0;
  const s128 high = is_signed ? (s128{1} << 31) - 1 : (s128{1} << 32) - 1;
  return static_cast<u32>(sum < low ? low : sum > high ? high : sum);
}

/// vadd2 and vadd4: each part of a and b by itself, computed in 64 bits so that nothing is lost
/// before saturation. Parts outside of the mask keep what c has; with .add the results are summed
/// into c instead.
template <s64 (*fn)(Control, s64, s64), unsigned parts>
u32 packed(Control control, u32 a, u32 b, u32 c) {
  constexpr unsigned bits = 32 / parts;
  constexpr u32 all = (u32{1} << bits) - 1;
  const bool sums = static_cast<Second>(control >> second_shift & 3) == Second::add;
  u32 result = c;
  for (unsigned i = 0; i < parts; ++i) {
    if ((control >> mask_shift >> i & 1) == 0) continue;
    s64 value = fn(control, extended(a >> (bits * i), bits, (control & a_signed) != 0),
                   extended(b >> (bits * i), bits, (control & b_signed) != 0));
    if ((control & sat) != 0) value = saturated_to(value, bits, (control & d_signed) != 0);
    const auto low = static_cast<u32>(value);
    result = sums ? result + low : (result & ~(all << (bits * i))) | (low & all) << (bits * i);
  }
  return result;
}

// cvt.pack: a above b, each saturated; what is left above are the lower bits of c.
template <unsigned bits, bool is_signed>
u32 pack_with_c(Control, u32 a, u32 b, u32 c) {
  const auto kept = [](u32 x) {
    return static_cast<u32>(saturated_to(static_cast<s32>(x), bits, is_signed)) & ((u32{1} << bits) - 1);
  };
  return kept(b) | kept(a) << bits | static_cast<u32>(u64{c} << (2 * bits));
}
template <bool is_signed>
u32 pack(Control control, u32 a, u32 b) {
  return pack_with_c<16, is_signed>(control, a, b, 0);
}

constexpr LaneEntry entries[] = {
    sparse_op<&scalar<&add>>("vadd"),
    sparse_op<&scalar_with_c<&add>>("vadd.c"),
    sparse_op<&scalar<&sub>>("vsub"),
    sparse_op<&scalar_with_c<&sub>>("vsub.c"),
    sparse_op<&scalar<&absdiff>>("vabsdiff"),
    sparse_op<&scalar_with_c<&absdiff>>("vabsdiff.c"),
    sparse_op<&scalar<&min>>("vmin"),
    sparse_op<&scalar_with_c<&min>>("vmin.c"),
    sparse_op<&scalar<&max>>("vmax"),
    sparse_op<&scalar_with_c<&max>>("vmax.c"),
    sparse_op<&scalar<&shift_left>>("vshl"),
    sparse_op<&scalar_with_c<&shift_left>>("vshl.c"),
    sparse_op<&scalar<&shift_right>>("vshr"),
    sparse_op<&scalar_with_c<&shift_right>>("vshr.c"),
    sparse_op<&scalar<&compare>>("vset"),
    sparse_op<&scalar_with_c<&compare>>("vset.c"),
    sparse_op<&multiply_add>("vmad"),
    sparse_op<&packed<&add, 2>>("vadd2"),
    sparse_op<&packed<&add, 4>>("vadd4"),
    sparse_op<&packed<&sub, 2>>("vsub2"),
    sparse_op<&packed<&sub, 4>>("vsub4"),
    sparse_op<&packed<&average, 2>>("vavrg2"),
    sparse_op<&packed<&average, 4>>("vavrg4"),
    sparse_op<&packed<&absdiff, 2>>("vabsdiff2"),
    sparse_op<&packed<&absdiff, 4>>("vabsdiff4"),
    sparse_op<&packed<&min, 2>>("vmin2"),
    sparse_op<&packed<&min, 4>>("vmin4"),
    sparse_op<&packed<&max, 2>>("vmax2"),
    sparse_op<&packed<&max, 4>>("vmax4"),
    sparse_op<&packed<&compare, 2>>("vset2"),
    sparse_op<&packed<&compare, 4>>("vset4"),
    sparse_op<&pack<false>>("cvt.pack.sat.u16.s32"),
    sparse_op<&pack<true>>("cvt.pack.sat.s16.s32"),
    sparse_op<&pack_with_c<8, false>>("cvt.pack.sat.u8.s32.b32"),
    sparse_op<&pack_with_c<8, true>>("cvt.pack.sat.s8.s32.b32"),
    sparse_op<&pack_with_c<4, false>>("cvt.pack.sat.u4.s32.b32"),
    sparse_op<&pack_with_c<4, true>>("cvt.pack.sat.s4.s32.b32"),
    sparse_op<&pack_with_c<2, false>>("cvt.pack.sat.u2.s32.b32"),
    sparse_op<&pack_with_c<2, true>>("cvt.pack.sat.s2.s32.b32"),
};

}  // namespace

std::span<const LaneEntry> FOREWARP_LANES_ISA::video_table() { return entries; }

}  // namespace forewarp::emu::lanes
