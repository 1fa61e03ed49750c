// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The probability that the k-th previous block touched a sector that the k - 1 blocks between did not, from all
/// sampled blocks. Each sector of each block is looked up in the sampled blocks before it, the nearest first, until one
/// has it. One anchor block finds few of its sectors in a large buffer, so its own rate is uncertain; pairs of sampled
/// blocks are many. The rate falls with k where some sectors are used more often than others.
#include <array>

#include "forewarp/emulate/reuse/affine_reuse.hpp"
#include "forewarp/emulate/reuse/sampled_blocks.hpp"

namespace forewarp::profile {

/// By octaves of k: element o is for k from 2^o to 2^(o+1) - 1.
struct ReuseRateByAge {
  std::array<double, 64> hits{}, lookups{};  ///< sectors
};

/// For the sectors of a buffer that no translation explains.
[[nodiscard]] ReuseRateByAge reuse_rate_by_age(const SampledBlocks& kept, std::int32_t buffer,
                                               const AffineReuse& regular, bool only_written);

/// Probability that the k-th previous block (k = number, from 1) touched a sector: hits / lookups of that block, shrunk
/// towards the `usual` rate, which has the weight of 10 hits (10 counts have a relative error of about a third).
[[nodiscard]] double reuse_rate(double hits, double lookups, const ReuseRateByAge& usual, std::size_t number);

}  // namespace forewarp::profile
