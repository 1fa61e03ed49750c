// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/selection/selection.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "forewarp/learn/moments.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/statistics.hpp"

namespace forewarp::learn {
namespace {

/// log2(x + offset), then to [0, 1].
std::vector<double> prepared(std::span<const double> x, const std::string& name, double offset) {
  std::vector<double> y;
  for (const double v : x) {
    if (!(v + offset > 0)) throw InputError(fmt::format("'{}' has {}, which has no logarithm", name, v));
    y.push_back(std::log2(v + offset));
  }
  const auto [low, high] = std::ranges::minmax(y);
  const double range = high > low ? high - low : 1;
  for (double& v : y) v = (v - low) / range;
  return y;
}

std::vector<double> compared(std::span<const double> prepared, Correlation correlation) {
  return correlation == Correlation::spearman ? average_ranks(prepared)
                                              : std::vector<double>(prepared.begin(), prepared.end());
}

std::vector<double> matrix_of(const std::vector<std::vector<double>>& columns) {
  const std::size_t n = columns.size();
  std::vector<double> matrix(n * n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = i; j < n; ++j)
      matrix[i * n + j] = matrix[j * n + i] = i == j ? 1.0 : pearson(columns[i], columns[j]);
  return matrix;
}

double strength(const Candidate& c) { return std::abs(c.correlation); }

/// The most variable feature of each cluster.
void choose(FeatureSelection& result, const std::vector<std::size_t>& labels) {
  const std::size_t clusters = *std::ranges::max_element(labels) + 1;
  std::vector<std::size_t> best(clusters, result.candidates.size());
  for (std::size_t leaf = 0; leaf < labels.size(); ++leaf) {
    const std::size_t j = result.kept[leaf];
    result.candidates[j].cluster = labels[leaf];
    std::size_t& chosen = best[labels[leaf]];
    if (chosen == result.candidates.size() || result.candidates[j].variance > result.candidates[chosen].variance)
      chosen = j;
  }
  for (const std::size_t j : best) result.candidates[j].selected = true;
  for (const std::size_t j : result.kept)
    if (result.candidates[j].selected) result.selected.push_back(result.candidates[j].name);
}

}  // namespace

std::vector<double> correlation_matrix(const Samples& samples, Correlation correlation) {
  std::vector<std::vector<double>> columns;
  for (std::size_t j = 0; j < samples.features(); ++j) columns.push_back(compared(samples.feature(j), correlation));
  return matrix_of(columns);
}

FeatureSelection select_features(const Samples& samples, const Target& target, const SelectionOptions& options) {
  check(samples, target);
  FeatureSelection result;
  result.leaks = leaks(samples, target, options.leakage);
  std::vector<std::vector<double>> columns(samples.features());
  const std::vector<double> goal = compared(prepared(target.values, "the target", options.offset), options.correlation);
  for (std::size_t j = 0; j < samples.features(); ++j) {
    Candidate c;
    c.name = samples.names()[j];
    const auto [low, high] = std::ranges::minmax(samples.feature(j));
    c.constant = low == high;
    const bool leaking =
        !options.keep_leaks && std::ranges::any_of(result.leaks, [&](const Leak& leak) { return leak.feature == j; });
    if (!c.constant) {
      const std::vector<double> ready = prepared(samples.feature(j), c.name, options.offset);
      c.variance = moments(ready).population_variance();
      columns[j] = compared(ready, options.correlation);
      c.correlation = pearson(columns[j], goal);
      c.over_threshold = !leaking && strength(c) >= options.threshold;
    }
    if (c.over_threshold) result.kept.push_back(j);
    result.candidates.push_back(std::move(c));
  }
  if (result.kept.empty())
    throw InputError(fmt::format("no feature has a correlation of {} or more with the target", options.threshold));
  std::ranges::stable_sort(result.kept, [&](std::size_t a, std::size_t b) {
    return strength(result.candidates[a]) > strength(result.candidates[b]);
  });
  std::vector<std::vector<double>> chosen;
  for (const std::size_t j : result.kept) chosen.push_back(columns[j]);
  result.matrix = matrix_of(chosen);
  std::vector<double> distances = result.matrix;
  for (double& d : distances) d = std::max(0.0, 1 - std::abs(d));
  result.tree = cluster(distances, result.kept.size(), options.linkage);
  choose(result, options.height ? result.tree.cut_at_height(*options.height)
                                : result.tree.cut(std::min(options.clusters, result.kept.size())));
  return result;
}

}  // namespace forewarp::learn
