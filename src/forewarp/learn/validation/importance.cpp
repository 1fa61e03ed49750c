// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/validation/importance.hpp"

#include <cmath>
#include <limits>
#include <numeric>

#include "forewarp/learn/validation/search.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/parallel.hpp"
#include "forewarp/support/random.hpp"
#include "forewarp/support/statistics.hpp"

namespace forewarp::validate {
namespace {

using learn::Samples;

Samples with_shuffled(Samples samples, std::size_t feature, std::uint64_t seed) {
  SplitMix::from_state(seed).shuffle(samples.feature(feature));
  return samples;
}

/// The result of one fold: its error as it is, then with each feature shuffled.
std::vector<double> fold_errors(const Samples& samples, const learn::Target& target, const learn::Learner& learner,
                                const Split& split, std::size_t repeats, const learn::FitOptions& options) {
  const auto fit = learner.fit(samples.select_rows(split.train), target.select_rows(split.train), options);
  const Samples test = samples.select_rows(split.test);
  std::vector<double> errors = {fold_error(answers(*fit, test), target, split.test)};
  for (std::size_t j = 0; j < samples.features(); ++j) {
    double sum = 0;
    for (std::size_t r = 0; r < repeats; ++r) {
      const std::uint64_t seed = derived_seed(derived_seed(options.seed, j), r);
      sum += fold_error(answers(*fit, with_shuffled(test, j, seed)), target, split.test);
    }
    errors.push_back(sum / static_cast<double>(repeats));
  }
  return errors;
}

double deviation(const std::vector<double>& values) {
  if (values.size() < 2) return 0;
  const double centre = mean(values);
  double squares = 0;
  for (const double v : values) squares += (v - centre) * (v - centre);
  return std::sqrt(squares / static_cast<double>(values.size() - 1));
}

}  // namespace

Importances importances(const Samples& samples, const learn::Target& target, const learn::Learner& learner,
                        const Splits& splits, std::size_t repeats, const CrossOptions& options) {
  learn::check(samples, target);
  if (repeats == 0) throw InputError("a permutation importance needs one repetition or more");
  const std::size_t width = samples.features() + 1;
  std::vector<double> places(splits.folds * width);
  const auto one = [&](std::size_t fold) {
    const Split split = splits.split(fold);
    return fold_errors(samples, target, learner, split, repeats,
                       {.seed = derived_seed(options.seed, fold), .threads = 1});
  };
  const auto keep = [&](std::size_t fold, std::span<const double> errors) {
    std::ranges::copy(errors, places.begin() + static_cast<std::ptrdiff_t>(fold * width));
  };
  shared_for(splits.folds, one, keep, places, options);
  const auto column = [&](std::size_t j) {
    std::vector<double> values;
    for (std::size_t fold = 0; fold < splits.folds; ++fold)
      values.push_back(places[fold * width + j] - (j == 0 ? 0 : places[fold * width]));
    return values;
  };
  const std::vector<double> impurity =
      learner.fit(samples, target, {.seed = options.seed, .threads = options.threads})->importances();
  Importances result{.error = mean(column(0)), .features = {}};
  for (std::size_t j = 0; j < samples.features(); ++j)
    result.features.push_back({samples.names()[j],
                               impurity.empty() ? std::numeric_limits<double>::quiet_NaN() : impurity[j],
                               mean(column(j + 1)), deviation(column(j + 1))});
  return result;
}

}  // namespace forewarp::validate
