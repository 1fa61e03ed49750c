// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/profile/working_grid.hpp"

#include <algorithm>

#include "forewarp/emulate/profile/extrapolation.hpp"

namespace forewarp::profile {
namespace {

constexpr double worthwhile = 0.98;  ///< share of the grid from which on it is taken whole
constexpr double negligible = 1e-3;  ///< share of the grid that may be of kinds that were not told apart

/// By stratum.
std::vector<bool> idle_strata(const CountingObserver::Sums& sums, const Strata& strata, double grid) {
  std::vector<bool> out(strata.count());
  const auto instructions = stratum_costs(sums, strata, &BlockCost::warp_instructions);
  double blocks = 0, executed = 0;
  for (const auto& [number, s] : stratum_costs(sums, strata, &BlockCost::sectors)) {
    const bool is_known = strata.is_uniform(number) || static_cast<double>(s.population) < negligible * grid;
    out[number] = is_known && s.most == 0;
    if (out[number]) continue;
    blocks += static_cast<double>(s.population);
    executed += static_cast<double>(s.population) * instructions.at(number).mean;
  }
  for (const auto& [number, s] : instructions)
    if (s.most * blocks > executed) out[number] = false;
  return out;
}

}  // namespace

WorkingGrid::WorkingGrid(launch::Dim3 grid, const CountingObserver::Sums& sums, const Strata& strata)
    : WorkingGrid(grid) {
  const auto is_idle = idle_strata(sums, strata, static_cast<double>(grid.count()));
  BlockBox around;
  bool any = false;
  for (std::uint32_t s = 0; s < strata.count(); ++s) {
    if (is_idle[s]) continue;
    for (const BlockBox& box : strata.boxes(s)) {
      for (unsigned k = 0; any && k < 3; ++k) {
        const auto end = std::max(around.first[k] + around.extent[k], box.first[k] + box.extent[k]);
        around.first[k] = std::min(around.first[k], box.first[k]);
        around.extent[k] = end - around.first[k];
      }
      if (!any) around = box;
      any = true;
    }
  }
  if (any && static_cast<double>(around.blocks()) < worthwhile * static_cast<double>(grid.count())) box_ = around;
}

std::array<double, 3> WorkingGrid::parts() const {
  return {static_cast<double>(box_.extent[0]) / grid_.x, static_cast<double>(box_.extent[1]) / grid_.y,
          static_cast<double>(box_.extent[2]) / grid_.z};
}

std::array<std::uint32_t, 3> WorkingGrid::place(std::uint64_t linear) const {
  return {static_cast<std::uint32_t>(linear % grid_.x), static_cast<std::uint32_t>(linear / grid_.x % grid_.y),
          static_cast<std::uint32_t>(linear / grid_.x / grid_.y)};
}

bool WorkingGrid::contains(std::uint64_t linear) const {
  const auto at = place(linear);
  for (unsigned k = 0; k < 3; ++k)
    if (at[k] < box_.first[k] || at[k] - box_.first[k] >= box_.extent[k]) return false;
  return true;
}

std::uint64_t WorkingGrid::in_grid(std::uint64_t number) const {
  const auto x = box_.first[0] + number % box_.extent[0];
  const auto y = box_.first[1] + number / box_.extent[0] % box_.extent[1];
  const auto z = box_.first[2] + number / box_.extent[0] / box_.extent[1];
  return x + grid_.x * (y + std::uint64_t{grid_.y} * z);
}

std::uint64_t WorkingGrid::number(std::uint64_t linear) const {
  const auto at = place(linear);
  return (at[0] - box_.first[0]) +
         box_.extent[0] * ((at[1] - box_.first[1]) + std::uint64_t{box_.extent[1]} * (at[2] - box_.first[2]));
}

std::vector<std::uint64_t> WorkingGrid::in_grid(const std::vector<std::uint64_t>& numbers) const {
  std::vector<std::uint64_t> out;
  out.reserve(numbers.size());
  for (const auto number : numbers) out.push_back(in_grid(number));
  return out;
}

std::uint64_t WorkingGrid::population(const Strata& strata, std::uint32_t stratum) const {
  std::uint64_t out = 0;
  for (const BlockBox& box : strata.boxes(stratum)) {
    std::uint64_t common = 1;
    for (unsigned k = 0; k < 3; ++k) {
      const auto first = std::max(box.first[k], box_.first[k]);
      const auto end = std::min(box.first[k] + box.extent[k], box_.first[k] + box_.extent[k]);
      common *= end > first ? end - first : 0;
    }
    out += common;
  }
  return out;
}

}  // namespace forewarp::profile
