// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/reuse/estimate.hpp"

// Three estimators, combined per buffer: exact counting when all blocks ran, the affine part by computation, the rest
// by lookup. A buffer of which 80 % of the weight is explained gets 0.8 of the affine distribution plus 0.2 of the
// looked-up one. If nothing could be looked up and less than 90 % is explained, there is no estimate.
#include <unordered_map>

#include "forewarp/emulate/reuse/affine_reuse.hpp"
#include "forewarp/emulate/reuse/lookback.hpp"
#include "forewarp/emulate/reuse/reuse_weights.hpp"

namespace forewarp::profile {

namespace {

/// One pass over all blocks in launch order with a map sector -> last block: O(sectors). Blocks may
/// have been thinned differently, so only sectors that survive the strongest thinning are compared.
std::vector<std::optional<BufferReuse>> counted(const SampledBlocks& kept) {
  unsigned halvings = 0;
  for (const auto& [linear, block] : *kept.blocks) halvings = std::max(halvings, block.halvings);
  std::vector<ReadAndWrittenWeights> sums(kept.buffers->numbers.size());
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

/// The affine distribution, scaled by the explained share, plus the looked-up one for the rest; nothing where less than
/// 90 % is explained and the rest could not be looked up.
std::optional<BlockReuse> joined(const ReuseWeights& affine_reuse, double explained, std::optional<BlockReuse> rest) {
  if (!rest && explained < 0.9) return std::nullopt;
  BlockReuse steps;
  affine_reuse.append_to(steps, explained);
  if (rest)
    for (const auto& step : *rest) steps.push_back({step.blocks, step.share * (1 - explained)});
  return compressed(std::move(steps));
}

std::optional<BufferReuse> reuse_of(const SampledBlocks& kept, std::int32_t buffer) {
  constexpr double nearly_all = 0.999;
  const auto regular = affine_part(kept, buffer);
  if (regular.all <= 0) return std::nullopt;
  const double share = regular.explained / regular.all;
  const ReadAndWrittenWeights sums = share > 0 ? affine_reuse(kept, buffer, regular) : ReadAndWrittenWeights{};
  auto all = joined(sums.all, share, share < nearly_all ? sampled_reuse(kept, buffer, regular, false) : BlockReuse{});
  if (!all) return std::nullopt;
  const double of_written = regular.written > 0 ? regular.written_explained / regular.written : 0;
  auto written = joined(sums.written, of_written,
                        of_written < nearly_all ? sampled_reuse(kept, buffer, regular, true) : BlockReuse{});
  return BufferReuse{*all, written ? *written : *all};
}

}  // namespace

/// The largest share of a buffer's sectors that no translation explains: what the choice of blocks
/// to sample needs to know, since affine reuse is computed and only the rest is looked up in
/// predecessors.
double irregular_share(const SampledBlocks& kept) {
  double worst = 0;
  for (std::size_t b = 0; b < kept.buffers->numbers.size(); ++b) {
    const auto regular = affine_part(kept, static_cast<std::int32_t>(b));
    if (regular.all > 0) worst = std::max(worst, 1 - regular.explained / regular.all);
  }
  return worst;
}

std::vector<std::optional<BufferReuse>> reuse_between_blocks(const SampledBlocks& kept) {
  if (kept.blocks->size() == kept.grid.count()) return counted(kept);
  std::vector<std::optional<BufferReuse>> out(kept.buffers->numbers.size());
  for (std::size_t b = 0; b < out.size(); ++b) out[b] = reuse_of(kept, static_cast<std::int32_t>(b));
  return out;
}

}  // namespace forewarp::profile
