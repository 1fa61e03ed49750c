// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Walks by AVX2's gathers.
#include <cstdint>
#include <span>

#include "forewarp/learn/trees/packed.hpp"

namespace forewarp::learn::trees {

/// The leaves of the samples, a whole number of groups from the first on; how many were done (none without AVX2).
[[nodiscard]] std::size_t gather_walk(const PackedNode* root, std::uint64_t feature_bits, const float* x,
                                      std::size_t stride, std::span<std::uint32_t> leaf);

}  // namespace forewarp::learn::trees
