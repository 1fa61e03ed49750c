// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Reuse of sectors that no translation explains: looked up in predecessors of an anchor block, at chosen distances.
#include <optional>
#include <vector>

#include "forewarp/emulate/reuse/affine_reuse.hpp"
#include "forewarp/emulate/reuse/sampled_blocks.hpp"

namespace forewarp::profile {

/// Shares of the unexplained sectors; nothing where no anchor block touched any. Between the distances looked at, the
/// probability that a block touches a sector is assumed to be constant.
[[nodiscard]] std::optional<BlockReuse> sampled_reuse(const SampledBlocks& kept, std::int32_t buffer,
                                                      const AffineReuse& regular, bool only_written);

/// Distances below `before` at which predecessors of an anchor block are looked at: each of the nearest 8, then every
/// other Fibonacci number (so as not to resonate with the length of the grid's rows), and the neighbours along y and z.
[[nodiscard]] std::vector<std::uint64_t> predecessor_distances(std::uint64_t before, launch::Dim3 grid);

/// At most `most` of these distances, spread from near to far, where looking at all would cost too much.
[[nodiscard]] std::vector<std::uint64_t> sparse_predecessors(std::uint64_t before, launch::Dim3 grid, std::size_t most);

/// Blocks far enough into the grid to have predecessors.
[[nodiscard]] std::vector<std::uint64_t> anchor_blocks(launch::Dim3 grid, unsigned count);

}  // namespace forewarp::profile
