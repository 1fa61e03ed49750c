// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// One tree in the form in which many samples traverse it. A step of a packed tree (packed.hpp) extracts bits, compares
/// floats and tests for a leaf; here a step is a comparison and an addition:
///
///     slot = left[slot] + (threshold[slot] < x[feature[slot]])
///
/// Thresholds and samples are whole numbers that order as their floats do. A leaf is a node that leads to itself, so
/// that samples may take more steps than they need, and samples that advance alternately need no branch. The price is
/// twice the memory and a pass over the tree, which pays off for many samples.
#include <cstdint>
#include <span>
#include <vector>

#include "forewarp/learn/trees/aligned.hpp"
#include "forewarp/learn/trees/packed.hpp"
#include "forewarp/learn/trees/traverse_avx2.hpp"

namespace forewarp::learn::trees {

/// Rows of a tile. Their traversals advance alternately, so that one loads while others wait.
inline constexpr std::size_t tile_rows = 16;

/// Samples in tiles: feature j of row i is keys[(i / tile_rows * features + j) * tile_rows + i % tile_rows].
struct SampleTiles {
  std::size_t rows = 0, features = 0;
  LineVector<std::uint32_t> keys;  ///< the last tile is filled up with the last row
};

[[nodiscard]] SampleTiles tiles_of(FloatRows samples, std::size_t rows, std::size_t features);

struct UnfoldedNode {
  std::uint32_t threshold;  ///< right where the sample's key is greater
  std::uint16_t feature;    ///< times tile_rows
  std::uint16_t left;       ///< slot of the left child; the right child is the next one
};

/// Slot 0 is the root. The children of the packed node i are in the slots 2 i + 2 and 2 i + 3: the slot of a leaf is
/// its number in the packed tree, and 2.
struct UnfoldedTree {
  LineVector<UnfoldedNode> nodes;
  std::vector<std::uint64_t> in_order;  ///< working memory: an unfolded node for each packed one
};

/// Whether slots and features fit in 16 bits, and this many samples are worth a pass over the tree.
[[nodiscard]] bool worth_unfolding(const PackedView& forest, std::size_t tree, std::size_t rows);
/// Replaces `out`, whose memory is reused.
void unfold(const PackedView& forest, std::size_t tree, UnfoldedTree& out);

/// What is fetched from memory while samples traverse a tree: the values of their leaves, and the next tree.
struct Needed {
  const double* values;  ///< of the tree's first leaf
  std::size_t outputs;
  std::span<const PackedNode> next_tree;
};

/// The leaf that each sample reaches, counted from the tree's first. Returns how many samples needed more than `steps`
/// (at least 1), which is slower; more steps than needed are slower, too.
[[nodiscard]] std::size_t leaves_of_tiles(const UnfoldedTree& tree, const SampleTiles& samples, std::size_t steps,
                                          const Needed& needed, std::span<std::uint32_t> leaf);

}  // namespace forewarp::learn::trees
