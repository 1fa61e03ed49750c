// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/bounds/constants.hpp"

#include <algorithm>

#include "forewarp/model/bounds/roof.hpp"

namespace forewarp::model {

// Three sets of the same assumptions: what is expected, and what is as good and as bad as seen in
// measurements (docs/accuracy.md). Figures of a device come from its data sheet; the factors here
// are common to all devices.
double least_range(const device::DeviceSpec& device) { return device.vendor == device::Vendor::amd ? 2.7 : 1.27; }

Assumptions nominal(const device::DeviceSpec& d) {
  return {.clock_hz = peak_clock(d),
          .dram_share = d.dram_share,
          .dispatch_cycles = d.block_dispatch_cycles,
          .blocks_per_cycle = d.blocks_per_cycle,
          .store_cycles = d.block_store_cycles,
          .turnaround_cycles = d.block_turnaround_cycles,
          .host_share = d.host_share};
}

Assumptions optimistic(const device::DeviceSpec& d) {
  return {.clock_hz = peak_clock(d),
          .dram_share = d.dram_share_high,
          .work_scale = 0.9,
          .shared_scale = 0.5,
          .latency_scale = 0.85,
          .traffic_scale = 0.9,
          .dispatch_cycles = d.block_dispatch_cycles / 2,
          .blocks_per_cycle = 2 * d.blocks_per_cycle,
          .host_share = std::min(1.0, 1.1 * d.host_share),
          .host_once = true,
          .perfect_overlap = true,
          .whole_l2 = true};
}

Assumptions pessimistic(const device::DeviceSpec& d) {
  return {.clock_hz = std::min(d.base_hz > 0 ? d.base_hz : d.boost_hz, d.boost_hz),
          .dram_share = d.dram_share_low,
          .l2_share = 0.8,
          .work_scale = 1.25,
          .latency_scale = 1.25,
          .traffic_scale = 1.25,
          .dispatch_cycles = 2 * d.block_dispatch_cycles,
          .blocks_per_cycle = d.blocks_per_cycle / 2,
          .store_cycles = 2 * d.block_store_cycles,
          .turnaround_cycles = 2 * d.block_turnaround_cycles,
          .host_share = 0.8 * d.host_share};
}

}  // namespace forewarp::model
