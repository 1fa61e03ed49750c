// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/device/clocks.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "forewarp/support/error.hpp"

namespace forewarp::device {

/// Latencies are in core cycles. Those inside of the SM and up to L2 keep their cycles at any
/// clock; the part of the DRAM latency beyond L2 keeps its time. Example: L2 200 and DRAM 500
/// cycles at 1.5 GHz; at 0.75 GHz DRAM takes 200 + 300 * 0.5 = 350 cycles, of which 150 are 200 ns
/// as before.
DeviceSpec at_clocks(const DeviceSpec& device, double core_hz, double memory_hz) {
  for (const double hz : {core_hz, memory_hz})
    if (!std::isfinite(hz) || hz <= 0) throw InputError(fmt::format("a clock must be above 0 Hz, got {}", hz));
  const double core = core_hz / device.boost_hz;
  DeviceSpec other = device;
  other.base_hz = std::min(device.base_hz, core_hz);
  other.boost_hz = core_hz;
  // A clock that is set is held: nothing boosts beyond it.
  other.sustained_hz = 0;
  other.tensor_hz = std::min(device.tensor_hz, core_hz);
  other.memory_hz = memory_hz;
  other.l2_bytes_per_s *= core;
  other.dram_bytes_per_s *= memory_hz / device.memory_hz;
  other.dram_latency = device.l2_latency + (device.dram_latency - device.l2_latency) * core;
  other.peak_fp32_flops *= core;
  return other;
}

}  // namespace forewarp::device
