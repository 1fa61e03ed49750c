// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// An expression over rows of samples, as least squares take it.
#include <Eigen/Dense>
#include <span>
#include <vector>

#include "forewarp/model/expression/calibrate.hpp"
#include "forewarp/support/fit/least_squares.hpp"

namespace forewarp::model::expression::detail {

/// Rows of feature values, the times, and the expression ready for them. Lives no longer than what it is made from.
class FittingProblem {
 public:
  /// Throws InputError as calibrate does.
  FittingProblem(const Expression& expression, const Table& table, const CalibrationOptions& options,
                 const std::vector<std::size_t>& rows);

  [[nodiscard]] std::size_t rows() const { return times_.size(); }
  [[nodiscard]] double weight(std::size_t row) const { return options_.relative ? 1 / times_[row] : 1; }
  [[nodiscard]] double time(std::size_t row) const { return times_[row]; }
  [[nodiscard]] double predicted(std::size_t row, std::span<const double> p) const { return whole_(features_[row], p); }
  /// The geometric mean of relative error.
  [[nodiscard]] double mean_error(std::span<const double> p) const;
  /// d g_i / d p_j times the weight of the row.
  [[nodiscard]] Eigen::MatrixXd jacobian(std::span<const double> p) const;

  struct Fit {
    std::vector<double> values;
    fit::Summary summary;
  };
  /// The best of several starts.
  [[nodiscard]] Fit best_fit() const;

 private:
  [[nodiscard]] std::vector<double> scales() const;
  [[nodiscard]] std::vector<std::vector<double>> starts(const std::vector<double>& scales) const;
  [[nodiscard]] Fit fit_from(const std::vector<double>& scales, const std::vector<double>& start) const;

  const Expression& expression_;
  const CalibrationOptions& options_;
  Compiled whole_;
  std::vector<Compiled> derivatives_;
  std::vector<double> times_;
  std::vector<std::vector<double>> features_;
};

[[nodiscard]] std::vector<std::size_t> all_rows(const Table& table);

}  // namespace forewarp::model::expression::detail
