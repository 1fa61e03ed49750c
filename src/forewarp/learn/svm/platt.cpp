// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/svm/platt.hpp"

#include <algorithm>

#include "forewarp/support/parallel.hpp"
#include "forewarp/support/random.hpp"

namespace forewarp::learn {
namespace {

constexpr std::size_t folds = 5;  // libsvm's

/// The samples of two classes and their decision values from cross-validation.
struct Pair {
  std::vector<std::size_t> rows;  ///< shuffled
  std::vector<bool> positive;     ///< as rows
  std::vector<double> decisions;  ///< as rows
};

Pair pair_of(const SvmProblem& problem, std::uint64_t positive, std::uint64_t negative, SplitMix random) {
  Pair pair;
  for (std::size_t i = 0; i < problem.rows(); ++i)
    if (problem.y(i) == static_cast<double>(positive) || problem.y(i) == static_cast<double>(negative))
      pair.rows.push_back(i);
  random.shuffle(std::span<std::size_t>(pair.rows));
  for (const std::size_t i : pair.rows) pair.positive.push_back(problem.y(i) == static_cast<double>(positive));
  pair.decisions.resize(pair.rows.size());
  return pair;
}

std::vector<double> values_of(const svm_node* row) {
  std::vector<double> values;
  for (; row->index != -1; ++row) values.push_back(row->value);
  return values;
}

/// Decision values of one fold from a model of the other folds, so that the sigmoid is not fitted to values that the
/// model has already adapted to. Where the other folds have one class only, the value is +-1.
void decide_fold(const SvmProblem& problem, Pair& pair, std::size_t fold, const SvmSettings& settings) {
  const std::size_t n = pair.rows.size(), begin = fold * n / folds, end = (fold + 1) * n / folds;
  SvmProblem rest(values_of(problem.row(0)).size());
  std::size_t positives = 0;
  for (std::size_t i = 0; i < n; ++i) {
    if (i >= begin && i < end) continue;
    rest.add(values_of(problem.row(pair.rows[i])), pair.positive[i] ? 1 : -1);
    positives += pair.positive[i];
  }
  if (positives == 0 || positives == rest.rows()) {
    const double decided = rest.rows() == 0 ? 0 : positives == 0 ? -1 : 1;
    std::fill(pair.decisions.begin() + begin, pair.decisions.begin() + end, decided);
    return;
  }
  const SvmModel model = train(rest, settings, SvmTask::classify);
  for (std::size_t i = begin; i < end; ++i) {
    double value = 0;
    svm_predict_values(model.get(), problem.row(pair.rows[i]), &value);
    pair.decisions[i] = model->label[0] == 1 ? value : -value;  // libsvm's positive class is the first in its data
  }
}

}  // namespace

/// All folds of all pairs are independent and run in parallel; the seed depends on the pair only.
std::vector<Sigmoid> fit_sigmoids(const SvmProblem& problem, std::span<const std::uint64_t> labels,
                                  const SvmSettings& settings, const FitOptions& options) {
  std::vector<Pair> pairs;
  for (std::size_t i = 0; i < labels.size(); ++i)
    for (std::size_t j = i + 1; j < labels.size(); ++j)
      pairs.push_back(pair_of(problem, labels[i], labels[j], SplitMix(options.seed, pairs.size())));
  parallel_for(
      pairs.size() * folds, [&](std::size_t k) { decide_fold(problem, pairs[k / folds], k % folds, settings); },
      options.threads);
  std::vector<Sigmoid> sigmoids;
  for (const Pair& pair : pairs) sigmoids.push_back(fit_sigmoid(pair.decisions, pair.positive));
  return sigmoids;
}

}  // namespace forewarp::learn
