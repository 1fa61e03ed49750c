// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Layout of a grown tree in cache lines of eight nodes (packed.hpp describes the format).
///
/// Greedy: after a node is placed, its children that split (a family of one or two, which must be neighbours) become
/// candidates for the rest of the same line; the family with the most samples that fits comes next, as it is the most
/// likely next step of a traversal. When a line is full, its remaining candidates go to a stack, from which a new line
/// takes its first family, so subtrees stay close together.
///
/// Invariant: a family is placed after its parent, and a pair never straddles two lines. A line has at most nine
/// candidate families, so the scan is O(1) per node; sorting them at the end of each line is O(1) too: O(nodes) in
/// total.
///
/// Example: root A splits into B (900 samples) and C (100), all of whose children split too. Line 1 is A, B, C, then
/// the children of B (size 2), then whichever of the remaining families of two has most samples, until one free slot is
/// left, which a family of one or a filler takes.
#include <algorithm>

#include "forewarp/learn/trees/packed.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::learn::trees {
namespace {

/// The children of a node that split, which must be neighbours.
struct Family {
  std::uint32_t parent;  ///< index in the grown tree
  std::uint32_t slot;    ///< of the parent in the packed tree
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
  /// A tree that is a single leaf: one node whose two sides are both that leaf.
  PackedTree alone() {
    out_.nodes.push_back({0, PackedNode::left_leaf | PackedNode::right_leaf});
    out_.leaf_nodes.assign(2, 0);
    fill_line();
    return std::move(out_);
  }

  void fill_line() {
    while (out_.nodes.size() % nodes_per_line != 0) append_filler();
  }

  /// A node that no child reference points to.
  void append_filler() {
    out_.nodes.push_back({0, PackedNode::left_leaf | PackedNode::right_leaf});
    out_.leaf_nodes.insert(out_.leaf_nodes.end(), 2, PackedTree::none);
  }

  /// Adds a node; its slot reference stays 0 until place() places its children.
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

  /// Fills the rest of the line with the candidate family that has the most samples; with a filler if none fits. A full
  /// line retires first; a line without candidates takes one from the stack.
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

  /// Ascending, so that the family with the most samples is on top of the stack.
  void retire_line() {
    std::ranges::sort(line_, {}, &Family::samples);
    waiting_.insert(waiting_.end(), line_.begin(), line_.end());
    line_.clear();
  }

  /// The reference of the parent is that of the left child; where the left child is a leaf, it is one below the right
  /// child, so that "left slot + 1" finds it.
  void place(const Family& family) {
    const GrownNode& parent = tree_.nodes[family.parent];
    const bool left = !tree_.nodes[parent.left].is_leaf();
    const std::size_t slot = out_.nodes.size() - (left ? 0 : 1);
    if (slot >= std::size_t{1} << slot_bits_)
      throw InputError("a tree has too many nodes for this many features: limit its depth or the size of its leaves");
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
