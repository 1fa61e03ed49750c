// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forest/node_array.hpp"

namespace forewarp::bench {

using learn::trees::PackedNode;

NodeArrayForest::NodeArrayForest(const learn::trees::PackedView& forest) {
  for (std::size_t tree = 0; tree < forest.trees(); ++tree) roots_.push_back(add(forest, forest.node_begin[tree], 0));
}

std::int32_t NodeArrayForest::add(const learn::trees::PackedView& forest, std::uint64_t first, std::uint64_t slot) {
  const PackedNode node = forest.nodes[first + slot];
  const auto at = static_cast<std::int32_t>(nodes_.size());
  constexpr std::uint32_t leaves = PackedNode::left_leaf | PackedNode::right_leaf;
  nodes_.push_back({node.threshold, 0, static_cast<std::int32_t>((node.word & ~leaves) >> forest.slot_bits), 0, 0});
  const auto child = [&](std::uint64_t side, std::uint32_t leaf) {
    if ((node.word & leaf) == 0) return add(forest, first, (node.word & ((1U << forest.slot_bits) - 1)) + side);
    nodes_.push_back({0, forest.values[2 * (first + slot) + side], -1, 0, 0});
    return static_cast<std::int32_t>(nodes_.size() - 1);
  };
  const std::int32_t left = child(0, PackedNode::left_leaf), right = child(1, PackedNode::right_leaf);
  nodes_[static_cast<std::size_t>(at)].left = left;
  nodes_[static_cast<std::size_t>(at)].right = right;
  return at;
}

double NodeArrayForest::predict(std::span<const double> row) const {
  double sum = 0;
  for (const std::int32_t root : roots_) {
    const Node* node = &nodes_[static_cast<std::size_t>(root)];
    while (node->feature >= 0)
      node = &nodes_[static_cast<std::size_t>(
          row[static_cast<std::size_t>(node->feature)] <= node->threshold ? node->left : node->right)];
    sum += node->value;
  }
  return sum / static_cast<double>(roots_.size());
}

}  // namespace forewarp::bench
