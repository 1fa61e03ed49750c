// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/device/host_copies.hpp"

namespace forewarp::device {

double host_copy_bytes_per_s(const DeviceSpec& device) {
  if (!device.integrated) return device.host_bytes_per_s * device.host_share;
  if (device.integrated_copy_bytes_per_s > 0) return device.integrated_copy_bytes_per_s;
  return device.dram_bytes_per_s * device.dram_share / 2;
}

}  // namespace forewarp::device
