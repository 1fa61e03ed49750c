// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// k nearest neighbours, for numbers and classes: a baseline that every trained model should exceed.
#include "forewarp/learn/learners.hpp"
#include "forewarp/learn/neighbours/predictor.hpp"

namespace forewarp::learn {

struct NeighbourSettings {
  std::size_t k = 5;
  NeighbourWeights weights = NeighbourWeights::uniform;
  bool scale = true;  ///< features to mean 0 and standard deviation 1 (over n) before distances are taken
};

class NeighbourLearner final : public Learner {
 public:
  explicit NeighbourLearner(NeighbourSettings settings) : settings_(settings) {}
  [[nodiscard]] std::string_view name() const override { return "knn"; }
  /// Throws InputError where there are fewer samples than neighbours.
  [[nodiscard]] std::unique_ptr<Predictor> fit(const Samples& samples, const Target& target,
                                               const FitOptions& options = {}) const override;

 private:
  NeighbourSettings settings_;
};

[[nodiscard]] LearnerEntry knn_entry();

}  // namespace forewarp::learn
