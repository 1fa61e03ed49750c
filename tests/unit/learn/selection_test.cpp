// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/selection/selection.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "forewarp/support/error.hpp"
#include "forewarp/support/statistics.hpp"
#include "selection_oracle.hpp"

namespace forewarp::learn {
namespace {

namespace oracle = test::oracle;

Samples samples_of(const std::vector<std::string>& names, const std::vector<std::vector<double>>& columns) {
  Samples samples(names, columns.front().size());
  for (std::size_t j = 0; j < columns.size(); ++j)
    std::copy(columns[j].begin(), columns[j].end(), samples.feature(j).begin());
  return samples;
}

Samples oracle_samples() {
  std::vector<std::string> names;
  for (std::size_t j = 0; j < oracle::features.size(); ++j) names.push_back("f" + std::to_string(j));
  return samples_of(names, oracle::features);
}

TEST(Selection, RankCorrelationsWithTiesAreThoseOfScipy) {
  const Samples samples = oracle_samples();

  const std::vector<double> matrix = correlation_matrix(samples, Correlation::spearman);

  for (std::size_t i = 0; i < samples.features(); ++i)
    for (std::size_t j = 0; j < samples.features(); ++j)
      EXPECT_NEAR(matrix[i * samples.features() + j], oracle::spearman[i][j], 1e-12) << i << " " << j;
}

TEST(Clustering, HeightsSizesAndCutsAreThoseOfScipy) {
  const std::size_t n = oracle::features.size();
  std::vector<double> distances;
  for (const auto& row : oracle::spearman)
    for (const double rho : row) distances.push_back(1 - std::abs(rho));

  for (const oracle::Tree& expected : oracle::trees) {
    const Dendrogram tree = cluster(distances, n, linkage_called(expected.linkage));
    ASSERT_EQ(tree.merges.size(), n - 1);
    for (std::size_t i = 0; i + 1 < n; ++i) {
      EXPECT_NEAR(tree.merges[i].height, expected.heights[i], 1e-12) << expected.linkage << i;
      EXPECT_EQ(static_cast<double>(tree.merges[i].size), expected.sizes[i]) << expected.linkage << i;
    }
    const auto four = tree.cut(4), half = tree.cut_at_height(0.5);
    EXPECT_EQ(std::vector<double>(four.begin(), four.end()), expected.four_clusters) << expected.linkage;
    EXPECT_EQ(std::vector<double>(half.begin(), half.end()), expected.at_half) << expected.linkage;
  }
}

TEST(Clustering, TheOrderOfTheLeavesKeepsClustersTogether) {
  // 0 and 2 are near, 1 is far: 0 2 | 1
  const std::vector<double> distances = {0, 5, 1, 5, 0, 5, 1, 5, 0};

  const Dendrogram tree = cluster(distances, 3, Linkage::average);

  EXPECT_EQ(tree.order(), (std::vector<std::size_t>{1, 0, 2}));
  EXPECT_EQ(tree.cut(2), (std::vector<std::size_t>{0, 1, 0}));
  EXPECT_EQ(tree.cut(1), (std::vector<std::size_t>{0, 0, 0}));
  EXPECT_THROW((void)tree.cut(4), InputError);
  EXPECT_THROW((void)tree.cut(0), InputError);
}

TEST(Clustering, RefusesDistancesThatAreNone) {
  const std::vector<double> negative = {0, -1, -1, 0};
  const std::vector<double> unknown = {0, std::nan(""), std::nan(""), 0};

  EXPECT_THROW((void)cluster(negative, 2, Linkage::ward), InputError);
  EXPECT_THROW((void)cluster(unknown, 2, Linkage::ward), InputError);
  EXPECT_THROW((void)cluster({}, 0, Linkage::ward), InputError);
  EXPECT_EQ(cluster(std::vector<double>{0}, 1, Linkage::ward).order(), std::vector<std::size_t>{0});
}

TEST(Leakage, AMultipleAndAPowerOfTheTargetLeak) {
  const std::vector<double> t = {1, 4, 9, 16, 25, 36};
  std::vector<double> cycles, root, noise = {5, 1, 4, 1, 5, 9};
  for (const double v : t) {
    cycles.push_back(1000 * v);
    root.push_back(std::sqrt(v));
  }

  EXPECT_NEAR(error_alone(cycles, t), 0, 1e-12);
  EXPECT_NEAR(error_alone(root, t), 0, 1e-12);
  EXPECT_GT(error_alone(noise, t), 0.25);
  EXPECT_TRUE(std::isinf(error_alone(std::vector<double>{1, 0, 2, 3, 4, 5}, t)));
}

TEST(Leakage, WorkOfKnownKernelsIsNoLeakWhereKernelsAreLeftOut) {
  // each kernel takes another time for a unit of work
  const std::vector<double> work = {1, 2, 3, 1, 2, 3, 1, 2, 3}, t = {1, 2, 3, 10, 20, 30, 100, 200, 300};
  const std::vector<std::string> kernels = {"a", "a", "a", "b", "b", "b", "c", "c", "c"};

  // a left out: k = median of 10 and 100 each thrice = 55: error 54; b: 50.5 for 10; c: 5.5 for 100
  EXPECT_GT(error_alone(work, t, kernels), 0.9);
}

TEST(Leakage, NamesThatTheCallerKnowsLeakToo) {
  const Samples samples = samples_of({"cycles", "work"}, {{3, 1, 2, 7, 5}, {2, 9, 1, 1, 4}});
  const Target target{{10, 20, 30, 40, 50}, {}};

  const auto found = leaks(samples, target, {.is_time = [](std::string_view name) { return name == "cycles"; }});

  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].name, "cycles");
  EXPECT_TRUE(found[0].by_name);
}

/// time follows a; b is a with noise, c its inverse, d does not matter, e never changes, cycles are time.
Samples launches() {
  std::vector<std::vector<double>> columns(6);
  for (int i = 1; i <= 40; ++i) {
    columns[0].push_back(i * i);
    columns[1].push_back(i * i + (i % 3) * 40);
    columns[2].push_back(1000.0 / i + (i * 7) % 5);
    columns[3].push_back((i * 17) % 11);
    columns[4].push_back(3);
    columns[5].push_back(1e6 * i);
  }
  return samples_of({"a", "b", "c", "d", "e", "cycles"}, columns);
}

Target times() {
  Target target;
  for (int i = 1; i <= 40; ++i) target.values.push_back(i * (i % 2 == 0 ? 1.9 : 0.6));
  return target;
}

TEST(Selection, DropsTheConstantTheWeakAndTheLeaking) {
  const auto is_time = [](std::string_view name) { return name == "cycles"; };

  const FeatureSelection s =
      select_features(launches(), times(), {.threshold = 0.7, .clusters = 2, .leakage = {.is_time = is_time}});

  EXPECT_TRUE(s.candidates[4].constant);
  EXPECT_FALSE(s.candidates[3].over_threshold);
  EXPECT_FALSE(s.candidates[5].over_threshold);
  EXPECT_EQ(s.kept.size(), 3U);
  EXPECT_EQ(s.selected.size(), 2U);
}

TEST(Selection, KeepsLeaksWhenAskedToAndStillNamesThem) {
  SelectionOptions options{.threshold = 0.7, .keep_leaks = true};
  options.leakage.is_time = [](std::string_view name) { return name == "cycles"; };

  const FeatureSelection s = select_features(launches(), times(), options);

  EXPECT_TRUE(s.candidates[5].over_threshold);
  EXPECT_EQ(s.leaks.front().name, "cycles");
  EXPECT_EQ(s.kept.size(), s.selected.size());  // fewer features than clusters: all
}

TEST(Selection, OfEachClusterTheMostVariableFeatureIsTaken) {
  const FeatureSelection s =
      select_features(launches(), times(), {.threshold = 0.1, .clusters = 1, .keep_leaks = true});

  for (const Candidate& c : s.candidates)
    if (c.over_threshold && !c.selected) {
      const auto chosen = std::ranges::find_if(s.candidates, [](const Candidate& o) { return o.selected; });
      EXPECT_LE(c.variance, chosen->variance) << c.name;
    }
  EXPECT_EQ(s.selected.size(), 1U);
}

TEST(Selection, SaysWhenNothingIsOverTheThresholdOrHasNoLogarithm) {
  EXPECT_THROW((void)select_features(launches(), times(), {.threshold = 1.1}), InputError);
  const Samples negative = samples_of({"x"}, {{-1, 2, 3}});
  EXPECT_THROW((void)select_features(negative, Target{{1, 2, 3}, {}}), InputError);
}

}  // namespace
}  // namespace forewarp::learn
