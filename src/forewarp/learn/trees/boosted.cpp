// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/trees/boosted.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "forewarp/learn/moments.hpp"
#include "forewarp/learn/trees/batch.hpp"
#include "forewarp/learn/trees/grow.hpp"
#include "forewarp/learn/trees/losses.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::learn::trees {
namespace {

/// State: f_[i * K + k] is F_m of sample i for output k (K = 1 for numbers and two classes). A round (1) draws its
/// samples, (2) computes the negative gradients of all outputs from the same F, (3) grows a tree per output on them,
/// replaces the leaf values by the best step times the rate, and adds the tree to F of all samples, drawn or not.
///
/// Invariant: f_ equals the prediction of forest_ plus base_. Complexity per tree: O(n * features * depth), because the
/// samples are sorted by each feature once (order_), and a round only selects from that order.
///
/// Example (squared loss): targets 0 and 10, base 5, gradients -5 and 5; a tree that separates them with rate 0.1 has
/// the leaves -0.5 and 0.5, so F is 4.5 and 5.5 and the next gradients are -4.5 and 4.5.
class Boosting {
 public:
  Boosting(BoostedSettings settings, const Samples& samples, const Target& target, const FitOptions& options)
      : settings_(std::move(settings)),
        target_(target),
        options_(options),
        all_(in_order_of_samples(samples)),
        monotone_(monotone_signs(settings_.tree.monotone, samples)),
        base_(start_of(settings_.loss, target)),
        forest_(std::make_shared<PackedForest>()),
        importances_(samples.features()),
        batch_({all_.x.data(), all_.stride}, all_.rows, all_.features, instruction_set()) {
    if (settings_.tree.threshold == Threshold::best) order_ = presorted(all_);
    forest_->features = samples.features();
    forest_->outputs = 1;
    for (std::size_t i = 0; i < all_.rows; ++i) f_.insert(f_.end(), base_.begin(), base_.end());
  }

  std::unique_ptr<Predictor> run() {
    for (std::size_t round = 0; round < settings_.rounds; ++round) {
      Random random(options_.seed, round);
      const std::vector<std::uint32_t> seen = draw(random);
      std::vector<std::vector<double>> gradients;  // all from the same F
      for (std::size_t k = 0; k < base_.size(); ++k)
        gradients.push_back(downhill(settings_.loss, target_, f_, base_.size(), k));
      for (std::size_t k = 0; k < base_.size(); ++k) add_tree(seen, gradients[k], k, random);
      if (options_.progress != nullptr) options_.progress->advance(round + 1, settings_.rounds, "rounds");
    }
    const PackedView view = forest_->view();
    return std::make_unique<BoostedPredictor>(view, base_, target_.classes.size(), shares(importances_), forest_);
  }

 private:
  /// The gradients change in each round, so the samples keep their own order here.
  static SortedSamples in_order_of_samples(const Samples& samples) {
    return ordered(samples, std::vector<double>(samples.rows()));  // equal targets keep their order
  }

  /// The samples of this round, ascending.
  std::vector<std::uint32_t> draw(Random& random) const {
    std::vector<std::uint32_t> rows(all_.rows);
    std::iota(rows.begin(), rows.end(), 0U);
    const auto wanted = static_cast<std::size_t>(std::max(1.0, settings_.subsample * static_cast<double>(all_.rows)));
    if (wanted < rows.size()) {
      random.shuffle(std::span(rows));
      rows.resize(wanted);
      std::ranges::sort(rows);
    }
    return rows;
  }

  /// Rows ascend by gradient, as growing a tree requires of its targets. Packing needs the structure only; values
  /// follow.
  void add_tree(std::span<const std::uint32_t> seen, std::span<const double> gradient, std::size_t k, Random& random) {
    std::vector<std::uint32_t> rows(seen.begin(), seen.end());
    std::ranges::sort(rows, {}, [&](std::uint32_t i) { return std::pair(gradient[i], i); });
    GrownTree tree = grow_on(rows, gradient, random);
    const PackedTree packed = pack(tree, slot_bits_for(all_.features));
    set_steps(tree, rows, gradient);
    forest_->add(packed, leaf_values(packed, tree, 1));
    for (std::size_t j = 0; j < importances_.size(); ++j) importances_[j] += tree.importances[j];
    advance(k);
  }

  /// rows: ascending by gradient, which takes the place of the target.
  GrownTree grow_on(const std::vector<std::uint32_t>& rows, std::span<const double> gradient, Random& random) const {
    SortedSamples data = chosen_rows(all_, rows);
    for (std::size_t i = 0; i < rows.size(); ++i) data.y[i] = gradient[rows[i]];
    const double mean = std::accumulate(data.y.begin(), data.y.end(), 0.0) / static_cast<double>(rows.size());
    std::vector<double> centred(data.y);
    for (double& y : centred) y -= mean;
    const Growth growth{data,
                        settings_.tree,
                        0,
                        centred,
                        mean,
                        monotone_,
                        settings_.tree.max_features.of(all_.features),
                        instruction_set()};
    return grow(growth, order_.order.empty() ? Presorted{} : reordered(rows), random);
  }

  /// The order of each feature, restricted to `rows` and renumbered by the position in them. O(features * n).
  Presorted reordered(std::span<const std::uint32_t> rows) const {
    constexpr std::uint32_t unseen = 0xffffffff;
    std::vector<std::uint32_t> place(all_.rows, unseen);
    for (std::uint32_t i = 0; i < rows.size(); ++i) place[rows[i]] = i;
    Presorted out{rows.size(), {}};
    for (const std::uint32_t row : order_.order)
      if (place[row] != unseen) out.order.push_back(place[row]);
    return out;
  }

  /// Leaf values become rate * step; monotone trees keep their own means, which respect the bounds.
  void set_steps(GrownTree& tree, std::span<const std::uint32_t> rows, std::span<const double> gradient) const {
    std::vector<std::uint32_t> members;
    for (std::size_t n = 0; n < tree.nodes.size(); ++n) {
      const GrownNode& node = tree.nodes[n];
      if (!node.is_leaf()) continue;
      members.clear();
      for (std::uint32_t i = node.begin; i < node.end; ++i) members.push_back(rows[tree.rows[i]]);
      const bool bounded = !monotone_.empty();  // squared error: the tree's own means, within their bounds
      const double step =
          bounded ? tree.values[n] : leaf_step(settings_.loss, target_, gradient, f_, base_.size(), members);
      tree.values[n] = settings_.rate * step;
      if (!std::isfinite(tree.values[n])) throw InputError("boosted_trees: the steps grow without end: lower the rate");
    }
  }

  /// Adds the last tree to F_k of all samples.
  void advance(std::size_t k) {
    const PackedView view = forest_->view();
    const std::size_t tree = view.trees() - 1;
    const auto leaves = batch_.leaves(view, tree);
    const auto values = view.values.subspan(2 * view.node_begin[tree]);
    for (std::size_t i = 0; i < all_.rows; ++i) f_[i * base_.size() + k] += values[leaves[i]];
  }

  BoostedSettings settings_;
  const Target& target_;
  FitOptions options_;
  SortedSamples all_;
  Presorted order_;
  std::vector<signed char> monotone_;
  std::vector<double> base_, f_;
  std::shared_ptr<PackedForest> forest_;
  std::vector<double> importances_;
  Batch batch_;  ///< of all_
};

/// Resolves the loss from the kind of target and rejects combinations that have no meaning.
BoostedSettings settings_for(BoostedSettings settings, const Target& target) {
  if (target.is_class()) {
    if (settings.loss == Loss::absolute)
      throw InputError("boosted_trees: the loss absolute predicts numbers, not classes");
    settings.loss = Loss::log;
  } else if (settings.loss == Loss::log) {
    throw InputError("boosted_trees: the loss log predicts classes, not numbers");
  }
  if (!settings.tree.monotone.empty() && settings.loss != Loss::squared)
    throw InputError("boosted_trees: monotone goes with the loss squared only");
  for (const double y : target.values)
    if (std::abs(y) > 1e140) throw InputError("the targets are too large for squares in double precision: scale them");
  return settings;
}

}  // namespace

std::unique_ptr<Predictor> BoostedLearner::fit(const Samples& samples, const Target& target,
                                               const FitOptions& options) const {
  check(samples, target);
  return Boosting(settings_for(settings_, target), samples, target, options).run();
}

}  // namespace forewarp::learn::trees
