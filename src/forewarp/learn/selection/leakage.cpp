// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/selection/leakage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "forewarp/support/error.hpp"
#include "forewarp/support/statistics.hpp"

namespace forewarp::learn {
namespace {

constexpr std::size_t folds_without_groups = 5;

struct Folds {
  std::vector<std::size_t> of;  ///< of each row
  std::size_t count = 0;
};

Folds folds_of(std::size_t rows, std::span<const std::string> groups) {
  Folds folds{std::vector<std::size_t>(rows), 0};
  std::map<std::string_view, std::size_t> index;
  for (std::size_t i = 0; i < rows; ++i)
    folds.of[i] = groups.empty() ? i % folds_without_groups : index.try_emplace(groups[i], index.size()).first->second;
  folds.count = groups.empty() ? folds_without_groups : index.size();
  return folds;
}

/// t = a x^b in logarithms, and t = k x beside it.
struct Law {
  double k = 0, a = 0, b = 0;
};

Law fitted(std::span<const double> x, std::span<const double> t, const Folds& folds, std::size_t out) {
  std::vector<double> ratios, lx, lt;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (folds.of[i] == out) continue;
    ratios.push_back(t[i] / x[i]);
    lx.push_back(std::log(x[i]));
    lt.push_back(std::log(t[i]));
  }
  if (ratios.empty()) return {};
  const double mx = mean(lx), mt = mean(lt);
  double xt = 0, xx = 0;
  for (std::size_t i = 0; i < lx.size(); ++i) {
    xt += (lx[i] - mx) * (lt[i] - mt);
    xx += (lx[i] - mx) * (lx[i] - mx);
  }
  const double b = xx > 0 ? xt / xx : 0;
  return {median(ratios), std::exp(mt - b * mx), b};
}

}  // namespace

double error_alone(std::span<const double> x, std::span<const double> t, std::span<const std::string> groups) {
  constexpr double never = std::numeric_limits<double>::infinity();
  const auto positive = [](double v) { return v > 0 && std::isfinite(v); };
  if (x.empty() || !std::ranges::all_of(x, positive) || !std::ranges::all_of(t, positive)) return never;
  const Folds folds = folds_of(x.size(), groups);
  if (folds.count < 2) return error_alone(x, t);
  std::vector<double> proportional(x.size()), power(x.size());
  for (std::size_t out = 0; out < folds.count; ++out) {
    const Law law = fitted(x, t, folds, out);
    for (std::size_t i = 0; i < x.size(); ++i) {
      if (folds.of[i] != out) continue;
      proportional[i] = std::abs(law.k * x[i] - t[i]) / t[i];
      power[i] = std::abs(law.a * std::pow(x[i], law.b) - t[i]) / t[i];
    }
  }
  return std::min(median(proportional), median(power));
}

std::vector<Leak> leaks(const Samples& samples, const Target& target, const LeakageOptions& options) {
  if (!options.groups.empty() && options.groups.size() != samples.rows())
    throw InputError(fmt::format("{} rows have {} groups", samples.rows(), options.groups.size()));
  std::vector<Leak> found;
  for (std::size_t j = 0; j < samples.features(); ++j) {
    const std::string& name = samples.names()[j];
    const bool by_name = options.is_time && options.is_time(name);
    const double error = target.is_class() ? std::numeric_limits<double>::infinity()
                                           : error_alone(samples.feature(j), target.values, options.groups);
    if (by_name || error <= options.limit) found.push_back({j, name, by_name, error});
  }
  return found;
}

}  // namespace forewarp::learn
