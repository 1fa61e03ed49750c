// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/reuse/touch_frequency.hpp"

#include <bit>
#include <unordered_map>

namespace forewarp::profile {
namespace {

/// 1 to 8, then 8 steps an octave: what many blocks touch need not be told apart, and each number costs time.
std::size_t binned(std::size_t times) {
  const int shift = std::max(0, static_cast<int>(std::bit_width(times)) - 4);
  return times >> shift << shift;
}

}  // namespace

std::vector<DrawnBlock> random_blocks(const SampledBlocks& kept) {
  if (!kept.drawn.empty()) return kept.drawn;
  std::vector<DrawnBlock> out;
  const double weight = static_cast<double>(kept.grid.count()) / static_cast<double>(kept.blocks->size());
  for (const auto& [linear, block] : *kept.blocks) out.push_back({&block, weight});
  return out;
}

double TouchFrequency::distinct() const {
  double out = 0;
  for (const auto& [k, count] : sectors) out += count;
  return scale * out;
}

double TouchFrequency::touches() const {
  double out = 0;
  for (const auto& [k, count] : sectors) out += static_cast<double>(k) * count;
  return scale * out;
}

double TouchFrequency::seen(std::size_t k) const {
  const auto at = sectors.find(k);
  return at == sectors.end() ? 0 : scale * at->second;
}

/// O(sectors of the sample), thinned alike in each block to `most` of them: some milliseconds.
TouchFrequency touch_frequency(const SampledBlocks& kept, const std::vector<DrawnBlock>& blocks, std::int32_t buffer,
                               const AffineReuse& regular, bool only_written) {
  constexpr std::size_t most = std::size_t{1} << 14;
  std::size_t all = 0;
  unsigned halvings = 0;
  for (const DrawnBlock& block : blocks) {
    halvings = std::max(halvings, block.sectors->halvings);
    for_each_sector_of(kept, *block.sectors, buffer, [&](const auto&) { ++all; });
  }
  while (all >> halvings > most) ++halvings;
  TouchFrequency out;
  out.scale = static_cast<double>(std::uint64_t{1} << halvings);
  struct Seen {
    std::size_t times = 0;
    double weight = 0;
  };
  std::unordered_map<std::uint64_t, Seen> found;
  double touches = 0, weighted = 0;
  for (const DrawnBlock& block : blocks) {
    double mine = 0;
    for_each_sector_of(kept, *block.sectors, buffer, [&](const auto& sector) {
      if (!is_kept(sector.number, halvings) || regular.explains(*block.sectors, sector)) return;
      if (only_written && !is_written(kept, *block.sectors, sector)) return;
      Seen& seen = found[sector.number];
      ++seen.times;
      seen.weight += static_cast<double>(sector.weight);
      mine += static_cast<double>(sector.weight);
      out.weighted |= sector.weight != 1;
    });
    if (mine > 0) ++out.blocks;
    touches += mine;
    weighted += mine * block.weight;
  }
  for (const auto& [sector, seen] : found)
    out.sectors[binned(seen.times)] += seen.weight / static_cast<double>(seen.times);
  if (touches > 0) out.in_grid = static_cast<double>(out.blocks) * std::max(1.0, weighted / touches);
  return out;
}

}  // namespace forewarp::profile
