// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The strata of a grid: blocks by their position along each axis (first, inside or last). A sampled block at an edge
/// represents its edge only, so a partial last block or a halo is never scaled to the whole grid. Where the kernel's
/// comparisons with the block index are known, blocks with different outcomes are in different strata, too.
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "forewarp/emulate/profile/influence/block_condition.hpp"
#include "forewarp/frontend/launch/launch.hpp"

namespace forewarp::profile {

/// How finely positions are distinguished; a coarser level needs fewer blocks in a sample.
enum class StrataLevel : std::uint8_t {
  one,         ///< all blocks alike
  edges,       ///< a stratum for the last along each axis (where edges meet: along x before y before z), and the rest
  last,        ///< the last along each axis, where these meet, and the rest
  first_last,  ///< first, inside, last along each axis
};

class Strata {
 public:
  Strata() = default;
  /// Without conditions, a box of blocks each.
  Strata(launch::Dim3 grid, StrataLevel level);
  /// Each box divided by the outcomes of the conditions. Of more than `most` strata the smallest are merged, together
  /// with parts of the grid that could not be divided completely.
  Strata(launch::Dim3 grid, StrataLevel level, std::span<const BlockCondition> conditions, std::uint32_t most);

  /// Number of the stratum of a block; below count().
  [[nodiscard]] std::uint32_t of(std::uint64_t linear) const;
  [[nodiscard]] std::uint32_t count() const { return static_cast<std::uint32_t>(groups_.size()); }
  [[nodiscard]] std::uint64_t population(std::uint32_t stratum) const { return groups_[stratum].population; }
  /// Whether each condition has the same outcome in all blocks of the stratum.
  [[nodiscard]] bool is_uniform(std::uint32_t stratum) const { return groups_[stratum].is_uniform; }
  [[nodiscard]] std::span<const BlockBox> boxes(std::uint32_t stratum) const { return groups_[stratum].boxes; }
  /// The block of a stratum with this rank (below its population), in linear order within each of its boxes.
  [[nodiscard]] std::uint64_t block(std::uint32_t stratum, std::uint64_t rank) const;

 private:
  friend class StrataDivision;
  using Places = std::array<std::uint32_t, 3>;
  struct Group {
    std::vector<BlockBox> boxes;
    std::vector<std::uint64_t> ends;  ///< of their blocks, summed up
    std::uint64_t population = 0;
    bool is_uniform = true;
    void add(const BlockBox& box);
  };
  /// A box cut in two along an axis, or one that belongs to a stratum whole (axis 3).
  struct Node {
    std::uint32_t axis = 3, at = 0;  ///< blocks below `at` along the axis are those of child, the others of child + 1
    std::uint32_t child = 0;         ///< of a whole box: its stratum
  };

  Places extent_{1, 1, 1};
  std::vector<BlockBox> places_;  ///< the root of places_[k] is nodes_[k]
  std::shared_ptr<const std::vector<Node>> nodes_;
  std::vector<Group> groups_;
};

}  // namespace forewarp::profile
