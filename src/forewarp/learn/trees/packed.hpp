// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Trees in the form in which they predict and are stored in a model file. Only nodes that split are nodes, of eight
/// bytes each; a leaf is a side of a node, so that half of a tree need not be touched and a traversal is a step
/// shorter. Children that split are neighbours, and a cache line holds eight nodes: a node, its children, and of the
/// deeper nodes those that most samples reach; so a traversal touches a new line about every three steps. Each tree
/// starts on a line of its own.
///
/// Children come after their parent, so a traversal always ends; read_packed checks it.
#include <cstdint>
#include <span>

#include "forewarp/learn/binary.hpp"
#include "forewarp/learn/trees/aligned.hpp"
#include "forewarp/learn/trees/grown.hpp"

namespace forewarp::learn::trees {

struct PackedNode {
  static constexpr std::uint32_t left_leaf = 0x40000000, right_leaf = 0x80000000;
  static constexpr unsigned word_bits = 30;
  float threshold;  ///< right where x > threshold
  /// left_leaf, right_leaf, then the feature, then in slot_bits the index of the left child, relative to the tree's
  /// first node. The right child is the next one; where the left is a leaf, only the right one is stored.
  std::uint32_t word;
};
static_assert(sizeof(PackedNode) == 8);

inline constexpr std::size_t nodes_per_line = 8;

/// A view for prediction; the predictor's owner holds the data. A leaf is identified by twice its node, plus one for
/// the right side.
struct PackedView {
  std::uint64_t features = 0, outputs = 0;
  unsigned slot_bits = 0;
  std::span<const PackedNode> nodes;
  std::span<const std::uint64_t> node_begin;  ///< first node of each tree, and the end; multiples of a line
  std::span<const double> values;             ///< two leaves per node x outputs; 0 where a child is no leaf
  [[nodiscard]] std::size_t trees() const { return node_begin.size() - 1; }
};

/// Bits of a word that remain beside the index of one of `features` features.
[[nodiscard]] unsigned slot_bits_for(std::size_t features);

/// One tree: nodes in lines, and for each leaf the index of its grown node, or none.
struct PackedTree {
  static constexpr std::uint32_t none = 0xffffffff;
  LineVector<PackedNode> nodes;
  std::vector<std::uint32_t> leaf_nodes;
};

/// Throws InputError for a tree that has too many nodes beside that many features (2^30 / features).
[[nodiscard]] PackedTree pack(const GrownTree& tree, unsigned slot_bits);
/// The values of each leaf's grown node; 0 for none.
[[nodiscard]] std::vector<double> leaf_values(const PackedTree& packed, const GrownTree& tree, std::size_t outputs);

/// All trees of a predictor.
struct PackedForest {
  std::uint64_t features = 0, outputs = 0;
  LineVector<PackedNode> nodes;
  std::vector<std::uint64_t> node_begin = {0};
  std::vector<double> values;
  void add(const PackedTree& tree, std::span<const double> leaf_values);
  [[nodiscard]] PackedView view() const;
};

void write(const PackedView& forest, Writer& out);
/// A view into the file. Throws InputError for anything that a traversal could not survive, and for values that are not
/// finite.
[[nodiscard]] PackedView read_packed(Reader& in);

}  // namespace forewarp::learn::trees
