// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Trees as they are asked, and as they lie in a model file. Only nodes that split are nodes, of eight bytes each; a
/// leaf is a side of a node, so that half of a tree need not be touched and a walk is a step shorter. Children that
/// split are neighbours, and a cache line holds eight nodes: a node, those below it, and of what is further down what
/// most samples come to; so a walk touches a line for every three steps or so. Trees start on lines of their own.
///
/// Children lie after their parent, so a walk always ends; read_packed sees to it.
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
  /// left_leaf, right_leaf, then the feature, then in slot_bits where the left child is, counted from the tree's first
  /// node. The right child is the one after; where the left is a leaf, only it is there.
  std::uint32_t word;
};
static_assert(sizeof(PackedNode) == 8);

inline constexpr std::size_t nodes_per_line = 8;

/// What is asked; owned by whoever has the predictor. A leaf is told by twice its node plus one on the right.
struct PackedView {
  std::uint64_t features = 0, outputs = 0;
  unsigned slot_bits = 0;
  std::span<const PackedNode> nodes;
  std::span<const std::uint64_t> node_begin;  ///< of each tree, and the end; whole lines
  std::span<const double> values;             ///< two leaves a node x outputs; 0 where a child is no leaf
  [[nodiscard]] std::size_t trees() const { return node_begin.size() - 1; }
};

/// What the index of any of so many features leaves of a word.
[[nodiscard]] unsigned slot_bits_for(std::size_t features);

/// A tree's own part: nodes in lines, and for each leaf the grown node it was, or none.
struct PackedTree {
  static constexpr std::uint32_t none = 0xffffffff;
  LineVector<PackedNode> nodes;
  std::vector<std::uint32_t> leaf_nodes;
};

/// Throws InputError for a tree that has too many nodes beside that many features (2^30 / features).
[[nodiscard]] PackedTree pack(const GrownTree& tree, unsigned slot_bits);
/// Of each leaf the values of the grown node it was; 0 for none.
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
/// Where they lie. Throws InputError for anything a walk could not survive, and for values that are not finite.
[[nodiscard]] PackedView read_packed(Reader& in);

}  // namespace forewarp::learn::trees
