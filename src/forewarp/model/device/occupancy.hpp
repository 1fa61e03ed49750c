// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Resident blocks and warps of an SM, as NVIDIA's occupancy calculator computes them, allocation units included.
///
///     warps/block W = ceil(threads / warp size)                up(x, u), down(x, u): x rounded to a multiple of u
///     by warps      = floor(max warps / W)
///     by blocks     = max blocks
///     by registers  = floor(down(R / up(r * warp size, unit), g) / W)                        a warp at a time
///                   = floor(R / up(up(W, g) * r * warp size, unit))                          a block at a time, 1.x
///                   = 0 if up(W, g) warps need more than one block may have
///     by shared     = floor(shared memory per SM / up(requested + reserved, unit))
///
/// r registers per thread, R registers of the SM, g warp granularity (the SM's register files). Source:
/// cuda_occupancy.h of the CUDA toolkit (2.x: of CUDA 6.5; from 3.0: of CUDA 13) and, for 1.x, the CUDA Occupancy
/// Calculator spreadsheet. The spreadsheet differs on 3.7 alone: it counts blocks in each half of the SM's registers,
/// the header across both. AMD's CUs fit the same equations: registers are VGPRs times lanes, g is the SIMDs of a CU
/// (LLVM, AMDGPUBaseInfo.cpp).
#include <cstdint>
#include <string>

#include "forewarp/model/device/device_spec.hpp"

namespace forewarp::device {

struct BlockDemand {
  std::uint32_t threads = 0;
  std::uint32_t registers_per_thread = 0;
  std::uint64_t shared_bytes = 0;  ///< static and dynamic
};

enum class OccupancyLimit : std::uint8_t { warps, blocks, registers, shared_memory };

/// Each limit alone, in blocks per SM; 0 where not even one block fits.
struct OccupancyLimits {
  std::uint32_t by_warps = 0, by_blocks = 0, by_registers = 0, by_shared_memory = 0;
};

struct Occupancy {
  std::uint32_t blocks_per_sm = 0;
  std::uint32_t warps_per_block = 0;
  std::uint32_t warps_per_sm = 0;
  double fraction = 0;  ///< warps_per_sm over the device's most
  OccupancyLimit limit{};
  OccupancyLimits limits;
};

/// Throws InputError naming the limit that is broken when not even one block fits.
[[nodiscard]] Occupancy occupancy(const DeviceSpec& device, const BlockDemand& block);
[[nodiscard]] const char* name_of(OccupancyLimit limit);

}  // namespace forewarp::device
