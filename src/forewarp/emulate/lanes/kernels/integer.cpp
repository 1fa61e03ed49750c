// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Integer addition, subtraction, absolute values, minima, division, and the same on pairs of 16 bits.
#include "forewarp/emulate/lanes/scalar/integer.hpp"
#include "forewarp/emulate/lanes/kernels/row.hpp"

namespace forewarp::emu::lanes {
namespace {

/// add, sub, addc, subc, with or without .cc: the carry flag is the last operand, both read and
/// written. The machine subtracts by adding the complement, a + ~b + 1, or a + ~b + flag in subc;
/// so after a subtraction that borrows the flag is 0, as addc sees it, too. Example, a sum of 64
/// bits in halves: add.cc 0xffffffff + 1 is 0 with the flag set, and addc adds 1 to the sum of the
/// upper halves.
template <class T, bool subtract>
void with_carry(std::byte* regs, const LaneInst& inst, LaneMask active, unsigned width) {
  for_groups(active, width, [&](unsigned group, u32 mask) {
    const u32 unread = subtract ? all_lanes : 0;
    const u32 flags = (inst.control & control_bits::carry_in) != 0 ? read_predicate(regs, inst, 3, group) : unread;
    const T *a = row<T>(regs, inst, 1, group), *b = row<T>(regs, inst, 2, group);
    alignas(64) T computed[group_size];
    u32 out = 0;
    for (unsigned lane = 0; lane < group_size; ++lane) {
      const T carry = flags >> lane & 1, addend = subtract ? static_cast<T>(~b[lane]) : b[lane];
      T partial, result;
      bool over = __builtin_add_overflow(a[lane], addend, &partial);
      over |= __builtin_add_overflow(partial, carry, &result);
      computed[lane] = result;
      out |= u32{over} << lane;
    }
    blend_row(regs, inst, 0, group, computed, mask);
    if ((inst.control & control_bits::carry_out) != 0) write_predicate(regs, inst, 3, group, mask, out);
  });
}

constexpr LaneEntry entries[] = {
    FOREWARP_LANES_OP("add.u16", add<u16>),
    FOREWARP_LANES_OP("add.u32", add<u32>),
    FOREWARP_LANES_OP("add.u64", add<u64>),
    FOREWARP_LANES_OP("add.sat.s32", add_sat),
    FOREWARP_LANES_OP("add.u16x2", pair<u16, &add<u16>>),
    FOREWARP_LANES_OP("sub.u16", sub<u16>),
    FOREWARP_LANES_OP("sub.u32", sub<u32>),
    FOREWARP_LANES_OP("sub.u64", sub<u64>),
    FOREWARP_LANES_OP("sub.sat.s32", sub_sat),
    FOREWARP_LANES_OP("sub.u16x2", pair<u16, &sub<u16>>),
    {"add.carry.u32", &with_carry<u32, false>, "wwwp", 1},
    {"add.carry.u64", &with_carry<u64, false>, "lllp", 1},
    {"sub.carry.u32", &with_carry<u32, true>, "wwwp", 1},
    {"sub.carry.u64", &with_carry<u64, true>, "lllp", 1},
    FOREWARP_LANES_OP("neg.s16", neg<s16>),
    FOREWARP_LANES_OP("neg.s32", neg<s32>),
    FOREWARP_LANES_OP("neg.s64", neg<s64>),
    FOREWARP_LANES_OP("abs.s16", abs<s16>),
    FOREWARP_LANES_OP("abs.s32", abs<s32>),
    FOREWARP_LANES_OP("abs.s64", abs<s64>),
    FOREWARP_LANES_OP("min.u16", min<u16>),
    FOREWARP_LANES_OP("min.s16", min<s16>),
    FOREWARP_LANES_OP("min.u32", min<u32>),
    FOREWARP_LANES_OP("min.s32", min<s32>),
    FOREWARP_LANES_OP("min.u64", min<u64>),
    FOREWARP_LANES_OP("min.s64", min<s64>),
    FOREWARP_LANES_OP("min.relu.s32", min_relu),
    FOREWARP_LANES_OP("min.u16x2", pair<u16, &min<u16>>),
    FOREWARP_LANES_OP("min.s16x2", pair<s16, &min<s16>>),
    FOREWARP_LANES_OP("min.relu.s16x2", pair<s16, &min_relu16>),
    FOREWARP_LANES_OP("max.u16", max<u16>),
    FOREWARP_LANES_OP("max.s16", max<s16>),
    FOREWARP_LANES_OP("max.u32", max<u32>),
    FOREWARP_LANES_OP("max.s32", max<s32>),
    FOREWARP_LANES_OP("max.u64", max<u64>),
    FOREWARP_LANES_OP("max.s64", max<s64>),
    FOREWARP_LANES_OP("max.relu.s32", max_relu),
    FOREWARP_LANES_OP("max.u16x2", pair<u16, &max<u16>>),
    FOREWARP_LANES_OP("max.s16x2", pair<s16, &max<s16>>),
    FOREWARP_LANES_OP("max.relu.s16x2", pair<s16, &max_relu16>),
    FOREWARP_LANES_OP("sad.u16", sad<u16>),
    FOREWARP_LANES_OP("sad.s16", sad<s16>),
    FOREWARP_LANES_OP("sad.u32", sad<u32>),
    FOREWARP_LANES_OP("sad.s32", sad<s32>),
    FOREWARP_LANES_OP("sad.u64", sad<u64>),
    FOREWARP_LANES_OP("sad.s64", sad<s64>),
    FOREWARP_LANES_OP("div.u16", div_narrow<u16>),
    FOREWARP_LANES_OP("div.s16", div_narrow<s16>),
    FOREWARP_LANES_OP("div.u32", div_narrow<u32>),
    FOREWARP_LANES_OP("div.s32", div_narrow<s32>),
    sparse_op<&div<u64>>("div.u64"),
    sparse_op<&div<s64>>("div.s64"),
    FOREWARP_LANES_OP("rem.u16", rem_narrow<u16>),
    FOREWARP_LANES_OP("rem.s16", rem_narrow<s16>),
    FOREWARP_LANES_OP("rem.u32", rem_narrow<u32>),
    FOREWARP_LANES_OP("rem.s32", rem_narrow<s32>),
    sparse_op<&rem<u64>>("rem.u64"),
    sparse_op<&rem<s64>>("rem.s64"),
};

}  // namespace

std::span<const LaneEntry> FOREWARP_LANES_ISA::integer_table() { return entries; }

}  // namespace forewarp::emu::lanes
