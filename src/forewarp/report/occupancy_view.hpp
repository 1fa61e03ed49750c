// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// How many blocks of a shape an SM holds, what stops one more, and each limit alone; on several devices or over the
/// block sizes of one.
///
///     100 % of the warps of an SM of V100 with 256 threads a block, ...; 8 blocks fit; limited by warps
///
///     device    threads  blocks  warps  occupancy  limited by  warps  blocks  registers  shared
///     V100          256       8     64      100 %  warps           8      32          8      24
///     RTX 3090      256     6     48      100 %  warps           6      16          8      20
///     T4, 2048 threads: 2048 threads per block exceed what T4 allows: at most 1024
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "forewarp/model/device/occupancy.hpp"

namespace forewarp::report {

/// One block shape on one device, whether it fits or not.
struct OccupancyCase {
  std::string device;
  device::BlockDemand block;
  std::optional<device::Occupancy> occupancy;
  std::string reason;  ///< why it does not fit, the text of the error
};

[[nodiscard]] OccupancyCase occupancy_case(const device::DeviceSpec& device, const device::BlockDemand& block);
/// The same block at every whole number of warps that a block of the device may have.
[[nodiscard]] std::vector<OccupancyCase> occupancy_sweep(const device::DeviceSpec& device, device::BlockDemand block);

[[nodiscard]] std::string occupancy_text(std::span<const OccupancyCase> cases);
/// An array of objects; "fits" is false and "reason" given where not even one block fits.
[[nodiscard]] nlohmann::json occupancy_json(std::span<const OccupancyCase> cases);
[[nodiscard]] std::string occupancy_csv(std::span<const OccupancyCase> cases);

}  // namespace forewarp::report
