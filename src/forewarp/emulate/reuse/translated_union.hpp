// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The sectors that all blocks of the grid touch together, where each block touches those of a reference block,
/// translated (translation.hpp).
#include <optional>
#include <span>
#include <vector>

#include "forewarp/emulate/reuse/translation.hpp"

namespace forewarp::profile {

/// Sectors [first, end).
struct SectorRange {
  std::uint64_t first, end;
};

/// Sum of the weights of the sectors that the translations of one buffer cover over all blocks of the grid, each sector
/// counted once. sectors: those of the reference block that have a translation, ascending; reference: its linear index;
/// within: the buffer, outside of which nothing is touched. Nothing where it would take too long: above 10^6 intervals,
/// or where they are spread over more than 2 GiB.
///
/// Example: 100 blocks along x, 32 sectors a block of weight 1, and the reference touches [0, 34): 99 * 32 + 34 = 3202.
[[nodiscard]] std::optional<double> translated_union(const std::vector<Translation>& translations,
                                                     std::span<const BlockSectors::Sector> sectors,
                                                     std::uint64_t reference, launch::Dim3 grid, SectorRange within);

}  // namespace forewarp::profile
