// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// From the sectors of the blocks that were kept to the reuse between blocks of the grid (block_reuse.hpp).
///
/// Every block kept: counted. Else what a typical block touches is told apart by instruction: where addresses are
/// affine in the block index (translation.hpp) the last block that touched a sector is solved for, with the block put
/// at random places of the grid; what depends on data is looked up in blocks at chosen distances before an origin, and
/// between those the chance to be touched by a block is taken to be constant.
#include <map>

#include "forewarp/profile/overlap.hpp"

namespace forewarp::profile {

struct KeptBlocks {
  const std::map<std::uint64_t, BlockSectors>* blocks;
  launch::Dim3 grid;
  std::size_t slots;
  const BufferMap* buffers;
  std::vector<std::uint64_t> origins;  ///< of lineages; their ancestors were kept too
  std::vector<std::uint64_t> writing;  ///< bit a slot that stores; empty: none is known to
};

/// Of all sectors that a block touches in a buffer, and of those that it writes.
struct BufferReuse {
  BlockReuse all, written;
};

/// By buffer; nothing where no block touched it or nothing can be told.
[[nodiscard]] std::vector<std::optional<BufferReuse>> reuse_between_blocks(const KeptBlocks& kept);

/// Share of the sectors of a typical block that no translation explains.
[[nodiscard]] double irregular_share(const KeptBlocks& kept);

/// Distances at which blocks before an origin are looked at, those of them below `before`: each of the nearest, then
/// every other Fibonacci number (they meet rows of any length at any place), and the neighbours along y and z.
[[nodiscard]] std::vector<std::uint64_t> ancestor_distances(std::uint64_t before, launch::Dim3 grid);

/// As many of them, at most, as spread over near and far where looking at all would cost too much.
[[nodiscard]] std::vector<std::uint64_t> sparse_ancestors(std::uint64_t before, launch::Dim3 grid, std::size_t most);

/// Blocks far enough in to have ancestors.
[[nodiscard]] std::vector<std::uint64_t> lineage_origins(launch::Dim3 grid, unsigned count);

}  // namespace forewarp::profile
