// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/importance.hpp"

#include <algorithm>

#include "forewarp/learn/moments.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/parallel.hpp"
#include "forewarp/support/random.hpp"

namespace forewarp::learn {
namespace {

double unexplained(std::span<const double> predicted, std::span<const double> target) {
  double squares = 0;
  for (std::size_t i = 0; i < target.size(); ++i) squares += (predicted[i] - target[i]) * (predicted[i] - target[i]);
  const double of_mean = moments(target).squares;
  if (of_mean == 0) throw InputError("the target is constant: no feature can explain it");
  return squares / of_mean;
}

double share_wrong(std::span<const double> probabilities, std::span<const double> target) {
  const std::size_t k = probabilities.size() / target.size();
  double wrong = 0;
  for (std::size_t i = 0; i < target.size(); ++i) {
    const auto row = probabilities.subspan(i * k, k);
    wrong += static_cast<double>(std::ranges::max_element(row) - row.begin()) != target[i];
  }
  return wrong / static_cast<double>(target.size());
}

}  // namespace

LossOf default_loss(const Predictor& predictor, const Target& target) {
  return [&predictor, &target](const Samples& samples) {
    std::vector<double> out(samples.rows() * predictor.outputs());
    predictor.predict_all(samples, out);
    return target.is_class() ? share_wrong(out, target.values) : unexplained(out, target.values);
  };
}

std::vector<Importance> permutation_importance(const LossOf& loss, const Samples& samples,
                                               const ImportanceOptions& options) {
  if (options.repeats == 0) throw InputError("a permutation importance needs one repetition or more");
  if (samples.rows() < 2) throw InputError("a permutation importance needs two samples or more");
  const double before = loss(samples);
  std::vector<double> increases(samples.features() * options.repeats);
  parallel_for(
      increases.size(),
      [&](std::size_t i) {
        Samples shuffled = samples;
        SplitMix(options.seed, i).shuffle(shuffled.feature(i / options.repeats));
        increases[i] = loss(shuffled) - before;
      },
      options.threads);
  std::vector<Importance> importances;
  for (std::size_t j = 0; j < samples.features(); ++j) {
    const Moments m = moments(std::span(increases).subspan(j * options.repeats, options.repeats));
    importances.push_back({m.mean, m.population_sd()});
  }
  return importances;
}

}  // namespace forewarp::learn
