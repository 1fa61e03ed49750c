// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Traversals with AVX-512 where a sample fits in a register: eight or sixteen trees at a time, so that a permutation
/// selects the feature and only nodes are gathered.
#include <cstddef>
#include <span>

#include "forewarp/learn/trees/packed.hpp"

namespace forewarp::learn::trees {

inline constexpr std::size_t trees_together = 8, max_features_in_register = 16;

/// Whether the functions below can handle `count` trees from `first` on.
[[nodiscard]] bool fits_registers(const PackedView& forest, std::size_t first, std::size_t count = trees_together);

/// leaves_of_sample (traverse.hpp) of as many trees as leaf has. Needs x86-64-v4.
void leaves_by_registers(const PackedView& forest, const float* x, std::size_t first, std::span<std::uint64_t> leaf);

/// Adds the predictions of the eight trees from `first` on to out, tree after tree; one output for each of `count`
/// samples. x: samples `stride` floats apart. Needs x86-64-v4.
void add_leaves(const PackedView& forest, std::size_t first, const float* x, std::size_t stride, std::size_t count,
                double* out);

}  // namespace forewarp::learn::trees
