// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Arithmetic with distributions of reuse over distances. Steps of one bin are merged (compressed): distances up to 16
// are exact, then 8 bins per octave, so a distribution over a grid of 10^6 blocks has at most about 150 steps.
#include "forewarp/emulate/profile/block_reuse.hpp"

#include <algorithm>
#include <cmath>

namespace forewarp::profile {
namespace {

constexpr double exact_distances = 16, bins_per_octave = 8;

/// Number of the bin that a distance falls in, ascending: above 16 each is wider than the one
/// before by a factor of 2^(1/8), 9 %. Examples: 16 is in bin 16, 17 in 17, 32 in 25, 10^6 in 144.
double bin_of(double distance) {
  if (distance <= exact_distances) return distance;
  return exact_distances + std::floor(bins_per_octave * std::log2(distance / exact_distances)) + 1;
}

}  // namespace

double never_share(const BlockReuse& reuse) {
  double left = 1;
  for (const auto& step : reuse) left -= step.share;
  return std::max(0.0, left);
}

/// Expected distinct data of `blocks` consecutive blocks, in blocks: a block at position k repeats the share of every
/// step with a distance of at most k. Example: 4 blocks with a share of 0.5 at distance 1: 4 - 0.5 * 3 = 2.5.
double blocks_worth(const BlockReuse& reuse, double blocks) {
  double sum = blocks;
  for (const auto& step : reuse) {
    if (step.blocks >= blocks) break;
    sum -= step.share * (blocks - step.blocks);
  }
  return std::max(sum, std::min(blocks, 1.0));
}

/// Merges steps of one bin at their mean distance; shares are preserved.
BlockReuse compressed(BlockReuse steps) {
  std::stable_sort(steps.begin(), steps.end(), [](const auto& a, const auto& b) { return a.blocks < b.blocks; });
  BlockReuse out;
  double bin = -1;
  for (const auto& step : steps) {
    if (step.share <= 0) continue;
    if (out.empty() || bin_of(step.blocks) != bin) {
      out.push_back(step);
      bin = bin_of(step.blocks);
      continue;
    }
    auto& last = out.back();
    const double share = last.share + step.share;
    last.blocks += (step.blocks - last.blocks) * step.share / share;
    last.share = share;
  }
  return out;
}

/// Example: 4 x 2 blocks, overlap 0.5 along x and 1 along y. A block shares half with its left
/// neighbour, if it is one of the 3 in 4 that have one: 0.375 at distance 1. Of the rest all is in
/// the block above, which half of the blocks have: 0.3125 at distance 4.
BlockReuse reuse_of_neighbours(const Overlap& overlap, launch::Dim3 grid) {
  const double extents[3] = {static_cast<double>(grid.x), static_cast<double>(grid.y), static_cast<double>(grid.z)};
  BlockReuse out;
  double stride = 1, left = 1;
  for (unsigned k = 0; k < 3; ++k) {
    if (extents[k] > 1) {
      // The first along the axis has no predecessor.
      const double share = left * overlap[k] * (extents[k] - 1) / extents[k];
      if (share > 0) out.push_back({stride, share});
      left -= share;
    }
    stride *= extents[k];
  }
  return out;
}

namespace {

/// Besides the steps, every block leaves the share `kept` of the fresh sectors untouched.
BlockReuse with_chance_touches(const BlockReuse& reuse, double blocks, double kept) {
  std::vector<double> places;
  for (double d = 1; d < blocks; d = std::max(d + 1, std::floor(d * 1.25))) places.push_back(d);
  for (const auto& step : reuse) places.push_back(step.blocks);
  std::sort(places.begin(), places.end());
  BlockReuse out;
  double left = 1, left_without = 1, before = 0;
  auto step = reuse.begin();
  for (const double place : places) {
    const double met = left * (1 - std::pow(kept, place - before));
    const double between = std::max(1.0, (before + place) / 2);
    if (met > 0)
      out.push_back({between, met * std::max(0.0, 1 - between / blocks)});  // the first ones have no such block
    left -= met;
    before = place;
    for (; step != reuse.end() && step->blocks <= place; ++step) {
      const double share = left_without > 0 ? left * std::min(1.0, step->share / left_without) : 0;
      out.push_back({step->blocks, share});
      left -= share;
      left_without -= step->share;
    }
  }
  return compressed(std::move(out));
}

}  // namespace

BlockReuse bounded(const BlockReuse& reuse, double blocks, double most) {
  constexpr double little = 1.5;
  constexpr unsigned halvings = 16;
  const double excess = never_share(reuse) * blocks / most;
  if (!(most > 0) || excess <= 1) return reuse;
  // An estimate a little off is brought to the bound.
  if (excess < little) return with_chance_touches(reuse, blocks, std::pow(excess, -2 / blocks));
  // Blocks that gather at random touch any sector with the chance 1 / most, and so many in all; where the steps know
  // better for most of a block's sectors, that would take the rest for seen far too often.
  double low = 0, high = std::min(1.0, 1 / most);
  const double touched = most * (1 - std::pow(1 - high, blocks));
  auto random = with_chance_touches(reuse, blocks, 1 - high);
  if (never_share(random) * blocks >= touched) return random;
  for (unsigned k = 0; k < halvings; ++k) {
    const double middle = (low + high) / 2;
    const bool is_enough = never_share(with_chance_touches(reuse, blocks, 1 - middle)) * blocks >= touched;
    (is_enough ? low : high) = middle;
  }
  return with_chance_touches(reuse, blocks, 1 - low);
}

/// Groups of `times` blocks as one block: only touches that cross a group boundary remain. Example:
/// 0.5 at distance 1, in pairs. A pair has 1.5 blocks of distinct data, of which the first block's
/// 0.5 were touched by the pair before: 1/3 at distance 1. Two pairs then have 1.5 (2 - 1/3) = 2.5,
/// as blocks_worth() says of four blocks.
BlockReuse coarsened(const BlockReuse& reuse, double times) {
  const double worth = times >= 1 ? blocks_worth(reuse, times) : times;
  if (!(worth > 0)) return reuse;
  BlockReuse out;
  for (const auto& step : reuse) {
    // Touches of a block within `times` cross into the block before for the first `distance` of them only.
    const double crossing = std::min(step.blocks, times);
    out.push_back({std::max(1.0, step.blocks / times), step.share * crossing / worth});
  }
  return compressed(std::move(out));
}

BlockReuse with_less_waste(const BlockReuse& reuse, double factor, double fresh) {
  const double never = never_share(reuse);
  if (factor >= 1 || never >= 1) return reuse;
  const double scale = (1 - std::min(fresh, never / std::max(factor, 1e-300))) / (1 - never);
  BlockReuse out = reuse;
  for (auto& step : out) step.share *= scale;
  return out;
}

}  // namespace forewarp::profile
