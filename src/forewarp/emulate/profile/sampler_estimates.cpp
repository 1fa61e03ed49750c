// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "forewarp/emulate/profile/certainty.hpp"
#include "forewarp/emulate/profile/sampler.hpp"

namespace forewarp::profile {
namespace {

constexpr double sector_cost = 2;  ///< of counting a sector, in warp instructions

}  // namespace

/// Thread instructions executed so far, a warp counting whole, and what its sectors cost besides.
double Sampler::executed() const {
  const auto& sums = runner_->sums();
  return (static_cast<double>(sums.warp_instructions_run) + sector_cost * static_cast<double>(sums.sectors_run)) *
         options_.warp_size;
}

/// Of running every block, as far as is known, without what sampled loops save.
double Sampler::whole_cost() const {
  const auto costs = stratum_costs(runner_->sums(), strata_, &BlockCost::warp_instructions);
  const auto sectors = stratum_costs(runner_->sums(), strata_, &BlockCost::sectors);
  double total = 0, covered = 0;
  for (const auto& [stratum, cost] : costs) {
    total += (cost.mean + sector_cost * sectors.at(stratum).mean) * static_cast<double>(cost.population);
    covered += static_cast<double>(cost.population);
  }
  const double mean = covered > 0 ? total / covered : 0;
  return mean * static_cast<double>(blocks_) * options_.warp_size;
}

/// Whether what a block does may depend on what others have done: data decide where it reads and which way it goes, and
/// some buffer is both read and written. Then the first blocks of a grid, or a few of them, are no sample of the
/// others: tables fill and fronts move while it runs.
bool Sampler::do_blocks_interact() const {
  if (!influence_.control_reads_data || !influence_.addresses_read_data) return false;
  for (const auto& [stratum, detail] : runner_->sums().details)
    for (const auto& buffer : detail.buffers)
      if (buffer.read > 0 && buffer.written > 0) return true;
  return false;
}

Sampler::Errors Sampler::errors() const {
  Errors worst;
  const auto weigh = [&](std::uint64_t BlockCost::*value, const Unseen& unseen) {
    const auto found = estimate(stratum_costs(runner_->sums(), strata_, value), unseen);
    worst.all = std::max(worst.all, found.relative_error);
    worst.spread = std::max(worst.spread, found.spread_error);
  };
  for (const auto value : {&BlockCost::warp_instructions, &BlockCost::thread_instructions, &BlockCost::flops})
    weigh(value, unseen_instructions(influence_, strata_));
  weigh(&BlockCost::sectors, unseen_sectors(influence_, strata_));
  if (!runner_->buffers().host_numbers.empty()) weigh(&BlockCost::host_sectors, unseen_sectors(influence_, strata_));
  return worst;
}

/// Neighbours tell what blocks share. Where those that were looked at touch nothing, those of a block that works.
void Sampler::run_working_neighbours() {
  for (const auto& [linear, block] : runner_->sums().kept_sectors)
    if (linear != 0 && !block.sectors.empty()) return;
  const auto costs = stratum_costs(runner_->sums(), strata_, &BlockCost::sectors);
  const auto sectors_of = [](const auto& c) { return static_cast<double>(c.second.population) * c.second.mean; };
  const auto most = std::ranges::max_element(costs, {}, sectors_of);
  if (most == costs.end() || !(most->second.mean > 0)) return;
  const std::uint64_t middle = strata_.block(most->first, most->second.population / 2);
  BlockRoles attention;
  attention.kept = attention.uncounted = neighbourhood(launch_.grid, middle);
  const auto blocks = attention.kept;
  runner_->run(strata_, blocks, std::move(attention));
}

}  // namespace forewarp::profile
