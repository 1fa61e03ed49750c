// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Decision trees, random forests (Breiman 2001) and extremely randomised trees (Geurts, Ernst, Wehenkel 2006). A
/// forest answers the mean of its trees: of their leaves' means (or medians, with the criterion mae), or of the shares
/// that classes have in them.
///
/// Trees grow in parallel, each from random numbers of its own that follow from the seed and its index, so that the
/// forest is the same for any number of threads. Features are compared in single precision (ordered.hpp).
#include <functional>

#include "forewarp/learn/learner.hpp"
#include "forewarp/learn/learners.hpp"
#include "forewarp/learn/trees/packed.hpp"
#include "forewarp/learn/trees/settings.hpp"
#include "forewarp/support/instruction_set.hpp"

namespace forewarp::learn::trees {

struct SortedSamples;

struct ForestSettings {
  TreeSettings tree;
  std::size_t trees = 100;
  bool bootstrap = false;  ///< each tree sees as many samples as there are, drawn with replacement
};

/// Of one tree, what outlives its growth.
struct ForestTree {
  GrownTree grown;
  PackedTree packed;
  const SortedSamples& data;  ///< that it was grown from
};

/// Called once a tree, by many threads at once.
using EachTree = std::function<void(std::size_t tree, const ForestTree&)>;

class ForestPredictor : public Predictor {
 public:
  /// owner keeps what view shows.
  ForestPredictor(std::string_view kind, PackedView view, std::vector<double> importances,
                  std::shared_ptr<const void> owner);
  [[nodiscard]] std::string_view kind() const override { return kind_; }
  [[nodiscard]] std::size_t features() const override { return view_.features; }
  [[nodiscard]] std::size_t outputs() const override { return view_.outputs; }
  void predict(std::span<const double> row, std::span<double> out) const override;
  void predict_all(const Samples& samples, std::span<double> out) const override;
  [[nodiscard]] std::vector<double> importances() const override { return importances_; }
  void write(Writer& out) const override;
  /// What predictor of any of the kinds wrote. Throws InputError.
  [[nodiscard]] static ForestPredictor read(std::string_view kind, Reader& in);
  [[nodiscard]] const PackedView& view() const { return view_; }

 private:
  std::string_view kind_;
  PackedView view_;
  std::vector<double> importances_;
  std::shared_ptr<const void> owner_;
  InstructionSet isa_;
};

/// Throws InputError as Learner::fit does, and where settings contradict one another or the target.
[[nodiscard]] ForestPredictor fit_forest(std::string_view kind, const ForestSettings& settings, const Samples& samples,
                                         const Target& target, const FitOptions& options, const EachTree& each = {});

class ForestLearner : public Learner {
 public:
  ForestLearner(std::string_view name, ForestSettings settings) : name_(name), settings_(std::move(settings)) {}
  [[nodiscard]] std::string_view name() const override { return name_; }
  [[nodiscard]] std::unique_ptr<Predictor> fit(const Samples& samples, const Target& target,
                                               const FitOptions& options = {}) const override;

 private:
  std::string_view name_;
  ForestSettings settings_;
};

}  // namespace forewarp::learn::trees
