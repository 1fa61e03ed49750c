// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/profile/extrapolation.hpp"

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
    out[stratum] = {strata.population(stratum), v.size(), sum / n, v.size() > 1 ? squares / (n - 1) : -1};
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
    if (counted != out.end() && cost.variance > 0)
      counted->second.variance = std::max(counted->second.variance, cost.variance);
  }
  return out;
}

Estimate estimate(const std::map<std::uint32_t, StratumCost>& strata) {
  double widest = 0;  // relative variance
  for (const auto& [number, s] : strata) {
    if (s.variance > 0 && s.mean > 0) widest = std::max(widest, s.variance / (s.mean * s.mean));
  }
  Estimate out;
  double error = 0;
  for (const auto& [number, s] : strata) {
    const auto population = static_cast<double>(s.population), run = static_cast<double>(s.run);
    const double variance = s.variance >= 0 ? s.variance : widest * s.mean * s.mean;
    out.total += population * s.mean;
    error += population * (population - run) * variance / run;
  }
  if (out.total > 0) out.relative_error = std::sqrt(std::max(error, 0.0)) / out.total;
  return out;
}

}  // namespace forewarp::profile
