// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/reuse/reuse_rate_by_age.hpp"

// Touches are sorted by (sector, position of the block among the sampled ones). For each touch the distance to the one
// before it in the list is the number of lookups that a search from near to far needs; without one, every earlier
// block is looked up without success. O(n log n) for n at most 2^13 touches.
//
// Example: a sector touched by sampled blocks 2 and 7. For block 7, lookups = 5, a hit: octave 0 (k = 1) gets 1 lookup,
// octave 1 (k = 2, 3) gets 2, octave 2 (k = 4, 5 of 4 to 7) gets 2 lookups and the hit. For block 2, two lookups and
// no hit: octaves 0 and 1 get 1 lookup each.
#include <algorithm>
#include <bit>

namespace forewarp::profile {
namespace {

unsigned octave(std::size_t number) { return static_cast<unsigned>(std::bit_width(number)) - 1; }

/// Unexplained sectors of the sampled blocks, thinned alike in each block: (sector, position of the block).
std::vector<std::pair<std::uint64_t, std::size_t>> unexplained(const SampledBlocks& kept, std::int32_t buffer,
                                                               const AffineReuse& regular, bool only_written) {
  constexpr std::size_t most = std::size_t{1} << 13;  ///< some half a millisecond
  std::size_t all = 0;
  unsigned halvings = 0;
  for (const auto& [linear, block] : *kept.blocks) {
    halvings = std::max(halvings, block.halvings);
    for_each_sector_of(kept, block, buffer, [&](const auto&) { ++all; });
  }
  while (all >> halvings > most) ++halvings;
  std::vector<std::pair<std::uint64_t, std::size_t>> out;
  std::size_t place = 0;
  for (const auto& [linear, block] : *kept.blocks) {
    for_each_sector_of(kept, block, buffer, [&, &b = block](const auto& sector) {
      const bool counts = is_kept(sector.number, halvings) && (!only_written || is_written(kept, b, sector));
      if (counts && !regular.explains(b, sector)) out.emplace_back(sector.number, place);
    });
    ++place;
  }
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace

ReuseRateByAge reuse_rate_by_age(const SampledBlocks& kept, std::int32_t buffer, const AffineReuse& regular,
                                 bool only_written) {
  const auto touched = unexplained(kept, buffer, regular, only_written);
  ReuseRateByAge out;
  for (std::size_t i = 0; i < touched.size(); ++i) {
    const auto [sector, place] = touched[i];
    const bool is_met = i > 0 && touched[i - 1].first == sector;
    const auto lookups = is_met ? place - touched[i - 1].second : place;
    if (lookups == 0) continue;
    for (unsigned k = 0; k <= octave(lookups); ++k) {
      const std::size_t first = std::size_t{1} << k;
      out.lookups[k] += static_cast<double>(std::min(lookups, 2 * first - 1) - first + 1);
    }
    if (is_met) ++out.hits[octave(lookups)];
  }
  return out;
}

/// Example: usual rate 20 hits of 200 lookups, own rate 3 hits of 10: (3 + 10) / (10 + 10 * 200 / 20) = 0.118. Without
/// enough usual hits, the own rate is all there is.
double reuse_rate(double hits, double lookups, const ReuseRateByAge& usual, std::size_t number) {
  constexpr double worth = 10;
  const auto k = octave(number);
  if (usual.hits[k] < worth) return lookups > 0 ? hits / lookups : 0;
  return std::min(1.0, (hits + worth) / (lookups + worth * usual.lookups[k] / usual.hits[k]));
}

}  // namespace forewarp::profile
