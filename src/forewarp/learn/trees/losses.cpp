// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/trees/losses.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "forewarp/support/error.hpp"

namespace forewarp::learn::trees {
namespace {

double median(std::vector<double> values) {
  std::ranges::sort(values);
  const double low = values[(values.size() - 1) / 2], high = values[values.size() / 2];
  return low + (high - low) / 2;
}

/// The logarithm of each class's share: F_0 whose softmax gives the shares.
std::vector<double> log_shares(const Target& target) {
  std::vector<double> start(target.classes.size());
  for (const double c : target.values) start[static_cast<std::size_t>(c)] += 1;
  const auto n = static_cast<double>(target.values.size());
  constexpr double least = 1e-10;  // a class without samples
  for (double& v : start) v = std::log(std::max(v / n, least));
  return start;
}

/// The probability of output k: of the second class where there are two.
double probability(std::span<const double> f, std::size_t outputs, std::size_t sample, std::size_t k) {
  if (outputs == 1) return logistic(f[sample]);
  std::vector<double> all(f.begin() + static_cast<std::ptrdiff_t>(sample * outputs),
                          f.begin() + static_cast<std::ptrdiff_t>((sample + 1) * outputs));
  softmax(all);
  return all[k];
}

/// Newton step: sum of the gradients over the sum of second derivatives p (1 - p). The gradient is
/// 1 - p or -p, so |g| (1 - |g|) = p (1 - p). For many classes with the factor (K - 1) / K of
/// Friedman 2001, Algorithm 6.
///
/// Example: three samples with p = 0.5, two of the class: gradients 0.5, 0.5, -0.5, step 0.5 / 0.75
/// = 0.67. The log odds of two in three, log 2 = 0.69, would be exact; the next rounds come closer.
double newton(std::span<const double> gradient, std::size_t outputs, std::span<const std::uint32_t> samples) {
  double sum = 0, curvature = 0;
  for (const std::uint32_t i : samples) {
    const double g = std::abs(gradient[i]);
    sum += gradient[i];
    curvature += g * (1 - g);
  }
  const auto k = static_cast<double>(outputs);
  const double factor = outputs == 1 ? 1 : (k - 1) / k;
  // Where all are predicted with certainty, there is no curvature to divide by: no step, even if
  // one of them is wrong.
  constexpr double flat = 1e-150;
  return curvature < flat ? 0 : factor * sum / curvature;
}

}  // namespace

double logistic(double log_odds) { return 1 / (1 + std::exp(-log_odds)); }

/// The maximum is subtracted first, so no exponential overflows.
void softmax(std::span<double> values) {
  const double most = *std::ranges::max_element(values);
  double sum = 0;
  for (double& v : values) sum += v = std::exp(v - most);
  for (double& v : values) v /= sum;
}

/// The constant with the least loss: mean, median, or log odds. Example: two classes with 20 and 80
/// samples start at log(0.8 / 0.2) = 1.39, which logistic() turns back into 0.8.
std::vector<double> start_of(Loss loss, const Target& target) {
  const auto n = static_cast<double>(target.values.size());
  switch (loss) {
    case Loss::squared:
      return {std::accumulate(target.values.begin(), target.values.end(), 0.0) / n};
    case Loss::absolute:
      return {median(target.values)};
    case Loss::log:
      break;
  }
  std::vector<double> shares = log_shares(target);
  if (shares.size() == 2) return {shares[1] - shares[0]};
  return shares;
}

/// Negative gradient of the loss with respect to F_k, per sample.
std::vector<double> downhill(Loss loss, const Target& target, std::span<const double> f, std::size_t outputs,
                             std::size_t k) {
  std::vector<double> gradient(target.values.size());
  for (std::size_t i = 0; i < gradient.size(); ++i) {
    const double y = target.values[i];
    switch (loss) {
      case Loss::squared:
        gradient[i] = y - f[i];
        break;
      case Loss::absolute:
        // At y = f the loss has a kink, where any slope from -1 to 1 would do; a leaf's step does
        // not depend on the choice.
        gradient[i] = y > f[i] ? 1 : -1;
        break;
      case Loss::log: {
        const double wanted = y == static_cast<double>(outputs == 1 ? 1 : k) ? 1 : 0;
        gradient[i] = wanted - probability(f, outputs, i, k);
        break;
      }
    }
  }
  return gradient;
}

double leaf_step(Loss loss, const Target& target, std::span<const double> gradient, std::span<const double> f,
                 std::size_t outputs, std::span<const std::uint32_t> samples) {
  switch (loss) {
    case Loss::squared: {
      double sum = 0;
      for (const std::uint32_t i : samples) sum += gradient[i];
      return sum / static_cast<double>(samples.size());
    }
    case Loss::absolute: {
      std::vector<double> residuals;
      for (const std::uint32_t i : samples) residuals.push_back(target.values[i] - f[i]);
      return median(std::move(residuals));
    }
    case Loss::log:
      return newton(gradient, outputs, samples);
  }
  FOREWARP_ASSERT(false, "every loss is handled");
  return 0;
}

}  // namespace forewarp::learn::trees
