// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// From the sectors of the blocks that were kept to the reuse between blocks of the grid (block_reuse.hpp).
///
/// Every block kept: counted. Else what a typical block touches is told apart by instruction: where addresses are
/// affine in the block index (translation.hpp) the last block that touched a sector is solved for, with the block put
/// at random places of the grid; what depends on data is looked up in blocks at chosen distances before an origin, and
/// between those the chance to be touched by a block is taken to be constant.
#include <optional>
#include <vector>

#include "forewarp/emulate/profile/block_reuse.hpp"
#include "forewarp/emulate/reuse/sampled_blocks.hpp"

namespace forewarp::profile {

/// Of all sectors that a block touches in a buffer, and of those that it writes.
struct BufferReuse {
  BlockReuse all, written;
};

/// By buffer; nothing where no block touched it or nothing can be told.
[[nodiscard]] std::vector<std::optional<BufferReuse>> reuse_between_blocks(const SampledBlocks& kept);

/// Share of the sectors of a typical block that no translation explains.
[[nodiscard]] double irregular_share(const SampledBlocks& kept);

}  // namespace forewarp::profile
