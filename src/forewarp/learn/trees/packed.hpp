// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Trees as they are asked, and as they lie in a model file. A node has eight bytes. The two children of a node are
/// neighbours, and a cache line holds four such pairs: a pair, the pairs below it, and of what is further down what
/// most samples come to; so a walk from root to leaf touches a line for every two or three steps. Trees start on lines
/// of their own.
///
/// A pair lies after the pair its parent is in, so a walk always ends; whoever reads nodes from a file has check() see
/// to it.
#include <cstdint>
#include <memory>
#include <span>

#include "forewarp/learn/binary.hpp"
#include "forewarp/learn/trees/aligned.hpp"
#include "forewarp/learn/trees/grown.hpp"

namespace forewarp::learn::trees {

struct PackedNode {
  static constexpr std::uint32_t leaf_bit = 0x80000000;
  float threshold;     ///< the right one of the pair where x > threshold
  std::uint32_t word;  ///< leaf_bit | leaf, or pair << feature_bits | feature, both counted from the tree's first
  [[nodiscard]] bool is_leaf() const { return (word & leaf_bit) != 0; }
};
static_assert(sizeof(PackedNode) == 8);

inline constexpr std::size_t nodes_per_line = 8;

/// What is asked; owned by whoever has the predictor.
struct PackedView {
  std::uint64_t features = 0, outputs = 0, feature_bits = 0;
  std::span<const PackedNode> nodes;
  std::span<const std::uint64_t> node_begin, leaf_begin;  ///< of each tree, and the end; node_begin in whole lines
  std::span<const double> values;                         ///< leaves x outputs
  [[nodiscard]] std::size_t trees() const { return node_begin.size() - 1; }
};

/// Bits that hold the index of any of so many features.
[[nodiscard]] std::uint64_t bits_for(std::size_t features);

/// A tree's own part: nodes in lines, leaf values, and for each leaf the grown node it was.
struct PackedTree {
  LineVector<PackedNode> nodes;
  std::vector<std::uint32_t> leaf_nodes;
};

/// Throws InputError for a tree that has too many nodes beside that many features (2^31 / features pairs).
[[nodiscard]] PackedTree pack(const GrownTree& tree, std::uint64_t feature_bits);

/// All trees of a predictor.
struct PackedForest {
  std::uint64_t features = 0, outputs = 0;
  LineVector<PackedNode> nodes;
  std::vector<std::uint64_t> node_begin = {0}, leaf_begin = {0};
  std::vector<double> values;
  /// values: leaves x outputs.
  void add(const PackedTree& tree, std::span<const double> leaf_values);
  [[nodiscard]] PackedView view() const;
};

void write(const PackedView& forest, Writer& out);
/// Where they lie. Throws InputError for anything a walk could not survive, and for values that are not finite.
[[nodiscard]] PackedView read_packed(Reader& in);

}  // namespace forewarp::learn::trees
