// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Mean and spread of a feature, as scaling and naive Bayes need them, and shares of a sum, as importances are stated.
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

namespace forewarp::learn {

struct Moments {
  double mean = 0, squares = 0;  ///< squares: sum of (x - mean)^2
  std::size_t count = 0;
  [[nodiscard]] double population_variance() const { return count == 0 ? 0 : squares / static_cast<double>(count); }
  [[nodiscard]] double population_sd() const { return std::sqrt(population_variance()); }
  /// Over n - 1, as R's sd; 0 for fewer than two values.
  [[nodiscard]] double sample_sd() const { return count < 2 ? 0 : std::sqrt(squares / static_cast<double>(count - 1)); }
};

/// Two passes in index order. The squares of a constant are exactly 0.
[[nodiscard]] Moments moments(std::span<const double> x);

/// Each value over the sum of all, so that they add up to one; unchanged where the sum is not positive.
[[nodiscard]] std::vector<double> shares(std::vector<double> values);

}  // namespace forewarp::learn
