// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/network/optimiser.hpp"

#include <algorithm>
#include <cmath>

namespace forewarp::learn {
namespace {

constexpr double e = 1e-7, b1 = 0.9, b2 = 0.999;

double nadam_momentum(double t) { return b1 * (1 - 0.5 * std::pow(0.96, 0.004 * t)); }

}  // namespace

double default_rate(OptimiserKind kind) {
  switch (kind) {
    case OptimiserKind::rmsprop:
      return 0.001;
    case OptimiserKind::sgd:
      return 0.01;
    case OptimiserKind::adagrad:
      return 0.01;
    case OptimiserKind::adadelta:
      return 1;
    case OptimiserKind::adam:
      return 0.001;
    case OptimiserKind::adamax:
      return 0.002;
    case OptimiserKind::nadam:
      return 0.002;
  }
  return 0.001;
}

/// One update of the weights. first_ holds momentum or first moments, second_ the second moments; corrections by 1 -
/// b^t remove the bias of the moments' start at 0. Constants and order of operations are those of Keras 2.2.
void Optimiser::step(std::span<double> w, std::span<const double> gradient) {
  const double t = static_cast<double>(++steps_);
  const double correction1 = 1 - std::pow(b1, t), correction2 = 1 - std::pow(b2, t);
  const double now = nadam_momentum(t), next = nadam_momentum(t + 1);
  if (kind_ == OptimiserKind::nadam) schedule_ *= now;
  for (std::size_t i = 0; i < w.size(); ++i) {
    const double g = gradient[i];
    double &m = first_[i], &v = second_[i];
    switch (kind_) {
      case OptimiserKind::sgd:
        m = momentum_ * m - rate_ * g;
        w[i] += m;
        break;
      case OptimiserKind::rmsprop:
        v = 0.9 * v + 0.1 * g * g;
        w[i] -= rate_ * g / (std::sqrt(v) + e);
        break;
      case OptimiserKind::adagrad:
        v += g * g;
        w[i] -= rate_ * g / (std::sqrt(v) + e);
        break;
      case OptimiserKind::adadelta: {
        v = 0.95 * v + 0.05 * g * g;
        const double d = g * std::sqrt(m + e) / std::sqrt(v + e);
        w[i] -= rate_ * d;
        m = 0.95 * m + 0.05 * d * d;
        break;
      }
      case OptimiserKind::adam:
        m = b1 * m + (1 - b1) * g;
        v = b2 * v + (1 - b2) * g * g;
        w[i] -= rate_ * std::sqrt(correction2) / correction1 * m / (std::sqrt(v) + e);
        break;
      case OptimiserKind::adamax:
        m = b1 * m + (1 - b1) * g;
        v = std::max(b2 * v, std::abs(g));
        w[i] -= rate_ / correction1 * m / (v + e);
        break;
      case OptimiserKind::nadam: {
        m = b1 * m + (1 - b1) * g;
        v = b2 * v + (1 - b2) * g * g;
        const double ahead = (1 - now) * g / (1 - schedule_) + next * m / (1 - schedule_ * next);
        w[i] -= rate_ * ahead / (std::sqrt(v / correction2) + e);
        break;
      }
    }
  }
}

}  // namespace forewarp::learn
