// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Costs and errors that decide how the sample grows, and what depends on which part of the grid does anything. Costs
// are in thread instructions, as the budget is.
#include <algorithm>

#include "forewarp/emulate/profile/certainty.hpp"
#include "forewarp/emulate/profile/sampler.hpp"

namespace forewarp::profile {
namespace {

constexpr double sector_cost = 2;  ///< of counting a sector, in warp instructions

}  // namespace

/// Thread instructions executed so far, with whole warps, plus the cost of counting their sectors.
double Sampler::executed() const {
  const auto& sums = runner_->sums();
  return (static_cast<double>(sums.warp_instructions_run) + sector_cost * static_cast<double>(sums.sectors_run)) *
         options_.warp_size;
}

/// The estimated cost of running every block, without the savings of sampled loops. Strata without a block run are
/// assumed to cost as much as the mean of the others.
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

ShortParts Sampler::short_parts() const {
  return profile::short_parts(influence_, runner_->sums(), *runner_->program().map, options_.warp_size);
}

/// The worst relative error of instructions, operations and sectors.
Sampler::Errors Sampler::errors() const {
  Errors worst;
  const ShortParts parts = short_parts();
  const auto weigh = [&](std::uint64_t BlockCost::*value, const Unseen& unseen) {
    const auto found = estimate(stratum_costs(runner_->sums(), strata_, value), unseen);
    worst.all = std::max(worst.all, found.relative_error);
    worst.spread = std::max(worst.spread, found.spread_error);
  };
  for (const auto value : {&BlockCost::warp_instructions, &BlockCost::thread_instructions, &BlockCost::flops})
    weigh(value, unseen_instructions(influence_, strata_, parts));
  weigh(&BlockCost::sectors, unseen_sectors(influence_, strata_, parts));
  if (!runner_->buffers().host_numbers.empty())
    weigh(&BlockCost::host_sectors, unseen_sectors(influence_, strata_, parts));
  return worst;
}

void Sampler::run_neighbours(const std::vector<std::uint64_t>& blocks) {
  std::vector<std::uint64_t> more;
  for (const auto block : blocks)
    if (!runner_->sums().kept_sectors.contains(block)) more.push_back(block);
  if (more.empty()) return;  // an empty list would run all
  BlockRoles attention;
  attention.kept = attention.uncounted = more;
  runner_->run(strata_, more, std::move(attention));
}

bool Sampler::neighbours_work() const {
  return std::ranges::any_of(runner_->sums().kept_sectors,
                             [](const auto& b) { return b.first != 0 && !b.second.sectors.empty(); });
}

/// Neighbours show what blocks share. Where many blocks do nothing, samples places of the working grid. If the sampled
/// neighbours touch no memory then, samples those of the middle block of the stratum with the most sectors.
void Sampler::run_working_neighbours() {
  if (!working_.is_whole()) {
    const double price = executed() / static_cast<double>(std::max<std::uint64_t>(1, runner_->sums().blocks_run));
    const double affordable = (static_cast<double>(options_.budget) - executed()) / std::max(1.0, price);
    const unsigned places = neighbourhood_places(static_cast<std::uint64_t>(std::max(0.0, affordable)));
    const auto around = working_.in_grid(neighbourhoods(working_.extent(), places));
    if (static_cast<double>(around.size()) <= affordable) run_neighbours(around);
  }
  if (neighbours_work()) return;
  const auto costs = stratum_costs(runner_->sums(), strata_, &BlockCost::sectors);
  const auto sectors_of = [](const auto& c) { return static_cast<double>(c.second.population) * c.second.mean; };
  const auto most = std::ranges::max_element(costs, {}, sectors_of);
  if (most == costs.end() || !(most->second.mean > 0)) return;
  const std::uint64_t middle = strata_.block(most->first, most->second.population / 2);
  run_neighbours(neighbourhood(launch_.grid, middle));
}

/// The first block has done the work of all, and what the others do costs little: as many of them run as are
/// affordable.
void Sampler::run_rest_of_queue() {
  const auto& sums = runner_->sums();
  const double others = static_cast<double>(sums.costs.size() - 1);
  double executed = 0;
  for (const BlockCost& cost : sums.costs)
    if (cost.linear != 0) executed += static_cast<double>(cost.warp_instructions) * options_.warp_size;
  const double affordable = static_cast<double>(options_.budget) / std::max(1.0, executed / std::max(1.0, others));
  const double share = std::min(1.0, affordable / static_cast<double>(blocks_));
  BlockRoles attention;
  for (std::uint32_t s = 0; s < strata_.count(); ++s) {
    const double want = std::ceil(share * static_cast<double>(strata_.population(s)));
    const auto drawn = choice_->draw(s, static_cast<std::uint64_t>(want));
    attention.detailed.insert(attention.detailed.end(), drawn.begin(), drawn.end());
  }
  if (attention.detailed.empty()) return;  // an empty list would run all
  std::ranges::sort(attention.detailed);
  const auto blocks = attention.detailed;
  runner_->run(strata_, blocks, std::move(attention));
}

/// Blocks outside of the working grid have no sectors. It is that of all that was run, so it may be another than during
/// the sampling.
void Sampler::number_by_working_grid() {
  const std::vector<std::uint64_t> anchors = working_.in_grid(origins_);
  working_ = WorkingGrid(launch_.grid, runner_->sums(), strata_);
  origins_.clear();
  for (const auto anchor : anchors)
    if (working_.contains(anchor)) origins_.push_back(working_.number(anchor));
  if (working_.is_whole()) return;
  std::map<std::uint64_t, BlockSectors> numbered;
  auto& kept = runner_->sums().kept_sectors;
  while (!kept.empty()) {
    auto block = kept.extract(kept.begin());
    if (!working_.contains(block.key())) continue;
    block.key() = working_.number(block.key());
    numbered.insert(std::move(block));
  }
  kept = std::move(numbered);
}

}  // namespace forewarp::profile
