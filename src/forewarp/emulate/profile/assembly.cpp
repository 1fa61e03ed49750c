// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/profile/assembly.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_set>

#include "forewarp/emulate/profile/certainty.hpp"
#include "forewarp/emulate/profile/work_queue.hpp"

namespace forewarp::profile {
namespace {

/// Where blocks read what others write: a hash table that few blocks fill takes half the instructions (hash_insert of
/// the bundled kernels), levels of a graph that few blocks move on up to a quarter more (bfs_queue).
constexpr double interaction_error = 0.6;

/// A block may be run more than once, to count and to compare.
std::uint64_t distinct_blocks(const CountingObserver::Sums& sums) {
  std::unordered_set<std::uint64_t> seen;
  for (const auto* costs : {&sums.costs, &sums.costs_aside})
    for (const auto& cost : *costs) seen.insert(cost.linear);
  return seen.size();
}

Sampling sampling_of(const Observed& o) {
  Sampling s;
  s.blocks_total = o.launch->grid.count();
  s.loops_sampled = o.sums->weighted;
  s.warp_instructions_run = o.sums->warp_instructions_run;
  const bool is_whole = o.sums->costs.size() == s.blocks_total;
  s.blocks_run = is_whole ? s.blocks_total : distinct_blocks(*o.sums);
  s.exact = is_whole && !s.loops_sampled;
  if (s.exact) return s;
  const auto error = [&](std::uint64_t BlockCost::*value, const Unseen& unseen) {
    return estimate(stratum_costs(*o.sums, *o.strata, value), unseen).relative_error;
  };
  // The first block found all the work of a queue, and the others find none.
  const bool is_queue = take_from_queue(*o.sums, *o.influence);
  const ShortParts parts = short_parts(*o.influence, *o.sums, *o.program->map, o.width);
  const Unseen none = [](std::uint32_t) { return 0.0; };
  const Unseen instructions = is_queue ? none : unseen_instructions(*o.influence, *o.strata, parts);
  const Unseen bytes = is_queue ? none : unseen_instructions(*o.influence, *o.strata, {.instructions = parts.bytes});
  const Unseen sectors = is_queue ? none : unseen_sectors(*o.influence, *o.strata, parts);
  for (const auto value : {&BlockCost::thread_instructions, &BlockCost::warp_instructions, &BlockCost::flops})
    s.relative_error = std::max(s.relative_error, error(value, instructions));
  s.relative_error = std::max(s.relative_error, error(&BlockCost::bytes, bytes));
  if (o.blocks_interact) s.relative_error = std::hypot(s.relative_error, interaction_error);
  s.sectors_error = error(&BlockCost::sectors, sectors);
  if (o.blocks_interact) s.sectors_error = std::hypot(s.sectors_error, interaction_error);
  if (o.buffers->host_numbers.empty()) return s;
  s.host_error = error(&BlockCost::host_sectors, sectors);
  if (o.blocks_interact) s.host_error = std::hypot(s.host_error, interaction_error);
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
  if (take_from_queue(*o.sums, *o.influence)) {
    p.imbalance = 1;
    p.longest_warp = {};
    p.notes.emplace_back(
        "the blocks take their work from a queue (an atomic of global memory): taken to be shared evenly");
  }
  return p;
}

}  // namespace forewarp::profile
