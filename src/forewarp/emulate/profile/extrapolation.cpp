// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/profile/extrapolation.hpp"

// Implements the formulas of the header. O(blocks run) for the strata's means and variances, O(strata) for the error.
//
// Example: one stratum of 1000 blocks, 10 of them run, mean 50, variance 25. The spread: sqrt(1000 * 990 * 25 / 10) =
// 1573 instructions; 9 degrees of freedom give the factor 1.13, so 1777 or 3.6 % of the total 50,000. If blocks of a
// kind not seen cannot be excluded (unseen = 1) and no block was more than twice the mean: up to 3/10 of the blocks may
// differ by a mean, half of that as a standard error: 990 * 0.15 * 50 = 7425 or 14.9 %. Together sqrt(3.6^2 + 14.9^2)
// = 15.3 %. With 100 blocks run the second part would fall to 1.4 %, the first to about 1 %.
#include <algorithm>
#include <cmath>

namespace forewarp::profile {

/// Multiplies before it divides only where the division is not exact, so that equal blocks give exact integers.
double Share::scale(std::uint64_t count) const {
  if (run == 0 || count == 0) return 0;
  if (run == population) return static_cast<double>(count);
  if (count % run == 0) return static_cast<double>(count / run) * static_cast<double>(population);
  return static_cast<double>(count) * static_cast<double>(population) / static_cast<double>(run);
}

std::map<std::uint32_t, StratumCost> stratum_costs(const std::vector<BlockCost>& costs, const Strata& strata,
                                                   std::uint64_t BlockCost::*value) {
  std::map<std::uint32_t, std::vector<double>> values;
  for (const auto& cost : costs) values[strata.of(cost.linear)].push_back(static_cast<double>(cost.*value));
  std::map<std::uint32_t, StratumCost> out;
  for (const auto& [stratum, v] : values) {
    const auto n = static_cast<double>(v.size());
    double sum = 0, squares = 0;
    for (const double x : v) sum += x;
    for (const double x : v) squares += (x - sum / n) * (x - sum / n);
    const double most = *std::max_element(v.begin(), v.end());
    out[stratum] = {strata.population(stratum), v.size(), sum / n, v.size() > 1 ? squares / (n - 1) : -1, most};
  }
  return out;
}

std::map<std::uint32_t, StratumCost> stratum_costs(const CountingObserver::Sums& sums, const Strata& strata,
                                                   std::uint64_t BlockCost::*value) {
  auto out = stratum_costs(sums.costs, strata, value);
  auto seen = sums.costs;
  seen.insert(seen.end(), sums.costs_aside.begin(), sums.costs_aside.end());
  for (const auto& [stratum, cost] : stratum_costs(seen, strata, value)) {
    const auto counted = out.find(stratum);
    if (counted == out.end()) continue;
    if (cost.variance > 0) counted->second.variance = std::max(counted->second.variance, cost.variance);
    counted->second.most = std::max(counted->second.most, cost.most);
  }
  return out;
}

bool are_apart(const CountingObserver::Sums& sums, const Strata& strata) {
  constexpr double much = 0.2;  ///< coefficient of variation
  double blocks = 0, sum = 0, squares = 0;
  for (const auto& [number, s] : stratum_costs(sums, strata, &BlockCost::sectors)) {
    if (strata.is_uniform(number) && s.most == 0) continue;
    const auto population = static_cast<double>(s.population);
    blocks += population;
    sum += population * s.mean;
    squares += population * (s.mean * s.mean + std::max(0.0, s.variance));
  }
  if (!(sum > 0)) return false;
  const double mean = sum / blocks;
  return std::sqrt(std::max(0.0, squares / blocks - mean * mean)) > much * mean;
}

namespace {

/// Half the two-sided 95 % quantile of Student's distribution: Abramowitz and Stegun, 26.7.5, and tabulated values
/// for 1 and 2 degrees of freedom, where that series is too rough.
double student_factor(double freedom) {
  constexpr double z = 1.959964;
  if (freedom < 1.5) return 12.7062 / 2;
  if (freedom < 2.5) return 4.3027 / 2;
  const double g1 = (z * z * z + z) / 4, g2 = (5 * std::pow(z, 5) + 16 * z * z * z + 3 * z) / 96;
  return std::max(1.0, (z + g1 / freedom + g2 / (freedom * freedom)) / 2);
}

/// The rule of three: two standard errors are this share, over the number of blocks run, where all of them are equal.
constexpr double rule_of_three = 3;

/// Largest relative variance of any stratum: the assumption for strata of which a single block was run.
double widest_variance(const std::map<std::uint32_t, StratumCost>& strata) {
  double widest = 0;
  for (const auto& [number, s] : strata)
    if (s.variance > 0 && s.mean > 0) widest = std::max(widest, s.variance / (s.mean * s.mean));
  return widest;
}

}  // namespace

Estimate estimate(const std::map<std::uint32_t, StratumCost>& strata, const Unseen& unseen) {
  const double widest = widest_variance(strata);
  Estimate out;
  double blocks = 0, variance = 0, fourths = 0, kinds = 0;
  for (const auto& [number, s] : strata) {
    blocks += static_cast<double>(s.population);
    out.total += static_cast<double>(s.population) * s.mean;
  }
  const double mean = blocks > 0 ? out.total / blocks : 0;
  double extreme = 0;  // what one block of the launch does, another of a stratum without a proof may do as well
  for (const auto& [number, s] : strata) extreme = std::max(extreme, s.most);
  for (const auto& [number, s] : strata) {
    const auto population = static_cast<double>(s.population), run = static_cast<double>(s.run);
    if (s.run >= s.population) continue;
    const double may_differ = unseen(number);
    const bool is_known = s.variance >= 0;
    const double square = is_known ? s.variance : may_differ > 0 ? widest * s.mean * s.mean : 0;
    // Cochran's variance of the stratum's total, with the finite population correction.
    const double part = population * (population - run) * square / run;
    variance += part;
    if (is_known && run > 1) fourths += part * part / (run - 1);
    // Kinds of blocks that the sample may have missed.
    if (may_differ <= 0) continue;
    const double most = may_differ >= 1 ? extreme : s.most;
    const double apart = std::max({may_differ * mean, may_differ * s.mean, most - s.mean});
    const double share = std::min(1.0, rule_of_three / 2 / run);
    kinds += std::pow((population - run) * share * apart, 2);
  }
  const double spread =
      fourths > 0 ? std::sqrt(variance) * student_factor(variance * variance / fourths) : std::sqrt(variance);
  if (out.total <= 0) return out;
  out.spread_error = spread / out.total;
  out.relative_error = std::hypot(spread, std::sqrt(kinds)) / out.total;
  return out;
}

}  // namespace forewarp::profile
