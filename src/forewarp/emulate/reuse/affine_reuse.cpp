// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/reuse/affine_reuse.hpp"

// affine_part() fits a translation per memory instruction (slot), see translation.cpp, or takes the order of the blocks
// where the code shows that addresses are not affine: few blocks may look as if they were. A sector is explained if one
// of the slots that touched it has a translation. affine_reuse() then places the reference block at `count` positions
// of the grid and asks, for one explained sector each, how many blocks before it the sector was touched last.
//
// Positions follow Richtmyer's quasi-random sequence, one irrational number per axis, so a few hundred positions cover
// edges and interior in proportion. Cost: count x intervals searches, held near `solved_intervals`.
//
// A few hundred positions tell a share of 1/64 that is touched first only to a fifth or so, and all that a product of
// matrices reads from DRAM is that share. So it is counted where that is affordable (translated_union.hpp), and the
// positions only say how far apart the others are.
//
// Example: blocks that read 1024 bytes each plus a halo of one sector on either side share 2 of 34 sectors with the
// block before. The result is a weight of 2/34 at distance 1; the other 32/34 have no earlier toucher (distance 0).
#include <array>
#include <bit>
#include <cmath>

#include "forewarp/emulate/reuse/touch_frequency.hpp"
#include "forewarp/emulate/reuse/translated_union.hpp"

namespace forewarp::profile {

namespace {

constexpr double solved_intervals = 300'000;  ///< intervals searched for all sampled sectors of a buffer: some 5 ms
constexpr std::size_t max_solved = 512, min_solved = 24;

/// Whether it is the last along an axis, where a problem may end in the middle of it.
bool may_be_cut_off(std::uint64_t linear, launch::Dim3 grid) {
  const std::uint64_t x = linear % grid.x, y = linear / grid.x % grid.y, z = linear / grid.x / grid.y;
  return (grid.x > 1 && x + 1 == grid.x) || (grid.y > 1 && y + 1 == grid.y) || (grid.z > 1 && z + 1 == grid.z);
}

/// The block with the median number of sectors in the buffer, among those that touch it: edge
/// blocks are not typical, and the mean may be the size of no block at all. Of two rows of blocks the
/// second is all edge.
std::optional<std::uint64_t> typical_block(const SampledBlocks& kept, std::int32_t buffer) {
  std::vector<std::pair<std::size_t, std::uint64_t>> counts, inside;
  for (const auto& [linear, block] : *kept.blocks) {
    std::size_t count = 0;
    for_each_sector_of(kept, block, buffer, [&](const auto&) { ++count; });
    if (count == 0) continue;
    counts.emplace_back(count, linear);
    if (!may_be_cut_off(linear, kept.grid)) inside.emplace_back(count, linear);
  }
  if (counts.empty()) return std::nullopt;
  if (4 * inside.size() >= counts.size()) counts = std::move(inside);
  std::sort(counts.begin(), counts.end());
  return counts[counts.size() / 2].second;
}

/// Regroups the recorded sectors: for each slot, the sectors that it touched in each block.
std::map<std::size_t, std::vector<SlotSectors>> sectors_by_slot(const SampledBlocks& kept, std::int32_t buffer) {
  std::map<std::size_t, std::vector<SlotSectors>> out;
  for (const auto& [linear, block] : *kept.blocks) {
    for_each_sector_of(kept, block, buffer, [&, at = linear, &b = block](const auto& sector) {
      for (std::size_t w = 0; w < b.words; ++w) {
        for (auto bits = b.marks[sector.marks + w]; bits != 0; bits &= bits - 1) {
          auto& list = out[w * 64 + static_cast<unsigned>(std::countr_zero(bits))];
          if (list.empty() || list.back().block != at) list.push_back({at, {}});
          list.back().sectors.push_back(sector.number);
        }
      }
    });
  }
  return out;
}

/// The fractional part of (index + 1/2) * irrational: evenly spread in (0, 1) for index = 0, 1, 2,
/// ... (Richtmyer). With the golden ratio's 0.618 the first values are 0.31, 0.93, 0.55, 0.16: any
/// first few of them cover the range.
double spread(std::size_t index, double irrational) {
  const double at = (static_cast<double>(index) + 0.5) * irrational;
  return std::clamp(at - std::floor(at), 1e-6, 1 - 1e-6);
}

/// Of the sectors of a block that are explained, the mean over the grid.
double mean_explained(const SampledBlocks& kept, std::int32_t buffer, const AffineReuse& regular) {
  double sum = 0, blocks = 0;
  for (const DrawnBlock& block : random_blocks(kept)) {
    blocks += block.weight;
    for_each_sector_of(kept, *block.sectors, buffer, [&](const auto& sector) {
      if (regular.explains(*block.sectors, sector)) sum += block.weight * static_cast<double>(sector.weight);
    });
  }
  return blocks > 0 ? sum / blocks : 0;
}

/// The share that no block before touched, from what all blocks touch together. Blocks at the edges of the grid may
/// touch less than the reference, so it is a share of what the mean block touches.
void set_fresh(ReadAndWrittenWeights& sums, const SampledBlocks& kept, std::int32_t buffer, const AffineReuse& regular,
               std::span<const BlockSectors::Sector> sectors) {
  constexpr unsigned shift = emu::Memory::buffer_shift - sector_shift;
  const std::uint64_t first = kept.buffers->numbers[static_cast<std::size_t>(buffer)] << shift;
  const double size = std::min(std::ceil(kept.buffers->sectors_of(buffer)), std::ldexp(1.0, shift));
  const auto touched = translated_union(regular.translations, sectors, regular.reference_block, kept.grid,
                                        {first, first + static_cast<std::uint64_t>(size)});
  const double all = mean_explained(kept, buffer, regular) * static_cast<double>(kept.grid.count());
  if (!touched || !(all > 0)) return;
  const double fresh = std::min(1.0, *touched / all);
  sums.all.set_fresh(fresh);
  const auto writes = [&](const auto& sector) { return is_written(kept, *regular.reference, sector); };
  if (std::ranges::all_of(sectors, writes)) sums.written.set_fresh(fresh);
}

}  // namespace

AffineReuse affine_part(const SampledBlocks& kept, std::int32_t buffer) {
  AffineReuse out;
  const auto reference = typical_block(kept, buffer);
  if (!reference) return out;
  out.reference = &kept.blocks->at(*reference);
  out.reference_block = *reference;
  out.slots.assign(out.reference->words, 0);
  // Thinned sectors have gaps, from which no intervals can be read.
  const bool is_whole =
      std::all_of(kept.blocks->begin(), kept.blocks->end(), [](const auto& b) { return b.second.halvings == 0; });
  if (is_whole) {
    std::vector<BlockSectors::Sector> sectors;
    for_each_sector_of(kept, *out.reference, buffer, [&](const auto& sector) { sectors.push_back(sector); });
    // Blocks that touch nothing at all are not evidence against a translation: the grid is larger than the problem.
    const auto working = static_cast<std::size_t>(std::count_if(
        kept.blocks->begin(), kept.blocks->end(), [](const auto& b) { return !b.second.sectors.empty(); }));
    for (const auto& [slot, blocks] : sectors_by_slot(kept, buffer)) {
      auto translation = fit_order(blocks, kept.blocks->size(), *reference, kept.grid, kept.addresses_of(slot));
      if (!translation) translation = fit_translation(blocks, working, *reference, kept.grid);
      if (!translation) continue;
      fill_gaps(*translation, sectors);
      out.translations.push_back(std::move(*translation));
      out.slots[slot / 64] |= std::uint64_t{1} << slot % 64;
    }
  }
  for_each_sector_of(kept, *out.reference, buffer, [&](const auto& sector) {
    const auto weight = static_cast<double>(sector.weight);
    const bool explained = out.explains(*out.reference, sector), writes = is_written(kept, *out.reference, sector);
    out.all += weight;
    if (explained) out.explained += weight;
    if (writes) out.written += weight;
    if (writes && explained) out.written_explained += weight;
  });
  return out;
}

ReadAndWrittenWeights affine_reuse(const SampledBlocks& kept, std::int32_t buffer, const AffineReuse& regular) {
  std::vector<const Translation*> translations;
  std::size_t intervals = 0;
  for (const auto& t : regular.translations) {
    translations.push_back(&t);
    intervals += t.intervals.size();
  }
  std::vector<BlockSectors::Sector> sectors;
  for_each_sector_of(kept, *regular.reference, buffer, [&](const auto& sector) {
    if (regular.explains(*regular.reference, sector)) sectors.push_back(sector);
  });
  const auto affordable =
      static_cast<std::size_t>(solved_intervals / static_cast<double>(std::max<std::size_t>(1, intervals)));
  const auto count = std::clamp(affordable, min_solved, max_solved);
  ReadAndWrittenWeights sums;
  for (std::size_t k = 0; k < count; ++k) {
    const auto& sector = sectors[static_cast<std::size_t>((static_cast<double>(k) + 0.5) / static_cast<double>(count) *
                                                          static_cast<double>(sectors.size()))];
    const auto along = [&](std::uint32_t extent, double irrational) {
      return static_cast<std::int64_t>(spread(k, irrational) * extent);
    };
    const std::array<std::int64_t, 3> place = {along(kept.grid.x, 0.6180339887498949),
                                               along(kept.grid.y, 0.4142135623730951),
                                               along(kept.grid.z, 0.7320508075688772)};
    const double distance = last_toucher(translations, sector.number, place, kept.grid, spread(k, 0.2360679774997898));
    sums.add(distance, static_cast<double>(sector.weight), is_written(kept, *regular.reference, sector));
  }
  set_fresh(sums, kept, buffer, regular, sectors);
  return sums;
}

}  // namespace forewarp::profile
