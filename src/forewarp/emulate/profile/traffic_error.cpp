// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/profile/traffic_error.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_set>

#include "forewarp/emulate/reuse/affine_reuse.hpp"
#include "forewarp/emulate/reuse/sampled_blocks.hpp"

namespace forewarp::profile {
namespace {

constexpr double dram_over_l2 = 4;     ///< time of a byte; 3 to 5 on the data sheets under data/devices
constexpr double solved_error = 0.02;  ///< of sharing that is solved for; bench_sampling has 3 % as the usual worst
constexpr double much = 0.1;           ///< relative spread of blocks' sectors

/// Standard deviation of a block's sectors over their mean, over all blocks but those that surely touch nothing.
double spread_of_blocks(const Observed& o) {
  double blocks = 0, sum = 0, squares = 0;
  for (const auto& [number, s] : stratum_costs(*o.sums, *o.strata, &BlockCost::sectors)) {
    if (o.strata->is_uniform(number) && s.most == 0) continue;
    const auto population = static_cast<double>(s.population);
    blocks += population;
    sum += population * s.mean;
    squares += population * (s.mean * s.mean + std::max(0.0, s.variance));
  }
  if (!(sum > 0)) return 0;
  const double mean = sum / blocks;
  return std::sqrt(std::max(0.0, squares / blocks - mean * mean)) / mean;
}

/// Of a buffer's sectors, those whose addresses do not move along with the block index; all, where no block that was
/// looked at touches it.
double unexplained_share(const SampledBlocks& kept, std::int32_t buffer) {
  const auto regular = affine_part(kept, buffer);
  return regular.all > 0 ? 1 - regular.explained / regular.all : 1;
}

}  // namespace

double kept_sectors(const Observed& o, std::size_t argument) {
  unsigned halvings = 0;
  for (const auto* blocks : {&o.sums->kept_sectors, o.kinds})
    for (const auto& [linear, block] : *blocks) halvings = std::max(halvings, block.halvings);
  std::unordered_set<std::uint64_t> seen;
  for (const auto* blocks : {&o.sums->kept_sectors, o.kinds}) {
    const SampledBlocks kept{blocks, o.launch->grid, 0, o.buffers, {}, {}};
    for (const auto& [linear, block] : *blocks) {
      for_each_sector_of(kept, block, static_cast<std::int32_t>(argument), [&](const auto& sector) {
        if (is_kept(sector.number, halvings)) seen.insert(sector.number);
      });
    }
  }
  return static_cast<double>(seen.size()) * std::exp2(halvings);
}

double traffic_error(const Observed& o, const Profile& p) {
  const bool are_blocks_apart = spread_of_blocks(o) > much;
  const SampledBlocks kept{
      &o.sums->kept_sectors, o.launch->grid, o.program->sites.size() * site_spaces, o.buffers, {}, {}};
  const auto blocks = static_cast<double>(o.launch->grid.count());
  double lookups = 0, touched = 0, unknown = 0;
  for (const auto& site : p.sites)
    if (site.space == ptx::StateSpace::global) lookups += site.sectors;
  std::size_t buffer = 0;
  for (std::size_t a = 0; a < o.launch->arguments.size(); ++a) {
    if (!std::holds_alternative<launch::Buffer>(o.launch->arguments[a].value)) continue;
    const auto& b = p.buffers[buffer++];
    const double most = std::min(blocks * b.sectors_per_block, std::ceil(b.bytes / 32));
    const double least = std::min(kept_sectors(o, a), b.sectors_total);
    touched += b.sectors_total;
    const bool is_shared = b.sectors_total < 0.99 * blocks * b.sectors_per_block;
    const double irregular = are_blocks_apart ? 1 : unexplained_share(kept, static_cast<std::int32_t>(a));
    unknown += irregular * std::max(most - b.sectors_total, b.sectors_total - least);
    if (is_shared) unknown += (1 - irregular) * 2 * solved_error * b.sectors_total;
  }
  if (!(touched > 0) || !(lookups > 0)) return 0;
  return std::min({1.0, unknown / touched / 2, dram_over_l2 * unknown / lookups / 2});
}

}  // namespace forewarp::profile
