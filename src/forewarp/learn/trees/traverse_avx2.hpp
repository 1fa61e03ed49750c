// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Traversals with AVX2 gathers.
#include <cstdint>
#include <span>

#include "forewarp/learn/trees/packed.hpp"

namespace forewarp::learn::trees {

/// Samples as floats, each `stride` behind the one before.
struct FloatRows {
  const float* x;
  std::size_t stride;
};

/// Unfinished samples: their indices, and the node that each has reached.
struct ActiveSamples {
  std::uint32_t* row;
  std::uint32_t* node;
};

/// Advances all samples; stores the leaf of each that finishes, compacts the rest to the front and returns their
/// number: fewer than a whole set of vector groups (all of them without AVX2).
[[nodiscard]] std::size_t traverse_avx2(const PackedNode* root, unsigned slot_bits, FloatRows rows,
                                        ActiveSamples active, std::size_t count, std::uint32_t* leaf);

}  // namespace forewarp::learn::trees
