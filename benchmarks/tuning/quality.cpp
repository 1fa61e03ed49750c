// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "tuning/quality.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "forewarp/support/statistics.hpp"

namespace forewarp::bench {
namespace {

double median_error(const std::vector<double>& ratios, double scale) {
  std::vector<double> errors;
  for (const double ratio : ratios) errors.push_back(std::abs(ratio / scale - 1));
  return median(errors);
}

}  // namespace

Quality quality(const std::vector<TuningRow>& rows, double best_s) {
  Quality q;
  q.count = rows.size();
  std::vector<double> measured, predicted, ratios;
  for (const TuningRow& row : rows) {
    measured.push_back(row.measured_s);
    predicted.push_back(row.predicted.time_s);
    ratios.push_back(row.predicted.time_s / row.measured_s);
    if (row.predicted.low_s <= row.measured_s && row.measured_s <= row.predicted.high_s)
      q.in_range += 1 / static_cast<double>(rows.size());
  }
  q.spearman = spearman(predicted, measured);
  q.bias = median(ratios);
  q.error = median_error(ratios, 1);
  q.calibrated = median_error(ratios, q.bias);
  std::vector<std::size_t> order(rows.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return predicted[i]; });
  double of_ten = measured[order.front()];
  for (std::size_t k = 0; k < std::min<std::size_t>(10, order.size()); ++k)
    of_ten = std::min(of_ten, measured[order[k]]);
  const double best = *std::ranges::min_element(measured);
  q.ten = best_s / of_ten;
  q.ten_of_sample = best / of_ten;
  q.first_of_sample = best / measured[order.front()];
  return q;
}

}  // namespace forewarp::bench
