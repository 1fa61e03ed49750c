// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "forewarp/model/bounds/constants.hpp"
#include "forewarp/model/bounds/demand.hpp"
#include "forewarp/model/device/device_spec.hpp"
#include "forewarp/model/prediction.hpp"

namespace forewarp::model {

/// Ten SMs at 1 GHz with round numbers: 4 warp instructions a cycle, 128 fp32 lanes, DRAM of 100 GB/s of which
/// 78 % can be had, no launch overhead, dispatch of blocks as on Volta.
inline device::DeviceSpec a_device() {
  device::DeviceSpec d;
  d.name = "round";
  d.vendor = device::Vendor::nvidia;
  d.compute_capability = 70;
  d.sms = 10;
  d.base_hz = d.boost_hz = 1e9;
  d.max_warps = 64;
  d.max_blocks = 32;
  d.max_threads = 2048;
  d.registers = d.registers_per_block = 65536;
  d.register_unit = 256;
  d.warp_granularity = 4;
  d.shared_bytes = d.shared_bytes_per_block = 98304;
  d.shared_unit = 256;
  d.throughput = {.fp16 = 256,
                  .fp32 = 128,
                  .fp64 = 64,
                  .int_add = 128,
                  .int_mul = 64,
                  .shift = 64,
                  .special = 16,
                  .convert = 16,
                  .warp_shuffle = 32,
                  .load_store = 32,
                  .tensor_f16 = 512};
  d.l1_bytes = 32768;
  d.l1_bytes_per_cycle = 128;
  d.shared_bytes_per_cycle = 128;
  d.l2_bytes = 1 << 20;
  d.l2_bytes_per_s = 300e9;
  d.dram_bytes_per_s = 100e9;
  d.dram_type = "plain";
  d.fp32_lanes_multiply_int = true;
  d.second_issue_needs_other_pipe = true;
  d.block_dispatch_cycles = 16;
  d.block_turnaround_cycles = 200;
  d.alu_latency = 5;
  d.fp64_latency = 8;
  d.special_latency = 20;
  d.shared_latency = 20;
  d.l1_latency = 30;
  d.l2_latency = 200;
  d.dram_latency = 400;
  d.atomic_latency = 220;
  return d;
}

inline device::Occupancy resident(std::uint32_t blocks, std::uint32_t warps_per_block) {
  device::Occupancy o;
  o.blocks_per_sm = blocks;
  o.warps_per_block = warps_per_block;
  o.warps_per_sm = blocks * warps_per_block;
  o.fraction = o.warps_per_sm / 64.0;
  return o;
}

/// Blocks of 8 warps, 8 of them on an SM: 80 resident at once.
inline Demand blocks_of_eight_warps(double blocks) {
  Demand d;
  d.blocks = blocks;
  d.threads_per_block = 256;
  d.occupancy = resident(8, 8);
  return d;
}

inline double time_of(const Prediction& p, const std::string& term) {
  for (const Term& t : p.terms)
    if (t.name == term) return t.time_s;
  return 0;
}

}  // namespace forewarp::model
