// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstring>

#include "forewarp/learn/trees/packed.hpp"
#include "forewarp/support/error.hpp"
#include "unit/learn/trees_data.hpp"

namespace forewarp::learn {
namespace {

using testing::bytes_of;
using testing::fitted;

std::vector<std::byte> small_forest() {
  return bytes_of(
      *fitted("extra_trees", {{"trees", "3"}, {"max_depth", "4"}}, testing::friedman(), testing::friedman_numbers()));
}

/// Reads, and where that works asks; nothing but an answer or an InputError may come.
void survive(std::span<const std::byte> bytes) {
  try {
    const auto forest = testing::predictor_from("extra_trees", bytes);
    if (forest->features() > 100 || forest->outputs() > 100) return;
    std::vector<double> row(forest->features(), 0.5), out(forest->outputs());
    forest->predict(row, out);
  } catch (const InputError&) {
  }
}

TEST(HostileForest, EveryTruncationIsRefused) {
  const std::vector<std::byte> bytes = small_forest();
  for (std::size_t size = 0; size < bytes.size(); ++size)
    EXPECT_THROW((void)testing::predictor_from("extra_trees", std::span(bytes).first(size)), InputError) << size;
}

TEST(HostileForest, NoChangedByteLeadsAstray) {
  const std::vector<std::byte> bytes = small_forest();
  for (std::size_t i = 0; i < bytes.size(); ++i)
    for (const int value : {0x00, 0x01, 0x7f, 0x80, 0xff}) {
      std::vector<std::byte> changed = bytes;
      changed[i] = static_cast<std::byte>(value);
      survive(changed);
    }
}

constexpr std::uint32_t both_leaves = trees::PackedNode::left_leaf | trees::PackedNode::right_leaf;

/// One tree of two features, which leave 29 bits: the root, a node, and what fills the line.
trees::PackedForest stump(std::uint32_t root, std::uint32_t second) {
  trees::PackedForest forest;
  forest.features = 2;
  forest.outputs = 1;
  trees::PackedTree tree;
  tree.nodes.assign(8, {0, both_leaves});
  tree.nodes[0] = {0.5F, root};
  tree.nodes[1] = {0.5F, second};
  forest.add(tree, std::vector<double>(16, 1.5));
  return forest;
}

void read_back(const trees::PackedForest& forest) {
  Writer out;
  trees::write(forest.view(), out);
  const auto copy = testing::aligned_copy(out.bytes());
  Reader in({static_cast<const std::byte*>(copy.get()), out.bytes().size()}, copy);
  (void)trees::read_packed(in);
}

TEST(HostileForest, WalksMustEndInsideTheTree) {
  constexpr std::uint32_t left_leaf = trees::PackedNode::left_leaf, right_leaf = trees::PackedNode::right_leaf;
  constexpr std::uint32_t fine = right_leaf | 1;

  EXPECT_NO_THROW(read_back(stump(fine, both_leaves)));
  EXPECT_NO_THROW(read_back(stump(left_leaf | 0, both_leaves))) << "the right child is the one after";
  EXPECT_THROW(read_back(stump(right_leaf | 0, both_leaves)), InputError) << "its own left child";
  EXPECT_THROW(read_back(stump(fine, right_leaf | 1)), InputError) << "its own left child";
  EXPECT_THROW(read_back(stump(fine, left_leaf | 0)), InputError) << "its own right child";
  EXPECT_THROW(read_back(stump(right_leaf | 8, both_leaves)), InputError) << "after the end";
  EXPECT_THROW(read_back(stump(7, both_leaves)), InputError) << "the right child after the end";
}

TEST(HostileForest, ValuesMustBeFiniteAndTwoANode) {
  trees::PackedForest forest = stump(both_leaves, both_leaves);
  forest.values[1] = std::nan("");

  EXPECT_THROW(read_back(forest), InputError);
  forest.values.assign(15, 1);
  EXPECT_THROW(read_back(forest), InputError);
}

TEST(HostileForest, FeaturesMustExist) {
  trees::PackedForest forest = stump(both_leaves, both_leaves);
  forest.features = 3;  // two bits, which could also say feature 3
  EXPECT_NO_THROW(read_back(forest));

  forest.nodes[0].word |= 3U << 28;
  EXPECT_THROW(read_back(forest), InputError);
}

}  // namespace
}  // namespace forewarp::learn
