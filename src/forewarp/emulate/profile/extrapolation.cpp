// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/profile/extrapolation.hpp"

#include <algorithm>
#include <cmath>

namespace forewarp::profile {

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

namespace {

/// What holds 95 % of Student's distribution, over 2; Abramowitz and Stegun, 26.7.5, and by hand where that is too
/// rough.
double student_factor(double freedom) {
  constexpr double z = 1.959964;
  if (freedom < 1.5) return 12.7062 / 2;
  if (freedom < 2.5) return 4.3027 / 2;
  const double g1 = (z * z * z + z) / 4, g2 = (5 * std::pow(z, 5) + 16 * z * z * z + 3 * z) / 96;
  return std::max(1.0, (z + g1 / freedom + g2 / (freedom * freedom)) / 2);
}

/// Two standard errors, over the blocks run, where they are all alike.
constexpr double rule_of_three = 3;

/// Largest relative variance of the strata.
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
  for (const auto& [number, s] : strata) {
    const auto population = static_cast<double>(s.population), run = static_cast<double>(s.run);
    if (s.run >= s.population) continue;
    const double may_differ = unseen(number);
    const bool is_known = s.variance >= 0;
    const double square = is_known ? s.variance : may_differ > 0 ? widest * s.mean * s.mean : 0;
    const double part = population * (population - run) * square / run;
    variance += part;
    if (is_known && run > 1) fourths += part * part / (run - 1);
    if (may_differ <= 0) continue;
    const double apart = std::max({may_differ * mean, may_differ * s.mean, s.most - s.mean});
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
