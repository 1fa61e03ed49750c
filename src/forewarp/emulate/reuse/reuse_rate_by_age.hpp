// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// How likely a block is to touch a sector that others before it did not, from all blocks that were kept. Each sector
/// of each block is looked up in the kept blocks before it, the nearest first, until one has it. An origin of a lineage
/// meets few sectors of a large buffer, so that the chance is known badly from it alone; pairs of blocks are many.
/// The chance falls with the number of blocks asked in vain where some sectors are asked for more than others.
#include <array>

#include "forewarp/emulate/reuse/affine_reuse.hpp"
#include "forewarp/emulate/reuse/sampled_blocks.hpp"

namespace forewarp::profile {

/// By octaves of the number of the block asked, the first being 1.
struct ReuseRateByAge {
  std::array<double, 64> hits{}, lookups{};  ///< sectors
};

/// Of a buffer's sectors that no translation explains.
[[nodiscard]] ReuseRateByAge reuse_rate_by_age(const SampledBlocks& kept, std::int32_t buffer,
                                               const AffineReuse& regular, bool only_written);

/// Chance to be met by the block that is asked as so manieth (from 1), from what it met of the sectors asked for and
/// from what is usual, which is worth 10 meetings: they alone would be known to a third.
[[nodiscard]] double reuse_rate(double hits, double lookups, const ReuseRateByAge& usual, std::size_t number);

}  // namespace forewarp::profile
