// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// From samples to leaves. Many traversals are in flight at once, so that their cache misses overlap: over the trees
/// for one sample, over the samples for many; with vector gathers where the processor has them.
#include <cstdint>
#include <span>
#include <vector>

#include "forewarp/learn/trees/node_kernels.hpp"
#include "forewarp/learn/trees/packed.hpp"
#include "forewarp/learn/trees/traverse_avx2.hpp"

namespace forewarp::learn::trees {

/// The leaf that a sample reaches in each of the trees from `first` on, counted over the whole forest. x: one float per
/// feature.
void leaves_of_sample(const PackedView& forest, const float* x, std::size_t first, std::span<std::uint64_t> leaf,
                      InstructionSet isa);
/// Working memory of leaves_of_tree, reused from tree to tree.
struct TraverseBuffer {
  std::vector<std::uint32_t> row, node;
  void start(std::size_t rows);
};
/// The leaf that each sample reaches in one tree, counted from the tree's first.
void leaves_of_tree(const PackedView& forest, std::size_t tree, FloatRows rows, std::span<std::uint32_t> leaf,
                    TraverseBuffer& buffer, InstructionSet isa);

}  // namespace forewarp::learn::trees
