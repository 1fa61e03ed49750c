// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Gradient-boosted trees (Friedman 2001): each tree is fitted to the residuals of the trees before it,
///
///     F_0 = best constant,   F_m(x) = F_(m-1)(x) + rate * v_m(leaf of x)
///
/// where the tree m is grown by squared error on the loss's negative gradient and a leaf's v is the step that reduces
/// its samples' loss most: for the squared error their mean residual, for the absolute error their median residual, for
/// the log loss of classes Newton's step. Two classes have one F, the log odds of the second; more have one each, whose
/// softmax gives the probabilities, and as many trees per round.
#include "forewarp/learn/learner.hpp"
#include "forewarp/learn/learners.hpp"
#include "forewarp/learn/trees/packed.hpp"
#include "forewarp/learn/trees/settings.hpp"
#include "forewarp/support/instruction_set.hpp"

namespace forewarp::learn::trees {

enum class Loss { squared, absolute, log };

struct BoostedSettings {
  TreeSettings tree{.max_depth = 3};  ///< criterion mse; monotone only with Loss::squared
  std::size_t rounds = 100;
  double rate = 0.1;
  double subsample = 1;       ///< share of the samples, drawn anew without replacement, that a round's trees see
  Loss loss = Loss::squared;  ///< log where the target is a class
};

class BoostedPredictor : public Predictor {
 public:
  /// base: F_0, one number for regression or two classes, else one per class; owner keeps the memory of view.
  BoostedPredictor(PackedView view, std::vector<double> base, std::size_t classes, std::vector<double> importances,
                   std::shared_ptr<const void> owner);
  [[nodiscard]] std::string_view kind() const override { return "boosted_trees"; }
  [[nodiscard]] std::size_t features() const override { return view_.features; }
  [[nodiscard]] std::size_t outputs() const override { return classes_ == 0 ? 1 : classes_; }
  void predict(std::span<const double> row, std::span<double> out) const override;
  void predict_all(const Samples& samples, std::span<double> out) const override;
  [[nodiscard]] std::vector<double> importances() const override { return importances_; }
  void write(Writer& out) const override;
  [[nodiscard]] static std::unique_ptr<Predictor> read(Reader& in);
  [[nodiscard]] const PackedView& view() const { return view_; }
  [[nodiscard]] const std::vector<double>& base() const { return base_; }

 private:
  /// From the sums F to probabilities, in place.
  void finish(std::span<double> out) const;
  PackedView view_;
  std::vector<double> base_;
  std::size_t classes_;
  std::vector<double> importances_;
  std::shared_ptr<const void> owner_;
  InstructionSet isa_;
};

class BoostedLearner : public Learner {
 public:
  explicit BoostedLearner(BoostedSettings settings) : settings_(std::move(settings)) {}
  [[nodiscard]] std::string_view name() const override { return "boosted_trees"; }
  [[nodiscard]] std::unique_ptr<Predictor> fit(const Samples& samples, const Target& target,
                                               const FitOptions& options = {}) const override;

 private:
  BoostedSettings settings_;
};

}  // namespace forewarp::learn::trees
