// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "forewarp/support/error.hpp"

namespace forewarp {

double mean(std::span<const double> x) {
  FOREWARP_ASSERT(!x.empty(), "the mean of nothing was asked for");
  return std::accumulate(x.begin(), x.end(), 0.0) / static_cast<double>(x.size());
}

double quantile(std::span<const double> x, double q) {
  FOREWARP_ASSERT(!x.empty() && q >= 0 && q <= 1, "a quantile needs values and a level in [0, 1]");
  std::vector<double> sorted(x.begin(), x.end());
  std::sort(sorted.begin(), sorted.end());
  const double position = q * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(position);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  const double fraction = position - static_cast<double>(below);
  return sorted[below] + fraction * (sorted[above] - sorted[below]);
}

double median(std::span<const double> x) { return quantile(x, 0.5); }

std::vector<double> average_ranks(std::span<const double> x) {
  std::vector<std::size_t> order(x.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return x[a] < x[b]; });
  std::vector<double> ranks(x.size());
  for (std::size_t first = 0; first < order.size();) {
    std::size_t last = first;
    while (last + 1 < order.size() && x[order[last + 1]] == x[order[first]]) ++last;
    for (std::size_t i = first; i <= last; ++i) ranks[order[i]] = 0.5 * static_cast<double>(first + last);
    first = last + 1;
  }
  return ranks;
}

double pearson(std::span<const double> x, std::span<const double> y) {
  FOREWARP_ASSERT(x.size() == y.size() && !x.empty(), "a correlation needs two columns of one length");
  const double mx = mean(x), my = mean(y);
  double xy = 0, xx = 0, yy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    xy += (x[i] - mx) * (y[i] - my);
    xx += (x[i] - mx) * (x[i] - mx);
    yy += (y[i] - my) * (y[i] - my);
  }
  return xx > 0 && yy > 0 ? xy / std::sqrt(xx * yy) : 0.0;
}

double spearman(std::span<const double> x, std::span<const double> y) {
  FOREWARP_ASSERT(x.size() == y.size() && !x.empty(), "a rank correlation needs two columns of one length");
  return pearson(average_ranks(x), average_ranks(y));
}

std::vector<double> relative_errors(std::span<const double> predicted, std::span<const double> measured) {
  FOREWARP_ASSERT(predicted.size() == measured.size(), "each prediction needs its measurement");
  std::vector<double> errors(predicted.size());
  for (std::size_t i = 0; i < errors.size(); ++i) errors[i] = std::abs(predicted[i] - measured[i]) / measured[i];
  return errors;
}

}  // namespace forewarp
