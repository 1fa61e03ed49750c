// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/validation/baselines.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "forewarp/support/statistics.hpp"

namespace forewarp::validate {
namespace {

using learn::FitOptions;
using learn::Samples;
using learn::Target;
using Values = std::vector<double>;

double most_frequent(const Values& classes, std::size_t count) {
  std::vector<std::size_t> votes(count);
  for (const double c : classes) ++votes[static_cast<std::size_t>(c)];
  return static_cast<double>(std::ranges::max_element(votes) - votes.begin());
}

/// t / x over rows where both are positive; the k of t = k x and how well that does in training.
struct Scale {
  double k = 0, error = std::numeric_limits<double>::infinity();
};

Scale scale_of(std::span<const double> x, const Values& target, const std::vector<std::size_t>& rows) {
  Values ratios;
  for (const std::size_t row : rows)
    if (x[row] > 0 && target[row] > 0) ratios.push_back(target[row] / x[row]);
  if (ratios.size() * 2 < rows.size() || ratios.empty()) return {};  // undefined for most rows
  const double k = median(ratios);
  for (double& ratio : ratios) ratio = std::abs(k / ratio - 1);
  return {k, median(ratios)};
}

Values scaled(std::span<const double> x, double k, const Split& split, double otherwise) {
  Values answer;
  for (const std::size_t row : split.test) answer.push_back(k > 0 && x[row] > 0 ? k * x[row] : otherwise);
  return answer;
}

Values scaling(const Samples& samples, const Target& target, const Split& split, std::span<const double> bound) {
  const double otherwise = median(target.select_rows(split.train).values);
  if (!bound.empty()) return scaled(bound, scale_of(bound, target.values, split.train).k, split, otherwise);
  Scale best;
  std::size_t feature = 0;
  for (std::size_t j = 0; j < samples.features(); ++j) {
    const Scale scale = scale_of(samples.feature(j), target.values, split.train);
    if (scale.error < best.error) {
      best = scale;
      feature = j;
    }
  }
  return scaled(samples.feature(feature), best.k, split, otherwise);
}

double squashed(double x) { return std::copysign(std::log1p(std::abs(x)), x); }

/// 1 / standard deviation of each squashed feature in training; 0 for a constant one.
Values weights_of(const Samples& samples, const std::vector<std::size_t>& rows) {
  Values weights(samples.features());
  for (std::size_t j = 0; j < weights.size(); ++j) {
    double sum = 0, squares = 0;
    for (const std::size_t row : rows) sum += squashed(samples.at(row, j));
    const double centre = sum / static_cast<double>(rows.size());
    for (const std::size_t row : rows) squares += std::pow(squashed(samples.at(row, j)) - centre, 2);
    const double deviation = std::sqrt(squares / static_cast<double>(rows.size()));
    weights[j] = deviation > 0 ? 1 / deviation : 0;
  }
  return weights;
}

/// The scaled features row by row.
Values scaled_rows(const Samples& samples, const std::vector<std::size_t>& rows, const Values& weights) {
  Values all;
  all.reserve(rows.size() * weights.size());
  for (const std::size_t row : rows)
    for (std::size_t j = 0; j < weights.size(); ++j) all.push_back(squashed(samples.at(row, j)) * weights[j]);
  return all;
}

}  // namespace

std::vector<std::size_t> nearest_rows(const Samples& samples, const Split& split) {
  const Values weights = weights_of(samples, split.train);
  const Values known = scaled_rows(samples, split.train, weights), asked = scaled_rows(samples, split.test, weights);
  const std::size_t width = weights.size();
  std::vector<std::size_t> rows;
  for (std::size_t i = 0; i < split.test.size(); ++i) {
    double best = std::numeric_limits<double>::infinity();
    std::size_t row = split.train.front();
    for (std::size_t k = 0; k < split.train.size(); ++k) {
      double distance = 0;
      for (std::size_t j = 0; j < width && distance < best; ++j) {
        const double off = asked[i * width + j] - known[k * width + j];
        distance += off * off;
      }
      if (distance < best) {
        best = distance;
        row = split.train[k];
      }
    }
    rows.push_back(row);
  }
  return rows;
}

Method mean_baseline() {
  return {"mean", true, [](const Samples&, const Target& target, const Split& split, const FitOptions&) {
            const Values known = target.select_rows(split.train).values;
            return Values(split.test.size(),
                          target.is_class() ? most_frequent(known, target.classes.size()) : mean(known));
          }};
}

Method median_baseline() {
  return {"median", true, [](const Samples&, const Target& target, const Split& split, const FitOptions&) {
            return Values(split.test.size(), median(target.select_rows(split.train).values));
          }};
}

Method scaling_baseline(std::span<const double> bound) {
  return {
      "scaling", true,
      [kept = Values(bound.begin(), bound.end())](const Samples& samples, const Target& target, const Split& split,
                                                  const FitOptions&) { return scaling(samples, target, split, kept); }};
}

Method nearest_baseline() {
  return {"nearest neighbour", true,
          [](const Samples& samples, const Target& target, const Split& split, const FitOptions&) {
            Values answer;
            for (const std::size_t row : nearest_rows(samples, split)) answer.push_back(target.values[row]);
            return answer;
          }};
}

std::vector<Method> baselines(const Target& target, std::span<const double> bound) {
  std::vector<Method> methods = {mean_baseline()};
  if (!target.is_class()) {
    methods.push_back(median_baseline());
    methods.push_back(scaling_baseline(bound));
  }
  if (target.values.size() <= max_rows_for_nearest) methods.push_back(nearest_baseline());
  return methods;
}

}  // namespace forewarp::validate
