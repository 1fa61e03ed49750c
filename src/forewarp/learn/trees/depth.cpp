// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/trees/depth.hpp"

#include <algorithm>
#include <vector>

#include "forewarp/learn/trees/forest.hpp"

namespace forewarp::learn::trees {
namespace {

/// Children come after their parent, so one pass in order sets each node's depth before its
/// children's. A node's depth counts the comparisons up to its own; packed nodes all split, so the
/// greatest is also the number of steps to the deepest leaf. (A tree of a single leaf is packed as
/// one node and counts 1.) Fillers (pack.cpp) are never reached and keep 0.
std::size_t depth_of(std::span<const PackedNode> tree, unsigned slot_bits) {
  const std::uint32_t slot_mask = (std::uint32_t{1} << slot_bits) - 1;
  std::vector<std::size_t> depth(tree.size(), 0);  // 0: not reached
  if (!tree.empty()) depth[0] = 1;
  for (std::size_t i = 0; i < tree.size(); ++i) {
    if (depth[i] == 0) continue;
    const std::uint32_t word = tree[i].word;
    std::size_t child = word & slot_mask;
    if ((word & PackedNode::left_leaf) == 0) depth[child++] = depth[i] + 1;
    if ((word & PackedNode::right_leaf) == 0) depth[child] = depth[i] + 1;
  }
  return depth.empty() ? 0 : *std::ranges::max_element(depth);
}

}  // namespace

double mean_depth(const PackedView& forest) {
  std::size_t sum = 0;
  for (std::size_t t = 0; t < forest.trees(); ++t)
    sum += depth_of(forest.nodes.subspan(forest.node_begin[t], forest.node_begin[t + 1] - forest.node_begin[t]),
                    forest.slot_bits);
  return forest.trees() == 0 ? 0 : static_cast<double>(sum) / static_cast<double>(forest.trees());
}

std::optional<double> mean_depth(const Predictor& predictor) {
  const auto* forest = dynamic_cast<const ForestPredictor*>(&predictor);
  return forest == nullptr ? std::nullopt : std::optional(mean_depth(forest->view()));
}

}  // namespace forewarp::learn::trees
