// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Linear regression (amaris2022, section 2.4.1, equation 7): as R's lm, with a ridge penalty, or without negative
/// coefficients.
///
///     min  sum_i (y_i - b_0 - sum_j b_j x_ij)^2 + ridge sum_j b_j^2,   b_j >= 0 where nonnegative
///
/// The penalty leaves the intercept b_0 alone, as scikit-learn's Ridge does; features are penalised in their own units,
/// so scale them first. Without penalty aliased features are dropped as R drops them (least_squares.hpp).
#include "forewarp/learn/learners.hpp"
#include "forewarp/learn/linear/predictor.hpp"

namespace forewarp::learn {

struct LinearSettings {
  bool intercept = true, nonnegative = false;
  double ridge = 0;
  double tolerance = 1e-7;  ///< below which a column counts as an alias; R's
};

class LinearLearner final : public Learner {
 public:
  explicit LinearLearner(LinearSettings settings) : settings_(settings) {}
  [[nodiscard]] std::string_view name() const override { return "linear"; }
  [[nodiscard]] std::unique_ptr<Predictor> fit(const Samples& samples, const Target& target,
                                               const FitOptions& options = {}) const override;
  /// As fit, with its own type.
  [[nodiscard]] LinearPredictor fit_linear(const Samples& samples, const Target& target) const;

 private:
  LinearSettings settings_;
};

[[nodiscard]] LearnerEntry linear_entry();

}  // namespace forewarp::learn
