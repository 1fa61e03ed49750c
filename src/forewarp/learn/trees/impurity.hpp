// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The criteria as values that increase with the quality of a split: of a node, and of its two sides.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

#include "forewarp/learn/trees/settings.hpp"

namespace forewarp::learn::trees {

/// Sum of |y - median| of ascending rows: the upper half less the lower.
[[nodiscard]] inline double deviation(std::span<const std::uint32_t> rows, std::span<const double> y) {
  const std::size_t half = rows.size() / 2, upper = rows.size() - half;
  double below = 0, above = 0;  // two independent sums
  for (std::size_t i = 0; i < half; ++i) {
    below += y[rows[i]];
    above += y[rows[upper + i]];
  }
  return above - below;
}

/// sum^2 / count: the sum of y^2 less this is the squared error.
[[nodiscard]] inline double squared(double sum, double count) { return sum * sum / count; }

/// Term of a class with n samples in the purity of a side, which purity() completes.
[[nodiscard]] inline double class_term(Criterion criterion, double n) {
  if (criterion == Criterion::gini) return n * n;
  return n > 0 ? n * std::log(n) : 0;
}
/// count - count * Gini impurity, or -(count * entropy).
[[nodiscard]] inline double purity(Criterion criterion, double terms, double count) {
  return criterion == Criterion::gini ? terms / count : terms - count * std::log(count);
}

}  // namespace forewarp::learn::trees
