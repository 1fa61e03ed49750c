// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/reuse/lookback.hpp"

// Predecessors are visited from near to far. Each removes from `fresh` the sectors that it touched, so a sector counts
// at the nearest predecessor only. Of the blocks between two distances only the last is visited. What they touch
// together follows from the blocks drawn at random (touch_mixture.hpp): of what d1 blocks left new, d2 leave the share
// r = still_new(d2) / still_new(d1). Where blocks near each other share more than any two do, the predecessor shows: it
// has lambda times the sectors that it should have, and r^lambda is left.
//
// Not all sectors are touched alike, so the visited predecessors' own rate would mislead: of what ten of them left new,
// an eleventh finds more than the blocks between them would have left for it.
//
// Example, 100 unexplained sectors. Distance 1 has 20 of them: c = 0.2, share 0.2, left 0.8. Distance 2 has 8 of the
// other 80: c = 0.1, share 0.08, left 0.72. From distance 8 to 13 lie 5 blocks, of which any leave 0.77 of what 8 left;
// with lambda = 1 and, say, left = 0.5 their share is 0.5 * (1 - 0.77) = 0.113, placed at distance 8 + (5 + 1) / 2 =
// 11. In a grid of N blocks each share is scaled by 1 - distance / N, the part of the blocks that have such a
// predecessor.
//
// Cost: predecessors x sectors of the anchor x log(sectors of a block); distances grow like Fibonacci numbers, so
// there are O(log N) of them.
#include <algorithm>
#include <cmath>

#include "forewarp/emulate/reuse/touch_mixture.hpp"

namespace forewarp::profile {

namespace {

constexpr std::uint64_t nearest_ancestors = 8;

/// The sectors of one anchor block, looked up in its predecessors.
class Lookback {
 public:
  Lookback(const SampledBlocks& kept, std::int32_t buffer, const AffineReuse& regular, std::uint64_t origin,
           bool only_written)
      : kept_(kept), origin_(origin) {
    const auto& block = kept.blocks->at(origin);
    for_each_sector_of(kept, block, buffer, [&](const auto& sector) {
      const bool counts = !only_written || is_written(kept, block, sector);
      if (counts && !regular.explains(block, sector)) fresh_.push_back(sector);
    });
    for (const auto& sector : fresh_) all_ += static_cast<double>(sector.weight);
  }

  [[nodiscard]] double all() const { return all_; }

  /// The weight of the sectors first found in the predecessor at this distance; negative: that block was not sampled.
  double meet(std::uint64_t distance) {
    const auto found = kept_.blocks->find(origin_ - distance);
    if (found == kept_.blocks->end()) return -1;
    const auto& theirs = found->second;
    double hits = 0;
    std::erase_if(fresh_, [&](const auto& sector) {
      const auto at = std::lower_bound(theirs.sectors.begin(), theirs.sectors.end(), sector.number,
                                       [](const auto& s, std::uint64_t number) { return s.number < number; });
      if (at == theirs.sectors.end() || at->number != sector.number) return false;
      hits += static_cast<double>(sector.weight);
      return true;
    });
    return hits;
  }

 private:
  const SampledBlocks& kept_;
  std::uint64_t origin_;
  std::vector<BlockSectors::Sector> fresh_;
  double all_ = 0;
};

/// lambda: `number` predecessors were visited, of which the last has `hits` of `lookups` sectors.
double closeness(const TouchMixture& mixture, double share_touching, std::size_t number, double hits, double lookups) {
  constexpr double worth = 10;  ///< hits that have an error of a third
  const double expected = lookups * share_touching * mixture.chance(share_touching * static_cast<double>(number - 1));
  return (hits + worth) / (expected + worth);
}

struct Distances {
  double from, to, blocks;  ///< blocks: of the grid
};

/// Adds the shares that the blocks between two distances touched last, in a few steps; what they leave of `left`.
double pass(const TouchMixture& mixture, double share_touching, double lambda, Distances passed, double left,
            BlockReuse& out) {
  constexpr double longer = 1.3;  ///< from one step to the next
  double before = passed.from;
  while (before < passed.to) {
    double next = std::max(before + 1, std::floor(before * longer));
    if (next + 1 > passed.to) next = passed.to;
    const double first = mixture.still_new(share_touching * before), last = mixture.still_new(share_touching * next);
    const double share = left * (first > 0 ? 1 - std::pow(last / first, lambda) : 0);
    const double where = before + (next - before + 1) / 2;
    out.push_back({where, share * std::max(0.0, 1 - where / passed.blocks)});
    left -= share;
    before = next;
  }
  return left;
}

}  // namespace

std::optional<BlockReuse> sampled_reuse(const SampledBlocks& kept, std::int32_t buffer, const AffineReuse& regular,
                                        bool only_written) {
  std::vector<Lookback> lineages;
  std::uint64_t farthest = 0;
  for (const auto origin : kept.origins) {
    if (!kept.blocks->contains(origin)) continue;
    lineages.emplace_back(kept, buffer, regular, origin, only_written);
    farthest = std::max(farthest, origin);
  }
  double all = 0;
  for (const auto& lineage : lineages) all += lineage.all();
  if (all <= 0) return std::nullopt;
  const auto blocks = static_cast<double>(kept.grid.count());
  const std::uint64_t row = kept.grid.x, plane = row * kept.grid.y;
  BlockReuse out;
  const TouchFrequency seen = touch_frequency(kept, random_blocks(kept), buffer, regular, only_written);
  const TouchMixture mixture(seen, kept.buffers->sectors_of(buffer));
  const double share_touching = std::min(1.0, seen.in_grid / blocks);
  std::size_t number = 0;
  double lookups = all, fresh = all, left = 1, before = 0;  // fresh: not in a predecessor; left: nor in those between
  for (const auto distance : predecessor_distances(farthest + 1, kept.grid)) {
    double hits = 0;
    bool any = false;
    for (auto& lineage : lineages) {
      const double part = lineage.meet(distance);
      any |= part >= 0;
      hits += std::max(0.0, part);
    }
    if (!any) continue;
    ++number;
    lookups = fresh;
    fresh -= hits;
    const auto d = static_cast<double>(distance);
    // The neighbours along y and z do not characterise the blocks around them, so they do not represent an interval.
    const bool is_neighbour = distance > nearest_ancestors && (distance == row || distance == plane);
    const bool is_near = is_neighbour || distance <= nearest_ancestors;
    if (!is_near) {
      const double lambda = closeness(mixture, share_touching, number, hits, lookups);
      left = pass(mixture, share_touching, lambda, {before, d, blocks}, left, out);
    } else {
      const double own = lookups > 0 ? std::min(1.0, hits / lookups) : 0;
      const double share = left * (1 - std::pow(1 - own, is_neighbour ? 1 : d - before));
      out.push_back({d, share * std::max(0.0, 1 - d / blocks)});
      left -= share;
    }
    if (!is_neighbour) before = d;
  }
  pass(mixture, share_touching, 1, {before, blocks, blocks}, left, out);
  return compressed(std::move(out));
}

/// 1 to 8, then every second Fibonacci number from 13 on, and one row and one plane of the grid:
/// near blocks exactly, far ones on a scale of factors of 2.6. In a grid of 1000 x 10 that is 1 to
/// 8, 13, 34, 89, 233, 610, 1000, 1597, ...
std::vector<std::uint64_t> predecessor_distances(std::uint64_t before, launch::Dim3 grid) {
  std::vector<std::uint64_t> out;
  for (std::uint64_t d = 1; d <= nearest_ancestors; ++d) out.push_back(d);
  for (std::uint64_t a = 13, b = 21; a < before; a += b, b += a) out.push_back(a);
  if (grid.y > 1) out.push_back(grid.x);
  if (grid.z > 1) out.push_back(std::uint64_t{grid.x} * grid.y);
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  std::erase_if(out, [&](auto d) { return d >= before; });
  return out;
}

std::vector<std::uint64_t> sparse_predecessors(std::uint64_t before, launch::Dim3 grid, std::size_t most) {
  std::vector<std::uint64_t> all = predecessor_distances(before, grid);
  std::erase_if(all, [](auto d) { return d < nearest_ancestors && d != 1 && d != 2 && d != 5; });
  if (all.size() <= most) return all;
  std::vector<std::uint64_t> out;
  for (std::size_t k = 0; k < most; ++k) out.push_back(all[most > 1 ? k * (all.size() - 1) / (most - 1) : 0]);
  return out;
}

/// Blocks whose predecessors are looked up, in the middle, near the end and before the middle of
/// the grid: not at its start, where few predecessors exist, and at irrational shares, so that no
/// pattern of the grid meets them all.
std::vector<std::uint64_t> anchor_blocks(launch::Dim3 grid, unsigned count) {
  constexpr double shares[] = {0.6180339887, 0.9270509831, 0.3819660113};
  std::vector<std::uint64_t> out;
  for (unsigned k = 0; k < std::min(count, 3U); ++k)
    out.push_back(static_cast<std::uint64_t>(shares[k] * static_cast<double>(grid.count() - 1)));
  return out;
}

}  // namespace forewarp::profile
