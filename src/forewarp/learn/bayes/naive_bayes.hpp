// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Gaussian naive Bayes as scikit-learn's GaussianNB, which zigon2020 used: variances over n, each raised by
/// smoothing times the largest variance that a feature has over all samples.
#include "forewarp/learn/bayes/predictor.hpp"
#include "forewarp/learn/learners.hpp"

namespace forewarp::learn {

class NaiveBayesLearner final : public Learner {
 public:
  explicit NaiveBayesLearner(double smoothing = 1e-9) : smoothing_(smoothing) {}
  [[nodiscard]] std::string_view name() const override { return "naive_bayes"; }
  /// Throws InputError for a target of numbers, for one class, and where every feature is constant.
  [[nodiscard]] std::unique_ptr<Predictor> fit(const Samples& samples, const Target& target,
                                               const FitOptions& options = {}) const override;

 private:
  double smoothing_;
};

[[nodiscard]] LearnerEntry naive_bayes_entry();

}  // namespace forewarp::learn
