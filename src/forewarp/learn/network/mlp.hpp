// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Training of a multi-layer perceptron (zigon2020, section 5.4: 48 counters, layers of 48 and 24, ReLU, softmax over
/// ten classes): weights drawn uniformly within +- sqrt(6 / (inputs + outputs)) (Glorot), biases 0, batches in an order
/// shuffled anew each epoch, one of seven optimisers. Everything random comes from the seed.
#include "forewarp/learn/learners.hpp"
#include "forewarp/learn/network/optimiser.hpp"
#include "forewarp/learn/network/predictor.hpp"

namespace forewarp::learn {

struct NetworkSettings {
  std::vector<std::size_t> hidden = {48, 24};
  Activation activation = Activation::relu;
  OptimiserKind optimiser = OptimiserKind::nadam;
  double rate = 0;  ///< 0: the optimiser's own
  double momentum = 0;
  std::size_t epochs = 200, batch = 32;
  std::size_t patience = 0;  ///< epochs without a better validation loss before training stops; 0: never
  double validation = 0.1;   ///< share of samples kept aside to judge by, with patience
  bool scale = true;         ///< features, and the target of a regression, to mean 0 and standard deviation 1
};

class NetworkLearner final : public Learner {
 public:
  explicit NetworkLearner(NetworkSettings settings) : settings_(std::move(settings)) {}
  [[nodiscard]] std::string_view name() const override { return "mlp"; }
  /// Throws InputError where training diverges.
  [[nodiscard]] std::unique_ptr<Predictor> fit(const Samples& samples, const Target& target,
                                               const FitOptions& options = {}) const override;

 private:
  NetworkSettings settings_;
};

[[nodiscard]] LearnerEntry mlp_entry();

}  // namespace forewarp::learn
