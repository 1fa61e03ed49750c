// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/linear/nonnegative.hpp"

#include <Eigen/Dense>
#include <limits>

namespace forewarp::learn {
namespace {

class ActiveSet {
 public:
  ActiveSet(MatrixView view, std::span<const double> target);
  [[nodiscard]] std::vector<double> solve();

 private:
  /// The column whose coefficient, let go of zero, lowers the sum of squares fastest; -1 when none does.
  [[nodiscard]] Eigen::Index steepest() const;
  void free_until_feasible();
  [[nodiscard]] Eigen::VectorXd unconstrained() const;

  Eigen::MatrixXd x_;  ///< columns of length 1
  Eigen::VectorXd y_, b_, scales_;
  std::vector<bool> free_;
  double smallest_gain_ = 0;
};

ActiveSet::ActiveSet(MatrixView view, std::span<const double> target)
    : x_(Eigen::Map<const Eigen::MatrixXd>(view.values.data(), static_cast<Eigen::Index>(view.rows),
                                           static_cast<Eigen::Index>(view.columns))),
      y_(Eigen::Map<const Eigen::VectorXd>(target.data(), static_cast<Eigen::Index>(view.rows))),
      b_(Eigen::VectorXd::Zero(x_.cols())),
      scales_(x_.colwise().stableNorm()),
      free_(view.columns) {
  for (double& scale : scales_) scale = scale > 0 ? scale : 1;
  x_ = x_ * scales_.cwiseInverse().asDiagonal();
  smallest_gain_ =
      10 * std::numeric_limits<double>::epsilon() * static_cast<double>(view.rows + view.columns) * y_.stableNorm();
}

Eigen::Index ActiveSet::steepest() const {
  const Eigen::VectorXd gain = x_.transpose() * (y_ - x_ * b_);
  Eigen::Index best = -1;
  for (Eigen::Index j = 0; j < gain.size(); ++j)
    if (!free_[static_cast<std::size_t>(j)] && gain[j] > smallest_gain_ && (best < 0 || gain[j] > gain[best])) best = j;
  return best;
}

/// The least squares over the free columns alone; nearly aliased ones get 0.
Eigen::VectorXd ActiveSet::unconstrained() const {
  std::vector<double> chosen;
  for (Eigen::Index j = 0; j < x_.cols(); ++j)
    if (free_[static_cast<std::size_t>(j)]) chosen.insert(chosen.end(), x_.col(j).begin(), x_.col(j).end());
  const auto rows = static_cast<std::size_t>(x_.rows());
  const LeastSquares fit = least_squares({chosen, rows, chosen.size() / rows}, {y_.data(), rows}, 1e-12);
  Eigen::VectorXd full = Eigen::VectorXd::Zero(x_.cols());
  for (Eigen::Index j = 0, k = 0; j < x_.cols(); ++j)
    if (free_[static_cast<std::size_t>(j)]) full[j] = fit.coefficients[static_cast<std::size_t>(k++)];
  return full;
}

/// Moves towards the unconstrained solution; a coefficient that reaches zero is fixed there, until none is negative.
void ActiveSet::free_until_feasible() {
  while (true) {
    const Eigen::VectorXd wanted = unconstrained();
    double step = 1;
    for (Eigen::Index j = 0; j < b_.size(); ++j)
      if (free_[static_cast<std::size_t>(j)] && wanted[j] <= 0) step = std::min(step, b_[j] / (b_[j] - wanted[j]));
    if (!(step < 1)) {
      b_ = wanted;
      return;
    }
    for (Eigen::Index j = 0; j < b_.size(); ++j) {
      if (!free_[static_cast<std::size_t>(j)]) continue;
      const bool stopped = wanted[j] <= 0 && b_[j] / (b_[j] - wanted[j]) <= step;
      b_[j] = stopped ? 0 : b_[j] + step * (wanted[j] - b_[j]);
      free_[static_cast<std::size_t>(j)] = !stopped;
    }
  }
}

std::vector<double> ActiveSet::solve() {
  for (Eigen::Index round = 0; round < 3 * x_.cols(); ++round) {
    const Eigen::Index j = steepest();
    if (j < 0) break;
    free_[static_cast<std::size_t>(j)] = true;
    free_until_feasible();
  }
  const Eigen::VectorXd b = b_.cwiseMax(0).cwiseQuotient(scales_);
  return {b.begin(), b.end()};
}

}  // namespace

std::vector<double> nonnegative_least_squares(MatrixView x, std::span<const double> y) {
  return ActiveSet(x, y).solve();
}

}  // namespace forewarp::learn
