// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "forewarp/learn/trees/packed.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::learn::trees {
namespace {

/// The children of a node that split, which are to stand side by side.
struct Family {
  std::uint32_t parent;  ///< grown
  std::uint32_t slot;    ///< of the parent
  std::uint32_t samples;
  std::uint32_t size;
};

class Packer {
 public:
  Packer(const GrownTree& tree, unsigned slot_bits) : tree_(tree), slot_bits_(slot_bits) {}

  PackedTree pack() {
    if (tree_.nodes[0].is_leaf()) return alone();
    append(0);
    while (!line_.empty() || !waiting_.empty()) place_next();
    fill_line();
    return std::move(out_);
  }

 private:
  /// A tree that is a leaf: a node with it on both sides.
  PackedTree alone() {
    out_.nodes.push_back({0, PackedNode::left_leaf | PackedNode::right_leaf});
    out_.leaf_nodes.assign(2, 0);
    fill_line();
    return std::move(out_);
  }

  void fill_line() {
    while (out_.nodes.size() % nodes_per_line != 0) append_filler();
  }

  void append_filler() {
    out_.nodes.push_back({0, PackedNode::left_leaf | PackedNode::right_leaf});
    out_.leaf_nodes.insert(out_.leaf_nodes.end(), 2, PackedTree::none);
  }

  void append(std::uint32_t grown) {
    const GrownNode& node = tree_.nodes[grown];
    const bool left = tree_.nodes[node.left].is_leaf(), right = tree_.nodes[node.right].is_leaf();
    const auto slot = static_cast<std::uint32_t>(out_.nodes.size());
    out_.nodes.push_back({node.threshold, node.feature << slot_bits_ | (left ? PackedNode::left_leaf : 0) |
                                              (right ? PackedNode::right_leaf : 0)});
    out_.leaf_nodes.push_back(left ? node.left : PackedTree::none);
    out_.leaf_nodes.push_back(right ? node.right : PackedTree::none);
    if (!left || !right) line_.push_back({grown, slot, node.end - node.begin, left || right ? 1U : 2U});
  }

  /// Into the rest of the line goes what most samples come to of what is below the line's nodes; where nothing of that
  /// fits, something that waits. What is below a full line waits.
  void place_next() {
    const std::size_t room = nodes_per_line - out_.nodes.size() % nodes_per_line;
    if (room == nodes_per_line) retire_line();
    if (line_.empty()) {
      line_.push_back(waiting_.back());
      waiting_.pop_back();
    }
    auto best = line_.end();
    for (auto it = line_.begin(); it != line_.end(); ++it)
      if (it->size <= room && (best == line_.end() || it->samples > best->samples)) best = it;
    if (best == line_.end()) return append_filler();
    const Family family = *best;
    line_.erase(best);
    place(family);
  }

  void retire_line() {
    std::ranges::sort(line_, {}, &Family::samples);
    waiting_.insert(waiting_.end(), line_.begin(), line_.end());
    line_.clear();
  }

  void place(const Family& family) {
    const GrownNode& parent = tree_.nodes[family.parent];
    const bool left = !tree_.nodes[parent.left].is_leaf();
    const std::size_t slot = out_.nodes.size() - (left ? 0 : 1);
    if (slot >= std::size_t{1} << slot_bits_)
      throw InputError("a tree has too many nodes for so many features: limit its depth or the size of its leaves");
    out_.nodes[family.slot].word |= static_cast<std::uint32_t>(slot);
    if (left) append(parent.left);
    if (!tree_.nodes[parent.right].is_leaf()) append(parent.right);
  }

  const GrownTree& tree_;
  unsigned slot_bits_;
  PackedTree out_;
  std::vector<Family> line_, waiting_;
};

}  // namespace

PackedTree pack(const GrownTree& tree, unsigned slot_bits) { return Packer(tree, slot_bits).pack(); }

std::vector<double> leaf_values(const PackedTree& packed, const GrownTree& tree, std::size_t outputs) {
  std::vector<double> values(packed.leaf_nodes.size() * outputs);
  for (std::size_t leaf = 0; leaf < packed.leaf_nodes.size(); ++leaf)
    if (packed.leaf_nodes[leaf] != PackedTree::none)
      std::copy_n(tree.values.data() + packed.leaf_nodes[leaf] * outputs, outputs, values.data() + leaf * outputs);
  return values;
}

}  // namespace forewarp::learn::trees
