// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Walks by AVX2's gathers.
#include <cstdint>
#include <span>

#include "forewarp/learn/trees/packed.hpp"

namespace forewarp::learn::trees {

/// Samples on their way through a tree: which they are, and the node each has come to.
struct ActiveSamples {
  std::uint32_t* row;
  std::uint32_t* node;
};

/// Takes all on their way, writes the leaves of those who arrive, and moves the others to the front; how many those
/// are: too few for a whole group of vectors (all of them without AVX2).
[[nodiscard]] std::size_t traverse_avx2(const PackedNode* root, unsigned slot_bits, const float* x, std::size_t stride,
                                        ActiveSamples active, std::size_t count, std::uint32_t* leaf);

}  // namespace forewarp::learn::trees
