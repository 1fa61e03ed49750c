// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The part of a grid in which all blocks are that do anything: the smallest box around them. A grid that is larger
/// than its problem, or an elimination whose active part shrinks, launches others, which return at once. They are not
/// resident beside those at work, and what blocks share is looked for among these.
///
/// A block does nothing if it provably takes the same branches as one that was run and accessed no memory, and if that
/// one executed fewer instructions than a mean one of the others.
#include "forewarp/emulate/profile/counting_observer.hpp"
#include "forewarp/emulate/profile/strata.hpp"

namespace forewarp::profile {

class WorkingGrid {
 public:
  WorkingGrid() = default;
  /// All of it.
  explicit WorkingGrid(launch::Dim3 grid) : grid_(grid), box_{{0, 0, 0}, {grid.x, grid.y, grid.z}} {}
  WorkingGrid(launch::Dim3 grid, const CountingObserver::Sums& sums, const Strata& strata);

  [[nodiscard]] launch::Dim3 extent() const { return {box_.extent[0], box_.extent[1], box_.extent[2]}; }
  [[nodiscard]] bool is_whole() const { return box_.blocks() == grid_.count(); }
  /// Of the whole grid, along each axis.
  [[nodiscard]] std::array<double, 3> parts() const;
  [[nodiscard]] bool contains(std::uint64_t linear) const;
  /// The number that a block of it has in the whole grid, and the reverse.
  [[nodiscard]] std::uint64_t in_grid(std::uint64_t number) const;
  [[nodiscard]] std::uint64_t number(std::uint64_t linear) const;
  [[nodiscard]] std::vector<std::uint64_t> in_grid(const std::vector<std::uint64_t>& numbers) const;
  /// Blocks of a stratum.
  [[nodiscard]] std::uint64_t population(const Strata& strata, std::uint32_t stratum) const;

 private:
  [[nodiscard]] std::array<std::uint32_t, 3> place(std::uint64_t linear) const;

  launch::Dim3 grid_{1, 1, 1};
  BlockBox box_;
};

}  // namespace forewarp::profile
