// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What translations explain of a buffer's sectors, and the last block that touched them, solved for.
#include <vector>

#include "forewarp/emulate/reuse/reuse_weights.hpp"
#include "forewarp/emulate/reuse/sampled_blocks.hpp"
#include "forewarp/emulate/reuse/translation.hpp"

namespace forewarp::profile {

/// What one buffer's translations are, and which block they start from.
struct AffineReuse {
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

[[nodiscard]] AffineReuse affine_part(const SampledBlocks& kept, std::int32_t buffer);

/// How far back the explained sectors were last touched, at evenly spread places of the grid.
[[nodiscard]] ReadAndWrittenWeights affine_reuse(const SampledBlocks& kept, std::int32_t buffer,
                                                 const AffineReuse& regular);

}  // namespace forewarp::profile
