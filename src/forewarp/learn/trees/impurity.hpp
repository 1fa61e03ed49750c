// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The criteria as figures that grow as the split gets better: what a node has, what its two sides have.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

#include "forewarp/learn/trees/settings.hpp"

namespace forewarp::learn::trees {

/// Sum of |y - median| of ascending rows: the upper half less the lower.
[[nodiscard]] inline double deviation(std::span<const std::uint32_t> rows, std::span<const double> y) {
  const std::size_t half = rows.size() / 2, upper = rows.size() - half;
  double below = 0, above = 0;  // side by side: neither waits for the other
  for (std::size_t i = 0; i < half; ++i) {
    below += y[rows[i]];
    above += y[rows[upper + i]];
  }
  return above - below;
}

/// sum^2 / count: the sum of y^2 less this is the squared error.
[[nodiscard]] inline double squared(double sum, double count) { return sum * sum / count; }

/// What a class with n of count samples adds to the purity of a side, which purity() completes.
[[nodiscard]] inline double class_term(Criterion criterion, double n) {
  if (criterion == Criterion::gini) return n * n;
  return n > 0 ? n * std::log(n) : 0;
}
/// count less the count times Gini impurity, or the count times entropy with its sign turned.
[[nodiscard]] inline double purity(Criterion criterion, double terms, double count) {
  return criterion == Criterion::gini ? terms / count : terms - count * std::log(count);
}

}  // namespace forewarp::learn::trees
