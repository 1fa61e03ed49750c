// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The sectors that all blocks touch together, where not all ran and their addresses follow no rule: between which
/// numbers they must be, from the blocks that were drawn at random.
///
///   least = seen + f1^2 / (2 f2)      Chao's bound for sectors that the sample has not seen (touch_frequency.hpp), f1
///                                     and f2 being those that one and two of its n blocks touch
///   most  = seen + f1 (N / n - 1)     no block of the grid touches what one of the sample alone touched; and no more
///                                     than the buffer has
///
/// Where blocks differ much in their sectors, translations are not believed either: they were fitted to blocks that
/// may be of another kind than most.
#include "forewarp/emulate/profile/assembly.hpp"
#include "forewarp/emulate/reuse/sampled_blocks.hpp"

namespace forewarp::profile {

struct DistinctSectors {
  double irregular = 0;  ///< share of the sectors that no translation explains
  double least = 0, estimate = 0, most = 0;
  double refetched = 0;  ///< by how much more, relative, a cache that does not hold them all may have to fetch
};

/// Blocks are those of the working grid here, a mean block, too. by_rules has what translations and predecessors of
/// anchor blocks make of it.
[[nodiscard]] DistinctSectors distinct_sectors(const Observed& observed, const SampledBlocks& kept, std::int32_t buffer,
                                               const BufferFootprint& by_rules);

/// The blocks of the working grid that were drawn at random, and how many each represents.
[[nodiscard]] std::vector<DrawnBlock> drawn_blocks(const Observed& observed);

/// Distinct sectors of a buffer in the sampled blocks: a lower bound for the grid.
[[nodiscard]] double kept_sectors(const Observed& observed, std::size_t argument);

}  // namespace forewarp::profile
