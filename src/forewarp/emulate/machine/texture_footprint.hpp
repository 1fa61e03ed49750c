// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Which texels the lanes of a read need, and their weights: the address modes and the filter of the CUDA C++
/// programming guide, "Texture Fetching".
#include <array>
#include <cstdint>

#include "forewarp/emulate/machine/texture_access.hpp"
#include "forewarp/emulate/machine/texture_handle.hpp"

namespace forewarp::emu {

/// Where a coordinate is outside and the border is read.
inline constexpr std::int64_t outside_texture = -1;
inline constexpr unsigned max_corners = 8;  ///< of a read that is filtered along three axes

/// A texel that a lane reads: its offset from the first one of the texture, or outside_texture for the border.
struct Corner {
  std::int64_t offset;
  float weight;
};
/// Offsets and weights lie together: GCC 12.2 reorders the stores to two arrays of this kind wrongly.
struct Corners {
  unsigned count = 1;
  std::array<std::array<Corner, max_lanes>, max_corners> texels;
};

/// Fills in the corners of these lanes: one, or two along each axis that is filtered.
void set_corners(const Warp& warp, const MachineOp& op, const TextureControl& control, const TextureDescriptor& texture,
                 bool between, LaneMask lanes, Corners& corners);

}  // namespace forewarp::emu
