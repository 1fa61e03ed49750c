// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/reuse/sampled_blocks.hpp"

namespace forewarp::profile {

// Marks are a bit set of slots (memory instructions), 64 per word; so is the set of slots that store.
bool is_written(const SampledBlocks& kept, const BlockSectors& block, const BlockSectors::Sector& sector) {
  for (std::size_t w = 0; w < std::min(kept.writing.size(), block.words); ++w)
    if ((block.marks[sector.marks + w] & kept.writing[w]) != 0) return true;
  return false;
}

}  // namespace forewarp::profile
