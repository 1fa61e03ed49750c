// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/validation/metrics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "forewarp/support/error.hpp"
#include "forewarp/support/statistics.hpp"

namespace forewarp::validate {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

void check_pairs(std::span<const double> predicted, std::span<const double> measured) {
  if (measured.empty()) throw InputError("there is nothing measured to compare with");
  if (predicted.size() != measured.size())
    throw InputError(fmt::format("{} predictions for {} measurements", predicted.size(), measured.size()));
  for (std::size_t i = 0; i < measured.size(); ++i)
    if (!std::isfinite(measured[i]) || measured[i] == 0)
      throw InputError(
          fmt::format("measured value {} is {}: a relative error against it means nothing", i + 1, measured[i]));
}

/// exp of the mean |log(predicted / measured)|: 1.25 means off by a quarter, up or down; infinite for predictions <= 0.
double geometric_factor(std::span<const double> predicted, std::span<const double> measured) {
  double sum = 0;
  for (std::size_t i = 0; i < measured.size(); ++i) {
    const double ratio = predicted[i] / measured[i];
    sum += ratio > 0 && std::isfinite(ratio) ? std::abs(std::log(ratio)) : infinite;
  }
  return std::exp(sum / static_cast<double>(measured.size()));
}

void squares(std::span<const double> predicted, std::span<const double> measured, ErrorSummary& summary) {
  const double centre = mean(measured);
  double residual = 0, total = 0;
  for (std::size_t i = 0; i < measured.size(); ++i) {
    const double off = predicted[i] - measured[i];
    residual += std::isfinite(off) ? off * off : infinite;
    total += (measured[i] - centre) * (measured[i] - centre);
  }
  summary.rmse = std::sqrt(residual / static_cast<double>(measured.size()));
  summary.r2 = total > 0 ? 1 - residual / total : std::numeric_limits<double>::quiet_NaN();
}

/// quantile() of sorted values, which may end with infinite ones.
double sorted_quantile(std::span<const double> sorted, double q) {
  const double position = q * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(position);
  const double fraction = position - static_cast<double>(below);
  if (fraction == 0) return sorted[below];
  const double above = sorted[std::min(below + 1, sorted.size() - 1)];
  return std::isinf(above) ? above : sorted[below] + fraction * (above - sorted[below]);
}

bool all_finite(std::span<const double> values) {
  return std::ranges::all_of(values, [](double v) { return std::isfinite(v); });
}

}  // namespace

std::vector<double> errors_of(std::span<const double> predicted, std::span<const double> measured) {
  check_pairs(predicted, measured);
  std::vector<double> errors(measured.size());
  for (std::size_t i = 0; i < errors.size(); ++i)
    errors[i] = std::isfinite(predicted[i]) ? std::abs((predicted[i] - measured[i]) / measured[i]) : infinite;
  return errors;
}

ErrorSummary summarise(std::span<const double> predicted, std::span<const double> measured) {
  std::vector<double> errors = errors_of(predicted, measured);
  ErrorSummary summary{.count = errors.size(), .mape = mean(errors)};
  std::ranges::sort(errors);
  summary.median = sorted_quantile(errors, 0.5);
  summary.p25 = sorted_quantile(errors, 0.25);
  summary.p75 = sorted_quantile(errors, 0.75);
  summary.p90 = sorted_quantile(errors, 0.90);
  summary.p95 = sorted_quantile(errors, 0.95);
  summary.max = errors.back();
  summary.factor = geometric_factor(predicted, measured);
  squares(predicted, measured, summary);
  summary.spearman = all_finite(predicted) ? spearman(predicted, measured) : 0;
  return summary;
}

}  // namespace forewarp::validate
