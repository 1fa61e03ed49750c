// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/linear/bounds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "forewarp/learn/linear/nonnegative.hpp"
#include "forewarp/learn/moments.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::learn {
namespace {

/// x_ij / y_i, the intercept as first column.
struct Relative {
  std::vector<double> values;
  std::size_t rows = 0, columns = 0;

  [[nodiscard]] std::vector<double> residuals(const std::vector<double>& b) const {
    std::vector<double> off(rows, -1.0);
    for (std::size_t j = 0; j < columns; ++j)
      for (std::size_t i = 0; i < rows; ++i) off[i] += b[j] * values[j * rows + i];
    return off;
  }
  [[nodiscard]] std::vector<double> solve(const std::vector<double>& weights) const {
    std::vector<double> weighted(values.size()), ones(rows);
    for (std::size_t i = 0; i < rows; ++i) ones[i] = std::sqrt(weights[i]);
    for (std::size_t j = 0; j < columns; ++j)
      for (std::size_t i = 0; i < rows; ++i) weighted[j * rows + i] = values[j * rows + i] * ones[i];
    return nonnegative_least_squares({weighted, rows, columns}, ones);
  }
};

Relative relative(const Samples& samples, const Target& target, bool intercept) {
  Relative x{{}, samples.rows(), samples.features() + (intercept ? 1 : 0)};
  x.values.reserve(x.rows * x.columns);
  if (intercept)
    for (const double y : target.values) x.values.push_back(1 / y);
  for (std::size_t j = 0; j < samples.features(); ++j)
    for (std::size_t i = 0; i < samples.rows(); ++i) x.values.push_back(samples.at(i, j) / target.values[i]);
  return x;
}

void check_positive(const Target& target) {
  if (target.is_class()) throw InputError("bounds learns numbers, not classes");
  for (std::size_t i = 0; i < target.values.size(); ++i)
    if (!(target.values[i] > 0))
      throw InputError(
          fmt::format("bounds: the target of sample {} is {}; costs are above zero", i + 1, target.values[i]));
}

constexpr ParameterSpec parameters[] = {
    {"intercept", "yes", "yes or no: a cost of its own for every sample, such as a launch"},
    {"softness", "0.02", "relative error below which a sample counts by its square"},
    {"rounds", "40", "how often the weights are recomputed"},
};

std::unique_ptr<Learner> make(const Parameters& p) {
  return std::make_unique<BoundsLearner>(BoundsSettings{.intercept = p.flag("intercept"),
                                                        .softness = p.number("softness", 1e-6, 10),
                                                        .rounds = p.integer("rounds", 1, 10'000)});
}

}  // namespace

/// Least absolute relative error by iteratively reweighted least squares: divided by the target, every sample should be
/// 1, and the weight 1 / max(softness, |residual|) turns squares into absolute values. Coefficients stay non-negative.
/// The cost is that of `rounds` non-negative least squares problems.
LinearPredictor BoundsLearner::fit_bounds(const Samples& samples, const Target& target) const {
  check(samples, target);
  check_positive(target);
  const Relative x = relative(samples, target, settings_.intercept);
  std::vector<double> weights(x.rows, 1.0), b;
  for (long round = 0; round < settings_.rounds; ++round) {
    b = x.solve(weights);
    const std::vector<double> off = x.residuals(b);
    if (!std::ranges::all_of(off, [](double r) { return std::isfinite(r); }))
      throw InputError("bounds: the values are too large or too small for a fit in double precision: scale them");
    std::ranges::transform(off, weights.begin(),
                           [&](double r) { return 1 / std::max(settings_.softness, std::abs(r)); });
  }
  std::vector<double> spreads;
  for (std::size_t j = 0; j < samples.features(); ++j) spreads.push_back(moments(samples.feature(j)).population_sd());
  const double intercept = settings_.intercept ? b.front() : 0;
  if (settings_.intercept) b.erase(b.begin());
  return {intercept, std::move(b), std::move(spreads)};
}

std::unique_ptr<Predictor> BoundsLearner::fit(const Samples& samples, const Target& target, const FitOptions&) const {
  return std::make_unique<LinearPredictor>(fit_bounds(samples, target));
}

LearnerEntry bounds_entry() {
  return {"bounds",   "a sum of costs none of which is negative, learnt by its relative error: for kernels never seen",
          true,       false,
          parameters, make,
          read_linear};
}

}  // namespace forewarp::learn
