// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "forewarp/model/expression/calibrate.hpp"
#include "forewarp/model/expression/detail/fitting_problem.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::model::expression {

namespace {

using detail::FittingProblem;

/// The sum of log relative errors over the rows left out of the fit; exp of its mean is the geometric mean error.
double logs_of_left_out(const Expression& e, const Table& samples, const CalibrationOptions& options,
                        const std::vector<std::size_t>& fitted, const std::vector<std::size_t>& left) {
  const FittingProblem::Fit fit = FittingProblem(e, samples, options, fitted).best_fit();
  const Compiled whole(e.tree, e.features, e.parameters);
  double logs = 0;
  std::vector<double> features(e.features.size());
  for (const std::size_t row : left) {
    for (std::size_t j = 0; j < features.size(); ++j) features[j] = samples.numbers(e.features[j])[row];
    const double time = samples.numbers(options.output)[row];
    logs += std::log(std::max(1e-12, std::abs(whole(features, fit.values) - time) / time));
  }
  return logs;
}

/// The fold of each row, from 0: rows of one group (a kernel, a device) are left out together, or a
/// row would be judged by a fit that has seen its neighbours.
std::vector<std::size_t> folds_of(const std::vector<std::string>& groups) {
  const std::set<std::string> names(groups.begin(), groups.end());
  std::vector<std::size_t> folds;
  for (const std::string& group : groups)
    folds.push_back(static_cast<std::size_t>(std::distance(names.begin(), names.find(group))));
  return folds;
}

/// Cross-validation: for each fold the expression is fitted to the other rows and judged on the
/// fold. folds * (number of expressions) fits, plus one for the residual of all rows. The error is
/// the geometric mean of the relative errors, as in stevens2020.
std::vector<CrossValidation> compare_folds(const std::vector<Expression>& expressions, const Table& samples,
                                           const CalibrationOptions& options, const std::vector<std::size_t>& folds) {
  const std::size_t count = *std::ranges::max_element(folds) + 1;
  std::vector<CrossValidation> results;
  for (const Expression& e : expressions) {
    double logs = 0;
    for (std::size_t fold = 0; fold < count; ++fold) {
      std::vector<std::size_t> fitted, left;
      for (std::size_t i = 0; i < folds.size(); ++i) (folds[i] == fold ? left : fitted).push_back(i);
      logs += logs_of_left_out(e, samples, options, fitted, left);
    }
    const FittingProblem whole(e, samples, options, detail::all_rows(samples));
    results.push_back({e.text, std::exp(logs / static_cast<double>(samples.rows())),
                       std::sqrt(whole.best_fit().summary.sum_of_squares)});
  }
  return results;
}

}  // namespace

std::vector<CrossValidation> compare(const std::vector<Expression>& expressions, const Table& samples,
                                     const CalibrationOptions& options, std::size_t folds) {
  if (folds < 2 || folds > samples.rows())
    throw InputError(
        fmt::format("{} folds of {} samples: there have to be 2 or more, and a sample in each", folds, samples.rows()));
  std::vector<std::size_t> fold_of_row;
  for (std::size_t i = 0; i < samples.rows(); ++i) fold_of_row.push_back(i % folds);
  return compare_folds(expressions, samples, options, fold_of_row);
}

std::vector<CrossValidation> compare(const std::vector<Expression>& expressions, const Table& samples,
                                     const std::vector<std::string>& groups, const CalibrationOptions& options) {
  if (groups.size() != samples.rows())
    throw InputError(fmt::format("{} groups were given for {} samples", groups.size(), samples.rows()));
  const std::vector<std::size_t> folds = folds_of(groups);
  if (folds.empty() || std::ranges::max(folds) < 1)
    throw InputError("the samples are all of one group: none can be left out");
  return compare_folds(expressions, samples, options, folds);
}

/// Hidden time is what the parts sum to beyond the whole; it is at most the shorter part. Example: memory 6, on-chip 4,
/// whole 7: (6 + 4 - 7) / 4 = 0.75 of the on-chip work is hidden.
double hidden_share(double whole, double memory_only, double on_chip) {
  if (!(whole > 0) || !(memory_only > 0) || !(on_chip > 0)) throw InputError("hidden_share: times have to be above 0");
  return std::clamp((memory_only + on_chip - whole) / std::min(memory_only, on_chip), 0.0, 1.0);
}

}  // namespace forewarp::model::expression
