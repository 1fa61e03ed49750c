// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Unfolded trees, and batches of samples, against traversals of packed trees.
#include "forewarp/learn/trees/unfolded.hpp"

#include <gtest/gtest.h>

#include <array>
#include <limits>

#include "forewarp/learn/trees/batch.hpp"
#include "forewarp/learn/trees/forest.hpp"
#include "forewarp/support/random.hpp"
#include "unit/learn/data.hpp"

namespace forewarp::learn::trees {
namespace {

using Leaves = std::vector<std::uint32_t>;

constexpr PackedNode filler = {0, PackedNode::left_leaf | PackedNode::right_leaf};

/// One feature; each tree is of one line.
PackedForest forest_of(const std::vector<std::array<PackedNode, nodes_per_line>>& trees) {
  PackedForest forest;
  forest.features = forest.outputs = 1;
  for (const auto& nodes : trees)
    forest.add({{nodes.begin(), nodes.end()}, {}}, std::vector<double>(2 * nodes_per_line));
  return forest;
}

/// x <= 5: leaf 0. Otherwise node 1, where x <= 7: leaf 2, otherwise leaf 3.
PackedForest two_splits() {
  return forest_of(
      {{PackedNode{5, PackedNode::left_leaf}, PackedNode{7, PackedNode::left_leaf | PackedNode::right_leaf}, filler,
        filler, filler, filler, filler, filler}});
}

Leaves leaves_in(const PackedForest& forest, std::size_t tree, const std::vector<float>& x, std::size_t steps,
                 std::size_t& late) {
  UnfoldedTree unfolded;
  unfold(forest.view(), tree, unfolded);
  Leaves leaves(x.size());
  late = leaves_of_tiles(unfolded, tiles_of({x.data(), 1}, x.size(), 1), steps, {forest.values.data(), 1, {}}, leaves);
  return leaves;
}

// The children of node 0 are in the slots 2 and 3, those of node 1 in 4 and 5. 5.0 is 0x40a00000 in bits.
TEST(UnfoldedTree, HasTheChildrenOfANodeInNeighbouringSlotsAndLeavesThatLeadToThemselves) {
  const PackedForest forest = two_splits();
  UnfoldedTree tree;

  unfold(forest.view(), 0, tree);

  EXPECT_EQ(tree.nodes[0].threshold, 0xc0a00000);
  EXPECT_EQ(tree.nodes[0].left, 2);
  EXPECT_EQ(tree.nodes[2].left, 2);
  EXPECT_EQ(tree.nodes[2].threshold, 0xffffffff);
  EXPECT_EQ(tree.nodes[3].left, 4);
  EXPECT_EQ(tree.nodes[4].left, 4);
  EXPECT_EQ(tree.nodes[5].left, 5);
}

// 4 needs one step, 6 and 8 need two.
TEST(UnfoldedTree, LeadsToTheSameLeavesInAnyNumberOfSteps) {
  const std::vector<float> x = {4, 6, 8};
  const Leaves wanted = {0, 2, 3};
  std::size_t late = 0;

  EXPECT_EQ(leaves_in(two_splits(), 0, x, 0, late), wanted);
  EXPECT_EQ(late, 2);  // the first step is always taken
  EXPECT_EQ(leaves_in(two_splits(), 0, x, 1, late), wanted);
  EXPECT_EQ(late, 2);
  EXPECT_EQ(leaves_in(two_splits(), 0, x, 2, late), wanted);
  EXPECT_EQ(late, 0);
  EXPECT_EQ(leaves_in(two_splits(), 0, x, 9, late), wanted);
  EXPECT_EQ(late, 0);
}

TEST(UnfoldedTree, ComparesAsFloatsDo) {
  using Limits = std::numeric_limits<float>;
  const std::vector<float> values = {-Limits::infinity(),
                                     -Limits::max(),
                                     -1.5F,
                                     -1,
                                     -Limits::min(),
                                     -Limits::denorm_min(),
                                     -0.0F,
                                     0,
                                     Limits::denorm_min(),
                                     Limits::min(),
                                     1,
                                     1.5F,
                                     Limits::max(),
                                     Limits::infinity(),
                                     Limits::quiet_NaN(),
                                     -Limits::quiet_NaN()};
  for (const float threshold : values) {
    const PackedForest forest =
        forest_of({{PackedNode{threshold, filler.word}, filler, filler, filler, filler, filler, filler, filler}});
    std::size_t late = 0;

    const Leaves leaves = leaves_in(forest, 0, values, 1, late);

    for (std::size_t i = 0; i < values.size(); ++i)
      EXPECT_EQ(leaves[i], values[i] > threshold ? 1 : 0) << values[i] << " > " << threshold;
  }
}

TEST(UnfoldedTree, IsWorthItForManySamplesOfFewFeatures) {
  PackedForest forest = two_splits();
  EXPECT_TRUE(worth_unfolding(forest.view(), 0, 1));
  EXPECT_FALSE(worth_unfolding(forest.view(), 0, 0));

  forest.features = 4096;  // 4096 * 16 is 2^16
  EXPECT_TRUE(worth_unfolding(forest.view(), 0, 1));
  forest.features = 4097;
  EXPECT_FALSE(worth_unfolding(forest.view(), 0, 1));

  forest.features = 1;
  forest.nodes.resize(32768);  // slots up to 2^16 + 1
  forest.node_begin = {0, 32768};
  EXPECT_FALSE(worth_unfolding(forest.view(), 0, 100000));
  forest.node_begin = {0, 32760};
  EXPECT_TRUE(worth_unfolding(forest.view(), 0, 4095));
  EXPECT_FALSE(worth_unfolding(forest.view(), 0, 4094));  // fewer than a sample for eight nodes
}

/// 20 rows of 3 features that a forest of 40 trees was fitted to, repeated.
struct Fitted {
  std::vector<float> x;
  std::unique_ptr<ForestPredictor> forest;
};

Fitted fitted(std::size_t rows) {
  Random random(1);
  std::vector<double> values(60);
  for (double& v : values) v = static_cast<float>(random.uniform());
  Target target;
  for (std::size_t i = 0; i < 20; ++i) target.values.push_back(random.uniform());
  Fitted out;
  out.forest = std::make_unique<ForestPredictor>(fit_forest("extra_trees",
                                                            {.tree = {.threshold = Threshold::random}, .trees = 40},
                                                            testing::samples_of(values, 3), target, {.threads = 1}));
  for (std::size_t i = 0; i < 3 * rows; ++i) out.x.push_back(static_cast<float>(values[i % 60]));
  return out;
}

TEST(Batch, FindsTheLeavesOfPackedTreesForAnyNumberOfSamples) {
  for (const std::size_t rows : {1U, 2U, 15U, 16U, 17U, 100U}) {
    const Fitted f = fitted(rows);
    const PackedView& view = f.forest->view();
    Batch batch({f.x.data(), 3}, rows, 3, InstructionSet::baseline);
    EXPECT_EQ(batch.unfolds(view, 0), rows > 3);  // the 19 nodes of a tree, and those that fill up its lines
    for (std::size_t tree = 0; tree < view.trees(); ++tree) {
      Leaves wanted(rows);
      TraverseBuffer buffer;
      leaves_of_tree(view, tree, {f.x.data(), 3}, wanted, buffer, InstructionSet::baseline);

      const auto leaves = batch.leaves(view, tree);

      EXPECT_EQ(Leaves(leaves.begin(), leaves.end()), wanted) << rows << ' ' << tree;
    }
  }
}

TEST(UnfoldedTree, TakesLateSamplesOfAnyTileToTheirLeaves) {
  constexpr std::size_t rows = 100;
  const Fitted f = fitted(rows);
  const PackedView& view = f.forest->view();
  UnfoldedTree unfolded;
  for (std::size_t tree = 0; tree < view.trees(); ++tree) {
    Leaves wanted(rows), leaves(rows);
    TraverseBuffer buffer;
    leaves_of_tree(view, tree, {f.x.data(), 3}, wanted, buffer, InstructionSet::baseline);
    unfold(view, tree, unfolded);
    std::size_t before = rows;
    for (std::size_t steps = 1; before > 0; ++steps) {
      const std::size_t late = leaves_of_tiles(unfolded, tiles_of({f.x.data(), 3}, rows, 3), steps,
                                               {view.values.data() + 2 * view.node_begin[tree], 1, {}}, leaves);

      EXPECT_EQ(leaves, wanted) << tree << ' ' << steps;
      EXPECT_LE(late, before);
      before = late;
    }
  }
}

}  // namespace
}  // namespace forewarp::learn::trees
