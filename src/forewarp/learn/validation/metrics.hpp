// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// How far predictions are from what was measured. Relative errors are always against the measured value,
/// |p - m| / |m| (braun2020, equation 1), never against the prediction.
#include <cstddef>
#include <span>
#include <vector>

namespace forewarp::validate {

/// Errors of n pairs of predicted p and measured m. Relative errors are fractions: 0.1 is 10 %.
struct ErrorSummary {
  std::size_t count = 0;
  double mape = 0;    ///< mean of |p - m| / |m|
  double median = 0;  ///< of the same, as are the quantiles and the maximum
  double p25 = 0, p75 = 0, p90 = 0, p95 = 0, max = 0;
  double factor = 0;    ///< geometric mean of max(p/m, m/p): 1 is perfect; infinite where a p has not the sign of its m
  double rmse = 0;      ///< in the unit of the target
  double r2 = 0;        ///< 1 - sum (p - m)^2 / sum (m - mean m)^2; NaN when all m are equal
  double spearman = 0;  ///< rank correlation; 0 when either side is constant
};

/// Throws InputError when there is no pair, when lengths differ, and naming the pair when m is zero or not finite. A p
/// that is not finite counts as an infinite error: a learner's failure is not left out of its score.
[[nodiscard]] ErrorSummary summarise(std::span<const double> predicted, std::span<const double> measured);

/// |p - m| / |m| of each pair; throws as summarise.
[[nodiscard]] std::vector<double> errors_of(std::span<const double> predicted, std::span<const double> measured);

}  // namespace forewarp::validate
