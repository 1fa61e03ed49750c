// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/linear/linear.hpp"

#include <algorithm>
#include <cmath>

#include "forewarp/learn/linear/least_squares.hpp"
#include "forewarp/learn/linear/nonnegative.hpp"
#include "forewarp/learn/moments.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::learn {
namespace {

/// A matrix under construction, column after column.
struct Design {
  std::vector<double> values;
  std::size_t rows = 0, columns = 0;
  [[nodiscard]] MatrixView view() const { return {values, rows, columns}; }
};

struct Solution {
  double intercept = 0;
  std::vector<double> coefficients;
};

/// R's way: the intercept is the first column, so a constant feature is an alias of it.
Solution solve_as_r(const Samples& samples, const Target& target, const LinearSettings& settings) {
  Design x{{}, samples.rows(), samples.features() + (settings.intercept ? 1 : 0)};
  x.values.reserve(x.rows * x.columns);
  if (settings.intercept) x.values.assign(x.rows, 1);
  x.values.insert(x.values.end(), samples.values().begin(), samples.values().end());
  std::vector<double> b = least_squares(x.view(), target.values, settings.tolerance).coefficients;
  if (!settings.intercept) return {0, std::move(b)};
  return {b.front(), {b.begin() + 1, b.end()}};
}

/// Less the mean where there is an intercept; with sqrt(ridge) on a diagonal below, which makes the penalty a part of
/// the squares.
Design centred(const Samples& samples, const std::vector<Moments>& moments, double ridge) {
  Design x{{}, samples.rows() + (ridge > 0 ? samples.features() : 0), samples.features()};
  for (std::size_t j = 0; j < samples.features(); ++j) {
    for (const double v : samples.feature(j)) x.values.push_back(v - moments[j].mean);
    if (ridge > 0)
      for (std::size_t k = 0; k < samples.features(); ++k) x.values.push_back(k == j ? std::sqrt(ridge) : 0);
  }
  return x;
}

/// The penalty leaves no alias; what is below this is rounding.
constexpr double rounding = 1e-14;

/// With the means taken off, the intercept is what makes the prediction at the mean the mean.
Solution solve_centred(const Samples& samples, const Target& target, const LinearSettings& settings) {
  std::vector<Moments> means(samples.features());
  double target_mean = 0;
  if (settings.intercept) {
    for (std::size_t j = 0; j < samples.features(); ++j) means[j] = moments(samples.feature(j));
    target_mean = moments(target.values).mean;
  }
  const Design x = centred(samples, means, settings.ridge);
  std::vector<double> y(x.rows);
  std::ranges::transform(target.values, y.begin(), [&](double v) { return v - target_mean; });
  Solution solution{target_mean, settings.nonnegative ? nonnegative_least_squares(x.view(), y)
                                                      : least_squares(x.view(), y, rounding).coefficients};
  for (std::size_t j = 0; j < samples.features(); ++j) solution.intercept -= means[j].mean * solution.coefficients[j];
  return solution;
}

constexpr ParameterSpec parameters[] = {
    {"intercept", "yes", "yes or no: a constant beside the features"},
    {"ridge", "0", "penalty on the sum of the squared coefficients (not the intercept), 0 for none"},
    {"nonnegative", "no", "yes or no: no coefficient below zero"},
    {"tolerance", "1e-7",
     "a feature is dropped when less than this share of it is new beside those before it (R's 1e-7)"},
};

std::unique_ptr<Learner> make(const Parameters& p) {
  return std::make_unique<LinearLearner>(LinearSettings{.intercept = p.flag("intercept"),
                                                        .nonnegative = p.flag("nonnegative"),
                                                        .ridge = p.number("ridge", 0, 1e300),
                                                        .tolerance = p.number("tolerance", 0, 1)});
}

}  // namespace

LinearPredictor LinearLearner::fit_linear(const Samples& samples, const Target& target) const {
  check(samples, target);
  if (target.is_class()) throw InputError("linear learns numbers, not classes");
  const bool plain = settings_.ridge == 0 && !settings_.nonnegative;
  Solution solution = plain ? solve_as_r(samples, target, settings_) : solve_centred(samples, target, settings_);
  if (!std::isfinite(solution.intercept) ||
      !std::ranges::all_of(solution.coefficients, [](double b) { return std::isfinite(b); }))
    throw InputError("linear: the values are too large or too small for a fit in double precision: scale them");
  std::vector<double> spreads;
  for (std::size_t j = 0; j < samples.features(); ++j) spreads.push_back(moments(samples.feature(j)).population_sd());
  return {solution.intercept, std::move(solution.coefficients), std::move(spreads)};
}

std::unique_ptr<Predictor> LinearLearner::fit(const Samples& samples, const Target& target, const FitOptions&) const {
  return std::make_unique<LinearPredictor>(fit_linear(samples, target));
}

LearnerEntry linear_entry() {
  return {
      "linear",   "linear regression as R's lm, with ridge and non-negative variants", true, false, parameters, make,
      read_linear};
}

}  // namespace forewarp::learn
