// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/rank/portability.hpp"

#include <algorithm>
#include <map>

namespace forewarp::rank {
namespace {

using Times = std::map<Configuration, std::vector<double>>;

/// The times of those that do most work, on each device; 0 where that is not known.
Times times_of(std::span<const Ranking> rankings) {
  Times times;
  for (std::size_t d = 0; d < rankings.size(); ++d) {
    if (rankings[d].groups.empty()) continue;
    for (std::size_t i = 0; i < rankings[d].groups.front().count; ++i) {
      const Candidate& c = rankings[d].candidates[i];
      std::vector<double>& row = times[c.configuration];
      row.resize(rankings.size());
      row[d] = c.prediction->time_s;
    }
  }
  return times;
}

OnAll on_all(const Configuration& configuration, const std::vector<double>& time_s, const std::vector<double>& best_s) {
  OnAll one{configuration, time_s, {}, 0};
  double inverse = 0;
  bool everywhere = true;
  for (std::size_t d = 0; d < time_s.size(); ++d) {
    const double efficiency = time_s[d] > 0 ? best_s[d] / time_s[d] : 0;
    one.efficiency.push_back(efficiency);
    everywhere = everywhere && efficiency > 0;
    if (efficiency > 0) inverse += 1 / efficiency;
  }
  if (everywhere) one.portability = static_cast<double>(time_s.size()) / inverse;
  return one;
}

}  // namespace

Portability portability_of(std::span<const Ranking> rankings) {
  const Times times = times_of(rankings);
  std::vector<double> best_s(rankings.size(), 0);
  for (std::size_t d = 0; d < rankings.size(); ++d)
    if (!rankings[d].groups.empty()) best_s[d] = rankings[d].candidates.front().prediction->time_s;
  Portability found;
  for (const Ranking& ranking : rankings) {
    if (ranking.groups.empty()) {
      found.bests.emplace_back();
      continue;
    }
    const Configuration& best = ranking.candidates.front().configuration;
    found.bests.push_back(on_all(best, times.at(best), best_s));
  }
  for (const auto& [configuration, time_s] : times) {
    OnAll one = on_all(configuration, time_s, best_s);
    if (one.portability > (found.for_all ? found.for_all->portability : 0)) found.for_all = std::move(one);
  }
  return found;
}

}  // namespace forewarp::rank
