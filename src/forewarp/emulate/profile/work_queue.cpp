// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/profile/work_queue.hpp"

#include <algorithm>

namespace forewarp::profile {

bool may_take_from_queue(const CountingObserver::Sums& sums, const BlockInfluence& influence) {
  if (!influence.control_reads_data) return false;
  return std::ranges::any_of(sums.counters, [](const auto& of_stratum) {
    const auto& sites = of_stratum.second.sites;
    for (std::size_t slot = 0; slot < sites.size(); ++slot) {
      const bool is_global = site_space_of[slot % site_spaces] == ptx::StateSpace::global;
      if (is_global && sites[slot].kind == emu::AccessKind::atomic && sites[slot].requests > 0) return true;
    }
    return false;
  });
}

bool take_from_queue(const CountingObserver::Sums& sums, const BlockInfluence& influence) {
  constexpr std::uint64_t much_more = 4;
  if (sums.costs.size() < 2 || !may_take_from_queue(sums, influence)) return false;
  const auto first = std::ranges::min_element(sums.costs, {}, &BlockCost::linear);
  return std::ranges::all_of(sums.costs, [&](const BlockCost& cost) {
    return &cost == &*first || cost.warp_instructions * much_more <= first->warp_instructions;
  });
}

}  // namespace forewarp::profile
