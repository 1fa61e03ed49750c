// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The share of a block's sectors that its neighbour touches, too.
#include <map>

#include "forewarp/emulate/profile/block_footprint.hpp"
#include "forewarp/frontend/launch/launch.hpp"

namespace forewarp::profile {

/// Weighted sectors of some blocks, and those of them that the next block along an axis touches as well.
struct OverlapSums {
  std::array<std::uint64_t, 3> common{}, all{};
  void add(unsigned axis, std::uint64_t weight, std::uint64_t common_weight) {
    all[axis] += weight;
    common[axis] += common_weight;
  }
  /// What it is where nothing was compared: an axis of one block has no neighbours, and its factor of the footprint
  /// is 1.
  [[nodiscard]] Overlap shares(double otherwise = 1) const;
};

struct Overlaps {
  std::vector<OverlapSums> slots;         ///< a site's sectors against the same site's in the neighbour
  std::vector<OverlapSums> buffers;       ///< a buffer's sectors against all of the neighbour's
  std::vector<OverlapSums> buffer_bytes;  ///< bytes of them, the same
  std::vector<OverlapSums> visits;        ///< to pieces that both visit at the same time
};

/// Compares every sampled block with its sampled neighbours at +x, +y, +z.
[[nodiscard]] Overlaps compare_neighbours(const std::map<std::uint64_t, BlockSectors>& blocks, launch::Dim3 grid,
                                          std::size_t slots, const BufferMap& buffers);

}  // namespace forewarp::profile
