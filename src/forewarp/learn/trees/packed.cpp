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

/// Where the first of two children is to stand.
struct Place {
  std::uint32_t parent;  ///< grown
  std::size_t packed;    ///< packed
  std::uint32_t samples;
};

class Packer {
 public:
  Packer(const GrownTree& tree, std::uint64_t feature_bits) : tree_(tree), feature_bits_(feature_bits) {}

  PackedTree pack() {
    append(0);
    append_filler();  // the root has no sibling
    while (!line_.empty() || !waiting_.empty()) place_next();
    while (out_.nodes.size() % nodes_per_line != 0) append_filler();
    return std::move(out_);
  }

 private:
  void append(std::uint32_t grown) {
    const GrownNode& node = tree_.nodes[grown];
    if (node.is_leaf()) {
      out_.nodes.push_back({0, PackedNode::leaf_bit | static_cast<std::uint32_t>(out_.leaf_nodes.size())});
      out_.leaf_nodes.push_back(grown);
    } else {
      out_.nodes.push_back({node.threshold, node.feature});
      line_.push_back({grown, out_.nodes.size() - 1, node.end - node.begin});
    }
  }

  void append_filler() { out_.nodes.push_back({0, PackedNode::leaf_bit}); }

  /// A full line starts afresh with the latest that waits; else the line goes on with what most samples come to.
  void place_next() {
    if (out_.nodes.size() % nodes_per_line == 0) {
      std::ranges::sort(line_, {}, &Place::samples);
      waiting_.insert(waiting_.end(), line_.begin(), line_.end());
      line_.clear();
    }
    if (line_.empty()) {
      line_.push_back(waiting_.back());
      waiting_.pop_back();
    }
    const auto most = std::ranges::max_element(line_, {}, &Place::samples);
    const Place place = *most;
    line_.erase(most);
    const std::uint64_t pair = out_.nodes.size() / 2;
    if (pair << feature_bits_ >= PackedNode::leaf_bit)
      throw InputError("a tree has too many nodes for so many features: limit its depth or the size of its leaves");
    out_.nodes[place.packed].word |= static_cast<std::uint32_t>(pair << feature_bits_);
    append(tree_.nodes[place.parent].left);
    append(tree_.nodes[place.parent].right);
  }

  const GrownTree& tree_;
  std::uint64_t feature_bits_;
  PackedTree out_;
  std::vector<Place> line_, waiting_;
};

void check_tree(const PackedView& forest, std::size_t tree) {
  const std::uint64_t begin = forest.node_begin[tree], end = forest.node_begin[tree + 1];
  const std::uint64_t leaves = forest.leaf_begin[tree + 1] - forest.leaf_begin[tree];
  const std::uint32_t feature_mask = (1U << forest.feature_bits) - 1;
  for (std::uint64_t i = begin; i < end; ++i) {
    const PackedNode& node = forest.nodes[i];
    const std::uint64_t pair = node.word >> forest.feature_bits;
    const bool fits = node.is_leaf() ? (node.word ^ PackedNode::leaf_bit) < leaves
                                     : (node.word & feature_mask) < forest.features && pair > (i - begin) / 2 &&
                                           2 * pair + 1 < end - begin;
    if (!fits) throw InputError(fmt::format("node {} of tree {} in the model leads nowhere", i - begin, tree + 1));
  }
}

void check_begins(std::span<const std::uint64_t> begins, std::uint64_t size, std::uint64_t multiple) {
  bool fits = begins.size() >= 2 && begins.front() == 0 && begins.back() == size;
  for (std::size_t i = 0; fits && i + 1 < begins.size(); ++i)
    fits = begins[i] < begins[i + 1] && begins[i] % multiple == 0;
  if (!fits) throw InputError("the trees in the model do not follow one another");
}

}  // namespace

std::uint64_t bits_for(std::size_t features) { return static_cast<std::uint64_t>(std::bit_width(features - 1)); }

PackedTree pack(const GrownTree& tree, std::uint64_t feature_bits) { return Packer(tree, feature_bits).pack(); }

void PackedForest::add(const PackedTree& tree, std::span<const double> leaf_values) {
  nodes.insert(nodes.end(), tree.nodes.begin(), tree.nodes.end());
  values.insert(values.end(), leaf_values.begin(), leaf_values.end());
  node_begin.push_back(nodes.size());
  leaf_begin.push_back(leaf_begin.back() + tree.leaf_nodes.size());
}

PackedView PackedForest::view() const {
  return {features, outputs, bits_for(features), nodes, node_begin, leaf_begin, values};
}

void write(const PackedView& forest, Writer& out) {
  out.integer(forest.features);
  out.integer(forest.outputs);
  out.array(forest.nodes);
  out.array(forest.node_begin);
  out.array(forest.leaf_begin);
  out.array(forest.values);
}

PackedView read_packed(Reader& in) {
  PackedView forest;
  forest.features = read_feature_count(in);
  forest.outputs = in.integer("the number of outputs", max_classes);
  if (forest.outputs == 0) throw InputError("the model's trees have no output");
  forest.feature_bits = bits_for(forest.features);
  forest.nodes = in.array<PackedNode>();
  forest.node_begin = in.array<std::uint64_t>();
  forest.leaf_begin = in.array<std::uint64_t>();
  forest.values = in.array<double>();
  if (forest.node_begin.size() != forest.leaf_begin.size() || forest.values.size() % forest.outputs != 0)
    throw InputError("the trees in the model do not follow one another");
  check_begins(forest.node_begin, forest.nodes.size(), nodes_per_line);
  check_begins(forest.leaf_begin, forest.values.size() / forest.outputs, 1);
  if (in.trust() == Trust::writer) return forest;
  for (std::size_t tree = 0; tree < forest.trees(); ++tree) check_tree(forest, tree);
  if (!all_finite(forest.values)) throw InputError("a leaf in the model has no finite value");
  return forest;
}

}  // namespace forewarp::learn::trees
