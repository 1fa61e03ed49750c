// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/profile/sampler.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "forewarp/emulate/profile/certainty.hpp"
#include "forewarp/emulate/profile/extrapolation.hpp"
#include "forewarp/emulate/reuse/estimate.hpp"
#include "forewarp/emulate/reuse/lookback.hpp"

namespace forewarp::profile {
namespace {

constexpr std::uint64_t close_touches = 200'000;  ///< sector touches to look at closely in a launch: about 10 ms
constexpr double good_error = 0.02;               ///< relative standard error that ends sampling
constexpr std::uint64_t inside_sample = 16;       ///< blocks of the largest stratum in the first sample
constexpr double poor_error = 0.05;               ///< up to here blocks may cost several times the budget,
constexpr double patience = 8;                    ///< as many: some 150 ms
constexpr unsigned max_rounds = 8;
constexpr std::uint64_t max_kept_whole = 4096;  ///< blocks of a launch of which all sectors are kept
constexpr double interaction_patience =
    24;                                   ///< budgets that running all is worth where blocks read each other's results
constexpr std::uint64_t max_kinds = 12;   ///< of blocks besides those at the edges, even if few are affordable
constexpr double worth_a_lineage = 0.02;  ///< share of a buffer's sectors that no translation explains
constexpr unsigned max_anchors = 2;
constexpr std::size_t min_predecessors = 3;  ///< that say more than a neighbour does

StrataLevel level_for(launch::Dim3 grid, std::uint64_t affordable) {
  for (const auto level : {StrataLevel::first_last, StrataLevel::last}) {
    if (2 * Strata(grid, level).count() <= affordable) return level;
  }
  return StrataLevel::edges;
}

/// Where fewer blocks are affordable, a block of the sample is the only place whose neighbours are looked at.
constexpr std::uint64_t affords_places = 8;

unsigned neighbourhood_places(std::uint64_t affordable) { return affordable >= 48 ? 4 : 2; }

std::vector<std::uint64_t> sorted_union(std::vector<std::uint64_t> a, const std::vector<std::uint64_t>& b) {
  a.insert(a.end(), b.begin(), b.end());
  std::sort(a.begin(), a.end());
  a.erase(std::unique(a.begin(), a.end()), a.end());
  return a;
}

std::vector<std::uint64_t> difference(const std::vector<std::uint64_t>& a, const std::vector<std::uint64_t>& b) {
  std::vector<std::uint64_t> out;
  std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(out));
  return out;
}

std::vector<std::uint64_t> lineages_of(const std::vector<std::uint64_t>& origins, launch::Dim3 grid) {
  std::vector<std::uint64_t> out = origins;
  for (const auto origin : origins)
    for (const auto distance : predecessor_distances(origin + 1, grid)) out.push_back(origin - distance);
  return sorted_union(std::move(out), {});
}

}  // namespace

Sampler::Sampler(const ptx::Module& module, const launch::Launch& launch, const ProfileOptions& options,
                 Progress* progress)
    : module_(module),
      launch_(launch),
      options_(options),
      progress_(progress),
      blocks_(launch.grid.count()),
      influence_(block_influence(*module.find(launch.entry), launch, options.warp_size)),
      strata_(launch.grid, StrataLevel::first_last) {}

/// How many blocks may be looked at closely, from what those so far touched.
std::uint64_t Sampler::detail_quota() const {
  const auto& sums = runner_->sums();
  std::uint64_t watched = sums.kept_sectors.size();
  for (const auto& [stratum, detail] : sums.details) watched = std::max(watched, detail.blocks_run);
  const auto touches = std::max<std::uint64_t>(1, sums.sectors_touched / std::max<std::uint64_t>(1, watched));
  return std::max<std::uint64_t>(4, close_touches / touches);
}

/// The first block of each stratum, and others evenly, up to quota.
std::vector<std::uint64_t> Sampler::spread(const std::vector<std::uint64_t>& blocks, std::uint64_t quota) const {
  if (blocks.size() <= quota) return blocks;
  std::vector<std::uint64_t> out;
  std::set<std::uint32_t> seen;
  for (const auto block : blocks) {
    if (out.size() < quota && seen.insert(strata_.of(block)).second) out.push_back(block);
  }
  const auto more = quota - out.size();
  for (std::uint64_t k = 0; k < more; ++k) out.push_back(blocks[blocks.size() * k / more]);
  return sorted_union({}, out);
}

/// All blocks run, but few are looked at closely: of each kind that conditions on the block index tell apart.
void Sampler::run_everything() {
  const auto places = Strata(launch_.grid, StrataLevel::first_last).count();
  strata_ = Strata(launch_.grid, StrataLevel::first_last, influence_.conditions,
                   static_cast<std::uint32_t>(places + max_kinds));
  const bool all_close = runner_ && detail_quota() >= blocks_;
  BlockRoles attention;
  attention.detail_all = all_close;
  attention.touched = !all_close || blocks_ > max_kept_whole;
  attention.kept = neighbourhoods(launch_.grid, 4);
  if (all_close && blocks_ <= max_kept_whole) {
    attention.kept.resize(blocks_);
    std::iota(attention.kept.begin(), attention.kept.end(), std::uint64_t{0});
  } else if (!all_close) {
    origins_ = anchor_blocks(launch_.grid, max_anchors);
    attention.kept = sorted_union(std::move(attention.kept), lineages_of(origins_, launch_.grid));
    const auto quota = runner_ ? detail_quota() : std::max<std::uint64_t>(inside_sample, strata_.count());
    BlockChoice choice(strata_, options_.seed);
    for (std::uint32_t s = 0; s < strata_.count(); ++s) {
      const auto drawn = choice.draw(s, std::max<std::uint64_t>(1, quota / strata_.count()));
      attention.detailed = sorted_union(std::move(attention.detailed), drawn);
    }
    attention.detailed = spread(attention.detailed, quota);
  }
  runner_ = std::make_unique<BlockRunner>(module_, launch_, options_, false, progress_);
  runner_->run(strata_, {}, std::move(attention));
}

void Sampler::run_first_block() {
  runner_ = std::make_unique<BlockRunner>(module_, launch_, options_, true, progress_);
  const std::uint64_t first[] = {0};
  BlockRoles attention;
  attention.kept = {0};
  runner_->run(strata_, first, std::move(attention));
}

void Sampler::run_first_sample() {
  const double afford = static_cast<double>(options_.budget) / std::max(1.0, executed()) / 2;
  const auto affordable = static_cast<std::uint64_t>(std::clamp(afford, 3.0, 1e6));
  const auto level = level_for(launch_.grid, affordable);
  const auto places = Strata(launch_.grid, level).count();
  const auto more =
      std::max<std::uint64_t>(max_kinds, affordable / 2) - std::min<std::uint64_t>(places, affordable / 2);
  strata_ = Strata(launch_.grid, level, influence_.conditions,
                   static_cast<std::uint32_t>(places + std::min<std::uint64_t>(more, 1000)));
  auto& sums = runner_->sums();
  auto counters = std::move(sums.counters.begin()->second);
  auto detail = std::move(sums.details.begin()->second);
  sums.counters.clear();
  sums.details.clear();
  sums.counters[strata_.of(0)] = std::move(counters);
  sums.details[strata_.of(0)] = std::move(detail);

  choice_ = std::make_unique<BlockChoice>(strata_, options_.seed);
  choice_->exclude(0);
  const auto each = std::max<std::uint64_t>(1, affordable / strata_.count());
  const bool few = affordable < affords_places;
  std::vector<std::uint64_t> sample;
  std::vector<std::uint64_t> of_kinds;  ///< a block of each stratum, where blocks are of several kinds
  std::uint64_t place = 0;
  for (std::uint32_t s = 0; s < strata_.count(); ++s) {
    const bool largest = strata_.population(s) * 2 >= blocks_ || strata_.count() == 1;
    const bool is_varied = largest || !strata_.is_uniform(s);
    const auto want = std::min(each, is_varied ? inside_sample : std::uint64_t{2});
    auto drawn = choice_->draw(s, want);
    if (few && s == choice_->largest() && !drawn.empty()) {
      place = drawn[0] = choice_->move_to_place(drawn[0], launch_.grid);
    }
    if (strata_.count() > places && !drawn.empty()) of_kinds.push_back(drawn[0]);
    sample = sorted_union(std::move(sample), drawn);
  }
  const auto around =
      few ? neighbourhood(launch_.grid, place) : neighbourhoods(launch_.grid, neighbourhood_places(affordable));
  auto neighbours = difference(around, {0});
  if (few) sample = sorted_union(std::move(sample), neighbours);  // else block 0 weighs as much as one half
  for (const auto block : sample) choice_->exclude(block);
  BlockRoles attention;
  attention.kept = sorted_union(neighbours, of_kinds);
  attention.detailed = spread(sample, detail_quota());
  if (!influence_.control_is_known)
    neighbours = sorted_union(std::move(neighbours), difference(corners(launch_.grid), {0}));
  attention.uncounted = difference(neighbours, sample);
  runner_->run(strata_, sorted_union(sample, neighbours), std::move(attention));
  // They show what the grid touches at least, but are no neighbours of each other to tell sharing from.
  for (const auto block : difference(sorted_union(of_kinds, {}), sorted_union(neighbours, {0})))
    kinds_.insert(runner_->sums().kept_sectors.extract(block));
}

/// Where addresses depend on data, looks for the blocks that an origin shares its data with.
void Sampler::run_lineages() {
  auto& sums = runner_->sums();
  if (irregular_share({&sums.kept_sectors, launch_.grid, 0, &runner_->buffers(), {}, {}}) < worth_a_lineage) return;
  const double left = static_cast<double>(options_.budget) - executed();
  const double price = std::max(1.0, executed() / static_cast<double>(sums.blocks_run));
  for (unsigned count = max_anchors; count > 0; --count) {
    origins_ = anchor_blocks(launch_.grid, count);
    std::vector<std::uint64_t> done;
    for (const auto& [linear, kept] : sums.kept_sectors) done.push_back(linear);
    const auto blocks = difference(lineages_of(origins_, launch_.grid), done);
    if (static_cast<double>(blocks.size()) * price > left / 2) continue;
    BlockRoles attention;
    attention.kept = attention.uncounted = blocks;
    attention.bytes = false;
    runner_->run(strata_, blocks, std::move(attention));
    return;
  }
  run_sparse_lineage(static_cast<std::uint64_t>(std::max(0.0, left / 2 / price)));
}

/// Some ancestors of a block that was kept already with the one before it.
void Sampler::run_sparse_lineage(std::uint64_t affordable) {
  const auto& kept = runner_->sums().kept_sectors;
  const auto second = std::find_if(
      kept.rbegin(), kept.rend(), [&](const auto& block) { return block.first > 0 && kept.contains(block.first - 1); });
  origins_.clear();
  if (second == kept.rend() || affordable < min_predecessors) return;
  const std::uint64_t origin = second->first;
  std::vector<std::uint64_t> blocks;
  for (const auto distance : sparse_predecessors(origin + 1, launch_.grid, affordable + 1))
    if (!kept.contains(origin - distance)) blocks.push_back(origin - distance);
  origins_ = {origin};
  blocks = sorted_union(std::move(blocks), {});
  BlockRoles attention;
  attention.kept = attention.uncounted = blocks;
  attention.bytes = false;
  runner_->run(strata_, blocks, std::move(attention));
}

/// Draws more where blocks differ, in proportion to N_s S_s (Neyman's allocation), while the budget lasts.
void Sampler::refine() {
  const auto unseen = unseen_instructions(influence_, strata_);
  for (unsigned round = 0; round < max_rounds; ++round) {
    const auto error = errors();
    if (error.all <= good_error) return;
    const auto costs = stratum_costs(runner_->sums(), strata_, &BlockCost::warp_instructions);
    const auto run = runner_->sums().blocks_run;
    const double allowed = static_cast<double>(options_.budget) * (error.spread > poor_error ? patience : 1);
    const double left = allowed - executed();
    const double price = executed() / static_cast<double>(run);
    // The error from the spread falls with the root of the sample, that for kinds never seen with the sample, so this
    // many should do; at most five times as many as so far.
    const double times = std::max(std::pow(error.spread / good_error, 2), error.all / good_error);
    const double enough = static_cast<double>(run) * (times - 1) * 1.2 + 4;
    const double count = std::min({enough, static_cast<double>(run) * 4, left / std::max(price, 1.0)});
    if (count < 1) return;
    double all = 0;
    const auto spread_of = [&](std::uint32_t stratum, const StratumCost& c) {
      const double least = unseen(stratum) > 0 ? 1e-2 : 1e-6;
      return static_cast<double>(c.population) * std::sqrt(std::max(c.variance, 0.0) + least * c.mean * c.mean);
    };
    for (const auto& [stratum, cost] : costs) all += spread_of(stratum, cost);
    std::vector<std::uint64_t> sample;
    for (const auto& [stratum, cost] : costs) {
      const auto want = static_cast<std::uint64_t>(std::ceil(count * spread_of(stratum, cost) / std::max(all, 1e-300)));
      sample = sorted_union(std::move(sample), choice_->draw(stratum, want));
    }
    if (sample.empty()) return;
    BlockRoles attention;
    const auto quota = detail_quota();
    std::uint64_t watched = 0;
    for (const auto& [stratum, detail] : runner_->sums().details) watched += detail.blocks_run;
    if (quota > watched) attention.detailed = spread(sample, quota - watched);
    runner_->run(strata_, sample, std::move(attention));
  }
}

void Sampler::run() {
  // Blocks that wait for each other all run whatever is asked; a loop that skips iterations in some would miss others.
  if (options_.exact || emu::synchronises_grid(module_, launch_.entry)) return run_everything();
  run_first_block();
  if (blocks_ > 1) run_first_sample();
  const bool whole = runner_->sums().costs.size() == blocks_ && !runner_->sums().weighted;
  if (whole) return;
  if (whole_cost() <= static_cast<double>(options_.exact_below)) return run_everything();
  if (blocks_ == 1) return;
  blocks_interact_ = do_blocks_interact();
  if (blocks_interact_ && whole_cost() <= interaction_patience * static_cast<double>(options_.budget))
    return run_everything();
  run_working_neighbours();
  run_lineages();
  refine();
}

}  // namespace forewarp::profile
