// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/rank/tuner/agreement.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "forewarp/support/error.hpp"
#include "forewarp/support/statistics.hpp"

namespace forewarp::rank {
namespace {

double median_error(const std::vector<double>& ratios, double scale) {
  std::vector<double> errors;
  for (const double ratio : ratios) errors.push_back(std::abs(ratio / scale - 1));
  return median(errors);
}

/// Predicted candidates that were measured, in the order of the ranking.
struct Joined {
  std::vector<const Candidate*> candidates;
  std::vector<TimePair> pairs;
};

Joined joined(const Ranking& ranking, const MeasuredTimes& measured_s) {
  Joined all;
  for (const Candidate& c : ranking.candidates) {
    const auto time = measured_s.find(c.configuration);
    if (!c.prediction || time == measured_s.end()) continue;
    all.candidates.push_back(&c);
    all.pairs.push_back({c.prediction->time_s, c.prediction->low_s, c.prediction->high_s, time->second});
  }
  return all;
}

std::vector<ValueError> errors_by_value(const Joined& all, const Space& space, double bias) {
  std::vector<ValueError> errors;
  for (const Dimension& dimension : space.dimensions) {
    if (dimension.values.size() < 2) continue;
    for (const std::string& value : dimension.values) {
      std::vector<double> ratios;
      for (std::size_t i = 0; i < all.pairs.size(); ++i)
        if (all.candidates[i]->configuration.at(dimension.name) == value)
          ratios.push_back(all.pairs[i].predicted_s / all.pairs[i].measured_s);
      if (ratios.empty()) continue;
      errors.push_back({dimension.name, value, ratios.size(), median(ratios) / bias, median_error(ratios, 1)});
    }
  }
  return errors;
}

}  // namespace

Accuracy accuracy_of(std::span<const TimePair> pairs) {
  FOREWARP_ASSERT(!pairs.empty(), "an accuracy needs a pair of times");
  std::vector<double> measured, predicted, ratios;
  double in_range = 0;
  for (const TimePair& pair : pairs) {
    measured.push_back(pair.measured_s);
    predicted.push_back(pair.predicted_s);
    ratios.push_back(pair.predicted_s / pair.measured_s);
    in_range += pair.low_s <= pair.measured_s && pair.measured_s <= pair.high_s ? 1 : 0;
  }
  const double bias = median(ratios);
  return {.count = pairs.size(),
          .spearman = spearman(predicted, measured),
          .bias = bias,
          .error = median_error(ratios, 1),
          .error_calibrated = median_error(ratios, bias),
          .in_range = in_range / static_cast<double>(pairs.size())};
}

Agreement agreement_of(const Ranking& ranking, const Space& space, const MeasuredTimes& measured_s) {
  const Joined all = joined(ranking, measured_s);
  if (all.pairs.empty()) throw InputError("no configuration has both a predicted and a measured time");
  Agreement a;
  a.accuracy = accuracy_of(all.pairs);
  a.not_predicted = measured_s.size() - all.pairs.size();
  const auto best = std::ranges::min_element(measured_s, {}, [](const auto& one) { return one.second; });
  a.measured_best = best->first;
  a.measured_best_s = best->second;
  a.predicted_best = all.candidates.front()->configuration;
  a.predicted_best_s = all.pairs.front().measured_s;
  double of_ten = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < std::min<std::size_t>(10, all.pairs.size()); ++i)
    of_ten = std::min(of_ten, all.pairs[i].measured_s);
  a.regret = a.predicted_best_s / a.measured_best_s - 1;
  a.regret_of_ten = of_ten / a.measured_best_s - 1;
  a.place = 1 + static_cast<std::size_t>(std::ranges::count_if(
                    measured_s, [&](const auto& one) { return one.second < a.predicted_best_s; }));
  a.by_value = errors_by_value(all, space, a.accuracy.bias);
  return a;
}

}  // namespace forewarp::rank
