// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "forewarp/model/device/device_spec.hpp"

namespace forewarp::device {

/// Bytes per second of a large copy between pinned memory of the host and the device; 0 where that is not known.
///
///     over a link           host_bytes_per_s * host_share
///     in a memory of both   integrated_copy_bytes_per_s, or where no one published it, that of a copy on the device:
///                           dram_bytes_per_s * dram_share / 2, as each byte is read and written
///
/// Example: a Jetson Orin NX copies 25.8 GB/s (bandwidthTest); its DRAM would give 102.4 * 0.84 / 2 = 43 GB/s.
[[nodiscard]] double host_copy_bytes_per_s(const DeviceSpec& device);

}  // namespace forewarp::device
