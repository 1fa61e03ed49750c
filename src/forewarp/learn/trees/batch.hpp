// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The leaves of many samples in one tree after another, by whichever of two ways is faster: in the unfolded tree
/// (unfolded.hpp), or with gathers in the packed tree (traverse.hpp) where that is too large or the samples are few.
#include "forewarp/learn/trees/traverse.hpp"
#include "forewarp/learn/trees/unfolded.hpp"

namespace forewarp::learn::trees {

class Batch {
 public:
  /// The samples must outlive it.
  Batch(FloatRows samples, std::size_t rows, std::size_t features, InstructionSet isa)
      : samples_(samples), tiles_(tiles_of(samples, rows, features)), isa_(isa) {}
  /// Whether leaves() unfolds that tree.
  [[nodiscard]] bool unfolds(const PackedView& forest, std::size_t tree) const {
    return worth_unfolding(forest, tree, tiles_.rows);
  }
  /// The leaf of each sample, counted from the tree's first; until the next call.
  [[nodiscard]] std::span<const std::uint32_t> leaves(const PackedView& forest, std::size_t tree);

 private:
  FloatRows samples_;
  SampleTiles tiles_;
  InstructionSet isa_;
  UnfoldedTree unfolded_;
  std::size_t steps_ = 0;  ///< in which most samples arrived in the last unfolded tree; 0 before the first
  TraverseBuffer buffer_;
  std::vector<std::uint32_t> leaves_;
};

}  // namespace forewarp::learn::trees
