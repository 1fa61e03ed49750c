// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// From the sectors of the sampled blocks to the reuse between blocks of the grid (block_reuse.hpp).
///
/// If every block was sampled, reuse is counted. Otherwise the sectors of a typical block are divided by instruction:
/// where addresses are affine in the block index (translation.hpp), the last block that touched a sector is computed
/// for quasi-random positions in the grid; where they follow from the block index in another way (`pid / group`), it is
/// looked up in the addresses of all blocks (block_addresses.hpp); where they depend on data, sectors are looked up in
/// blocks at chosen distances before an anchor block, and between those distances the probability that a block touches
/// the sector is assumed to be constant.
#include <optional>
#include <vector>

#include "forewarp/emulate/profile/block_reuse.hpp"
#include "forewarp/emulate/reuse/sampled_blocks.hpp"

namespace forewarp::profile {

/// Of all sectors that a block touches in a buffer, and of those that it writes.
struct BufferReuse {
  BlockReuse all, written;
};

/// By buffer; nothing where no block touched it or nothing can be estimated.
[[nodiscard]] std::vector<std::optional<BufferReuse>> reuse_between_blocks(const SampledBlocks& kept);

/// Share of the sectors of a typical block that no translation explains.
[[nodiscard]] double irregular_share(const SampledBlocks& kept);

}  // namespace forewarp::profile
