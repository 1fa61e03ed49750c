// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/trees/quantile_forest.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "forewarp/learn/trees/float_row.hpp"
#include "forewarp/learn/trees/traverse.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::learn::trees {
namespace {

/// Memory behind LeafSamples of a forest that was trained, not read from a file.
struct Stored {
  std::vector<std::uint64_t> begin = {0};
  std::vector<std::uint32_t> ranks;
  std::vector<double> targets;
};

/// Position of each target in ascending order; equal ones in the order of the samples.
std::vector<std::uint32_t> ranks_of(std::span<const double> targets) {
  std::vector<std::uint32_t> order(targets.size()), rank(targets.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::sort(order, {}, [&](std::uint32_t i) { return std::pair(targets[i], i); });
  for (std::uint32_t i = 0; i < order.size(); ++i) rank[order[i]] = i;
  return rank;
}

/// The ranks in each leaf of a tree, one leaf after another. A side that is no leaf gets an empty
/// list, so that the number a traversal ends with, 2 * node + side, is the index. Ranks instead of
/// targets: half the memory, and quantiles() sorts whole numbers.
std::vector<std::vector<std::uint32_t>> leaves_of(const ForestTree& tree, std::span<const std::uint32_t> rank) {
  std::vector<std::vector<std::uint32_t>> leaves;
  for (const std::uint32_t grown : tree.packed.leaf_nodes) {
    std::vector<std::uint32_t>& leaf = leaves.emplace_back();
    if (grown == PackedTree::none) continue;
    const GrownNode& node = tree.grown.nodes[grown];
    for (std::uint32_t i = node.begin; i < node.end; ++i) leaf.push_back(rank[tree.data.source[tree.grown.rows[i]]]);
  }
  return leaves;
}

struct Weighted {
  std::uint32_t rank;
  double weight;  ///< later cumulative
};

void check_levels(std::span<const double> levels) {
  if (!std::ranges::all_of(levels, [](double q) { return q >= 0 && q <= 1; }))
    throw InputError("levels of quantiles lie in 0 to 1");
}

}  // namespace

/// Each tree contributes a weight of 1, divided evenly among the samples of the leaf that x reaches. Sorted by rank and
/// accumulated, the weights are the conditional distribution of the target; each level is then a binary search.
/// O(W log W) for W samples in the reached leaves.
///
/// Example: two trees, leaves with the targets {1, 3} and {3}: weights 1: 0.5, 3: 1.5 of 2. The quantile 0.25 is 1, the
/// median 3.
bool QuantileForestPredictor::quantiles(std::span<const double> row, std::span<const double> levels,
                                        std::span<double> out) const {
  check_levels(levels);
  const FloatRow x(row);
  std::vector<std::uint64_t> leaves(forest_.view().trees());
  leaves_of_sample(forest_.view(), x.data(), 0, leaves, instruction_set());
  std::vector<Weighted> all;
  double total = 0;
  for (const std::uint64_t leaf : leaves) {
    const std::uint64_t begin = samples_.begin[leaf], count = samples_.begin[leaf + 1] - begin;
    if (count == 0) throw InputError("a leaf of the model has no samples");
    for (const std::uint32_t rank : samples_.ranks.subspan(begin, count))
      all.push_back({rank, 1 / static_cast<double>(count)});
    total += 1;
  }
  std::ranges::sort(all, {}, [](const Weighted& w) { return std::pair(w.rank, w.weight); });
  for (std::size_t i = 1; i < all.size(); ++i) all[i].weight += all[i - 1].weight;
  // Eight weights of 0.1 add up to a little less than 0.8, and yet the eighth target is the
  // quantile at level 0.8.
  constexpr double rounding = 1e-12;  // tolerance for the sums of weights
  for (std::size_t k = 0; k < levels.size(); ++k) {
    const auto at = std::ranges::lower_bound(all, (levels[k] - rounding) * total, {}, &Weighted::weight);
    out[k] = samples_.targets[at == all.end() ? all.back().rank : at->rank];
  }
  return true;
}

void QuantileForestPredictor::write(Writer& out) const {
  forest_.write(out);
  out.arrays(samples_.begin, samples_.ranks, samples_.targets);
}

std::unique_ptr<Predictor> QuantileForestLearner::fit(const Samples& samples, const Target& target,
                                                      const FitOptions& options) const {
  if (target.is_class()) throw InputError("quantile_forest learns numbers, not classes");
  check(samples, target);
  const std::vector<std::uint32_t> rank = ranks_of(target.values);
  std::vector<std::vector<std::vector<std::uint32_t>>> leaves(settings_.trees);
  ForestPredictor forest =
      fit_forest("quantile_forest", settings_, samples, target, options,
                 [&](std::size_t i, const ForestTree& tree) { leaves[i] = leaves_of(tree, rank); });
  auto stored = std::make_shared<Stored>();
  for (auto& tree : leaves) {
    for (const auto& leaf : tree) {
      stored->ranks.insert(stored->ranks.end(), leaf.begin(), leaf.end());
      stored->begin.push_back(stored->ranks.size());
    }
    tree = {};
  }
  stored->targets = target.values;
  std::ranges::sort(stored->targets);
  const LeafSamples view{stored->begin, stored->ranks, stored->targets};
  return std::make_unique<QuantileForestPredictor>(std::move(forest), view, std::move(stored));
}

namespace {

void check_leaves(const LeafSamples& samples, std::size_t leaves) {
  if (samples.begin.size() != leaves + 1 || samples.begin.front() != 0 ||
      samples.begin.back() != samples.ranks.size() || !std::ranges::is_sorted(samples.begin))
    throw InputError("the samples of the model's leaves do not follow one another");
  if (!std::ranges::all_of(samples.ranks, [&](std::uint32_t rank) { return rank < samples.targets.size(); }))
    throw InputError("a leaf of the model has a sample that is not there");
  if (!std::ranges::all_of(samples.targets, [](double y) { return std::isfinite(y); }))
    throw InputError("a target in the model is not a finite number");
}

}  // namespace

std::unique_ptr<Predictor> read_quantile_forest(Reader& in) {
  ForestPredictor forest = ForestPredictor::read("quantile_forest", in);
  if (forest.outputs() != 1) throw InputError("a quantile forest has one output");
  LeafSamples samples;
  samples.begin = in.array<std::uint64_t>();
  samples.ranks = in.array<std::uint32_t>();
  samples.targets = in.array<double>();
  if (in.trust() == Trust::nothing) check_leaves(samples, forest.view().values.size());
  return std::make_unique<QuantileForestPredictor>(std::move(forest), samples, in.owner());
}

}  // namespace forewarp::learn::trees
