// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Requests made by hand.
#include <array>
#include <cstdint>

#include "forewarp/emulate/machine/observer.hpp"

namespace forewarp::profile::test {

inline constexpr emu::LaneMask all_lanes = 0xffffffff;

/// One request with an address for each of 64 lanes.
struct Request {
  std::array<std::uint64_t, 64> addresses{};
  emu::Access access{};

  template <typename AddressOfLane>
  Request(ptx::StateSpace space, unsigned bytes, AddressOfLane address, emu::LaneMask active = all_lanes,
          emu::AccessKind kind = emu::AccessKind::load, std::uint32_t site = 0) {
    for (unsigned lane = 0; lane < 64; ++lane) addresses[lane] = address(lane);
    access = {site, space, kind, static_cast<std::uint16_t>(bytes), active, addresses.data()};
  }
  Request(const Request& other) : addresses(other.addresses), access(other.access) {
    access.addresses = addresses.data();
  }
  Request& operator=(const Request&) = delete;
};

/// Lane i at base + i * stride.
inline auto affine(std::uint64_t base, std::uint64_t stride) {
  return [=](unsigned lane) { return base + lane * stride; };
}

}  // namespace forewarp::profile::test
