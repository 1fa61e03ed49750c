// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/linear/predictor.hpp"

#include <cmath>

#include "forewarp/learn/moments.hpp"
#include "forewarp/learn/read_checks.hpp"

namespace forewarp::learn {

LinearPredictor::LinearPredictor(double intercept, std::vector<double> coefficients, std::vector<double> spreads)
    : intercept_(intercept), coefficients_(std::move(coefficients)), spreads_(std::move(spreads)) {}

void LinearPredictor::predict(std::span<const double> row, std::span<double> out) const {
  double sum = intercept_;
  for (std::size_t j = 0; j < coefficients_.size(); ++j) sum += coefficients_[j] * row[j];
  out[0] = sum;
}

std::vector<double> LinearPredictor::importances() const {
  std::vector<double> effects;
  for (std::size_t j = 0; j < coefficients_.size(); ++j) effects.push_back(std::abs(coefficients_[j]) * spreads_[j]);
  return shares(std::move(effects));
}

void LinearPredictor::write(Writer& out) const {
  out.number(intercept_);
  out.arrays(coefficients_, spreads_);
}

std::unique_ptr<Predictor> read_linear(Reader& in) {
  const double intercept = read_finite(in, "the intercept");
  std::vector<double> coefficients = read_finite_array(in, "a coefficient");
  std::vector<double> spreads = read_finite_array(in, "a spread", coefficients.size());
  return std::make_unique<LinearPredictor>(intercept, std::move(coefficients), std::move(spreads));
}

}  // namespace forewarp::learn
