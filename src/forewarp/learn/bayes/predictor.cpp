// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/bayes/predictor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "forewarp/learn/read_checks.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::learn {

NaiveBayesPredictor::NaiveBayesPredictor(NaiveBayesModel model) : model_(std::move(model)) {
  const std::size_t p = features();
  for (std::size_t c = 0; c < outputs(); ++c) {
    double sum = 0;
    for (std::size_t j = 0; j < p; ++j) sum += std::log(2 * std::numbers::pi * model_.variances[c * p + j]);
    constants_.push_back(std::log(model_.priors[c]) - sum / 2);
  }
}

void NaiveBayesPredictor::predict(std::span<const double> row, std::span<double> out) const {
  const std::size_t p = features();
  double most = -HUGE_VAL, sum = 0;
  for (std::size_t c = 0; c < out.size(); ++c) {
    double distance = 0;
    for (std::size_t j = 0; j < p; ++j) {
      const double d = row[j] - model_.means[c * p + j];
      distance += d * d / model_.variances[c * p + j];
    }
    out[c] = constants_[c] - distance / 2;
    most = std::max(most, out[c]);
  }
  // Beyond double every class is as far: the priors are all that is left.
  if (most == -HUGE_VAL) return static_cast<void>(std::ranges::copy(model_.priors, out.begin()));
  for (double& value : out) sum += value = std::exp(value - most);
  for (double& value : out) value /= sum;
}

void NaiveBayesPredictor::write(Writer& out) const {
  out.integer(features());
  out.arrays(model_.priors, model_.means, model_.variances);
}

std::unique_ptr<Predictor> read_naive_bayes(Reader& in) {
  NaiveBayesModel m;
  const std::size_t features = read_feature_count(in);
  m.priors = read_finite_array(in, "a prior");
  if (m.priors.size() < 2 || m.priors.size() > max_classes)
    throw InputError(fmt::format("the model separates {} classes", m.priors.size()));
  m.means = read_finite_array(in, "a mean", features * m.priors.size());
  m.variances = read_finite_array(in, "a variance", features * m.priors.size());
  for (const double v : m.variances)
    if (!(v > 0)) throw InputError(fmt::format("a variance in the model is {}", v));
  double sum = 0;
  for (const double prior : m.priors) {
    if (!(prior >= 0 && prior <= 1)) throw InputError(fmt::format("a prior in the model is {}", prior));
    sum += prior;
  }
  if (!(std::abs(sum - 1) < 1e-6)) throw InputError(fmt::format("the priors in the model add up to {}", sum));
  return std::make_unique<NaiveBayesPredictor>(std::move(m));
}

}  // namespace forewarp::learn
