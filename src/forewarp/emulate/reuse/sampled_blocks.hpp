// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The sectors of the sampled blocks (those whose sectors were recorded), for the estimates of their reuse.
#include <algorithm>
#include <map>
#include <vector>

#include "forewarp/emulate/machine/memory.hpp"
#include "forewarp/emulate/profile/overlap.hpp"
#include "forewarp/emulate/reuse/block_addresses.hpp"

namespace forewarp::profile {

/// A block that was drawn at random, and how many blocks of the grid it stands for.
struct DrawnBlock {
  const BlockSectors* sectors;
  double weight;
};

struct SampledBlocks {
  const std::map<std::uint64_t, BlockSectors>* blocks;
  launch::Dim3 grid;
  std::size_t slots;
  const BufferMap* buffers;
  std::vector<std::uint64_t> origins;  ///< anchor blocks; their predecessors were sampled, too
  std::vector<std::uint64_t> writing;  ///< one bit per slot that stores; empty: unknown
  std::vector<DrawnBlock> drawn = {};  ///< others, at random; empty: `blocks` is all there is
  BlockAddresses* addresses = nullptr;

  /// By block, of an access in global memory; empty where they are not known.
  [[nodiscard]] std::span<const std::uint64_t> addresses_of(std::size_t slot) const;
};

/// Whether a slot that stores touched the sector.
[[nodiscard]] bool is_written(const SampledBlocks& kept, const BlockSectors& block, const BlockSectors::Sector& sector);

/// Calls body(sector) for those of a buffer, in the order of their addresses.
template <typename Body>
void for_each_sector_of(const SampledBlocks& kept, const BlockSectors& block, std::int32_t buffer, Body body) {
  const auto number = kept.buffers->numbers[static_cast<std::size_t>(buffer)];
  if (number == 0) return;
  constexpr unsigned shift = emu::Memory::buffer_shift - sector_shift;
  const auto below = [](const auto& s, std::uint64_t limit) { return s.number < limit; };
  auto at = std::lower_bound(block.sectors.begin(), block.sectors.end(), number << shift, below);
  for (; at != block.sectors.end() && at->number >> shift == number; ++at) body(*at);
}

}  // namespace forewarp::profile
