// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Remembers the shape of a site's requests by their address pattern, because a loop repeats the same pattern at
/// another base again and again, and counting it anew costs several times what executing it does.
///
/// Two requests have one shape when their active lanes, their addresses less that of the first active lane, and the
/// alignment of that base agree: modulo 128 bytes for sectors and lines, modulo 4 for shared memory (moving the base by
/// a word turns the banks round), modulo 32 for local memory. Lanes that together stay within one sector may be
/// anywhere in theirs: a walk along a table, at one address for all, has one shape.
#include <array>
#include <cstdint>
#include <vector>

#include "forewarp/emulate/profile/half_warps.hpp"
#include "forewarp/emulate/profile/l1_passes.hpp"
#include "forewarp/emulate/profile/request_shape.hpp"

namespace forewarp::profile {

/// As operator==, without its branches and its call.
[[nodiscard]] inline bool same_lanes(const emu::AffineLanes& a, const emu::AffineLanes& b) {
  const auto& x = a.strides;
  const auto& y = b.strides;
  return ((x[0] ^ y[0]) | (x[1] ^ y[1]) | (x[2] ^ y[2]) | (x[3] ^ y[3]) | (x[4] ^ y[4]) | (x[5] ^ y[5])) == 0;
}

class ShapeMemo {
 public:
  struct Result {
    RequestShape shape;
    std::uint64_t base_sector = 0;
    /// Sector numbers less base_sector, as unsigned differences; valid until the next look-up.
    const std::vector<std::uint64_t>* sectors = nullptr;
  };

  /// The shape of this request, remembered or counted. access.addresses holds width entries.
  const Result& look_up(const emu::Access& access, unsigned width);

  /// What the halves of the warp cost, of the last look-up, which was of this access in global memory; counted when it
  /// is requested.
  [[nodiscard]] HalfWarps half_warps(const emu::Access& access, unsigned width);

  /// The cycles of L1, of the last look-up in the same way.
  [[nodiscard]] std::uint32_t l1_passes(const emu::Access& access, unsigned width);

  /// Bit a byte that the request touches in each of the sectors of the last look-up, which was of this access; counted
  /// when it is requested, for few blocks need it. Not for local memory. Valid until the next look-up.
  const std::vector<std::uint32_t>& touched_bytes(const emu::Access& access);

 private:
  static constexpr unsigned ways = 4, max_lanes = 64;
  struct Pattern {
    emu::LaneMask active = 0;
    ptx::StateSpace space{};
    std::uint16_t bytes = 0;
    unsigned alignment = 0;
    unsigned reach = 0;  ///< bytes from the base to the end of the last lane's, where they are in one sector; else 0
    bool is_affine = false;  ///< affine describes the offsets
    emu::AffineLanes affine;
    // Members that a hit reads precede those of a comparison lane by lane: unrolled code has thousands of sites, and
    // each miss of the cache costs more than the comparison.
    RequestShape shape;
    std::vector<std::uint64_t> sectors;
    HalfWarps halves;             ///< without passes until asked for
    std::uint32_t l1_passes = 0;  ///< 0 until asked for
    std::vector<std::uint32_t>
        touched;  ///< bytes of each sector, from the base on where reach is set; empty until asked for
    std::array<std::uint64_t, max_lanes> offsets;  ///< from the first active lane's address; 0 for other lanes
    std::array<std::uint64_t, max_lanes> mask;     ///< all ones for active lanes
    [[nodiscard]] bool stands_as(unsigned other) const;
    [[nodiscard]] bool holds(const emu::Access& access, std::uint64_t base, unsigned width) const;
  };
  void learn(const emu::Access& access, std::uint64_t base, unsigned alignment, unsigned width, Pattern& into);

  std::vector<Pattern> patterns_;
  unsigned next_ = 0, last_ = 0;
  int credit_ = 8;  ///< falls with misses, rises with hits; a site out of credit counts directly
  std::uint32_t since_retry_ = 0;
  Result result_;
  unsigned alignment_ = 0;    ///< of the last look-up
  Pattern* found_ = nullptr;  ///< by the last look-up; null where it counted directly
  std::vector<std::uint64_t> direct_;
  std::vector<std::uint32_t> direct_bytes_;
};

}  // namespace forewarp::profile
