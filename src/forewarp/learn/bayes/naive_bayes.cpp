// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/bayes/naive_bayes.hpp"

#include <algorithm>
#include <cmath>

#include "forewarp/learn/moments.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::learn {
namespace {

std::vector<std::vector<std::size_t>> rows_of_classes(const Target& target) {
  std::vector<std::vector<std::size_t>> rows(target.classes.size());
  for (std::size_t i = 0; i < target.values.size(); ++i) rows[static_cast<std::size_t>(target.values[i])].push_back(i);
  if (std::ranges::count_if(rows, [](const auto& r) { return !r.empty(); }) < 2)
    throw InputError("naive_bayes: all samples are of one class: there is nothing to separate");
  return rows;
}

double largest_variance(const Samples& samples) {
  double largest = 0;
  for (std::size_t j = 0; j < samples.features(); ++j)
    largest = std::max(largest, moments(samples.feature(j)).population_variance());
  return largest;
}

constexpr ParameterSpec parameters[] = {
    {"smoothing", "1e-9", "share of the largest variance of a feature that is added to every variance"},
};

std::unique_ptr<Learner> make(const Parameters& p) {
  return std::make_unique<NaiveBayesLearner>(p.number("smoothing", 0, 1e6));
}

}  // namespace

std::unique_ptr<Predictor> NaiveBayesLearner::fit(const Samples& samples, const Target& target,
                                                  const FitOptions&) const {
  check(samples, target);
  if (!target.is_class()) throw InputError("naive_bayes learns classes, not numbers");
  const double added = smoothing_ * largest_variance(samples);
  NaiveBayesModel m;
  for (const std::vector<std::size_t>& rows : rows_of_classes(target)) {
    m.priors.push_back(static_cast<double>(rows.size()) / static_cast<double>(samples.rows()));
    const Samples of_class = samples.select_rows(rows);
    for (std::size_t j = 0; j < samples.features(); ++j) {
      const Moments x = moments(of_class.feature(j));
      // A class without samples has no prior; any variance will do.
      const double variance = rows.empty() ? 1 : x.population_variance() + added;
      if (!(variance > 0) || !std::isfinite(variance))
        throw InputError("naive_bayes: feature '" + samples.names()[j] + "' of class '" +
                         target.classes[m.priors.size() - 1] +
                         "' has no variance that can be divided by: leave it out, scale it, or raise smoothing");
      m.means.push_back(x.mean);
      m.variances.push_back(variance);
    }
  }
  return std::make_unique<NaiveBayesPredictor>(std::move(m));
}

LearnerEntry naive_bayes_entry() {
  return {"naive_bayes", "Gaussian naive Bayes as scikit-learn's", false, true, parameters, make, read_naive_bayes};
}

}  // namespace forewarp::learn
