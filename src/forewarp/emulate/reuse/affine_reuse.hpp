// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The part of a buffer's accesses that is affine in the block index, and its reuse distances, computed from the
/// translations.
#include <vector>

#include "forewarp/emulate/reuse/reuse_weights.hpp"
#include "forewarp/emulate/reuse/sampled_blocks.hpp"
#include "forewarp/emulate/reuse/translation.hpp"

namespace forewarp::profile {

/// The translations of one buffer and the reference block that they start from.
struct AffineReuse {
  const BlockSectors* reference = nullptr;
  std::uint64_t reference_block = 0;  ///< linear index
  std::vector<Translation> translations;
  std::vector<std::uint64_t> slots;  ///< one bit per slot that has a translation
  double explained = 0, all = 0;     ///< weight of the reference's sectors
  double written_explained = 0, written = 0;

  [[nodiscard]] bool explains(const BlockSectors& block, const BlockSectors::Sector& sector) const {
    for (std::size_t w = 0; w < slots.size(); ++w)
      if ((block.marks[sector.marks + w] & slots[w]) != 0) return true;
    return false;
  }
};

[[nodiscard]] AffineReuse affine_part(const SampledBlocks& kept, std::int32_t buffer);

/// Distances at which the explained sectors were last touched, at evenly spread positions in the grid.
[[nodiscard]] ReadAndWrittenWeights affine_reuse(const SampledBlocks& kept, std::int32_t buffer,
                                                 const AffineReuse& regular);

}  // namespace forewarp::profile
