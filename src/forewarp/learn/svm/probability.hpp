// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Probabilities from decision values, without libsvm's own routines, which draw from the C library's rand().
///
/// Platt's sigmoid P(positive | f) = 1 / (1 + exp(A f + B)) is fitted by the Newton method of Lin, Lin and Weng ("A
/// note on Platt's probabilistic outputs for support vector machines", Machine Learning 68, 2007), against the targets
/// (N+ + 1) / (N+ + 2) and 1 / (N- + 2). More than two classes are coupled by Wu, Lin and Weng ("Probability estimates
/// for multi-class classification by pairwise coupling", JMLR 5, 2004), algorithm 2.
#include <span>
#include <vector>

namespace forewarp::learn {

struct Sigmoid {
  double a = 0, b = 0;
  /// Kept 1e-7 off 0 and 1, as libsvm does, so that coupling stays solvable.
  [[nodiscard]] double operator()(double decision) const;
};

/// positive[i]: whether sample i, whose decision value is decisions[i], belongs to the positive class.
[[nodiscard]] Sigmoid fit_sigmoid(std::span<const double> decisions, const std::vector<bool>& positive);

/// pairwise: k x k, row by row; [i][j] = P(i | i or j), with [j][i] = 1 - [i][j]. out: k probabilities.
void couple(std::span<const double> pairwise, std::span<double> out);

}  // namespace forewarp::learn
