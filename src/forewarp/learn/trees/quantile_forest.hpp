// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Quantile regression forest (Meinshausen 2006): a forest that stores which samples fell into each leaf. For a new
/// sample x the weight of a training sample i is
///
///     w_i(x) = mean over trees of [i in the leaf of x] / samples in that leaf
///
/// and the quantile at level q is the least y_i for which the weights of all targets up to it reach q. The prediction
/// itself is the forest's mean.
#include "forewarp/learn/trees/forest.hpp"

namespace forewarp::learn::trees {

/// The samples of the leaves, by rank among the targets.
struct LeafSamples {
  std::span<const std::uint64_t> begin;  ///< first entry of each leaf of the forest, and the end
  std::span<const std::uint32_t> ranks;
  std::span<const double> targets;  ///< ascending
};

class QuantileForestPredictor : public Predictor {
 public:
  QuantileForestPredictor(ForestPredictor forest, LeafSamples samples, std::shared_ptr<const void> owner)
      : forest_(std::move(forest)), samples_(samples), owner_(std::move(owner)) {}
  [[nodiscard]] std::string_view kind() const override { return "quantile_forest"; }
  [[nodiscard]] std::size_t features() const override { return forest_.features(); }
  void predict(std::span<const double> row, std::span<double> out) const override { forest_.predict(row, out); }
  void predict_all(const Samples& samples, std::span<double> out) const override { forest_.predict_all(samples, out); }
  [[nodiscard]] std::vector<double> importances() const override { return forest_.importances(); }
  void write(Writer& out) const override;
  [[nodiscard]] bool quantiles(std::span<const double> row, std::span<const double> levels,
                               std::span<double> out) const override;
  [[nodiscard]] const ForestPredictor& forest() const { return forest_; }

 private:
  ForestPredictor forest_;
  LeafSamples samples_;
  std::shared_ptr<const void> owner_;
};

class QuantileForestLearner : public Learner {
 public:
  explicit QuantileForestLearner(ForestSettings settings) : settings_(std::move(settings)) {}
  [[nodiscard]] std::string_view name() const override { return "quantile_forest"; }
  /// Throws InputError as ForestLearner, and for classes.
  [[nodiscard]] std::unique_ptr<Predictor> fit(const Samples& samples, const Target& target,
                                               const FitOptions& options = {}) const override;

 private:
  ForestSettings settings_;
};

[[nodiscard]] std::unique_ptr<Predictor> read_quantile_forest(Reader& in);

}  // namespace forewarp::learn::trees
