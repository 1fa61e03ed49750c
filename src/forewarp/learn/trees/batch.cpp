// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/trees/batch.hpp"

#include <bit>

namespace forewarp::learn::trees {
namespace {

/// Empty after the last.
std::span<const PackedNode> nodes_of(const PackedView& forest, std::size_t tree) {
  if (tree >= forest.trees()) return {};
  const std::uint64_t begin = forest.node_begin[tree];
  return forest.nodes.subspan(begin, forest.node_begin[tree + 1] - begin);
}

/// Half as much again as that of a balanced tree; to begin with.
std::size_t likely_depth(std::size_t nodes) { return static_cast<std::size_t>(std::bit_width(nodes)) * 3 / 2; }

/// A step more costs every sample a few cycles, and spares some tens to about half of the late ones.
std::size_t adapted(std::size_t steps, std::size_t late, std::size_t rows) {
  constexpr std::size_t too_many = 10, too_few = 20;
  if (late * too_many > rows) return steps + 1;
  return late * too_few < rows && steps > 1 ? steps - 1 : steps;
}

}  // namespace

std::span<const std::uint32_t> Batch::leaves(const PackedView& forest, std::size_t tree) {
  leaves_.resize(tiles_.rows);
  if (unfolds(forest, tree)) {
    unfold(forest, tree, unfolded_);
    const double* const values = forest.values.data() + 2 * forest.node_begin[tree] * forest.outputs;
    if (steps_ == 0) steps_ = likely_depth(nodes_of(forest, tree).size());
    const Needed needed{values, forest.outputs, nodes_of(forest, tree + 1)};
    steps_ = adapted(steps_, leaves_of_tiles(unfolded_, tiles_, steps_, needed, leaves_), tiles_.rows);
  } else {
    leaves_of_tree(forest, tree, samples_, leaves_, buffer_, isa_);
  }
  return leaves_;
}

}  // namespace forewarp::learn::trees
