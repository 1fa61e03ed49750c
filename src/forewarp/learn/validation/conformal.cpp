// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/validation/conformal.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "forewarp/learn/validation/splits.hpp"
#include "forewarp/support/parallel.hpp"
#include "forewarp/support/random.hpp"
#include "forewarp/support/statistics.hpp"

namespace forewarp::validate {
namespace {

double off_by(double predicted, double measured) {
  const double ratio = predicted / measured;
  return ratio > 0 && std::isfinite(ratio) ? std::max(ratio, 1 / ratio) : std::numeric_limits<double>::infinity();
}

/// The lower median: with infinite factors, the mean of two middle values would be infinite too early.
double lower_median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>((values.size() - 1) / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// One fold: for each test row, whether its range covers the measured value, and the factor of the range.
struct Fold {
  std::vector<double> covered, factor;
};

Fold own_ranges(const learn::Samples& samples, const learn::Target& target, const Method& method, const Split& split,
                double level, const learn::FitOptions& options) {
  Fold fold;
  const std::vector<Interval> ranges = method.ranges(samples, target, split, options, level);
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    const double measured = target.values[split.test[i]];
    fold.covered.push_back(measured >= ranges[i].low && measured <= ranges[i].high ? 1 : 0);
    const double ratio = ranges[i].high / ranges[i].low;
    fold.factor.push_back(ratio > 0 ? std::sqrt(ratio) : std::numeric_limits<double>::infinity());
  }
  return fold;
}

}  // namespace

/// Split conformal prediction: the ceil((n + 1) level)-th smallest factor by which calibration rows were off covers a
/// new row with probability `level` if it is exchangeable with them. Example: n = 9, level 0.9: the 9th, the largest; n
/// = 8 gives infinity, as eight rows cannot support 90 %.
double conformal_factor(std::span<const double> predicted, std::span<const double> measured, double level) {
  std::vector<double> factors;
  for (std::size_t i = 0; i < measured.size(); ++i) factors.push_back(off_by(predicted[i], measured[i]));
  const auto rank = static_cast<std::size_t>(std::ceil(static_cast<double>(factors.size() + 1) * level - 1e-9));
  if (rank > factors.size() || rank == 0) return std::numeric_limits<double>::infinity();
  const auto at = factors.begin() + static_cast<std::ptrdiff_t>(rank - 1);
  std::nth_element(factors.begin(), at, factors.end());
  return *at;
}

/// Holds back a quarter of the training rows, whole groups where there are groups: new kernels are what ranges are for.
Split calibration_split(const std::vector<std::size_t>& train, std::span<const std::string> groups,
                        std::uint64_t seed) {
  std::vector<std::string> names;
  for (const std::size_t row : train)
    if (!groups.empty()) names.push_back(groups[row]);
  const std::size_t distinct = std::set<std::string>(names.begin(), names.end()).size();
  const std::size_t parts = std::min<std::size_t>(4, distinct >= 2 ? distinct : train.size());
  const Split inner = (distinct >= 2 ? group_k_fold(names, parts, seed) : k_fold(train.size(), parts, seed)).split(0);
  Split split;
  for (const std::size_t i : inner.train) split.train.push_back(train[i]);
  for (const std::size_t i : inner.test) split.test.push_back(train[i]);
  return split;
}

namespace {

/// Trains once on the rest, predicts the calibration and the test rows together, and applies the factor to the latter.
Fold conformal_ranges(const GroupedRows& rows, const Method& method, const Split& split, double level,
                      const learn::FitOptions& options) {
  const learn::Target& target = rows.target;
  Split ask = calibration_split(split.train, rows.groups, options.seed);
  const std::vector<std::size_t> kept_back = ask.test;
  ask.test.insert(ask.test.end(), split.test.begin(), split.test.end());
  const std::vector<double> answer = method.answer(rows.samples, target, ask, options);
  const std::span<const double> calibration(answer.data(), kept_back.size());
  const double factor = conformal_factor(calibration, values_at(target.values, kept_back), level);
  Fold fold{{}, std::vector<double>(split.test.size(), factor)};
  for (std::size_t i = 0; i < split.test.size(); ++i)
    fold.covered.push_back(off_by(answer[kept_back.size() + i], target.values[split.test[i]]) <= factor ? 1 : 0);
  return fold;
}

}  // namespace

Coverage measure_coverage(const GroupedRows& rows, const Method& method, const Splits& scheme, double level,
                          const CrossOptions& options) {
  const std::size_t count = rows.samples.rows();
  const unsigned width = options.threads == 0 ? default_thread_count() : options.threads;
  std::vector<double> places(2 * count);  // first half: 1 where covered; second half: the factor
  const auto one = [&](std::size_t index) -> std::vector<double> {
    const Split split = scheme.split(index);
    if (split.test.empty()) return {};
    const learn::FitOptions fit{.seed = derived_seed(options.seed, index),
                                .threads = scheme.folds >= 2 * static_cast<std::size_t>(width) ? 1 : width};
    const Fold fold = method.ranges ? own_ranges(rows.samples, rows.target, method, split, level, fit)
                                    : conformal_ranges(rows, method, split, level, fit);
    std::vector<double> made = fold.covered;
    made.insert(made.end(), fold.factor.begin(), fold.factor.end());
    return made;
  };
  const auto keep = [&](std::size_t index, std::span<const double> made) {
    const Split split = scheme.split(index);
    const std::size_t tested = split.test.size();
    for (std::size_t i = 0; i < tested; ++i) {
      places[split.test[i]] = made[i];
      places[count + split.test[i]] = made[tested + i];
    }
  };
  shared_for(scheme.folds, one, keep, places, options);
  std::vector<double> covered, factors;
  for (std::size_t row = 0; row < count; ++row)
    if (scheme.fold_of[row] != Splits::always_train) {
      covered.push_back(places[row]);
      factors.push_back(places[count + row]);
    }
  return {.level = level,
          .covered = mean(covered),
          .median_factor = lower_median(factors),
          .own = static_cast<bool>(method.ranges),
          .rows = covered.size()};
}

}  // namespace forewarp::validate
