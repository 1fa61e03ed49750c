// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/reuse/sampled_blocks.hpp"

#include "forewarp/emulate/profile/counters.hpp"

namespace forewarp::profile {

// Marks are a bit set of slots (memory instructions), 64 per word; so is the set of slots that store.
bool is_written(const SampledBlocks& kept, const BlockSectors& block, const BlockSectors::Sector& sector) {
  for (std::size_t w = 0; w < std::min(kept.writing.size(), block.words); ++w)
    if ((block.marks[sector.marks + w] & kept.writing[w]) != 0) return true;
  return false;
}

std::span<const std::uint64_t> SampledBlocks::addresses_of(std::size_t slot) const {
  const bool is_global = site_space_of[slot % site_spaces] == ptx::StateSpace::global;
  return addresses != nullptr && is_global ? addresses->of(slot / site_spaces) : std::span<const std::uint64_t>();
}

}  // namespace forewarp::profile
