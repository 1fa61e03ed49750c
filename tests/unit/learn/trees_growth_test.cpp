// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// The parts that grow a tree, against sums that are taken anew for every cut.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "forewarp/learn/trees/best_scan.hpp"
#include "forewarp/learn/trees/grow.hpp"
#include "forewarp/learn/trees/grown.hpp"
#include "forewarp/learn/trees/impurity.hpp"
#include "forewarp/learn/trees/node_kernels.hpp"
#include "forewarp/learn/trees/running_median.hpp"
#include "forewarp/learn/trees/splitter.hpp"
#include "forewarp/support/instruction_set.hpp"
#include "unit/learn/data.hpp"

namespace forewarp::learn::trees {
namespace {

using Rows = std::vector<std::uint32_t>;

double absolute_deviation(std::vector<double> values) {
  if (values.empty()) return 0;
  std::ranges::sort(values);
  const double median = values[values.size() / 2];
  return std::accumulate(values.begin(), values.end(), 0.0,
                         [&](double s, double v) { return s + std::abs(v - median); });
}

double gini(const std::vector<double>& classes) {
  double purity = 0;
  for (const double c : std::set<double>(classes.begin(), classes.end())) {
    const double share = static_cast<double>(std::ranges::count(classes, c)) / static_cast<double>(classes.size());
    purity += share * share;
  }
  return 1 - purity;
}

/// Twenty samples of three features, targets in order.
struct Ground {
  std::vector<double> targets;
  SortedSamples data;
  Rows rows;
  TreeSettings settings;

  explicit Ground(bool classes, std::uint64_t seed = 11) {
    Random random(seed);
    std::vector<double> values;
    for (int i = 0; i < 60; ++i) values.push_back(static_cast<double>(random.below(7)));
    for (int i = 0; i < 20; ++i) targets.push_back(static_cast<double>(random.below(classes ? 3 : 50)));
    data = ordered(testing::samples_of(values, 3), targets);
    rows.resize(20);
    std::iota(rows.begin(), rows.end(), 0U);
  }
  [[nodiscard]] Growth growth(std::size_t classes = 0) const {
    return {
        .data = data, .settings = settings, .classes = classes, .centred = data.y, .monotone = {}, .max_features = 3};
  }
};

/// What a scan of feature j finds: the first `left` rows by that feature.
Cut cut_of(const Ground& ground, BestScan& scan, std::size_t j) {
  const Presorted order = presorted(ground.data);
  std::vector<float> values;
  for (const std::uint32_t row : order.of(j)) values.push_back(ground.data.at(row, j));
  (void)scan.enter({.rows = ground.rows, .bounds = {}});
  return scan.scan(order.of(j), values, 0, {});
}

/// The least of cost(left) + cost(right) over all cuts between different values.
template <typename Cost>
double least_cost(const Ground& ground, std::size_t j, const Cost& cost) {
  const Presorted order = presorted(ground.data);
  const auto rows = order.of(j);
  double least = INFINITY;
  for (std::size_t left = 1; left < rows.size(); ++left) {
    if (ground.data.at(rows[left - 1], j) == ground.data.at(rows[left], j)) continue;
    std::vector<double> a, b;
    for (std::size_t i = 0; i < rows.size(); ++i) (i < left ? a : b).push_back(ground.data.y[rows[i]]);
    least = std::min(least, cost(a) + cost(b));
  }
  return least;
}

double squared_error(const std::vector<double>& values) {
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
  return std::accumulate(values.begin(), values.end(), 0.0,
                         [&](double s, double v) { return s + (v - mean) * (v - mean); });
}

TEST(BestScan, FindsTheCutOfTheLeastSquaredError) {
  const Ground ground(false);
  double all = 0;
  for (const double y : ground.targets) all += y * y;
  for (std::size_t j = 0; j < 3; ++j)
    EXPECT_NEAR(all - cut_of(ground, *squared_scan(ground.growth()), j).figure, least_cost(ground, j, squared_error),
                1e-9)
        << j;
}

TEST(BestScan, FindsTheCutOfTheLeastAbsoluteError) {
  const Ground ground(false);
  for (std::size_t j = 0; j < 3; ++j)
    EXPECT_NEAR(-cut_of(ground, *absolute_scan(ground.growth()), j).figure, least_cost(ground, j, absolute_deviation),
                1e-9)
        << j;
}

TEST(BestScan, FindsTheCutOfTheLeastImpurity) {
  Ground ground(true);
  ground.settings.criterion = Criterion::gini;
  const auto cost = [](const std::vector<double>& side) { return static_cast<double>(side.size()) * gini(side); };
  for (std::size_t j = 0; j < 3; ++j)
    EXPECT_NEAR(20 - cut_of(ground, *class_scan(ground.growth(3)), j).figure, least_cost(ground, j, cost), 1e-9) << j;
}

TEST(BestScan, HasNoCutOfAConstantOrWhereASideWouldBeTooSmall) {
  Ground ground(false);
  ground.settings.min_leaf = 11;
  EXPECT_EQ(cut_of(ground, *best_scan(ground.growth()), 0).left, 0);

  ground.settings.min_leaf = 1;
  std::ranges::fill(ground.data.x, 5.0f);
  EXPECT_EQ(cut_of(ground, *best_scan(ground.growth()), 0).left, 0);
}

TEST(Impurity, DeviationIsTheDistanceFromTheMedian) {
  const std::vector<double> y = {1, 2, 4, 9, 20};

  EXPECT_EQ(deviation(Rows{0, 1, 2, 3, 4}, y), 3 + 2 + 0 + 5 + 16);
  EXPECT_EQ(deviation(Rows{0, 1, 2, 3}, y), 10);
  EXPECT_EQ(deviation(Rows{3}, y), 0);
}

// 3 of one class and 1 of the other: Gini impurity 1 - 9/16 - 1/16 = 3/8, entropy -(3/4 log 3/4 + 1/4 log 1/4).
TEST(Impurity, PurityIsTheCountLessTheImpurity) {
  const auto purity_of = [](Criterion c) {
    return purity(c, class_term(c, 3) + class_term(c, 1) + class_term(c, 0), 4);
  };

  EXPECT_EQ(purity_of(Criterion::gini), 4 - 4 * 0.375);
  EXPECT_NEAR(purity_of(Criterion::entropy), 4 * (0.75 * std::log(0.75) + 0.25 * std::log(0.25)), 1e-14);
}

TEST(RunningMedian, AgreesWithTheMedianTakenAnewAfterEveryRemoval) {
  Random random(3);
  for (int round = 0; round < 20; ++round) {
    std::vector<double> y(9 + static_cast<std::size_t>(round % 4));
    for (double& v : y) v = static_cast<double>(random.below(10));
    std::ranges::sort(y);
    Rows rows(y.size()), left;
    std::iota(rows.begin(), rows.end(), 0U);
    left = rows;
    RunningMedian median(y.size());
    median.start(rows, y);
    random.shuffle(std::span(rows));
    for (const std::uint32_t row : rows) {
      std::vector<double> values;
      for (const std::uint32_t i : left) values.push_back(y[i]);
      ASSERT_NEAR(median.deviation(), absolute_deviation(values), 1e-12);
      if (left.size() == 1) break;
      median.remove(row);
      std::erase(left, row);
    }
  }
}

TEST(Splitter, DrawsDifferentFeaturesWhereThereAreMoreThanWanted) {
  Random random(1);
  std::set<std::uint32_t> seen;
  for (int round = 0; round < 200; ++round) {
    Rows candidates = {4, 7, 9, 11};
    ASSERT_EQ(draw_features(candidates, 2, random), 2);
    ASSERT_NE(candidates[0], candidates[1]);
    seen.insert({candidates[0], candidates[1]});
  }

  EXPECT_EQ(seen, (std::set<std::uint32_t>{4, 7, 9, 11}));
  Rows few = {4, 7};
  EXPECT_EQ(draw_features(few, 5, random), 2);
}

TEST(Splitter, KeepsTheOrderOnlyInsideTheBounds) {
  EXPECT_TRUE(keeps_order(1, {}, 1, 2));
  EXPECT_FALSE(keeps_order(1, {}, 2, 1));
  EXPECT_TRUE(keeps_order(-1, {}, 2, 1));
  EXPECT_TRUE(keeps_order(0, {}, 2, 1));
  EXPECT_TRUE(keeps_order(1, {.high = 1}, 2, 1));  // both are clamped to 1
}

// Targets 1 1 5 5 centred to -2 -2 2 2, and a feature that separates them: gain 8 + 8 - 0.
TEST(Splitter, FindsTheSplitThatTakesAwayAllError) {
  const SortedSamples data = ordered(testing::samples_of({0, 9, 0, 9, 10, 9, 10, 9}, 2), std::vector{1., 1., 5., 5.});
  const std::vector<double> centred = {-2, -2, 2, 2};
  const TreeSettings settings;
  const Growth growth{
      .data = data, .settings = settings, .centred = centred, .mean = 3, .monotone = {}, .max_features = 2};
  const Rows rows = {0, 1, 2, 3};
  Random random(2);
  for (const auto& splitter : {best_splitter(growth, presorted(data), random), random_splitter(growth, random)}) {
    const auto split = splitter->find({.rows = rows, .bounds = {}});
    ASSERT_TRUE(split);
    EXPECT_EQ(split->feature, 0);
    EXPECT_GE(split->threshold, 0);
    EXPECT_LT(split->threshold, 10);
    EXPECT_NEAR(split->gain, 16, 1e-12);
  }
}

TEST(Grow, PutsEverySampleInOneLeafThatHoldsItsMean) {
  const Ground ground(false);
  Random random(4);

  const GrownTree tree = grow(ground.growth(), presorted(ground.data), random);

  std::size_t held = 0;
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    const GrownNode& node = tree.nodes[i];
    if (!node.is_leaf()) {
      EXPECT_GT(node.left, i);
      EXPECT_EQ(tree.nodes[node.left].begin, node.begin);
      EXPECT_EQ(tree.nodes[node.left].end, tree.nodes[node.right].begin);
      EXPECT_EQ(tree.nodes[node.right].end, node.end);
      continue;
    }
    double sum = 0;
    for (std::uint32_t k = node.begin; k < node.end; ++k) sum += ground.data.y[tree.rows[k]];
    EXPECT_NEAR(tree.values[i], sum / (node.end - node.begin), 1e-12);
    held += node.end - node.begin;
  }
  EXPECT_EQ(held, 20);
}

TEST(NodeKernels, AgreeWithSumsOverTheRowsInEveryInstructionSet) {
  const Ground ground(false);
  const auto widest = static_cast<int>(instruction_set());
  alignas(32) float low[lanes], high[lanes];
  alignas(32) const float thresholds[lanes] = {3, 2, 5};
  alignas(32) std::int32_t left[lanes];
  alignas(32) double sum[lanes], deviation_of[lanes], gain[lanes];
  const NodeLanes node{ground.data.x.data(), ground.data.stride, ground.rows.data(), 20, ground.data.y.data(), 1};
  for (int isa = 0; isa <= widest; ++isa) {
    const NodeKernels& kernels = node_kernels(static_cast<InstructionSet>(isa));
    kernels.extent(node, low, high);
    kernels.sum_left(node, thresholds, left, sum);
    kernels.deviations(node, thresholds, left, deviation_of);
    const double total = std::accumulate(ground.data.y.begin(), ground.data.y.end(), 0.0);
    kernels.gain(1, {left, sum}, {20, total, 1}, gain);
    for (std::size_t j = 0; j < 3; ++j) {
      std::vector<double> a, b;
      for (std::size_t i = 0; i < 20; ++i) (ground.data.at(i, j) <= thresholds[j] ? a : b).push_back(ground.data.y[i]);
      const double a_sum = std::accumulate(a.begin(), a.end(), 0.0), b_sum = total - a_sum;
      EXPECT_EQ(left[j], static_cast<std::int32_t>(a.size()));
      EXPECT_NEAR(sum[j], a_sum, 1e-9);
      EXPECT_NEAR(deviation_of[j], absolute_deviation(a) + absolute_deviation(b), 1e-9);
      EXPECT_NEAR(gain[j],
                  a_sum * a_sum / static_cast<double>(a.size()) + b_sum * b_sum / static_cast<double>(b.size()), 1e-9);
      float least = 100, most = -100;
      for (std::size_t i = 0; i < 20; ++i) {
        least = std::min(least, ground.data.at(i, j));
        most = std::max(most, ground.data.at(i, j));
      }
      EXPECT_EQ(low[j], least);
      EXPECT_EQ(high[j], most);
    }
  }
}

TEST(NodeKernels, DrawThresholdsInsideTheExtent) {
  alignas(32) const float low[lanes] = {0, 1, 5, -3}, high[lanes] = {10, 1, 6, 3};
  alignas(32) float thresholds[lanes];
  Random random(9);
  LaneRandom lane_random(random);
  for (int round = 0; round < 100; ++round) {
    node_kernels(InstructionSet::baseline).draw(lane_random, 1, low, high, thresholds);
    for (std::size_t j = 0; j < 4; ++j) {
      ASSERT_GE(thresholds[j], low[j]);
      ASSERT_LE(thresholds[j], high[j]);
    }
    ASSERT_EQ(thresholds[1], 1);
    ASSERT_LT(thresholds[0], 10);
  }
}

}  // namespace
}  // namespace forewarp::learn::trees
