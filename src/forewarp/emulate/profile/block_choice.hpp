// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Which blocks of a stratum to run next: the stratum is cut into equal stretches and one block drawn from each
/// (stratified random sampling; Cochran, "Sampling Techniques", chapter 5), never the same twice.
#include <cstdint>
#include <set>
#include <vector>

#include "forewarp/emulate/profile/strata.hpp"

namespace forewarp::profile {

class BlockChoice {
 public:
  BlockChoice(const Strata& strata, std::uint64_t seed) : strata_(strata), seed_(seed) {}

  /// A block that ran already.
  void exclude(std::uint64_t linear) { taken_.insert(linear); }
  /// The largest stratum, the first of equals.
  [[nodiscard]] std::uint32_t largest() const;
  /// A block to run in place of this one that was drawn, whose neighbours are to be compared: the one with its
  /// coordinates rounded down to multiples of 4, as the first of neighbourhoods() has, where the stratum has it free.
  [[nodiscard]] std::uint64_t move_to_place(std::uint64_t drawn, launch::Dim3 grid);
  /// Up to count blocks of the stratum that were not drawn or excluded before, ascending.
  [[nodiscard]] std::vector<std::uint64_t> draw(std::uint32_t stratum, std::uint64_t count);

 private:
  [[nodiscard]] std::uint64_t random();

  const Strata& strata_;
  std::uint64_t seed_;
  std::set<std::uint64_t> taken_;
};

/// A few blocks and their neighbours at +x, +y and +z: about an eighth, the middle, a quarter and three quarters of
/// the way in. Place k (of at most 4) has coordinates of remainder k modulo 4, where the grid is large enough: rows of
/// 8 or 16 bytes per block share a sector of 32 with the next block at some places and not at others. Along an axis of
/// 64 blocks or more no two places agree modulo 8, 16 or 32 either.
[[nodiscard]] std::vector<std::uint64_t> neighbourhoods(launch::Dim3 grid, unsigned places);

/// Places for a sample that can afford so many blocks.
[[nodiscard]] constexpr unsigned neighbourhood_places(std::uint64_t affordable) { return affordable >= 48 ? 4 : 2; }

/// The blocks at the corners of the grid, ascending.
[[nodiscard]] std::vector<std::uint64_t> corners(launch::Dim3 grid);

/// A block and its neighbours at +x, +y and +z, ascending.
[[nodiscard]] std::vector<std::uint64_t> neighbourhood(launch::Dim3 grid, std::uint64_t block);

}  // namespace forewarp::profile
