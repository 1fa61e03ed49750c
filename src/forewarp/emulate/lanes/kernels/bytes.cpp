// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// prmt: a word of bytes picked from two words. Bytes of {b, a} have the numbers 0 (lowest of a) to
/// 7 (highest of b); each nibble of c picks one, and its top bit asks for the byte's sign instead.
/// With a = 0x33221100, b = 0x77665544 and c = 0x5140 the bytes are 0, 4, 1, 5 from below:
/// 0x55114400.
#include "forewarp/emulate/lanes/kernels/row.hpp"
#include "forewarp/emulate/lanes/scalar/integers.hpp"

namespace forewarp::emu::lanes {
namespace {

enum class Permute : std::uint8_t { index, f4e, b4e, rc8, ecl, ecr, rc16 };

/// Byte number of {b, a} that goes to byte i, for the modes that name no byte each.
template <Permute mode>
FOREWARP_LANES_INLINE u32 source_of(u32 select, u32 i) {
  const u32 low = select & 3;
  switch (mode) {
    case Permute::index:
      break;
    case Permute::f4e:
      return (low + i) & 7;
    case Permute::b4e:
      return (low - i) & 7;
    case Permute::rc8:
      return low;
    case Permute::ecl:
      return i > low ? i : low;
    case Permute::ecr:
      return i < low ? i : low;
    case Permute::rc16:
      return (low & 1) * 2 + (i & 1);
  }
  return select >> (4 * i) & 7;
}

template <Permute mode>
u32 prmt(Control, u32 a, u32 b, u32 c) {
  const u64 bytes = u64{b} << 32 | a;
  u32 result = 0;
  for (u32 i = 0; i < 4; ++i) {
    u32 byte = static_cast<u32>(bytes >> (8 * source_of<mode>(c, i))) & 0xff;
    if (mode == Permute::index && (c >> (4 * i) & 8) != 0) byte = (byte & 0x80) != 0 ? 0xff : 0;
    result |= byte << (8 * i);
  }
  return result;
}

constexpr LaneEntry entries[] = {
    op<&prmt<Permute::index>>("prmt.b32"),     op<&prmt<Permute::f4e>>("prmt.b32.f4e"),
    op<&prmt<Permute::b4e>>("prmt.b32.b4e"),   op<&prmt<Permute::rc8>>("prmt.b32.rc8"),
    op<&prmt<Permute::ecl>>("prmt.b32.ecl"),   op<&prmt<Permute::ecr>>("prmt.b32.ecr"),
    op<&prmt<Permute::rc16>>("prmt.b32.rc16"),
};

}  // namespace

std::span<const LaneEntry> FOREWARP_LANES_ISA::bytes_table() { return entries; }

}  // namespace forewarp::emu::lanes
