// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The blocks of a grid by their place: along each axis first, inside or last. A block at an edge stands for its edge
/// only, so a partial last block or a halo is never multiplied by the whole grid. Each stratum is a box of blocks.
#include <array>
#include <cstdint>
#include <vector>

#include "forewarp/launch/launch.hpp"

namespace forewarp::profile {

/// How finely places are told apart; the coarser the fewer blocks a sample needs.
enum class StrataLevel : std::uint8_t {
  one,         ///< all blocks alike
  edges,       ///< a stratum for the last along each axis (where edges meet: along x before y before z), and the rest
  last,        ///< the last along each axis told apart, and where they meet, and the rest
  first_last,  ///< first, inside, last along each axis
};

class Strata {
 public:
  Strata() = default;
  Strata(launch::Dim3 grid, StrataLevel level);

  /// Number of the stratum of a block; below count().
  [[nodiscard]] std::uint32_t of(std::uint64_t linear) const;
  [[nodiscard]] std::uint32_t count() const { return static_cast<std::uint32_t>(population_.size()); }
  [[nodiscard]] std::uint64_t population(std::uint32_t stratum) const { return population_[stratum]; }
  /// The block of a stratum with this rank (below its population), in linear order.
  [[nodiscard]] std::uint64_t block(std::uint32_t stratum, std::uint64_t rank) const;

 private:
  using Places = std::array<std::uint32_t, 3>;
  struct Box {
    Places first, extent;
    [[nodiscard]] bool holds(const Places& at) const;
    [[nodiscard]] std::uint64_t blocks() const;
  };
  void add_edges();
  void add_products(StrataLevel level);
  void add(const Box& box);

  Places extent_{1, 1, 1};
  std::vector<Box> boxes_;
  std::vector<std::uint64_t> population_;
};

}  // namespace forewarp::profile
