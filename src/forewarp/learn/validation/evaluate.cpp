// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/validation/evaluate.hpp"

#include <cmath>
#include <limits>

#include "forewarp/learn/validation/domain.hpp"
#include "forewarp/learn/validation/splits.hpp"
#include "forewarp/support/parallel.hpp"
#include "forewarp/support/statistics.hpp"

namespace forewarp::validate {
namespace {

std::vector<std::size_t> tested_rows(const Splits& splits) {
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < splits.fold_of.size(); ++row)
    if (splits.fold_of[row] != Splits::always_train) rows.push_back(row);
  return rows;
}

/// A relative error against zero is undefined: reported with the row, before hours of fitting.
void check_measured(const learn::Target& target) {
  if (!target.is_class()) (void)errors_of(target.values, target.values);
}

OutsideResult outside_rows(const learn::Samples& samples, const Splits& splits, unsigned threads) {
  OutsideResult result{std::vector<char>(samples.rows()), 0};
  parallel_for(
      splits.folds,
      [&](std::size_t fold) {
        const Split split = splits.split(fold);
        if (split.test.empty()) return;
        const Domain domain = domain_of(samples.select_rows(split.train));
        std::vector<double> row(samples.features());
        for (const std::size_t i : split.test) {
          samples.copy_row(i, row);
          result.rows[i] = outside(domain, row).empty() ? 0 : 1;
        }
      },
      threads);
  for (const char mark : result.rows) result.count += mark != 0;
  return result;
}

MethodResult result_of(const Method& method, std::vector<double> predicted, const learn::Target& target,
                       const std::vector<std::size_t>& tested) {
  MethodResult result{.name = method.name,
                      .baseline = method.baseline,
                      .predicted = std::move(predicted),
                      .errors = std::nullopt,
                      .classes = std::nullopt,
                      .coverage = std::nullopt};
  const std::vector<double> answers = values_at(result.predicted, tested), truth = values_at(target.values, tested);
  if (target.is_class())
    result.classes = summarise_classes(answers, truth, target.classes);
  else
    result.errors = summarise(answers, truth);
  return result;
}

}  // namespace

double median_error_where(const MethodResult& method, const learn::Target& target, const OutsideResult& outside,
                          bool marked) {
  std::vector<double> predicted, measured;
  for (std::size_t row = 0; row < method.predicted.size(); ++row)
    if ((outside.rows[row] != 0) == marked && !std::isnan(method.predicted[row])) {
      predicted.push_back(method.predicted[row]);
      measured.push_back(target.values[row]);
    }
  if (measured.empty()) return std::numeric_limits<double>::quiet_NaN();
  return summarise(predicted, measured).median;
}

Evaluation evaluate(const learn::Samples& samples, const learn::Target& target, std::span<const Scheme> schemes,
                    std::span<const Method> methods, const EvaluateOptions& options) {
  learn::check(samples, target);
  check_measured(target);
  std::vector<Splits> splits;
  for (const Scheme& scheme : schemes) splits.push_back(scheme.splits);
  CrossAnswers answers = cross_predict(samples, target, methods, splits, options.cross);
  Evaluation evaluation{.rows = samples.rows(), .features = samples.features(), .schemes = {}};
  for (std::size_t s = 0; s < schemes.size(); ++s) {
    const std::vector<std::size_t> tested = tested_rows(splits[s]);
    SchemeResult result{.name = schemes[s].name,
                        .folds = splits[s].folds,
                        .tested = tested.size(),
                        .methods = {},
                        .outside = outside_rows(samples, splits[s], options.cross.threads),
                        .splits = splits[s]};
    for (std::size_t m = 0; m < methods.size(); ++m) {
      result.methods.push_back(result_of(methods[m], std::move(answers[s][m]), target, tested));
      if (options.coverage && !methods[m].baseline && !target.is_class())
        result.methods.back().coverage = measure_coverage({samples, target, schemes[s].groups}, methods[m], splits[s],
                                                          *options.coverage, options.cross);
    }
    evaluation.schemes.push_back(std::move(result));
  }
  return evaluation;
}

}  // namespace forewarp::validate
