// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What translations explain of a buffer's sectors, and the last block that touched them, solved for.
#include <vector>

#include "forewarp/emulate/reuse/kept_blocks.hpp"
#include "forewarp/emulate/reuse/step_sums.hpp"
#include "forewarp/emulate/reuse/translation.hpp"

namespace forewarp::profile {

/// What one buffer's translations are, and which block they start from.
struct Regular {
  const BlockSectors* reference = nullptr;
  std::vector<Translation> translations;
  std::vector<std::uint64_t> slots;  ///< bit a slot that has one
  double explained = 0, all = 0;     ///< weight of the reference's sectors
  double written_explained = 0, written = 0;

  [[nodiscard]] bool explains(const BlockSectors& block, const BlockSectors::Sector& sector) const {
    for (std::size_t w = 0; w < slots.size(); ++w)
      if ((block.marks[sector.marks + w] & slots[w]) != 0) return true;
    return false;
  }
};

[[nodiscard]] Regular regular_part(const KeptBlocks& kept, std::int32_t buffer);

/// How far back the explained sectors were last touched, at evenly spread places of the grid.
[[nodiscard]] BothSums solved(const KeptBlocks& kept, std::int32_t buffer, const Regular& regular);

}  // namespace forewarp::profile
