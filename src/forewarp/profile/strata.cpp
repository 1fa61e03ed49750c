// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/profile/strata.hpp"

namespace forewarp::profile {
namespace {

struct Stretch {
  std::uint32_t first, extent;
};

/// An axis in first, inside and last, or in the last and the rest.
std::vector<Stretch> cut(std::uint32_t extent, StrataLevel level) {
  if (level == StrataLevel::one || extent == 1) return {{0, extent}};
  if (level == StrataLevel::last || extent == 2) return {{0, extent - 1}, {extent - 1, 1}};
  return {{0, 1}, {1, extent - 2}, {extent - 1, 1}};
}

}  // namespace

bool Strata::Box::holds(const Places& at) const {
  for (unsigned k = 0; k < 3; ++k)
    if (at[k] < first[k] || at[k] - first[k] >= extent[k]) return false;
  return true;
}

std::uint64_t Strata::Box::blocks() const { return std::uint64_t{extent[0]} * extent[1] * extent[2]; }

void Strata::add(const Box& box) {
  boxes_.push_back(box);
  population_.push_back(box.blocks());
}

void Strata::add_products(StrataLevel level) {
  for (const auto z : cut(extent_[2], level))
    for (const auto y : cut(extent_[1], level))
      for (const auto x : cut(extent_[0], level)) add({{x.first, y.first, z.first}, {x.extent, y.extent, z.extent}});
}

/// Takes the last blocks along one axis after another off what is left.
void Strata::add_edges() {
  Box rest{{0, 0, 0}, extent_};
  std::vector<Box> edges;
  for (unsigned k = 0; k < 3; ++k) {
    if (extent_[k] == 1) continue;
    --rest.extent[k];
    edges.push_back(rest);
    edges.back().first[k] = extent_[k] - 1;
    edges.back().extent[k] = 1;
  }
  add(rest);
  for (const auto& edge : edges) add(edge);
}

Strata::Strata(launch::Dim3 grid, StrataLevel level) : extent_{grid.x, grid.y, grid.z} {
  if (level == StrataLevel::edges) {
    add_edges();
  } else {
    add_products(level);
  }
}

std::uint32_t Strata::of(std::uint64_t linear) const {
  const auto row = linear / extent_[0];
  const Places at{static_cast<std::uint32_t>(linear % extent_[0]), static_cast<std::uint32_t>(row % extent_[1]),
                  static_cast<std::uint32_t>(row / extent_[1])};
  std::uint32_t stratum = 0;
  while (stratum + 1 < boxes_.size() && !boxes_[stratum].holds(at)) ++stratum;
  return stratum;
}

std::uint64_t Strata::block(std::uint32_t stratum, std::uint64_t rank) const {
  const auto& box = boxes_[stratum];
  std::array<std::uint64_t, 3> at{};
  for (unsigned k = 0; k < 3; ++k) {
    at[k] = box.first[k] + rank % box.extent[k];
    rank /= box.extent[k];
  }
  return at[0] + extent_[0] * (at[1] + extent_[1] * at[2]);
}

}  // namespace forewarp::profile
