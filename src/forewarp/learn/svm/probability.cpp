// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/svm/probability.hpp"

#include <algorithm>
#include <cmath>

namespace forewarp::learn {
namespace {

/// 1 / (1 + exp(x)) without overflow.
double logistic_of_minus(double x) { return x >= 0 ? std::exp(-x) / (1 + std::exp(-x)) : 1 / (1 + std::exp(x)); }

/// The cross-entropy of the sigmoid, its gradient and its Hessian, which has a small ridge to stay invertible.
/// Cross entropy of the sigmoid 1 / (1 + exp(a f + b)) with its gradient (a, b) and Hessian (aa, ab, bb); value()
/// avoids the overflow of exp by the sign of its argument (Lin, Lin, Weng 2007).
class Entropy {
 public:
  Entropy(std::span<const double> decisions, std::vector<double> targets)
      : decisions_(decisions), targets_(std::move(targets)) {}

  [[nodiscard]] double value(Sigmoid s) const {
    double sum = 0;
    for (std::size_t i = 0; i < decisions_.size(); ++i) {
      const double x = decisions_[i] * s.a + s.b;
      sum += x >= 0 ? targets_[i] * x + std::log1p(std::exp(-x)) : (targets_[i] - 1) * x + std::log1p(std::exp(x));
    }
    return sum;
  }

  void differentiate(Sigmoid s) {
    aa = bb = 1e-12;
    ab = a = b = 0;
    for (std::size_t i = 0; i < decisions_.size(); ++i) {
      const double f = decisions_[i], p = logistic_of_minus(f * s.a + s.b), weight = p * (1 - p);
      aa += f * f * weight;
      bb += weight;
      ab += f * weight;
      a += f * (targets_[i] - p);
      b += targets_[i] - p;
    }
  }

  double aa = 0, bb = 0, ab = 0, a = 0, b = 0;

 private:
  std::span<const double> decisions_;
  std::vector<double> targets_;
};

/// Platt's targets (n + 1) / (n + 2) and 1 / (n + 2) instead of 1 and 0. Example: 8 positives give 0.9.
std::vector<double> smoothed_targets(const std::vector<bool>& positive) {
  const auto positives = static_cast<double>(std::ranges::count(positive, true));
  const double negatives = static_cast<double>(positive.size()) - positives;
  std::vector<double> targets;
  for (const bool is_positive : positive)
    targets.push_back(is_positive ? (positives + 1) / (positives + 2) : 1 / (negatives + 2));
  return targets;
}

}  // namespace

double Sigmoid::operator()(double decision) const {
  return std::clamp(logistic_of_minus(a * decision + b), 1e-7, 1 - 1e-7);
}

/// Newton's method with a backtracking line search (Armijo's condition with 1e-4): halves the step until the entropy
/// falls enough, ends at a gradient below 1e-8, after 100 rounds, or when no step helps.
Sigmoid fit_sigmoid(std::span<const double> decisions, const std::vector<bool>& positive) {
  const auto positives = static_cast<double>(std::ranges::count(positive, true));
  Sigmoid s{0, std::log((static_cast<double>(positive.size()) - positives + 1) / (positives + 1))};
  Entropy entropy(decisions, smoothed_targets(positive));
  double value = entropy.value(s);
  for (int round = 0; round < 100; ++round) {
    entropy.differentiate(s);
    if (std::abs(entropy.a) < 1e-8 && std::abs(entropy.b) < 1e-8) break;
    const double determinant = entropy.aa * entropy.bb - entropy.ab * entropy.ab;
    const double step_a = -(entropy.bb * entropy.a - entropy.ab * entropy.b) / determinant;
    const double step_b = -(entropy.aa * entropy.b - entropy.ab * entropy.a) / determinant;
    const double slope = entropy.a * step_a + entropy.b * step_b;
    double length = 1;
    for (; length >= 1e-10; length /= 2) {
      const Sigmoid next{s.a + length * step_a, s.b + length * step_b};
      const double next_value = entropy.value(next);
      if (!(next_value < value + 1e-4 * length * slope)) continue;
      s = next;
      value = next_value;
      break;
    }
    if (length < 1e-10) break;
  }
  return s;
}

/// min_p sum_i sum_{j != i} (r_ji p_i - r_ij p_j)^2 with sum p = 1, by its optimality condition Q p = (p' Q p) e
/// (Wu, Lin, Weng 2004). Each step solves one component and rescales p to sum 1; qp and pqp are updated, not computed
/// anew, so a round is O(k^2).
void couple(std::span<const double> r, std::span<double> p) {
  const std::size_t k = p.size();
#include "forewarp/learn/svm/code/couple.def"
}

}  // namespace forewarp::learn
