// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/trees/forest.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>
#include <optional>

#include "forewarp/learn/moments.hpp"
#include "forewarp/learn/trees/grow.hpp"
#include "forewarp/learn/trees/sorted_samples.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/parallel.hpp"

namespace forewarp::learn::trees {
namespace {

/// Data common to all trees of a forest: the samples are sorted once, O(features * n log n), and a
/// tree's bootstrap only copies rows and replays that order. Targets are centred by the mean of all
/// samples for every tree; any number near their middle serves, as it only keeps sums of squares
/// from cancelling.
struct Ground {
  ForestSettings settings;
  SortedSamples data;
  Presorted order;
  std::vector<signed char> monotone;
  std::size_t classes, max_features;
  double mean;
  InstructionSet isa;

  Ground(const ForestSettings& wanted, const Samples& samples, const Target& target)
      : settings(wanted),
        data(ordered(samples, target.values)),
        monotone(monotone_signs(wanted.tree.monotone, samples)),
        classes(target.classes.size()),
        max_features(wanted.tree.max_features.of(samples.features())),
        mean(std::accumulate(data.y.begin(), data.y.end(), 0.0) / static_cast<double>(data.rows)),
        isa(instruction_set()) {
    settings.tree = settings_for(wanted.tree, target);
    // Fewer than 2^31 centred targets below 2e140 add up to at most 4.3e149, whose square is still
    // a finite double.
    if (std::max(std::abs(data.y.front()), std::abs(data.y.back())) > 1e140)
      throw InputError("the targets are too large for squares in double precision: scale them");
    if (settings.tree.threshold == Threshold::best) order = presorted(data);
  }

  [[nodiscard]] GrownTree grow_from(const SortedSamples& seen, Presorted seen_order, Random& random) const {
    std::vector<double> centred(seen.y);
    for (double& y : centred) y -= mean;
    const Growth growth{seen, settings.tree, classes, centred, mean, monotone, max_features, isa};
    return grow(growth, std::move(seen_order), random);
  }

  /// The random sequence depends on the seed and the tree only: the forest is the same for any number of threads.
  void grow_one(std::size_t tree, std::uint64_t seed, const EachTree& each) const {
    Random random(seed, tree);
    std::optional<SortedSamples> drawn;
    Presorted drawn_order;
    if (settings.bootstrap) {
      const std::vector<std::uint32_t> rows = bootstrap(data.rows, random);
      drawn = chosen_rows(data, rows);
      if (!order.order.empty()) drawn_order = chosen_rows(order, rows);
    }
    const SortedSamples& seen = drawn ? *drawn : data;
    if (!drawn) drawn_order = order;
    GrownTree grown = grow_from(seen, std::move(drawn_order), random);
    PackedTree packed = pack(grown, slot_bits_for(data.features));
    each(tree, {std::move(grown), std::move(packed), seen});
  }
};

/// A finished tree, kept until all are finished and can be joined in order.
struct Part {
  PackedTree packed;
  std::vector<double> values, importances;
};

Part part_of(const ForestTree& tree, std::size_t outputs) {
  return {tree.packed, leaf_values(tree.packed, tree.grown, outputs), shares(tree.grown.importances)};
}

}  // namespace

/// Trees grow in parallel and are joined in their order, so the result does not depend on the schedule.
ForestPredictor fit_forest(std::string_view kind, const ForestSettings& settings, const Samples& samples,
                           const Target& target, const FitOptions& options, const EachTree& each) {
  check(samples, target);
  const Ground ground(settings, samples, target);
  auto forest = std::make_shared<PackedForest>();
  forest->features = samples.features();
  forest->outputs = std::max<std::size_t>(1, target.classes.size());
  std::vector<Part> parts(settings.trees);
  std::atomic<std::size_t> done = 0;
  parallel_for(
      settings.trees,
      [&](std::size_t i) {
        ground.grow_one(i, options.seed, [&](std::size_t index, const ForestTree& tree) {
          parts[index] = part_of(tree, forest->outputs);
          if (each) each(index, tree);
        });
        if (options.progress != nullptr) options.progress->advance(++done, settings.trees, "trees");
      },
      options.threads);
  std::vector<double> importances(samples.features());
  std::size_t nodes = 0;
  for (const Part& part : parts) nodes += part.packed.nodes.size();
  forest->nodes.reserve(nodes);
  forest->values.reserve(2 * nodes * forest->outputs);
  // Each part is freed as it is joined, so that the memory in use does not double.
  for (Part& part : parts) {
    forest->add(part.packed, part.values);
    for (std::size_t j = 0; j < importances.size(); ++j) importances[j] += part.importances[j];
    part = {};
  }
  const PackedView view = forest->view();
  return {kind, view, shares(std::move(importances)), std::move(forest)};
}

std::unique_ptr<Predictor> ForestLearner::fit(const Samples& samples, const Target& target,
                                              const FitOptions& options) const {
  return std::make_unique<ForestPredictor>(fit_forest(name_, settings_, samples, target, options));
}

}  // namespace forewarp::learn::trees
