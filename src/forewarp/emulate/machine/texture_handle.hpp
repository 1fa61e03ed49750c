// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// From the handle of a texture or surface to its descriptor and its texels.
#include <algorithm>
#include <array>
#include <cstring>

#include "forewarp/emulate/machine/access.hpp"
#include "forewarp/emulate/machine/texture.hpp"

namespace forewarp::emu {

/// Lanes of the widest warp.
inline constexpr unsigned max_lanes = 64;

struct Texture {
  TextureDescriptor descriptor;
  std::byte* texels = nullptr;
};

/// Ends the launch with a fault where the handle, or what it points to, is none.
[[nodiscard]] Texture texture_at(Warp& warp, const MachineOp& op, LaneMask lanes, std::uint64_t handle);

/// Calls body(texture, lanes) once for each handle.
template <unsigned width, typename Body>
void for_each_texture(Warp& warp, const MachineOp& op, LaneMask active, Body&& body) {
  std::array<std::uint64_t, max_lanes> handles{};
  const std::uint64_t* const addresses = compute_addresses<width>(warp, op);
  std::copy_n(addresses, width, handles.begin());
  while (active != 0) {
    const std::uint64_t handle = handles[first_lane(active)];
    LaneMask same = 0;
    for_each_lane(active, [&](unsigned lane) { same |= LaneMask{handles[lane] == handle} << lane; });
    body(texture_at(warp, op, same, handle), same);
    active &= ~same;
  }
}

template <typename T>
T read_lane(const Warp& warp, std::uint32_t row, unsigned lane) {
  T value;
  std::memcpy(&value, warp.regs + row + std::size_t{lane} * sizeof(T), sizeof value);
  return value;
}

}  // namespace forewarp::emu
