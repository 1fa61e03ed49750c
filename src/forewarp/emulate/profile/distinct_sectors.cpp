// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/profile/distinct_sectors.hpp"

// Example: a buffer of 131,072 sectors, gathered at random by 4000 blocks of 500 sectors each. 50 of them touch 22,700
// distinct sectors: f1 = 20,600 once, f2 = 1970 twice. Chao: 20,600^2 / (2 * 1970) = 108,000 others, together 130,700,
// and the grid finds nearly all of them. The upper bound 22,700 + 20,600 * 79 is limited by the buffer. So the grid
// touches between 127,000 (with 2 sqrt(f2) more pairs) and 131,072 sectors.
#include <algorithm>
#include <cmath>
#include <unordered_set>

#include "forewarp/emulate/reuse/affine_reuse.hpp"
#include "forewarp/emulate/reuse/touch_mixture.hpp"

namespace forewarp::profile {
namespace {

constexpr double little = 1e-3, nearly_all = 0.95;  ///< shares of sectors
constexpr double few_idle = 0.02;                   ///< share of the blocks

/// How many times fewer sectors blocks touch together than the mixture has it, as blocks near each other share more
/// than two drawn at random: those drawn lie apart by `stretch` blocks on average, and no two of them nearly as close.
double share_of_neighbours(const BlockReuse& reuse, const TouchMixture& mixture, double stretch, double touching) {
  double near = 0;
  for (const auto& step : reuse)
    if (step.blocks < stretch) near += step.share;
  const double expected = mixture.still_new(touching * stretch);
  return expected > 0 ? std::clamp((1 - near) / expected, 0.5, 1.0) : 1;
}

/// What the blocks of the grid touch together, from the groups of the drawn ones.
struct Together {
  double least = 0, estimate = 0, most = 0, touches = 0;
};

/// Blocks that represent about as many of the grid: a stratum of which all blocks ran says nothing of the size of
/// another of which one in a hundred did.
std::vector<std::vector<DrawnBlock>> groups_of_weight(std::vector<DrawnBlock> blocks) {
  constexpr double alike = 3;
  std::sort(blocks.begin(), blocks.end(), [](const auto& a, const auto& b) { return a.weight < b.weight; });
  std::vector<std::vector<DrawnBlock>> out;
  for (const DrawnBlock& block : blocks) {
    if (out.empty() || block.weight > alike * out.back().front().weight) out.emplace_back();
    out.back().push_back(block);
  }
  return out;
}

std::vector<DrawnBlock> without(const std::vector<std::vector<DrawnBlock>>& groups, std::size_t group) {
  std::vector<DrawnBlock> out;
  for (std::size_t g = 0; g < groups.size(); ++g)
    if (g != group) out.insert(out.end(), groups[g].begin(), groups[g].end());
  return out;
}

/// Adds what the blocks of a group's kind touch besides the sectors that were seen: at least Chao's bound, with as many
/// more pairs as chance may have hidden, at most the linear extrapolation. `own`: sectors that no other group touches;
/// of those not seen the same share is taken for its own.
void add_group(const TouchFrequency& group, const TouchMixture& mixture, double own, Together& into) {
  if (group.blocks == 0) return;
  const double times = group.in_grid / static_cast<double>(group.blocks), beyond = std::max(0.0, times - 1);
  const double once = group.seen(1), twice = group.seen(2) / group.scale;
  const double pairs = group.scale * (twice + 2 * std::sqrt(twice) + 2), unseen = once * once / (2 * pairs);
  const double more = unseen > 0 ? unseen * (1 - std::exp(-once * beyond / unseen)) : 0;
  const double share = std::clamp(own / group.distinct(), 0.0, 1.0);
  const double new_ones = mixture.is_known() ? mixture.distinct(group.in_grid) - group.distinct() : once * beyond / 2;
  into.least = std::max(into.least, group.distinct() + more);
  into.most += once * beyond * (beyond < 1 ? share : 1);
  into.estimate += share * std::max(0.0, new_ones);
  into.touches += group.touches() * times;
}

/// How much more a cache may have to fetch than the mixture has it: beyond twice the sample no further sector may be
/// met again. All sectors are fetched once at least.
double refetch_error(const TouchMixture& mixture, const TouchFrequency& seen, double all) {
  constexpr double mebibyte = 1 << 15;                                      ///< sectors
  constexpr double caches[] = {2 * mebibyte, 6 * mebibyte, 40 * mebibyte};  ///< the L2 of small and large GPUs
  if (!mixture.is_known()) return 0;
  const auto sample = static_cast<double>(seen.blocks);
  const double touches = seen.touches() * seen.in_grid / sample;
  const auto fetched = [&](double held) { return std::max(all, touches * mixture.still_new(held)); };
  double worst = 0;
  for (const double cache : caches) {
    if (cache >= all) continue;
    const double held = mixture.blocks_with(cache, seen.in_grid);
    worst = std::max(worst, fetched(std::min(held, 2 * sample)) / fetched(held) - 1);
  }
  return worst;
}

}  // namespace

/// The blocks drawn at random, and how many each stands for.
std::vector<DrawnBlock> drawn_blocks(const Observed& o) {
  std::map<std::uint32_t, std::uint64_t> drawn;
  for (const auto& [linear, block] : o.sums->drawn_sectors)
    if (o.working.contains(linear)) ++drawn[o.strata->of(linear)];
  const auto population_of = [&](std::uint32_t s) { return static_cast<double>(o.working.population(*o.strata, s)); };
  double covered = 0;
  for (const auto& [stratum, count] : drawn) covered += population_of(stratum);
  const double whole = static_cast<double>(o.working.extent().count()) / covered;  // strata that none was drawn of
  std::vector<DrawnBlock> out;
  for (const auto& [linear, block] : o.sums->drawn_sectors) {
    if (!o.working.contains(linear)) continue;
    const auto stratum = o.strata->of(linear);
    const double population = population_of(stratum);
    out.push_back({&block, whole * population / static_cast<double>(drawn.at(stratum))});
  }
  return out;
}

/// Blocks are thinned alike before the union; the result is scaled back by 2^halvings.
double kept_sectors(const Observed& o, std::size_t argument) {
  unsigned halvings = 0;
  for (const auto* blocks : {&o.sums->kept_sectors, &o.sums->drawn_sectors, o.kinds})
    for (const auto& [linear, block] : *blocks) halvings = std::max(halvings, block.halvings);
  std::unordered_set<std::uint64_t> seen;
  for (const auto* blocks : {&o.sums->kept_sectors, &o.sums->drawn_sectors, o.kinds}) {
    const SampledBlocks kept{blocks, {}, 0, o.buffers, {}, {}};  // by whatever numbers
    for (const auto& [linear, block] : *blocks) {
      for_each_sector_of(kept, block, static_cast<std::int32_t>(argument), [&](const auto& sector) {
        if (is_kept(sector.number, halvings)) seen.insert(sector.number);
      });
    }
  }
  return static_cast<double>(seen.size()) * std::exp2(halvings);
}

namespace {

/// Relative standard error of the share of the blocks drawn at random that touch the buffer at all, but for those that
/// provably do not.
double chance_to_work(const Observed& o, const TouchFrequency& seen) {
  const auto costs = stratum_costs(*o.sums, *o.strata, &BlockCost::sectors);
  double all = 0;
  for (const auto& [linear, block] : o.sums->drawn_sectors) {
    const auto own = costs.find(o.strata->of(linear));
    if (own != costs.end() && own->second.most > 0) ++all;
  }
  const auto working = static_cast<double>(seen.blocks);
  return working > 0 ? std::sqrt(std::max(0.0, all - working) / (working * all)) : 0;
}

/// Blocks of the working grid that provably touch nothing.
double idle_blocks(const Observed& o) {
  double out = 0;
  for (const auto& [number, s] : stratum_costs(*o.sums, *o.strata, &BlockCost::sectors))
    if (o.strata->is_uniform(number) && s.most == 0)
      out += static_cast<double>(o.working.population(*o.strata, number));
  return out;
}

}  // namespace

DistinctSectors distinct_sectors(const Observed& o, const SampledBlocks& kept, std::int32_t buffer,
                                 const BufferFootprint& by_rules) {
  DistinctSectors out;
  const auto blocks = static_cast<double>(o.working.extent().count());
  const AffineReuse regular = affine_part(kept, buffer);
  const double explained_share = regular.all > 0 ? regular.explained / regular.all : 0;
  const bool is_apart = are_apart(*o.sums, *o.strata) || idle_blocks(o) > few_idle * blocks;
  const double size = std::ceil(by_rules.bytes / 32), touches = blocks * by_rules.sectors_per_block;
  out.irregular = is_apart ? 1 : 1 - explained_share;
  out.least = out.estimate = out.most = by_rules.sectors_total;
  if (out.irregular < little) return out;

  const AffineReuse rules = is_apart ? AffineReuse{} : regular;
  const std::vector<DrawnBlock> drawn = random_blocks(kept);
  const TouchFrequency seen = touch_frequency(kept, drawn, buffer, rules, false);
  const TouchMixture mixture(seen, size);
  const auto groups = groups_of_weight(drawn);
  Together random;
  random.least = random.estimate = random.most = seen.distinct();
  if (groups.size() == 1) add_group(seen, mixture, seen.distinct(), random);
  for (std::size_t g = 0; groups.size() > 1 && g < groups.size(); ++g) {
    const TouchFrequency group = touch_frequency(kept, groups[g], buffer, rules, false);
    const TouchFrequency others = touch_frequency(kept, without(groups, g), buffer, rules, false);
    add_group(group, TouchMixture(group, size), seen.distinct() - others.distinct(), random);
  }
  const double explained = (1 - out.irregular) * by_rules.sectors_total;
  const double chance = 1 + 2 * chance_to_work(o, seen), limit = std::min(touches * chance, size);
  const double stretch = blocks / static_cast<double>(std::max<std::size_t>(1, kept.drawn.size()));
  const double closer = share_of_neighbours(by_rules.reuse, mixture, stretch, std::min(1.0, seen.in_grid / blocks));
  // What the skipped iterations of a block touch may be what was seen of another.
  const double surely = seen.weighted ? 0 : random.least * closer;
  const double missed = std::max(0.0, touches * out.irregular - random.touches);  // by the blocks drawn
  out.least =
      std::min(limit, std::max((explained + surely) / chance, kept_sectors(o, static_cast<std::size_t>(buffer))));
  out.most = std::max(out.least, std::min(limit, (explained + random.most + missed) * chance));
  const bool is_once = explained_share > nearly_all && never_share(by_rules.reuse) > nearly_all;
  const bool use_mixture = is_apart && !is_once && mixture.is_known() && !seen.weighted;
  out.estimate = std::clamp(use_mixture ? random.estimate : by_rules.sectors_total, out.least, out.most);
  out.refetched = refetch_error(mixture, seen, out.estimate);
  return out;
}

}  // namespace forewarp::profile
