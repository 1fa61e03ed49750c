// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Logic, shifts and bit fields.
#include "forewarp/emulate/lanes/scalar/bits.hpp"
#include "forewarp/emulate/lanes/kernels/row.hpp"

namespace forewarp::emu::lanes {
namespace {

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

constexpr LaneEntry entries[] = {
    {"and.pred", &predicate<Logic::and_>, "ppp", 1, "a && b", Fusion::expression},
    {"or.pred", &predicate<Logic::or_>, "ppp", 1, "a || b", Fusion::expression},
    {"xor.pred", &predicate<Logic::xor_>, "ppp", 1, "a != b", Fusion::expression},
    {"not.pred", &predicate<Logic::not_>, "pp", 1, "!a", Fusion::expression},
    FOREWARP_LANES_OP("and.b16", bit_and<u32>),
    FOREWARP_LANES_OP("and.b32", bit_and<u32>),
    FOREWARP_LANES_OP("and.b64", bit_and<u64>),
    FOREWARP_LANES_OP("or.b16", bit_or<u32>),
    FOREWARP_LANES_OP("or.b32", bit_or<u32>),
    FOREWARP_LANES_OP("or.b64", bit_or<u64>),
    FOREWARP_LANES_OP("xor.b16", bit_xor<u32>),
    FOREWARP_LANES_OP("xor.b32", bit_xor<u32>),
    FOREWARP_LANES_OP("xor.b64", bit_xor<u64>),
    FOREWARP_LANES_OP("not.b16", bit_not<u16>),
    FOREWARP_LANES_OP("not.b32", bit_not<u32>),
    FOREWARP_LANES_OP("not.b64", bit_not<u64>),
    FOREWARP_LANES_OP("cnot.b16", logical_not<u16>),
    FOREWARP_LANES_OP("cnot.b32", logical_not<u32>),
    FOREWARP_LANES_OP("cnot.b64", logical_not<u64>),
    FOREWARP_LANES_OP("lop3.b32", lop3),
    {"lop3.predicate.b32", &lop3_predicate, "wpwwwwp", 2},
    FOREWARP_LANES_OP("shl.b16", shl<u16>),
    FOREWARP_LANES_OP("shl.b32", shl<u32>),
    FOREWARP_LANES_OP("shl.b64", shl<u64>),
    FOREWARP_LANES_OP("shr.u16", shr<u16>),
    FOREWARP_LANES_OP("shr.s16", shr<s16>),
    FOREWARP_LANES_OP("shr.u32", shr<u32>),
    FOREWARP_LANES_OP("shr.s32", shr<s32>),
    FOREWARP_LANES_OP("shr.u64", shr<u64>),
    FOREWARP_LANES_OP("shr.s64", shr<s64>),
    FOREWARP_LANES_OP("shf.l.clamp.b32", shf_l<true>),
    FOREWARP_LANES_OP("shf.l.wrap.b32", shf_l<false>),
    FOREWARP_LANES_OP("shf.r.clamp.b32", shf_r<true>),
    FOREWARP_LANES_OP("shf.r.wrap.b32", shf_r<false>),
    FOREWARP_LANES_OP("popc.b32", popc<u32>),
    FOREWARP_LANES_OP("popc.b64", popc<u64>),
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
    FOREWARP_LANES_OP("bfe.u32", bfe<u32>),
    FOREWARP_LANES_OP("bfe.s32", bfe<s32>),
    FOREWARP_LANES_OP("bfe.u64", bfe<u64>),
    FOREWARP_LANES_OP("bfe.s64", bfe<s64>),
    FOREWARP_LANES_OP("bfi.b32", bfi<u32>),
    FOREWARP_LANES_OP("bfi.b64", bfi<u64>),
    FOREWARP_LANES_OP("bmsk.clamp.b32", bmsk<true>),
    FOREWARP_LANES_OP("bmsk.wrap.b32", bmsk<false>),
    FOREWARP_LANES_OP("szext.clamp.u32", szext<u32, true>),
    FOREWARP_LANES_OP("szext.wrap.u32", szext<u32, false>),
    FOREWARP_LANES_OP("szext.clamp.s32", szext<s32, true>),
    FOREWARP_LANES_OP("szext.wrap.s32", szext<s32, false>),
    sparse_op<&fns>("fns.b32"),
};

}  // namespace

std::span<const LaneEntry> FOREWARP_LANES_ISA::bits_table() { return entries; }

}  // namespace forewarp::emu::lanes
