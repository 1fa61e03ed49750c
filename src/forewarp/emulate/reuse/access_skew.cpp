// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/reuse/access_skew.hpp"

// All (sector, block) pairs are sorted by sector, then block; pairs next to each other in this order that share the
// sector give one |t - t'| each, weighted by the sector's weight. O(n log n) for n at most max_compared: beyond that,
// whole sectors are dropped by halving (is_kept), the same in every block, so that shared ones stay shared.
//
// Example: blocks of 100 requests; sector A is touched after 10 and 40 requests, sector B after 50 and 50. The mean
// distance is 15, so s = 3 * 15 / 100 = 0.45.
#include <algorithm>
#include <cmath>

#include "forewarp/emulate/profile/sort_by_number.hpp"

namespace forewarp::profile {
namespace {

constexpr std::size_t max_compared = std::size_t{1} << 14;  ///< sectors of all blocks: about a millisecond

struct Touched {
  std::uint64_t sector;
  double when, weight;
};

/// Touches of all sampled blocks, thinned by sectors if there are too many; by sector, then by block.
std::vector<Touched> touched(const SampledBlocks& kept) {
  std::size_t all = 0;
  unsigned halvings = 0;
  for (const auto& [linear, block] : *kept.blocks) {
    all += block.sectors.size() << block.halvings;
    halvings = std::max(halvings, block.halvings);
  }
  while (all >> halvings > max_compared) ++halvings;
  std::vector<Touched> out;
  for (const auto& [linear, block] : *kept.blocks)
    for (const auto& sector : block.sectors)
      if (is_kept(sector.number, halvings))
        out.push_back({sector.number, static_cast<double>(sector.when), static_cast<double>(sector.weight)});
  sort_by_number(out, [](const Touched& touch) { return touch.sector; });  // blocks are in their order
  return out;
}

double mean_requests(const SampledBlocks& kept) {
  double sum = 0;
  for (const auto& [linear, block] : *kept.blocks) sum += static_cast<double>(block.requests);
  return sum / static_cast<double>(std::max<std::size_t>(1, kept.blocks->size()));
}

}  // namespace

std::vector<double> access_skew(const SampledBlocks& kept) {
  const auto all = touched(kept);
  const auto buffers = kept.buffers->numbers.size();
  std::vector<double> apart(buffers), pairs(buffers);
  for (std::size_t i = 1; i < all.size(); ++i) {
    if (all[i].sector != all[i - 1].sector) continue;
    const auto buffer = kept.buffers->find(all[i].sector);
    if (buffer < 0) continue;
    apart[static_cast<std::size_t>(buffer)] += all[i].weight * std::abs(all[i].when - all[i - 1].when);
    pairs[static_cast<std::size_t>(buffer)] += all[i].weight;
  }
  const double course = std::max(1.0, mean_requests(kept));
  std::vector<double> out(buffers);
  for (std::size_t b = 0; b < buffers; ++b)
    if (pairs[b] > 0) out[b] = std::min(1.0, 3 * apart[b] / pairs[b] / course);
  return out;
}

}  // namespace forewarp::profile
