// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/linear/least_squares.hpp"

#include <Eigen/Dense>

namespace forewarp::learn {
namespace {

/// Reflects column k of x onto row k, and what is right of it and y with it.
void reflect(Eigen::MatrixXd& x, Eigen::VectorXd& y, Eigen::Index row, Eigen::Index column) {
  const Eigen::Index below = x.rows() - row;
  Eigen::VectorXd v = x.col(column).tail(below);
  v[0] += v[0] < 0 ? -v.norm() : v.norm();
  const double half_square = v.squaredNorm() / 2;
  for (Eigen::Index j = column; j < x.cols(); ++j) {
    auto tail = x.col(j).tail(below);
    tail -= v.dot(tail) / half_square * v;
  }
  auto tail = y.tail(below);
  tail -= v.dot(tail) / half_square * v;
}

}  // namespace

LeastSquares least_squares(MatrixView view, std::span<const double> target, double tolerance) {
  const auto rows = static_cast<Eigen::Index>(view.rows), columns = static_cast<Eigen::Index>(view.columns);
  Eigen::MatrixXd x = Eigen::Map<const Eigen::MatrixXd>(view.values.data(), rows, columns);
  Eigen::VectorXd y = Eigen::Map<const Eigen::VectorXd>(target.data(), rows);
  // Columns of one scale: neither squares nor sums of theirs leave the range of double, and the test below is unmoved.
  Eigen::VectorXd scales = x.colwise().lpNorm<Eigen::Infinity>();
  for (double& scale : scales) scale = scale > 0 ? scale : 1;
  x = x * scales.cwiseInverse().asDiagonal();
  const Eigen::VectorXd norms = x.colwise().norm();
  LeastSquares result{std::vector<double>(view.columns), {}};
  std::vector<Eigen::Index> kept;
  for (Eigen::Index j = 0; j < columns; ++j) {
    const auto rank = static_cast<Eigen::Index>(kept.size());
    const double left = rank < rows ? x.col(j).tail(rows - rank).norm() : 0;
    if (rank == rows || left == 0 || left < tolerance * norms[j]) {
      result.dropped.push_back(static_cast<std::size_t>(j));
      continue;
    }
    reflect(x, y, rank, j);
    kept.push_back(j);
  }
  for (std::size_t k = kept.size(); k-- > 0;) {
    double rest = y[static_cast<Eigen::Index>(k)];
    for (std::size_t l = k + 1; l < kept.size(); ++l)
      rest -= x(static_cast<Eigen::Index>(k), kept[l]) * result.coefficients[static_cast<std::size_t>(kept[l])];
    result.coefficients[static_cast<std::size_t>(kept[k])] = rest / x(static_cast<Eigen::Index>(k), kept[k]);
  }
  for (std::size_t j = 0; j < view.columns; ++j) result.coefficients[j] /= scales[static_cast<Eigen::Index>(j)];
  return result;
}

}  // namespace forewarp::learn
