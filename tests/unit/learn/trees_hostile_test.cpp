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

/// One tree: the root's pair, a pair below; 2 features take one bit.
trees::PackedForest stump(std::uint32_t root, std::uint32_t left) {
  using trees::PackedNode;
  trees::PackedForest forest;
  forest.features = 2;
  forest.outputs = 1;
  trees::PackedTree tree;
  tree.nodes.assign(8, {0, PackedNode::leaf_bit});
  tree.nodes[0] = {0.5F, root};
  tree.nodes[2] = {0.5F, left};
  tree.nodes[3] = {0, PackedNode::leaf_bit | 1};
  tree.leaf_nodes = {0, 1};
  forest.add(tree, std::vector<double>{10, 20});
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
  constexpr std::uint32_t leaf = trees::PackedNode::leaf_bit;
  const std::uint32_t to_pair_one = 1U << 1 | 1, to_the_root = 0, outside = 4U << 1;

  EXPECT_NO_THROW(read_back(stump(to_pair_one, leaf | 0)));
  EXPECT_THROW(read_back(stump(to_pair_one, to_the_root)), InputError);
  EXPECT_THROW(read_back(stump(to_pair_one, to_pair_one)), InputError);
  EXPECT_THROW(read_back(stump(outside, leaf | 0)), InputError);
  EXPECT_THROW(read_back(stump(to_pair_one, leaf | 2)), InputError);
}

TEST(HostileForest, ValuesMustBeFinite) {
  trees::PackedForest forest = stump(1U << 1, trees::PackedNode::leaf_bit);
  forest.values[1] = std::nan("");

  EXPECT_THROW(read_back(forest), InputError);
}

TEST(HostileForest, FeaturesMustExist) {
  trees::PackedForest forest = stump(1U << 2 | 3, trees::PackedNode::leaf_bit);
  forest.features = 3;  // two bits, which could also say feature 3

  EXPECT_THROW(read_back(forest), InputError);
}

}  // namespace
}  // namespace forewarp::learn
