// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/profile/strata.hpp"

// A stratum is a list of boxes of blocks. Two lookups: of() descends the k-d tree of the box that contains the block,
// O(depth); block() finds the box by binary search over cumulated sizes and then the block by its rank, O(log boxes).
//
// Example: a grid of 5 x 4 at level first_last has along x {0}, {1, 2, 3}, {4} and along y {0}, {1, 2}, {3}: 9 boxes.
// Level `last` has 2 x 2 boxes; level `edges` has 3: the last column (5 - 1 = 4, all y), the last row without its
// corner, and the rest of 4 x 3 blocks.
#include <algorithm>
#include <limits>

#include "forewarp/emulate/profile/strata_division.hpp"

namespace forewarp::profile {
namespace {

struct Stretch {
  std::uint32_t first, extent;
};

/// Cuts an axis into first, inside and last, or into the rest and the last.
std::vector<Stretch> cut(std::uint32_t extent, StrataLevel level) {
  if (level == StrataLevel::one || extent == 1) return {{0, extent}};
  if (level == StrataLevel::last || extent == 2) return {{0, extent - 1}, {extent - 1, 1}};
  return {{0, 1}, {1, extent - 2}, {extent - 1, 1}};
}

/// The boxes of all combinations of the three axes' pieces, x fastest.
std::vector<BlockBox> products(const std::array<std::uint32_t, 3>& extent, StrataLevel level) {
  std::vector<BlockBox> out;
  for (const auto z : cut(extent[2], level))
    for (const auto y : cut(extent[1], level))
      for (const auto x : cut(extent[0], level))
        out.push_back({{x.first, y.first, z.first}, {x.extent, y.extent, z.extent}});
  return out;
}

/// Splits off the last blocks along x, then along y and z of what remains.
std::vector<BlockBox> edges(const std::array<std::uint32_t, 3>& extent) {
  BlockBox rest{{0, 0, 0}, extent};
  std::vector<BlockBox> out(1);
  for (unsigned k = 0; k < 3; ++k) {
    if (extent[k] == 1) continue;
    --rest.extent[k];
    out.push_back(rest);
    out.back().first[k] = extent[k] - 1;
    out.back().extent[k] = 1;
  }
  out[0] = rest;
  return out;
}

bool holds(const BlockBox& box, const std::array<std::uint32_t, 3>& at) {
  for (unsigned k = 0; k < 3; ++k)
    if (at[k] < box.first[k] || at[k] - box.first[k] >= box.extent[k]) return false;
  return true;
}

}  // namespace

void Strata::Group::add(const BlockBox& box) {
  boxes.push_back(box);
  population += box.blocks();
  ends.push_back(population);
}

Strata::Strata(launch::Dim3 grid, StrataLevel level)
    : Strata(grid, level, {}, std::numeric_limits<std::uint32_t>::max()) {}

Strata::Strata(launch::Dim3 grid, StrataLevel level, std::span<const BlockCondition> conditions, std::uint32_t most)
    : extent_{grid.x, grid.y, grid.z},
      places_(level == StrataLevel::edges ? edges(extent_) : products(extent_, level)) {
  StrataDivision(*this, conditions, most).divide();
}

std::uint32_t Strata::of(std::uint64_t linear) const {
  const auto row = linear / extent_[0];
  const Places at{static_cast<std::uint32_t>(linear % extent_[0]), static_cast<std::uint32_t>(row % extent_[1]),
                  static_cast<std::uint32_t>(row / extent_[1])};
  std::size_t place = 0;
  while (place + 1 < places_.size() && !holds(places_[place], at)) ++place;
  const Node* node = &(*nodes_)[place];
  while (node->axis < 3) node = &(*nodes_)[node->child + (at[node->axis] < node->at ? 0 : 1)];
  return node->child;
}

std::uint64_t Strata::block(std::uint32_t stratum, std::uint64_t rank) const {
  const auto& group = groups_[stratum];
  const auto k =
      static_cast<std::size_t>(std::upper_bound(group.ends.begin(), group.ends.end(), rank) - group.ends.begin());
  const auto& box = group.boxes[k];
  if (k > 0) rank -= group.ends[k - 1];
  std::array<std::uint64_t, 3> at{};
  for (unsigned axis = 0; axis < 3; ++axis) {
    at[axis] = box.first[axis] + rank % box.extent[axis];
    rank /= box.extent[axis];
  }
  return at[0] + extent_[0] * (at[1] + extent_[1] * at[2]);
}

}  // namespace forewarp::profile
