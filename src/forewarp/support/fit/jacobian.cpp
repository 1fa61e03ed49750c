// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/fit/jacobian.hpp"

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>
#include <limits>

namespace forewarp::fit {

std::vector<double> jacobian(std::span<const Parameter> parameters, const Residuals& residuals,
                             std::span<const double> at, std::size_t count) {
  std::vector<double> columns(parameters.size() * count), x(at.begin(), at.end()), above(count), below(count);
  for (std::size_t j = 0; j < x.size(); ++j) {
    // The cube root of the rounding unit balances rounding against the third derivative.
    const double step = std::cbrt(std::numeric_limits<double>::epsilon()) * std::max(std::abs(at[j]), 1e-3);
    const double high = std::min(at[j] + step, parameters[j].high), low = std::max(at[j] - step, parameters[j].low);
    if (high <= low) continue;
    x[j] = high;
    residuals(x, above);
    x[j] = low;
    residuals(x, below);
    x[j] = at[j];
    for (std::size_t i = 0; i < count; ++i) columns[j * count + i] = (above[i] - below[i]) / (high - low);
  }
  return columns;
}

std::vector<double> standard_errors(std::span<const double> jacobian, std::size_t count,
                                    const std::vector<bool>& chosen, double sum_of_squares) {
  std::vector<double> errors(chosen.size(), std::numeric_limits<double>::quiet_NaN());
  std::vector<std::size_t> free;
  for (std::size_t j = 0; j < chosen.size(); ++j)
    if (chosen[j]) free.push_back(j);
  if (free.empty() || count <= free.size()) return errors;
  const auto rows = static_cast<Eigen::Index>(count), cols = static_cast<Eigen::Index>(free.size());
  Eigen::MatrixXd scaled(rows, cols);
  Eigen::VectorXd length(cols);
  for (Eigen::Index j = 0; j < cols; ++j) {
    const double* column = jacobian.data() + free[static_cast<std::size_t>(j)] * count;
    scaled.col(j) = Eigen::Map<const Eigen::VectorXd>(column, rows);
    length(j) = scaled.col(j).norm();
    if (length(j) > 0) scaled.col(j) /= length(j);
  }
  Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(scaled);
  qr.setThreshold(1e-9);
  if (!scaled.allFinite() || qr.rank() < cols) return errors;
  const Eigen::MatrixXd inverse = (scaled.transpose() * scaled).inverse();
  const double variance = sum_of_squares / static_cast<double>(count - free.size());
  for (Eigen::Index j = 0; j < cols; ++j)
    errors[free[static_cast<std::size_t>(j)]] = std::sqrt(variance * inverse(j, j)) / length(j);
  return errors;
}

}  // namespace forewarp::fit
