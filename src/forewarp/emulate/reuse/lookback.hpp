// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What no translation explains, looked up in blocks at chosen distances before an origin.
#include <optional>
#include <vector>

#include "forewarp/emulate/reuse/affine_reuse.hpp"
#include "forewarp/emulate/reuse/sampled_blocks.hpp"

namespace forewarp::profile {

/// Shares of what no translation explains; nothing where no origin touched any of it. Between the distances that were
/// looked at the chance to be touched by a block is taken to be constant.
[[nodiscard]] std::optional<BlockReuse> sampled_reuse(const SampledBlocks& kept, std::int32_t buffer,
                                                      const AffineReuse& regular, bool only_written);

/// Distances at which blocks before an origin are looked at, those of them below `before`: each of the nearest, then
/// every other Fibonacci number (they meet rows of any length at any place), and the neighbours along y and z.
[[nodiscard]] std::vector<std::uint64_t> predecessor_distances(std::uint64_t before, launch::Dim3 grid);

/// As many of them, at most, as spread over near and far where looking at all would cost too much.
[[nodiscard]] std::vector<std::uint64_t> sparse_predecessors(std::uint64_t before, launch::Dim3 grid, std::size_t most);

/// Blocks far enough in to have ancestors.
[[nodiscard]] std::vector<std::uint64_t> anchor_blocks(launch::Dim3 grid, unsigned count);

}  // namespace forewarp::profile
