// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/fit/bounded.hpp"

#include <algorithm>
#include <cmath>

namespace forewarp::fit {
namespace {

bool has_low(const Parameter& p) { return std::isfinite(p.low); }
bool has_high(const Parameter& p) { return std::isfinite(p.high); }

double range_of(const Parameter& p) {
  if (has_low(p) && has_high(p)) return p.high - p.low;
  return 1 + std::abs(has_low(p) ? p.low : p.high);
}

/// Near a bound u moves by the root of what x moves: x cannot be told from the bound below this.
constexpr double bound_share = 1e-6;

}  // namespace

double bounded_from_free(const Parameter& p, double u) {
  if (is_fixed(p)) return p.low;
  double x = u;
  if (has_low(p) && has_high(p))
    x = p.low + (p.high - p.low) * (std::sin(u) + 1) / 2;
  else if (has_low(p))
    x = p.low + (u * u / (1 + std::sqrt(u * u + 1)));
  else if (has_high(p))
    x = p.high - (u * u / (1 + std::sqrt(u * u + 1)));
  return std::clamp(x, p.low, p.high);
}

double bounded_slope(const Parameter& p, double u) {
  if (is_fixed(p)) return 0;
  if (has_low(p) && has_high(p)) return (p.high - p.low) * std::cos(u) / 2;
  if (!has_low(p) && !has_high(p)) return 1;
  const double slope = u / std::sqrt(u * u + 1);
  return has_low(p) ? slope : -slope;
}

double free_from_bounded(const Parameter& p, double x) {
  if (has_low(p) && has_high(p)) return std::asin(std::clamp(2 * (x - p.low) / (p.high - p.low) - 1, -1.0, 1.0));
  if (!has_low(p) && !has_high(p)) return x;
  const double distance = has_low(p) ? x - p.low : p.high - x;
  return std::sqrt(distance * (distance + 2));  // (distance + 1)^2 - 1
}

double off_the_bounds(const Parameter& p, double x, double share) {
  const double step = range_of(p) * share;
  if (has_low(p)) x = std::max(x, p.low + step);
  if (has_high(p)) x = std::min(x, p.high - step);
  return x;
}

bool is_at_low(const Parameter& p, double x) { return has_low(p) && x - p.low <= bound_share * range_of(p); }
bool is_at_high(const Parameter& p, double x) { return has_high(p) && p.high - x <= bound_share * range_of(p); }

}  // namespace forewarp::fit
