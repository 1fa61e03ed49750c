// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Integer multiplication and multiply-add: .lo, .hi, .wide, 24-bit forms, carries, dot products of bytes.
#include "forewarp/emulate/lanes/scalar/multiply.hpp"
#include "forewarp/emulate/lanes/kernels/row.hpp"

namespace forewarp::emu::lanes {
namespace {

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

constexpr LaneEntry entries[] = {
    FOREWARP_LANES_OP("mul.lo.u16", mul_lo<u16>),
    FOREWARP_LANES_OP("mul.lo.u32", mul_lo32),
    FOREWARP_LANES_OP("mul.lo.u64", mul_lo<u64>),
    FOREWARP_LANES_OP("mul.hi.u16", mul_hi<u16>),
    FOREWARP_LANES_OP("mul.hi.s16", mul_hi<s16>),
    FOREWARP_LANES_OP("mul.hi.u32", mul_hi<u32>),
    FOREWARP_LANES_OP("mul.hi.s32", mul_hi<s32>),
    FOREWARP_LANES_OP("mul.hi.u64", mul_hi<u64>),
    FOREWARP_LANES_OP("mul.hi.s64", mul_hi<s64>),
    FOREWARP_LANES_OP("mul.wide.u16", mul_wide<u16>),
    FOREWARP_LANES_OP("mul.wide.s16", mul_wide<s16>),
    FOREWARP_LANES_OP("mul.wide.u32", mul_wide<u32>),
    FOREWARP_LANES_OP("mul.wide.s32", mul_wide<s32>),
    FOREWARP_LANES_OP("mad.lo.u16", mad_lo<u16>),
    FOREWARP_LANES_OP("mad.lo.u32", mad_lo32),
    FOREWARP_LANES_OP("mad.lo.u64", mad_lo<u64>),
    FOREWARP_LANES_OP("mad.hi.u16", mad_hi<u16>),
    FOREWARP_LANES_OP("mad.hi.s16", mad_hi<s16>),
    FOREWARP_LANES_OP("mad.hi.u32", mad_hi<u32>),
    FOREWARP_LANES_OP("mad.hi.s32", mad_hi<s32>),
    FOREWARP_LANES_OP("mad.hi.u64", mad_hi<u64>),
    FOREWARP_LANES_OP("mad.hi.s64", mad_hi<s64>),
    FOREWARP_LANES_OP("mad.hi.sat.s32", mad_hi_sat),
    FOREWARP_LANES_OP("mad.wide.u16", mad_wide<u16>),
    FOREWARP_LANES_OP("mad.wide.s16", mad_wide<s16>),
    FOREWARP_LANES_OP("mad.wide.u32", mad_wide<u32>),
    FOREWARP_LANES_OP("mad.wide.s32", mad_wide<s32>),
    {"mad.carry.lo.u32", &mad_carry<u32, false>, "wwwwp", 1},
    {"mad.carry.lo.s32", &mad_carry<s32, false>, "wwwwp", 1},
    {"mad.carry.lo.u64", &mad_carry<u64, false>, "llllp", 1},
    {"mad.carry.lo.s64", &mad_carry<s64, false>, "llllp", 1},
    {"mad.carry.hi.u32", &mad_carry<u32, true>, "wwwwp", 1},
    {"mad.carry.hi.s32", &mad_carry<s32, true>, "wwwwp", 1},
    {"mad.carry.hi.u64", &mad_carry<u64, true>, "llllp", 1},
    {"mad.carry.hi.s64", &mad_carry<s64, true>, "llllp", 1},
    FOREWARP_LANES_OP("mul24.lo.u32", mul24_lo<u32>),
    FOREWARP_LANES_OP("mul24.lo.s32", mul24_lo<s32>),
    FOREWARP_LANES_OP("mul24.hi.u32", mul24_hi<u32>),
    FOREWARP_LANES_OP("mul24.hi.s32", mul24_hi<s32>),
    FOREWARP_LANES_OP("mad24.lo.u32", mad24_lo<u32>),
    FOREWARP_LANES_OP("mad24.lo.s32", mad24_lo<s32>),
    FOREWARP_LANES_OP("mad24.hi.u32", mad24_hi<u32>),
    FOREWARP_LANES_OP("mad24.hi.s32", mad24_hi<s32>),
    FOREWARP_LANES_OP("mad24.hi.sat.s32", mad24_hi_sat),
    FOREWARP_LANES_OP("dp4a.u32.u32", dp4a<false, false>),
    FOREWARP_LANES_OP("dp4a.u32.s32", dp4a<false, true>),
    FOREWARP_LANES_OP("dp4a.s32.u32", dp4a<true, false>),
    FOREWARP_LANES_OP("dp4a.s32.s32", dp4a<true, true>),
    FOREWARP_LANES_OP("dp2a.lo.u32.u32", dp2a<false, false, 0>),
    FOREWARP_LANES_OP("dp2a.lo.u32.s32", dp2a<false, true, 0>),
    FOREWARP_LANES_OP("dp2a.lo.s32.u32", dp2a<true, false, 0>),
    FOREWARP_LANES_OP("dp2a.lo.s32.s32", dp2a<true, true, 0>),
    FOREWARP_LANES_OP("dp2a.hi.u32.u32", dp2a<false, false, 1>),
    FOREWARP_LANES_OP("dp2a.hi.u32.s32", dp2a<false, true, 1>),
    FOREWARP_LANES_OP("dp2a.hi.s32.u32", dp2a<true, false, 1>),
    FOREWARP_LANES_OP("dp2a.hi.s32.s32", dp2a<true, true, 1>),
};

}  // namespace

std::span<const LaneEntry> FOREWARP_LANES_ISA::multiply_table() { return entries; }

}  // namespace forewarp::emu::lanes
