// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// y = intercept + sum_j coefficient_j x_j, summed in the order of the features.
#include "forewarp/learn/binary.hpp"
#include "forewarp/learn/learner.hpp"

namespace forewarp::learn {

class LinearPredictor final : public Predictor {
 public:
  /// spreads: the standard deviation of each feature where it was learnt, for importances().
  LinearPredictor(double intercept, std::vector<double> coefficients, std::vector<double> spreads);

  [[nodiscard]] std::string_view kind() const override { return "linear"; }
  [[nodiscard]] std::size_t features() const override { return coefficients_.size(); }
  void predict(std::span<const double> row, std::span<double> out) const override;
  /// |coefficient| times spread, as shares of their sum.
  [[nodiscard]] std::vector<double> importances() const override;
  void write(Writer& out) const override;

  [[nodiscard]] double intercept() const { return intercept_; }
  /// In the order of the features; 0 where a feature was dropped as an alias of others.
  [[nodiscard]] std::span<const double> coefficients() const { return coefficients_; }

 private:
  double intercept_;
  std::vector<double> coefficients_, spreads_;
};

/// Throws InputError where the bytes make no sense.
[[nodiscard]] std::unique_ptr<Predictor> read_linear(Reader& in);

}  // namespace forewarp::learn
