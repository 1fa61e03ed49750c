// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Shared loads that are wide on the machine: those of neighbouring words that the machine compiler makes one load of,
/// and those that PTX has wide already.
///
/// PTX loads [r+0], [r+4], [r+8], [r+12] one by one; ptxas makes an LDS.128 of them, or an LDS.64 of two, where it can
/// prove the address to be a multiple of 16 or 8 (seen in the machine code that nvcc 13 makes of tiled matrix products
/// for sm_75, sm_80 and sm_90: of 32 loads in PTX, 16 along a row become four LDS.128, 16 down a column stay).
/// Candidates are loads of one basic block, without a guard, with one base that is not redefined between them, and no
/// store to shared memory, atomic, call or barrier between. A group is aligned where the lowest bits of its base prove
/// it (a row that begins at a multiple of a parameter stays in single loads), and every address that the emulation met
/// is (assemble_merge.cpp).
#include <array>
#include <cstdint>
#include <vector>

#include "forewarp/emulate/machine/observer.hpp"
#include "forewarp/frontend/analysis/low_bits.hpp"

namespace forewarp::profile {

/// Widths of merged loads in bytes per lane, widest first.
inline constexpr std::array<std::uint16_t, 2> merged_widths = {16, 8};

struct MergeCandidates {
  static constexpr std::uint32_t none = 0xffffffff;

  struct Load {
    std::uint32_t site;
    std::int64_t offset;  ///< bytes from the base
  };
  /// Loads of equal size that may merge, by rising offset.
  struct Run {
    std::uint32_t bytes = 0;      ///< of each, a lane
    analysis::LowBits base = {};  ///< what all of them add their offset to
    std::vector<Load> loads;
    /// How many loads from `first` on make one of `width` bytes: 1 for one that is so wide by itself, 0 when there are
    /// gaps or too few.
    [[nodiscard]] std::size_t covering(std::size_t first, std::uint32_t width) const;
    /// Whether the machine compiler can tell that the load from `first` on may be `width` bytes wide.
    [[nodiscard]] bool provably_aligned(std::size_t first, std::uint32_t width) const;
  };
  std::vector<Run> runs;
  std::vector<std::uint32_t> lead_of_site;  ///< site -> number among the loads that may be first of a group, or none
  std::uint32_t leads = 0;

  explicit MergeCandidates(const emu::ProgramMap& map);
};

}  // namespace forewarp::profile
