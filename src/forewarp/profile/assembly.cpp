// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/profile/assembly.hpp"

#include <algorithm>

namespace forewarp::profile {
namespace {

Sampling sampling_of(const Observed& o) {
  Sampling s;
  s.blocks_total = o.launch->grid.count();
  s.blocks_run = o.sums->blocks_run;
  s.loops_sampled = o.sums->weighted;
  s.warp_instructions_run = o.sums->warp_instructions_run;
  s.exact = o.sums->costs.size() == s.blocks_total && !s.loops_sampled;
  if (!s.exact) {
    const auto error = [&](std::uint64_t BlockCost::*value) {
      return estimate(stratum_costs(*o.sums, *o.strata, value)).relative_error;
    };
    s.relative_error = error(&BlockCost::thread_instructions);
    s.sectors_error = error(&BlockCost::sectors);
  }
  return s;
}

double imbalance_of(const Observed& o, double mean) {
  std::uint64_t most = 0;
  for (const auto& cost : o.sums->costs) most = std::max(most, cost.warp_instructions);
  return mean > 0 ? std::max(1.0, static_cast<double>(most) / mean) : 1;
}

}  // namespace

Profile assemble(const Observed& o) {
  Profile p;
  p.kernel = std::string(o.entry->name);
  p.launch = *o.launch;
  p.warp_size = o.width;
  p.sampling = sampling_of(o);
  const auto blocks = static_cast<double>(o.launch->grid.count());
  const auto threads = o.launch->block.count();
  p.threads = blocks * static_cast<double>(threads);
  p.warps = blocks * static_cast<double>((threads + o.width - 1) / o.width);
  assemble_code(o, p);
  assemble_access(o, p);
  assemble_path(o, p);
  p.imbalance = imbalance_of(o, p.warp_instructions / blocks);
  return p;
}

}  // namespace forewarp::profile
