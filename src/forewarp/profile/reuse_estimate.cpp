// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/profile/reuse_estimate.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <unordered_map>

#include "forewarp/emu/memory.hpp"
#include "forewarp/profile/block_reuse.hpp"
#include "forewarp/profile/translation.hpp"

namespace forewarp::profile {
namespace {

constexpr std::uint64_t nearest_ancestors = 8;
constexpr double solved_intervals = 300'000;  ///< intervals to search for all sampled sectors of a buffer: some 5 ms
constexpr std::size_t most_solved = 512, fewest_solved = 24;

/// Adds p_D from absolute weights.
class StepSums {
 public:
  void add(double distance, double weight) {
    if (distance > 0 && weight > 0) weights_[distance] += weight;
    all_ += weight;
  }
  [[nodiscard]] double all() const { return all_; }
  /// Shares of what was added, times scale, appended.
  void append_to(BlockReuse& out, double scale) const {
    if (all_ <= 0) return;
    for (const auto& [distance, weight] : weights_) out.push_back({distance, scale * weight / all_});
  }

 private:
  std::map<double, double> weights_;
  double all_ = 0;
};

/// The same for all sectors and for those that are written.
struct BothSums {
  StepSums all, written;
  void add(double distance, double weight, bool is_written) {
    all.add(distance, weight);
    if (is_written) written.add(distance, weight);
  }
};

bool is_written(const KeptBlocks& kept, const BlockSectors& block, const BlockSectors::Sector& sector) {
  for (std::size_t w = 0; w < std::min(kept.writing.size(), block.words); ++w)
    if ((block.marks[sector.marks + w] & kept.writing[w]) != 0) return true;
  return false;
}

std::vector<std::optional<BufferReuse>> counted(const KeptBlocks& kept) {
  unsigned halvings = 0;
  for (const auto& [linear, block] : *kept.blocks) halvings = std::max(halvings, block.halvings);
  std::vector<BothSums> sums(kept.buffers->numbers.size());
  std::unordered_map<std::uint64_t, std::uint64_t> last;
  for (const auto& [linear, block] : *kept.blocks) {
    for (const auto& sector : block.sectors) {
      if (!is_kept(sector.number, halvings)) continue;
      const auto buffer = kept.buffers->find(sector.number);
      if (buffer < 0) continue;
      const auto [at, is_new] = last.try_emplace(sector.number, linear);
      sums[static_cast<std::size_t>(buffer)].add(is_new ? 0 : static_cast<double>(linear - at->second),
                                                 static_cast<double>(sector.weight), is_written(kept, block, sector));
      at->second = linear;
    }
  }
  std::vector<std::optional<BufferReuse>> out(sums.size());
  for (std::size_t b = 0; b < sums.size(); ++b) {
    if (sums[b].all.all() <= 0) continue;
    BufferReuse reuse;
    sums[b].all.append_to(reuse.all, 1);
    sums[b].written.append_to(reuse.written, 1);
    out[b] = BufferReuse{compressed(std::move(reuse.all)), compressed(std::move(reuse.written))};
  }
  return out;
}

/// What one buffer's translations are, and which block they start from.
struct Regular {
  const BlockSectors* reference = nullptr;
  std::vector<Translation> translations;
  std::vector<std::uint64_t> slots;  ///< bit a slot that has one
  double explained = 0, all = 0;     ///< weight of the reference's sectors
  double written_explained = 0, written = 0;

  [[nodiscard]] bool explains(const BlockSectors& block, const BlockSectors::Sector& sector) const {
    for (std::size_t w = 0; w < slots.size(); ++w)
      if ((block.marks[sector.marks + w] & slots[w]) != 0) return true;
    return false;
  }
};

template <typename Body>
void for_each_sector_of(const KeptBlocks& kept, const BlockSectors& block, std::int32_t buffer, Body body) {
  const auto number = kept.buffers->numbers[static_cast<std::size_t>(buffer)];
  if (number == 0) return;
  constexpr unsigned shift = emu::Memory::buffer_shift - sector_shift;
  const auto below = [](const auto& s, std::uint64_t limit) { return s.number < limit; };
  auto at = std::lower_bound(block.sectors.begin(), block.sectors.end(), number << shift, below);
  for (; at != block.sectors.end() && at->number >> shift == number; ++at) body(*at);
}

/// The block with the median number of sectors in the buffer, among those that touch it.
std::optional<std::uint64_t> typical_block(const KeptBlocks& kept, std::int32_t buffer) {
  std::vector<std::pair<std::size_t, std::uint64_t>> counts;
  for (const auto& [linear, block] : *kept.blocks) {
    std::size_t count = 0;
    for_each_sector_of(kept, block, buffer, [&](const auto&) { ++count; });
    if (count > 0) counts.emplace_back(count, linear);
  }
  if (counts.empty()) return std::nullopt;
  std::sort(counts.begin(), counts.end());
  return counts[counts.size() / 2].second;
}

std::map<std::size_t, std::vector<SlotSectors>> sectors_by_slot(const KeptBlocks& kept, std::int32_t buffer) {
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

Regular regular_part(const KeptBlocks& kept, std::int32_t buffer) {
  Regular out;
  const auto reference = typical_block(kept, buffer);
  if (!reference) return out;
  out.reference = &kept.blocks->at(*reference);
  out.slots.assign(out.reference->words, 0);
  const bool is_whole =
      std::all_of(kept.blocks->begin(), kept.blocks->end(), [](const auto& b) { return b.second.halvings == 0; });
  if (is_whole) {
    for (const auto& [slot, blocks] : sectors_by_slot(kept, buffer)) {
      auto translation = fit_translation(blocks, kept.blocks->size(), *reference, kept.grid);
      if (!translation) continue;
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

/// Evenly spread in (0, 1): multiples of an irrational number (Richtmyer; one for each axis).
double spread(std::size_t index, double irrational) {
  const double at = (static_cast<double>(index) + 0.5) * irrational;
  return std::clamp(at - std::floor(at), 1e-6, 1 - 1e-6);
}

BothSums solved(const KeptBlocks& kept, std::int32_t buffer, const Regular& regular) {
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
  const auto count = std::clamp(affordable, fewest_solved, most_solved);
  BothSums sums;
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
  return sums;
}

/// One origin's sectors, looked up in its ancestors.
class Lineage {
 public:
  Lineage(const KeptBlocks& kept, std::int32_t buffer, const Regular& regular, std::uint64_t origin, bool only_written)
      : kept_(kept), origin_(origin) {
    const auto& block = kept.blocks->at(origin);
    for_each_sector_of(kept, block, buffer, [&](const auto& sector) {
      const bool counts = !only_written || is_written(kept, block, sector);
      if (counts && !regular.explains(block, sector)) fresh_.push_back(sector);
    });
    for (const auto& sector : fresh_) all_ += static_cast<double>(sector.weight);
  }

  [[nodiscard]] double all() const { return all_; }

  /// Weight of what the block so far before touched too, and no ancestor asked before it did; less than 0: not kept.
  double meet(std::uint64_t distance) {
    const auto found = kept_.blocks->find(origin_ - distance);
    if (found == kept_.blocks->end()) return -1;
    const auto& theirs = found->second;
    double met = 0;
    std::erase_if(fresh_, [&](const auto& sector) {
      const auto at = std::lower_bound(theirs.sectors.begin(), theirs.sectors.end(), sector.number,
                                       [](const auto& s, std::uint64_t number) { return s.number < number; });
      if (at == theirs.sectors.end() || at->number != sector.number) return false;
      met += static_cast<double>(sector.weight);
      return true;
    });
    return met;
  }

 private:
  const KeptBlocks& kept_;
  std::uint64_t origin_;
  std::vector<BlockSectors::Sector> fresh_;
  double all_ = 0;
};

/// Shares of what no translation explains; nothing where no origin touched any of it.
std::optional<BlockReuse> looked_up(const KeptBlocks& kept, std::int32_t buffer, const Regular& regular,
                                    bool only_written) {
  std::vector<Lineage> lineages;
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
  double asked = all, fresh = all, left = 1, before = 0;  // fresh: not met by an ancestor; left: nor by those between
  for (const auto distance : ancestor_distances(farthest + 1, kept.grid)) {
    double met = 0;
    bool any = false;
    for (auto& lineage : lineages) {
      const double part = lineage.meet(distance);
      any |= part >= 0;
      met += std::max(0.0, part);
    }
    if (!any) continue;
    asked = fresh;
    fresh -= met;
    const double chance = asked > 0 ? met / asked : 0, d = static_cast<double>(distance);
    const bool is_neighbour = distance > nearest_ancestors && (distance == row || distance == plane);
    const double passed = is_neighbour ? 1 : d - before;
    const double share = left * (1 - std::pow(1 - chance, passed));
    const double where = passed > 1 ? before + (passed + 1) / 2 : d;
    out.push_back({where, share * std::max(0.0, 1 - where / blocks)});
    left -= share;
    if (!is_neighbour) before = d;
  }
  return compressed(std::move(out));
}

/// What was solved for, for the share that is explained, and what was looked up for the rest; nothing where too much of
/// it was not looked up.
std::optional<BlockReuse> joined(const StepSums& solved, double explained, std::optional<BlockReuse> rest) {
  if (!rest && explained < 0.9) return std::nullopt;
  BlockReuse steps;
  solved.append_to(steps, explained);
  if (rest)
    for (const auto& step : *rest) steps.push_back({step.blocks, step.share * (1 - explained)});
  return compressed(std::move(steps));
}

std::optional<BufferReuse> reuse_of(const KeptBlocks& kept, std::int32_t buffer) {
  constexpr double nearly_all = 0.999;
  const auto regular = regular_part(kept, buffer);
  if (regular.all <= 0) return std::nullopt;
  const double share = regular.explained / regular.all;
  const BothSums sums = share > 0 ? solved(kept, buffer, regular) : BothSums{};
  auto all = joined(sums.all, share, share < nearly_all ? looked_up(kept, buffer, regular, false) : BlockReuse{});
  if (!all) return std::nullopt;
  const double of_written = regular.written > 0 ? regular.written_explained / regular.written : 0;
  auto written =
      joined(sums.written, of_written, of_written < nearly_all ? looked_up(kept, buffer, regular, true) : BlockReuse{});
  return BufferReuse{*all, written ? *written : *all};
}

}  // namespace

std::vector<std::uint64_t> ancestor_distances(std::uint64_t before, launch::Dim3 grid) {
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

std::vector<std::uint64_t> sparse_ancestors(std::uint64_t before, launch::Dim3 grid, std::size_t most) {
  std::vector<std::uint64_t> all = ancestor_distances(before, grid);
  std::erase_if(all, [](auto d) { return d < nearest_ancestors && d != 1 && d != 2 && d != 5; });
  if (all.size() <= most) return all;
  std::vector<std::uint64_t> out;
  for (std::size_t k = 0; k < most; ++k) out.push_back(all[most > 1 ? k * (all.size() - 1) / (most - 1) : 0]);
  return out;
}

std::vector<std::uint64_t> lineage_origins(launch::Dim3 grid, unsigned count) {
  constexpr double shares[] = {0.6180339887, 0.9270509831, 0.3819660113};
  std::vector<std::uint64_t> out;
  for (unsigned k = 0; k < std::min(count, 3U); ++k)
    out.push_back(static_cast<std::uint64_t>(shares[k] * static_cast<double>(grid.count() - 1)));
  return out;
}

double irregular_share(const KeptBlocks& kept) {
  double worst = 0;
  for (std::size_t b = 0; b < kept.buffers->numbers.size(); ++b) {
    const auto regular = regular_part(kept, static_cast<std::int32_t>(b));
    if (regular.all > 0) worst = std::max(worst, 1 - regular.explained / regular.all);
  }
  return worst;
}

std::vector<std::optional<BufferReuse>> reuse_between_blocks(const KeptBlocks& kept) {
  if (kept.blocks->size() == kept.grid.count()) return counted(kept);
  std::vector<std::optional<BufferReuse>> out(kept.buffers->numbers.size());
  for (std::size_t b = 0; b < out.size(); ++b) out[b] = reuse_of(kept, static_cast<std::int32_t>(b));
  return out;
}

}  // namespace forewarp::profile
