// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// mov, its packing and unpacking forms, selp and slct.
#include "forewarp/emulate/lanes/scalar/moves.hpp"
#include "forewarp/emulate/lanes/kernels/row.hpp"

namespace forewarp::emu::lanes {
namespace {

void mov_predicate(std::byte* regs, const LaneInst& inst, LaneMask active, unsigned width) {
  for_groups(active, width, [&](unsigned group, u32 mask) {
    write_predicate(regs, inst, 0, group, mask, read_predicate(regs, inst, 1, group));
  });
}

/// Vector instructions have no elements of 16 bytes: what has them goes lane by lane.
struct Quad {
  u64 low, high;
};
/// Calls body(group, lane) for the active lanes.
template <class Body>
FOREWARP_LANES_INLINE void for_lanes(LaneMask active, unsigned width, Body body) {
  for_groups(active, width, [&](unsigned group, u32 mask) {
    for (u32 left = mask; left != 0; left &= left - 1) body(group, static_cast<unsigned>(__builtin_ctz(left)));
  });
}

void mov_quad(std::byte* regs, const LaneInst& inst, LaneMask active, unsigned width) {
  for_lanes(active, width, [&](unsigned group, unsigned lane) {
    row<Quad>(regs, inst, 0, group)[lane] = row<Quad>(regs, inst, 1, group)[lane];
  });
}

template <class T>
FOREWARP_LANES_INLINE T low_part(unsigned bits) {
  return bits >= 8 * sizeof(T) ? static_cast<T>(~T{0}) : static_cast<T>((T{1} << bits) - 1);
}

/// mov d, {a, b, ...}: count parts of type Part into Whole, the first lowest: {0x1234, 0xabcd}
/// becomes 0xabcd1234. Parts of 16 bits are rows of 32, whose upper halves are cut off.
template <class Whole, class Part, unsigned count>
void pack(std::byte* regs, const LaneInst& inst, LaneMask active, unsigned width) {
  constexpr unsigned bits = 8 * sizeof(Whole) / count;
  for_groups(active, width, [&](unsigned group, u32 mask) {
    alignas(64) Whole computed[group_size] = {};
    for (unsigned i = 0; i < count; ++i) {
      const Part* part = row<Part>(regs, inst, 1 + i, group);
      FOREWARP_LANES_LOOP computed[lane] |= static_cast<Whole>(part[lane] & low_part<Part>(bits)) << (bits * i);
    }
    blend_row(regs, inst, 0, group, computed, mask);
  });
}

/// mov {a, b, ...}, s: the reverse; a part may be '_'.
template <class Whole, class Part, unsigned count>
void unpack(std::byte* regs, const LaneInst& inst, LaneMask active, unsigned width) {
  constexpr unsigned bits = 8 * sizeof(Whole) / count;
  for_groups(active, width, [&](unsigned group, u32 mask) {
    alignas(64) Whole whole[group_size];  // a copy: a destination may be the source
    alignas(64) Part computed[group_size];
    const Whole* from = row<Whole>(regs, inst, count, group);
    FOREWARP_LANES_LOOP whole[lane] = from[lane];
    for (unsigned i = 0; i < count; ++i) {
      FOREWARP_LANES_LOOP computed[lane] = static_cast<Part>(whole[lane] >> (bits * i)) & low_part<Part>(bits);
      blend_row(regs, inst, i, group, computed, mask);
    }
  });
}

template <class Part>
void pack_quad(std::byte* regs, const LaneInst& inst, LaneMask active, unsigned width) {
  constexpr unsigned each = 8 / sizeof(Part);
  for_lanes(active, width, [&](unsigned group, unsigned lane) {
    u64 halves[2] = {};
    for (unsigned i = 0; i < 2 * each; ++i) {
      halves[i / each] |= u64{row<Part>(regs, inst, 1 + i, group)[lane]} << (8 * sizeof(Part) * (i % each));
    }
    row<Quad>(regs, inst, 0, group)[lane] = {halves[0], halves[1]};
  });
}
template <class Part>
void unpack_quad(std::byte* regs, const LaneInst& inst, LaneMask active, unsigned width) {
  constexpr unsigned each = 8 / sizeof(Part);
  for_lanes(active, width, [&](unsigned group, unsigned lane) {
    const Quad whole = row<Quad>(regs, inst, 2 * each, group)[lane];
    for (unsigned i = 0; i < 2 * each; ++i) {
      if (inst.rows[i] == LaneInst::absent_row) continue;
      row<Part>(regs, inst, i, group)[lane] =
          static_cast<Part>((i < each ? whole.low : whole.high) >> (8 * sizeof(Part) * (i % each)));
    }
  });
}

/// mov.v2 {a, b}, {c, d}: all are read before any is written, since a destination may be another's source.
template <class T, unsigned count>
void mov_vector(std::byte* regs, const LaneInst& inst, LaneMask active, unsigned width) {
  for_groups(active, width, [&](unsigned group, u32 mask) {
    alignas(64) T values[count][group_size];
    for (unsigned i = 0; i < count; ++i) {
      const T* from = row<T>(regs, inst, count + i, group);
      FOREWARP_LANES_LOOP values[i][lane] = from[lane];
    }
    for (unsigned i = 0; i < count; ++i) blend_row(regs, inst, i, group, values[i], mask);
  });
}

constexpr LaneEntry entries[] = {
    FOREWARP_LANES_OP("mov.b16", mov<u32>),
    FOREWARP_LANES_OP("mov.b32", mov<u32>),
    FOREWARP_LANES_OP("mov.b64", mov<u64>),
    {"mov.b128", &mov_quad, "qq", 1},
    {"mov.pred", &mov_predicate, "pp", 1, "a", Fusion::expression},
    {"mov.b32.pack2", &pack<u32, u32, 2>, "www", 1, "(a & 0xffff) | b << 16", Fusion::expression},
    {"mov.b32.pack4", &pack<u32, u32, 4>, "wwwww", 1},
    {"mov.b64.pack2", &pack<u64, u32, 2>, "lww", 1, "u64{a} | u64{b} << 32", Fusion::expression},
    {"mov.b64.pack4", &pack<u64, u32, 4>, "lwwww", 1},
    {"mov.b128.pack2", &pack_quad<u64>, "qll", 1},
    {"mov.b128.pack4", &pack_quad<u32>, "qwwww", 1},
    {"mov.b32.unpack2", &unpack<u32, u32, 2>, "www", 2, "a & 0xffff; a >> 16", Fusion::expression},
    {"mov.b32.unpack4", &unpack<u32, u32, 4>, "wwwww", 4},
    {"mov.b64.unpack2", &unpack<u64, u32, 2>, "wwl", 2, "u32(a); u32(a >> 32)", Fusion::expression},
    {"mov.b64.unpack4", &unpack<u64, u32, 4>, "wwwwl", 4},
    {"mov.b128.unpack2", &unpack_quad<u64>, "llq", 2},
    {"mov.b128.unpack4", &unpack_quad<u32>, "wwwwq", 4},
    {"mov.v2.b16", &mov_vector<u32, 2>, "wwww", 2},
    {"mov.v2.b32", &mov_vector<u32, 2>, "wwww", 2, "a; b", Fusion::expression},
    {"mov.v2.b64", &mov_vector<u64, 2>, "llll", 2, "a; b", Fusion::expression},
    {"mov.v4.b16", &mov_vector<u32, 4>, "wwwwwwww", 4},
    {"mov.v4.b32", &mov_vector<u32, 4>, "wwwwwwww", 4, "a; b; c; d", Fusion::expression},
    {"mov.v4.b64", &mov_vector<u64, 4>, "llllllll", 4, "a; b; c; d", Fusion::expression},
    {"mov.v8.b16", &mov_vector<u32, 8>, "wwwwwwwwwwwwwwww", 8},
    {"mov.v8.b32", &mov_vector<u32, 8>, "wwwwwwwwwwwwwwww", 8},
    FOREWARP_LANES_OP("selp.b16", selp<u32>),
    FOREWARP_LANES_OP("selp.b32", selp<u32>),
    FOREWARP_LANES_OP("selp.b64", selp<u64>),
    FOREWARP_LANES_OP("slct.b16.s32", slct_s32<u32>),
    FOREWARP_LANES_OP("slct.b32.s32", slct_s32<u32>),
    FOREWARP_LANES_OP("slct.b64.s32", slct_s32<u64>),
    FOREWARP_LANES_OP("slct.b16.f32", slct_f32<u32, false>),
    FOREWARP_LANES_OP("slct.b32.f32", slct_f32<u32, false>),
    FOREWARP_LANES_OP("slct.b64.f32", slct_f32<u64, false>),
    FOREWARP_LANES_OP("slct.ftz.b16.f32", slct_f32<u32, true>),
    FOREWARP_LANES_OP("slct.ftz.b32.f32", slct_f32<u32, true>),
    FOREWARP_LANES_OP("slct.ftz.b64.f32", slct_f32<u64, true>),
};

}  // namespace

std::span<const LaneEntry> FOREWARP_LANES_ISA::moves_table() { return entries; }

}  // namespace forewarp::emu::lanes
