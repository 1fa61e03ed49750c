// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/trees/packed.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "forewarp/learn/read_checks.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::learn::trees {
namespace {

/// Every feature must exist and every child that splits must come after its node and inside the tree; then a traversal
/// reads no foreign memory and ends after at most `count` steps.
void check_tree(const PackedView& forest, std::size_t tree) {
  const std::uint64_t begin = forest.node_begin[tree], count = forest.node_begin[tree + 1] - begin;
  const std::uint32_t slot_mask = (1U << forest.slot_bits) - 1;
  std::uint32_t misfits = 0;  // collected without branches, so that the check runs at memory bandwidth
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint32_t word = forest.nodes[begin + i].word;
    const std::uint64_t left = word & slot_mask, right = left + 1;
    const std::uint64_t feature = (word & ~(PackedNode::left_leaf | PackedNode::right_leaf)) >> forest.slot_bits;
    const bool splits_left = (word & PackedNode::left_leaf) == 0, splits_right = (word & PackedNode::right_leaf) == 0;
    misfits |= static_cast<std::uint32_t>(feature >= forest.features) |
               (static_cast<std::uint32_t>(splits_left) & static_cast<std::uint32_t>((left <= i) | (left >= count))) |
               (static_cast<std::uint32_t>(splits_right) & static_cast<std::uint32_t>((right <= i) | (right >= count)));
  }
  if (misfits != 0) throw InputError(fmt::format("a node of tree {} in the model leads nowhere", tree + 1));
}

void check_begins(std::span<const std::uint64_t> begins, std::uint64_t size) {
  bool fits = begins.size() >= 2 && begins.front() == 0 && begins.back() == size;
  for (std::size_t i = 0; fits && i + 1 < begins.size(); ++i)
    fits = begins[i] < begins[i + 1] && begins[i] % nodes_per_line == 0;
  if (!fits) throw InputError("the trees in the model do not follow one another");
}

}  // namespace

/// Example: 20 features need 5 bits, so 25 remain: trees of up to 2^25 nodes.
unsigned slot_bits_for(std::size_t features) {
  return PackedNode::word_bits - static_cast<unsigned>(std::bit_width(features - 1));
}

void PackedForest::add(const PackedTree& tree, std::span<const double> leaf_values) {
  nodes.insert(nodes.end(), tree.nodes.begin(), tree.nodes.end());
  values.insert(values.end(), leaf_values.begin(), leaf_values.end());
  node_begin.push_back(nodes.size());
}

PackedView PackedForest::view() const {
  return {features, outputs, slot_bits_for(features), nodes, node_begin, values};
}

void write(const PackedView& forest, Writer& out) {
  out.integer(forest.features);
  out.integer(forest.outputs);
  out.arrays(forest.nodes, forest.node_begin, forest.values);
}

PackedView read_packed(Reader& in) {
  PackedView forest;
  forest.features = read_feature_count(in);
  forest.outputs = in.integer("the number of outputs", max_classes);
  if (forest.outputs == 0) throw InputError("the model's trees have no output");
  forest.slot_bits = slot_bits_for(forest.features);
  forest.nodes = in.array<PackedNode>();
  forest.node_begin = in.array<std::uint64_t>();
  forest.values = in.array<double>();
  check_begins(forest.node_begin, forest.nodes.size());
  if (forest.values.size() != 2 * forest.nodes.size() * forest.outputs)
    throw InputError("the model has not two values for each node");
  if (in.trust() == Trust::writer) return forest;
  for (std::size_t tree = 0; tree < forest.trees(); ++tree) check_tree(forest, tree);
  if (!all_finite(forest.values)) throw InputError("a leaf in the model has no finite value");
  return forest;
}

}  // namespace forewarp::learn::trees
