// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Support vector machines (amaris2022, section 2.4.2), trained by libsvm: epsilon- and nu-regression,
/// C-classification. The defaults are those of svm() in R's e1071: radial kernel, gamma = 1 / features, cost 1, epsilon
/// 0.1, nu 0.5, degree 3, coef0 0, tolerance 0.001; every feature, and the target of a regression, scaled to mean 0 and
/// standard deviation 1 (over n - 1), a constant one left as it is.
///
/// Class probabilities are Platt's, cross-validated in five folds that our own generator draws from the seed, so that
/// they are the same every time; without them (probability=no, e1071's default) a class has 1 or 0, by vote.
#include "forewarp/learn/learners.hpp"
#include "forewarp/learn/svm/predictor.hpp"

namespace forewarp::learn {

struct SvmSettings {
  Kernel kernel{KernelKind::rbf, 0, 0, 3};  ///< gamma 0: 1 / features
  bool nu_regression = false;
  double cost = 1, epsilon = 0.1, nu = 0.5, tolerance = 1e-3;
  bool scale = true, probability = true, shrinking = true;
};

class SvmLearner final : public Learner {
 public:
  explicit SvmLearner(SvmSettings settings) : settings_(settings) {}
  [[nodiscard]] std::string_view name() const override { return "svm"; }
  [[nodiscard]] std::unique_ptr<Predictor> fit(const Samples& samples, const Target& target,
                                               const FitOptions& options = {}) const override;

 private:
  SvmSettings settings_;
};

[[nodiscard]] LearnerEntry svm_entry();

}  // namespace forewarp::learn
