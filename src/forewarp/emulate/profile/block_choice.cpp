// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/profile/block_choice.hpp"

// draw(): the stratum's ranks are cut into `count` equal stretches, one random block from each; a block that is taken
// is replaced by the next free one of its stretch, up to 8 tries. O(count log taken). Example: 10 of 1000 blocks, one
// from ranks 0 to 99, one from 100 to 199, ...: no gap is longer than 198 blocks.
#include <algorithm>

#include "forewarp/support/random.hpp"

namespace forewarp::profile {

std::uint64_t BlockChoice::random() { return mix(seed_ += golden_ratio_step); }

std::vector<std::uint64_t> BlockChoice::draw(std::uint32_t stratum, std::uint64_t count) {
  constexpr unsigned tries = 8;
  const auto population = strata_.population(stratum);
  count = std::min(count, population);
  std::vector<std::uint64_t> out;
  for (std::uint64_t k = 0; k < count; ++k) {
    // Stretch k begins at floor(k * population / count), without the product.
    const auto start = [&](std::uint64_t i) { return population / count * i + population % count * i / count; };
    const auto first = start(k), width = start(k + 1) - first;
    if (width == 0) continue;
    auto rank = first + random() % width;
    for (unsigned t = 0; t < tries && taken_.contains(strata_.block(stratum, rank)); ++t) {
      rank = first + (rank - first + 1) % width;
    }
    const auto linear = strata_.block(stratum, rank);
    if (taken_.insert(linear).second) out.push_back(linear);
  }
  std::sort(out.begin(), out.end());
  return out;
}

std::uint32_t BlockChoice::largest() const {
  std::uint32_t out = 0;
  for (std::uint32_t s = 1; s < strata_.count(); ++s)
    if (strata_.population(s) > strata_.population(out)) out = s;
  return out;
}

std::uint64_t BlockChoice::move_to_place(std::uint64_t drawn, launch::Dim3 grid) {
  constexpr std::uint64_t four = 4;
  const auto x = drawn % grid.x, y = drawn / grid.x % grid.y, z = drawn / grid.x / grid.y;
  const auto place = x / four * four + grid.x * (y / four * four + grid.y * (z / four * four));
  if (strata_.of(place) != strata_.of(drawn) || !taken_.insert(place).second) return drawn;
  return place;
}

std::vector<std::uint64_t> neighbourhoods(launch::Dim3 grid, unsigned places) {
  constexpr unsigned max_places = 4;
  constexpr unsigned eighths[max_places] = {1, 4, 2, 6};
  // Different modulo 8, 16 and 32, too: kernels with runs of idle blocks show both idle and working ones.
  constexpr unsigned fours[max_places] = {0, 1, 3, 2};
  constexpr std::uint64_t roomy = 64;
  std::set<std::uint64_t> out;
  for (unsigned place = 0; place < std::min(places, max_places); ++place) {
    const auto coordinate = [&](std::uint64_t extent) {
      const unsigned apart = extent >= roomy ? max_places * fours[place] : 0;
      const std::uint64_t about = extent * eighths[place] / 8 / max_places * max_places + place + apart;
      return std::min<std::uint64_t>(about, extent < 2 ? 0 : extent - 2);
    };
    const auto z = coordinate(grid.z);
    const auto around = neighbourhood(grid, coordinate(grid.x) + grid.x * (coordinate(grid.y) + grid.y * z));
    out.insert(around.begin(), around.end());
  }
  return {out.begin(), out.end()};
}

std::vector<std::uint64_t> corners(launch::Dim3 grid) {
  std::set<std::uint64_t> out;
  for (const std::uint64_t z : {0U, grid.z - 1})
    for (const std::uint64_t y : {0U, grid.y - 1})
      for (const std::uint64_t x : {0U, grid.x - 1}) out.insert(x + grid.x * (y + grid.y * z));
  return {out.begin(), out.end()};
}

std::vector<std::uint64_t> neighbourhood(launch::Dim3 grid, std::uint64_t block) {
  const auto plane = std::uint64_t{grid.x} * grid.y;
  std::vector<std::uint64_t> out = {block};
  if (block % grid.x + 1 < grid.x) out.push_back(block + 1);
  if (block / grid.x % grid.y + 1 < grid.y) out.push_back(block + grid.x);
  if (block / plane + 1 < grid.z) out.push_back(block + plane);
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());  // of a grid one block wide, +x would be +y
  return out;
}

}  // namespace forewarp::profile
