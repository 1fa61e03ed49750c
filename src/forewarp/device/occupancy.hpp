// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Resident blocks and warps of an SM, as NVIDIA's occupancy calculator computes them, allocation units included.
#include <cstdint>
#include <string>

#include "forewarp/device/device_spec.hpp"

namespace forewarp::device {

struct BlockDemand {
  std::uint32_t threads = 0;
  std::uint32_t registers_per_thread = 0;
  std::uint64_t shared_bytes = 0;  ///< static and dynamic
};

enum class OccupancyLimit : std::uint8_t { warps, blocks, registers, shared_memory };

struct Occupancy {
  std::uint32_t blocks_per_sm = 0;
  std::uint32_t warps_per_block = 0;
  std::uint32_t warps_per_sm = 0;
  double fraction = 0;  ///< warps_per_sm over the device's most
  OccupancyLimit limit{};
};

/// Throws InputError naming the limit that is broken when not even one block fits.
[[nodiscard]] Occupancy occupancy(const DeviceSpec& device, const BlockDemand& block);
[[nodiscard]] const char* name_of(OccupancyLimit limit);

}  // namespace forewarp::device
