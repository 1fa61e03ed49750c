// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// A comparison that a kernel makes, as a function of the block index b: the sign of
///
///     per_block . b + rest + step * k        rest in [low, high] over the threads of a block, k >= 0 iterations
///
/// Blocks with the same outcome() take the same side of the comparison in every thread and in every iteration.
/// Example: `if (blockIdx.x * 256 + threadIdx.x < 1000)` has per_block = {256, 0, 0} and rest in [-1000, -745]. The
/// outcome is "below" for blocks 0 to 2, one of its own for block 3 and "above" from block 4 on.
#include <array>
#include <compare>
#include <cstdint>
#include <optional>

namespace forewarp::profile {

/// Blocks [first, first + extent) along each axis.
struct BlockBox {
  std::array<std::uint32_t, 3> first{}, extent{1, 1, 1};
  [[nodiscard]] std::uint64_t blocks() const { return std::uint64_t{extent[0]} * extent[1] * extent[2]; }
};

struct BlockCondition {
  std::array<std::int64_t, 3> per_block{};
  std::int64_t low = 0, high = 0, step = 0;
  bool is_open = false;  ///< rest is the same in every block, but not known
  auto operator<=>(const BlockCondition&) const = default;
};

/// Identifies an outcome; the numbers have no meaning of their own.
using Outcome = std::array<std::int64_t, 3>;

/// The outcome that all blocks of the box have in common; nothing where it may differ.
[[nodiscard]] std::optional<Outcome> outcome(const BlockCondition& condition, const BlockBox& box);

/// An upper bound of the number of outcomes of the box's blocks.
[[nodiscard]] double max_outcomes(const BlockCondition& condition, const BlockBox& box);

}  // namespace forewarp::profile
