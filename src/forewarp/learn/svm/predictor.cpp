// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/svm/predictor.hpp"

#include <algorithm>
#include <numeric>

namespace forewarp::learn {
namespace {

/// The decision value of every pair of present classes, in libsvm's order.
std::vector<double> decisions(const SupportVectors& m, std::span<const double> kernels) {
  const std::size_t k = m.counts.size(), n = kernels.size();
  std::vector<std::size_t> start(k + 1);
  for (std::size_t i = 0; i < k; ++i) start[i + 1] = start[i] + m.counts[i];
  std::vector<double> values;
  for (std::size_t i = 0; i < k; ++i)
    for (std::size_t j = i + 1; j < k; ++j) {
      double sum = 0;
      for (std::size_t s = start[i]; s < start[i + 1]; ++s) sum += m.coefficients[(j - 1) * n + s] * kernels[s];
      for (std::size_t s = start[j]; s < start[j + 1]; ++s) sum += m.coefficients[i * n + s] * kernels[s];
      values.push_back(sum - m.rho[values.size()]);
    }
  return values;
}

/// 1 for the class with most pairwise decisions; of equal classes the first in libsvm's order.
std::vector<double> votes(std::size_t k, std::span<const double> values) {
  std::vector<int> count(k);
  std::size_t pair = 0;
  for (std::size_t i = 0; i < k; ++i)
    for (std::size_t j = i + 1; j < k; ++j) ++count[values[pair++] > 0 ? i : j];
  std::vector<double> out(k);
  out[static_cast<std::size_t>(std::ranges::max_element(count) - count.begin())] = 1;
  return out;
}

/// A sigmoid turns each decision into P(i | i or j); couple() combines the pairs.
std::vector<double> probabilities(std::size_t k, std::span<const double> values, std::span<const Sigmoid> sigmoids) {
  std::vector<double> pairwise(k * k), out(k);
  std::size_t pair = 0;
  for (std::size_t i = 0; i < k; ++i)
    for (std::size_t j = i + 1; j < k; ++j, ++pair) {
      pairwise[i * k + j] = sigmoids[pair](values[pair]);
      pairwise[j * k + i] = 1 - pairwise[i * k + j];
    }
  couple(pairwise, out);
  return out;
}

}  // namespace

/// Kernel values with all support vectors once, shared by all pairs of classes.
void SvmPredictor::predict(std::span<const double> row, std::span<double> out) const {
  const std::size_t p = features();
  std::vector<double> scaled(p), kernels(model_.size());
  model_.inputs.apply(row, scaled);
  const std::span<const double> vectors = model_.vectors;
  for (std::size_t s = 0; s < kernels.size(); ++s) kernels[s] = model_.kernel(scaled, vectors.subspan(s * p, p));
  if (model_.classes > 0) return classify(kernels, out);
  double sum = 0;
  for (std::size_t s = 0; s < kernels.size(); ++s) sum += model_.coefficients[s] * kernels[s];
  out[0] = (sum - model_.rho[0]) * model_.target_spread + model_.target_centre;
}

void SvmPredictor::classify(std::span<const double> kernels, std::span<double> out) const {
  const std::vector<double> values = decisions(model_, kernels);
  const std::size_t k = model_.counts.size();
  const std::vector<double> p = model_.sigmoids.empty() ? votes(k, values) : probabilities(k, values, model_.sigmoids);
  std::ranges::fill(out, 0);
  for (std::size_t i = 0; i < k; ++i) out[model_.labels[i]] = p[i];
}

}  // namespace forewarp::learn
