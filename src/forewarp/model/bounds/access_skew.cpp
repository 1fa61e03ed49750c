// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/bounds/access_skew.hpp"

#include <algorithm>
#include <cmath>

namespace forewarp::model {
namespace {

constexpr unsigned halvings = 40;
constexpr double few = 1e-6;  ///< references at which 1 - e^-x is x

/// The root of lambda - k (1 - e^-lambda) beyond 0, k > 1, up to 1e-11 k, by Newton's method from k on: the function is
/// convex and above 0 there, so that each step ends to the right of the root.
double approximate_references(double k) {
  double lambda = k;
  for (unsigned step = 0; step < halvings; ++step) {
    const double less = k * std::expm1(-lambda), change = (lambda + less) / (1 - k - less);
    lambda -= change;
    if (!(change > 1e-11 * k)) break;
  }
  return lambda;
}

}  // namespace

/// Solves lambda = k (1 - e^-lambda) by bisection: the left side is above the right exactly beyond the root, which lies
/// in (0, k). 40 halvings give k * 2^-40. Example: k = 2 touches per touched sector needs lambda = 1.594.
///
/// Where the middle is far from an approximate root, it is on the side on which it is of that root: of the 40
/// exponentials about 15 are left, and the answer is the same.
double references(double readers) {
  if (!(readers > 1)) return 0;
  const double root = approximate_references(readers), far = 1e-9 * readers;
  double low = 0, high = readers;
  for (unsigned k = 0; k < halvings; ++k) {
    const double middle = (low + high) / 2;
    const bool is_above = std::abs(middle - root) > far ? middle > root : middle > -readers * std::expm1(-middle);
    (is_above ? high : low) = middle;
  }
  return (low + high) / 2;
}

/// First term: the first touch. Second: a later touch that comes after L2 has forgotten the sector. Example with lambda
/// = 1.594 (k = 2): g = 1 gives 1 fetch, g = 0.5 gives 1.14, g = 0 gives 2.
double fetches_a_wave(double lambda, double g) {
  if (lambda < few) return 1;
  return (-std::expm1(-lambda * g) + lambda * (1 - g) * std::exp(-lambda * g)) / -std::expm1(-lambda);
}

double share_fetched(double lambda, double g) {
  return lambda < few ? 1 : fetches_a_wave(lambda, g) * -std::expm1(-lambda) / lambda;
}

double WaveOfBuffer::touched_within(double f) const {
  const double s = buffer->spread;
  if (f >= s || lambda < few) return f * distinct.unique;
  return s * distinct.unique * std::expm1(-lambda * f / s) / std::expm1(-lambda);
}

double WaveOfBuffer::left_by_wave_before(double f) const {
  const double s = buffer->spread, h = s > 0 ? std::max(0.0, (s + f - 1) / s) : 0;
  if (lambda < few || h <= 0) return 0;
  const double touched = -std::expm1(-lambda);  // by the wave before, were its touches as independent
  return std::min(1.0, again / touched) * (1 - (1 + lambda * h) * std::exp(-lambda * h)) / touched;
}

/// The sectors touched within a time f grow with f, so bisection over [0, 1] finds the f that fills L2. Invariant:
/// touched(low) < L2 <= touched(high). O(40 * buffers). Example: 1000 distinct sectors without skew and an L2 of 250
/// sectors give f = 0.25.
double memory_of_l2(double l2_sectors, double distinct, const std::vector<WaveOfBuffer>& waves) {
  if (distinct <= l2_sectors) return 1;
  double in_step = distinct;
  for (const auto& w : waves) in_step -= w.distinct.unique;
  in_step = std::max(0.0, in_step);
  double low = 0, high = 1;
  for (unsigned k = 0; k < halvings; ++k) {
    const double f = (low + high) / 2;
    double touched = in_step * f;
    for (const auto& w : waves) touched += w.touched_within(f);
    (touched < l2_sectors ? low : high) = f;
  }
  return (low + high) / 2;
}

}  // namespace forewarp::model
