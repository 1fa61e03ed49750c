// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/profile/sampler.hpp"

// The order of a sampled profile (Sampler::run), each step with the rest of the budget:
//
//   1. block 0 alone, for its cost                        run_first_block
//   2. a stratified sample and pairs of neighbours        run_first_sample
//   3. everything, if that is cheap or blocks interact    run_everything, and done
//   4. neighbours among the blocks that do work           run_working_neighbours
//   5. predecessors of anchor blocks, for gathers         run_lineages
//   6. more blocks where they differ                      refine
//   7. some of them without sampled loops, for gathers    run_whole_loops
//
// Blocks have roles (BlockRoles): `detailed` ones record every request, `kept` ones their sectors, and `uncounted` ones
// were chosen for their position, not at random, so they must not enter the estimates of means.
//
// Invariant: block 0 is always run, and each stratum has a counted block if it can be afforded; BlockChoice draws no
// block twice. The cost depends on the budget and on the cost of a block, not on the size of the grid.
//
// Example: a budget of 1000 blocks' worth, grid of 10^6. Half the budget is affordable for the first sample: level
// first_last if twice its strata (54 in a 3D grid) fit into 500, and at most 16 blocks in the largest stratum. If the
// relative error is then 0.06 and 0.02 is wanted, refine() asks for (0.06 / 0.02)^2 = 9 times the sample, limited to
// four times as many more in one round.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "forewarp/emulate/profile/extrapolation.hpp"
#include "forewarp/emulate/profile/work_queue.hpp"
#include "forewarp/emulate/reuse/estimate.hpp"
#include "forewarp/emulate/reuse/lookback.hpp"
#include "forewarp/frontend/launch/launch_bounds.hpp"

namespace forewarp::profile {
namespace {

constexpr std::uint64_t close_touches = 200'000;  ///< sector touches to look at closely in a launch: about 10 ms
constexpr double good_error = 0.02;               ///< relative standard error that ends sampling
constexpr std::uint64_t inside_sample = 16;       ///< blocks of the largest stratum in the first sample
constexpr double poor_error = 0.05;               ///< up to here blocks may cost several times the budget,
constexpr double patience = 8;                    ///< as many: some 150 ms
constexpr unsigned max_rounds = 8;
constexpr double most_sampled = 0.4;            ///< share of the blocks
constexpr std::uint64_t max_kept_whole = 4096;  ///< blocks of a launch of which all sectors are recorded
constexpr double interaction_patience =
    24;                                   ///< budgets that running all is worth where blocks read each other's results
constexpr std::uint64_t max_kinds = 12;   ///< of blocks besides those at the edges, even if few are affordable
constexpr double worth_a_lineage = 0.02;  ///< share of a buffer's sectors that no translation explains
constexpr unsigned max_anchors = 2;
constexpr std::size_t min_predecessors = 3;  ///< fewer add nothing to what a neighbour shows

/// The finest division of which every stratum can be sampled twice.
StrataLevel level_for(launch::Dim3 grid, std::uint64_t affordable) {
  for (const auto level : {StrataLevel::first_last, StrataLevel::last}) {
    if (2 * Strata(grid, level).count() <= affordable) return level;
  }
  return StrataLevel::edges;
}

/// With fewer affordable blocks than this, neighbours are run for one block of the sample only.
constexpr std::uint64_t affords_places = 8;

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

}  // namespace

Sampler::Sampler(const ptx::Module& module, const launch::Launch& launch, const ProfileOptions& options,
                 Progress* progress)
    : module_(module),
      launch_(launch),
      options_(options),
      progress_(progress),
      blocks_(launch.grid.count()),
      influence_(block_influence(*module.find(launch.entry), launch, options.warp_size)),
      strata_(launch.grid, StrataLevel::first_last),
      working_(launch.grid) {}

/// The anchor blocks, by their numbers among the working ones, and all of their predecessors.
std::vector<std::uint64_t> Sampler::lineages_of(const std::vector<std::uint64_t>& origins) const {
  std::vector<std::uint64_t> out = working_.in_grid(origins);
  for (const auto origin : origins)
    for (const auto distance : predecessor_distances(origin + 1, working_.extent()))
      out.push_back(working_.in_grid(origin - distance));
  return sorted_union(std::move(out), {});
}

/// The number of blocks whose requests may be recorded in detail, from the sectors per block seen so far.
std::uint64_t Sampler::detail_quota() const {
  const auto& sums = runner_->sums();
  std::uint64_t watched = sums.kept_sectors.size();
  for (const auto& [stratum, detail] : sums.details) watched = std::max(watched, detail.blocks_run);
  const auto touches = std::max<std::uint64_t>(1, sums.sectors_touched / std::max<std::uint64_t>(1, watched));
  return std::max<std::uint64_t>(4, close_touches / touches);
}

/// The first block of each stratum, and others at even distances, up to quota.
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

/// Runs all blocks but records few in detail: some of each stratum, divided by the conditions on the block index.
void Sampler::run_everything() {
  const auto places = Strata(launch_.grid, StrataLevel::first_last).count();
  strata_ = Strata(launch_.grid, StrataLevel::first_last, influence_.conditions,
                   static_cast<std::uint32_t>(places + max_kinds));
  const bool all_close = runner_ && detail_quota() >= blocks_;
  BlockRoles attention;
  attention.detail_all = all_close;
  attention.touched = true;
  attention.kept = working_.in_grid(neighbourhoods(working_.extent(), 4));
  if (all_close && blocks_ <= max_kept_whole) {
    attention.kept.resize(blocks_);
    std::iota(attention.kept.begin(), attention.kept.end(), std::uint64_t{0});
  } else if (!all_close) {
    origins_ = anchor_blocks(working_.extent(), max_anchors);
    attention.kept = sorted_union(std::move(attention.kept), lineages_of(origins_));
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

/// Blocks of a cluster may wait for each other: skipping iterations of a loop in some would let others wait for ever.
bool Sampler::may_sample_loops() const {
  return launch::cluster_of(*module_.find(launch_.entry), launch_).count() == 1;
}

void Sampler::run_first_block() {
  runner_ = std::make_unique<BlockRunner>(module_, launch_, options_, may_sample_loops(), progress_);
  const std::uint64_t first[] = {0};
  BlockRoles attention;
  attention.kept = {0};
  runner_->run(strata_, first, std::move(attention));
}

/// Divides the grid into as many strata as the budget allows, moves block 0 into its stratum, and draws: 2 blocks of a
/// uniform stratum (its blocks are alike), up to 16 of others.
void Sampler::run_first_sample() {
  const double afford = static_cast<double>(options_.budget) / std::max(1.0, executed()) / 2;
  const auto affordable = static_cast<std::uint64_t>(std::clamp(afford, 3.0, 1e6));
  const bool is_alone = may_take_from_queue(runner_->sums(), influence_);
  const auto level = is_alone ? StrataLevel::first_last : level_for(launch_.grid, affordable);
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
    // The sampled block is moved to a position whose neighbours are informative, to save runs.
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
  if (!few) attention.drawn = attention.detailed;
  // Corners show whether blocks at the edge do less work, where there is no proof.
  if (!influence_.control_is_known)
    neighbours = sorted_union(std::move(neighbours), difference(corners(launch_.grid), {0}));
  attention.uncounted = difference(neighbours, sample);
  runner_->run(strata_, sorted_union(sample, neighbours), std::move(attention));
  // These are a lower bound of what the grid touches; they are no neighbours, so sharing cannot be read from them.
  for (const auto block : difference(sorted_union(of_kinds, {}), sorted_union(neighbours, {0})))
    kinds_.insert(runner_->sums().kept_sectors.extract(block));
}

/// Anchor blocks, by their numbers among the working ones; those in strata whose blocks touch nothing are moved as far
/// into the stratum that touches most.
std::vector<std::uint64_t> Sampler::working_anchors(unsigned count) const {
  auto out = anchor_blocks(working_.extent(), count);
  const auto all = static_cast<double>(working_.extent().count());
  const auto costs = stratum_costs(runner_->sums(), strata_, &BlockCost::sectors);
  const auto sectors_of = [](const auto& c) { return static_cast<double>(c.second.population) * c.second.mean; };
  const auto most = std::ranges::max_element(costs, {}, sectors_of);
  if (most == costs.end() || !(most->second.mean > 0)) return out;
  for (std::uint64_t& anchor : out) {
    const auto own = costs.find(strata_.of(working_.in_grid(anchor)));
    if (own == costs.end() || own->second.most > 0) continue;
    const auto rank = static_cast<double>(anchor) / all * static_cast<double>(most->second.population);
    anchor = working_.number(strata_.block(most->first, static_cast<std::uint64_t>(rank)));
  }
  return sorted_union(std::move(out), {});
}

/// Where addresses depend on data, samples predecessors of anchor blocks, to find how far back data are shared. Uses
/// at most half of the remaining budget: two anchors, else one, else a sparse set of predecessors.
void Sampler::run_lineages() {
  auto& sums = runner_->sums();
  if (irregular_share({&sums.kept_sectors, launch_.grid, 0, &runner_->buffers(), {}, {}, {}, &runner_->addresses()}) <
      worth_a_lineage)
    return;
  const double left = static_cast<double>(options_.budget) - executed();
  const double price = std::max(1.0, executed() / static_cast<double>(sums.blocks_run));
  for (unsigned count = max_anchors; count > 0; --count) {
    origins_ = working_anchors(count);
    std::vector<std::uint64_t> done;
    for (const auto& [linear, kept] : sums.kept_sectors) done.push_back(linear);
    const auto blocks = difference(lineages_of(origins_), done);
    if (static_cast<double>(blocks.size()) * price > left / 2) continue;
    if (blocks.empty()) return;  // an empty list would run all
    BlockRoles attention;
    attention.kept = attention.uncounted = blocks;
    attention.bytes = false;
    runner_->run(strata_, blocks, std::move(attention));
    return;
  }
  run_sparse_lineage(static_cast<std::uint64_t>(std::max(0.0, left / 2 / price)));
}

/// A few predecessors of a block that was sampled already together with the block before it.
void Sampler::run_sparse_lineage(std::uint64_t affordable) {
  const auto& kept = runner_->sums().kept_sectors;
  const auto second = std::find_if(kept.rbegin(), kept.rend(), [&](const auto& block) {
    return block.first > 0 && kept.contains(block.first - 1) && working_.contains(block.first);
  });
  origins_.clear();
  if (second == kept.rend() || affordable < min_predecessors) return;
  const std::uint64_t origin = working_.number(second->first);
  std::vector<std::uint64_t> blocks;
  for (const auto distance : sparse_predecessors(origin + 1, working_.extent(), affordable + 1))
    if (const auto before = working_.in_grid(origin - distance); !kept.contains(before)) blocks.push_back(before);
  origins_ = {origin};
  if (blocks.empty()) return;
  blocks = sorted_union(std::move(blocks), {});
  BlockRoles attention;
  attention.kept = attention.uncounted = blocks;
  attention.bytes = false;
  runner_->run(strata_, blocks, std::move(attention));
}

/// Draws more where blocks differ, in proportion to N_s S_s (Neyman's allocation), while the budget lasts.
void Sampler::refine() {
  const auto unseen = unseen_instructions(influence_, strata_, short_parts());
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
    // From about here on the sample is no cheaper than the whole, of which fewer blocks need a close look.
    if (is_most_run(sample.size())) return run_everything();
    BlockRoles attention;
    const auto quota = detail_quota();
    std::uint64_t watched = 0;
    for (const auto& [stratum, detail] : runner_->sums().details) watched += detail.blocks_run;
    if (quota > watched) attention.detailed = spread(sample, quota - watched);
    attention.drawn = attention.detailed;
    runner_->run(strata_, sample, std::move(attention));
  }
}

/// Blocks drawn at random, of each stratum in turn, whose iterations cost so much together.
std::vector<std::uint64_t> Sampler::affordable_of_each_stratum(double cost) const {
  const auto& sums = runner_->sums();
  std::map<std::uint32_t, std::vector<const BlockCost*>> blocks;
  for (const BlockCost& block : sums.costs)
    if (sums.drawn_sectors.contains(block.linear)) blocks[strata_.of(block.linear)].push_back(&block);
  std::vector<std::uint64_t> out;
  for (std::size_t k = 0; cost > 0 && !blocks.empty(); ++k) {
    std::erase_if(blocks, [&](const auto& stratum) { return k >= stratum.second.size(); });
    for (const auto& [stratum, list] : blocks) {
      const BlockCost& block = *list[k];
      const auto instructions = static_cast<double>(block.warp_instructions + 2 * block.sectors);
      cost -= options_.warp_size * instructions;
      if (cost > 0) out.push_back(block.linear);
    }
  }
  return sorted_union(std::move(out), {});
}

/// What the skipped iterations of a gather touch is not what the others do, and blocks that share sectors are not seen
/// to share them if different iterations of theirs ran. So some blocks run again, whole.
void Sampler::run_whole_loops() {
  auto& sums = runner_->sums();
  const bool is_irregular =
      irregular_share({&sums.kept_sectors, launch_.grid, 0, &runner_->buffers(), {}, {}, {}, &runner_->addresses()}) >=
      worth_a_lineage;
  if (!sums.weighted || !(is_irregular || are_apart(sums, strata_))) return;
  const auto blocks = affordable_of_each_stratum(static_cast<double>(options_.budget));
  if (blocks.size() < 2) return;
  BlockRunner whole(module_, launch_, options_, false, progress_);
  BlockRoles attention;
  attention.detailed = attention.drawn = blocks;
  attention.bytes = false;
  whole.run(strata_, blocks, std::move(attention));
  sums.drawn_sectors = std::move(whole.sums().drawn_sectors);
}

/// Whether the sample is large enough that all blocks are worth their cost.
bool Sampler::is_most_run(std::uint64_t more) const {
  const auto run = static_cast<double>(runner_->sums().blocks_run + more);
  return run > most_sampled * static_cast<double>(blocks_) &&
         whole_cost() <= interaction_patience * static_cast<double>(options_.budget);
}

void Sampler::run() {
  sample();
  number_by_working_grid();
}

void Sampler::sample() {
  // Blocks that synchronise must all run; skipping iterations of a loop in some would let others wait for ever.
  if (options_.exact || emu::synchronises_grid(module_, launch_.entry)) return run_everything();
  run_first_block();
  if (blocks_ > 1) run_first_sample();
  const bool whole = runner_->sums().costs.size() == blocks_ && !runner_->sums().weighted;
  if (whole) return;
  if (take_from_queue(runner_->sums(), influence_)) return run_rest_of_queue();
  if (whole_cost() <= static_cast<double>(options_.exact_below)) return run_everything();
  if (blocks_ == 1) return;
  working_ = WorkingGrid(launch_.grid, runner_->sums(), strata_);
  if (is_most_run(0)) return run_everything();
  blocks_interact_ = do_blocks_interact();
  if (blocks_interact_ && whole_cost() <= interaction_patience * static_cast<double>(options_.budget))
    return run_everything();
  run_working_neighbours();
  run_lineages();
  refine();
  if (runner_->touched() == nullptr) run_whole_loops();
}

}  // namespace forewarp::profile
