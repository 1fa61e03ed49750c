// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "tuning/quality.hpp"

#include <algorithm>
#include <numeric>

#include "forewarp/model/rank/tuner/agreement.hpp"

namespace forewarp::bench {

Quality quality(const std::vector<TuningRow>& rows, double best_s) {
  std::vector<rank::TimePair> pairs;
  std::vector<double> measured, predicted;
  for (const TuningRow& row : rows) {
    pairs.push_back({row.predicted.time_s, row.predicted.low_s, row.predicted.high_s, row.measured_s});
    measured.push_back(row.measured_s);
    predicted.push_back(row.predicted.time_s);
  }
  const rank::Accuracy accuracy = rank::accuracy_of(pairs);
  Quality q{.count = accuracy.count,
            .spearman = accuracy.spearman,
            .error = accuracy.error,
            .calibrated = accuracy.error_calibrated,
            .bias = accuracy.bias,
            .in_range = accuracy.in_range};
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
