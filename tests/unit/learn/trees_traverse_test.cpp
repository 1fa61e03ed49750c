// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Traversals of packed trees, against one that follows the grown tree node by node.
#include "forewarp/learn/trees/traverse.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "forewarp/learn/trees/forest.hpp"
#include "forewarp/learn/trees/quantile_forest.hpp"
#include "forewarp/learn/trees/sorted_samples.hpp"
#include "forewarp/learn/trees/traverse_avx2.hpp"
#include "forewarp/learn/trees/traverse_avx512.hpp"
#include "unit/learn/data.hpp"
#include "unit/message_of.hpp"

namespace forewarp::learn::trees {
namespace {

using testing::samples_of;

double value_of(const GrownTree& tree, const float* x) {
  std::size_t at = 0;
  while (!tree.nodes[at].is_leaf()) {
    const GrownNode& node = tree.nodes[at];
    at = x[node.feature] > node.threshold ? node.right : node.left;
  }
  return tree.values[at];
}

struct Ground {
  Samples samples;
  std::vector<GrownTree> grown;
  ForestPredictor forest;
  LineVector<float> x;
};

Ground forest_of(std::size_t trees, std::size_t rows, std::size_t features) {
  Random random(rows);
  std::vector<double> values(rows * features);
  for (double& v : values) v = random.uniform();
  const Samples samples = samples_of(values, features);
  Target target;
  for (std::size_t i = 0; i < rows; ++i) target.values.push_back(random.uniform());
  std::vector<GrownTree> grown(trees);
  ForestPredictor forest =
      fit_forest("extra_trees", {.tree = {.threshold = Threshold::random}, .trees = trees}, samples, target,
                 {.threads = 1}, [&](std::size_t i, const ForestTree& tree) { grown[i] = tree.grown; });
  LineVector<float> x;
  for (const double v : values) x.push_back(narrowed(v));
  return {samples, std::move(grown), std::move(forest), std::move(x)};
}

std::vector<InstructionSet> available() {
  std::vector<InstructionSet> sets;
  for (const auto isa : {InstructionSet::baseline, InstructionSet::x86_64_v3, InstructionSet::x86_64_v4})
    if (isa <= instruction_set()) sets.push_back(isa);
  return sets;
}

TEST(Traverse, OneSampleReachesTheLeafOfEveryTree) {
  const Ground g = forest_of(67, 50, 5);
  const PackedView& view = g.forest.view();
  for (const InstructionSet isa : available())
    for (std::size_t row = 0; row < 50; ++row) {
      std::vector<std::uint64_t> leaf(67);
      leaves_of_sample(view, g.x.data() + row * 5, 0, leaf, isa);
      for (std::size_t t = 0; t < 67; ++t) ASSERT_EQ(view.values[leaf[t]], value_of(g.grown[t], g.x.data() + row * 5));
    }
}

TEST(Traverse, AllSamplesReachTheirLeavesOfATree) {
  const Ground g = forest_of(3, 203, 20);
  TraverseBuffer buffer;
  for (const InstructionSet isa : available())
    for (std::size_t t = 0; t < 3; ++t) {
      std::vector<std::uint32_t> leaf(203);
      leaves_of_tree(g.forest.view(), t, {g.x.data(), 20}, leaf, buffer, isa);
      const auto values = g.forest.view().values.subspan(2 * g.forest.view().node_begin[t]);
      for (std::size_t row = 0; row < 203; ++row)
        ASSERT_EQ(values[leaf[row]], value_of(g.grown[t], g.x.data() + row * 20)) << t << ' ' << row;
    }
}

TEST(TraverseRegisters, TakeUpTo16FeaturesAndTreesThatExist) {
  const Ground narrow = forest_of(9, 30, 16), wide = forest_of(9, 30, 17);

  EXPECT_TRUE(fits_registers(narrow.forest.view(), 0));
  EXPECT_TRUE(fits_registers(narrow.forest.view(), 1));
  EXPECT_FALSE(fits_registers(narrow.forest.view(), 2));  // eight trees from the second on
  EXPECT_FALSE(fits_registers(wide.forest.view(), 0));
}

TEST(TraverseRegisters, AddTheEightTreesInOrder) {
  if (instruction_set() < InstructionSet::x86_64_v4) GTEST_SKIP() << "this processor has no AVX-512";
  const Ground g = forest_of(8, 41, 7);
  std::vector<double> out(41, 100);

  add_leaves(g.forest.view(), 0, g.x.data(), 7, 41, out.data());

  for (std::size_t row = 0; row < 41; ++row) {
    double sum = 100;
    for (const GrownTree& tree : g.grown) sum += value_of(tree, g.x.data() + row * 7);
    EXPECT_EQ(out[row], sum) << row;
  }
}

TEST(TraverseAvx2, LeavesFewerThanASetOfGroupsUnfinished) {
  if (instruction_set() < InstructionSet::x86_64_v3) GTEST_SKIP() << "this processor has no AVX2";
  const Ground g = forest_of(1, 100, 5);
  TraverseBuffer buffer;
  buffer.start(100);
  std::vector<std::uint32_t> leaf(100, 0xffffffff);

  const std::size_t left = traverse_avx2(g.forest.view().nodes.data(), g.forest.view().slot_bits, {g.x.data(), 5},
                                         {buffer.row.data(), buffer.node.data()}, 100, leaf.data());

  EXPECT_LT(left, 32);
  EXPECT_EQ(static_cast<std::size_t>(std::ranges::count(leaf, 0xffffffff)), left);
  for (std::size_t row = 0; row < 100; ++row)
    if (leaf[row] != 0xffffffff) {
      ASSERT_EQ(g.forest.view().values[leaf[row]], value_of(g.grown[0], g.x.data() + row * 5)) << row;
    }
}

TEST(ForestPredictor, AnswersTheMeanOfItsTrees) {
  const Ground g = forest_of(4, 30, 3);
  std::vector<double> row(3), out(1);
  g.samples.copy_row(7, row);

  g.forest.predict(row, out);

  double sum = 0;
  for (const GrownTree& tree : g.grown) sum += value_of(tree, g.x.data() + 7 * 3);
  EXPECT_NEAR(out[0], sum / 4, 1e-15);
}

TEST(ForestLearner, RefusesWhatContradictsTheTarget) {
  const ForestLearner learner("tree", {.tree = {.criterion = Criterion::gini}, .trees = 1});

  EXPECT_EQ(learner.name(), "tree");
  EXPECT_EQ(forewarp::testing::message_of([&] {
              (void)learner.fit(samples_of({1, 2}, 1), {{1, 2}, {}});
            }),
            "the criteria gini and entropy predict classes, not numbers");
}

// One tree that cannot split (min_leaf 3 of 4 samples): every quantile is of all targets 1 2 3 10.
TEST(QuantileForestLearner, QuantilesAreOfTheTargetsInTheLeaf) {
  const QuantileForestLearner learner({.tree = {.min_leaf = 3}, .trees = 1});
  const auto forest = learner.fit(samples_of({1, 2, 3, 4}, 1), {{3, 1, 10, 2}, {}});
  const std::vector<double> levels = {0, 0.25, 0.26, 0.75, 1};
  std::vector<double> out(5);

  ASSERT_TRUE(forest->quantiles(std::vector<double>{2}, levels, out));

  EXPECT_EQ(out, (std::vector<double>{1, 1, 2, 3, 10}));
  EXPECT_EQ(forewarp::testing::message_of([&] {
              (void)learner.fit(samples_of({1, 2}, 1), {{0, 1}, {"a", "b"}});
            }),
            "quantile_forest learns numbers, not classes");
}

}  // namespace
}  // namespace forewarp::learn::trees
