// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/trees/walk.hpp"

#include <algorithm>

#include "forewarp/learn/trees/walk_gather.hpp"

namespace forewarp::learn::trees {
namespace {

/// More than the misses that a core of today can have outstanding.
constexpr std::size_t in_flight = 16;

/// begin(i) gives {the tree's first node, the sample}; end(i, leaf) takes the answer. Whoever arrives makes room for
/// the next.
struct Walk {
  const PackedNode* first = nullptr;
  const PackedNode* at = nullptr;
  const float* x = nullptr;
  std::size_t index = 0;
};

template <typename Begin, typename End>
void walk_all(std::size_t count, std::uint64_t feature_bits, const Begin& begin, const End& end) {
  Walk walks[in_flight];
  const std::uint32_t feature_mask = (1U << feature_bits) - 1;
  std::size_t active = std::min(count, in_flight), next = active;
  for (std::size_t i = 0; i < active; ++i) walks[i] = begin(i);
  while (active > 0) {
    for (std::size_t k = 0; k < active; ++k) {
      Walk& walk = walks[k];
      const PackedNode node = *walk.at;
      if (!node.is_leaf()) [[likely]] {
        const bool right = walk.x[node.word & feature_mask] > node.threshold;
        walk.at = walk.first + 2 * static_cast<std::size_t>(node.word >> feature_bits) + (right ? 1 : 0);
        continue;
      }
      end(walk.index, node.word ^ PackedNode::leaf_bit);
      if (next < count)
        walk = begin(next++);
      else
        walk = walks[--active];
    }
  }
}

}  // namespace

void leaves_of_sample(const PackedView& forest, const float* x, std::size_t first, std::span<std::uint64_t> leaf) {
  walk_all(
      leaf.size(), forest.feature_bits,
      [&](std::size_t i) {
        const PackedNode* const root = forest.nodes.data() + forest.node_begin[first + i];
        return Walk{root, root, x, i};
      },
      [&](std::size_t i, std::uint32_t at) { leaf[i] = forest.leaf_begin[first + i] + at; });
}

void leaves_of_tree(const PackedView& forest, std::size_t tree, const float* x, std::size_t stride,
                    std::span<std::uint32_t> leaf, Isa isa) {
  const PackedNode* const root = forest.nodes.data() + forest.node_begin[tree];
  std::size_t done = 0;
  if (isa == Isa::x86_64_v3) done = gather_walk(root, forest.feature_bits, x, stride, leaf);
  walk_all(
      leaf.size() - done, forest.feature_bits,
      [&](std::size_t i) {
        return Walk{root, root, x + (done + i) * stride, done + i};
      },
      [&](std::size_t i, std::uint32_t at) { leaf[i] = at; });
}

}  // namespace forewarp::learn::trees
