// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The resources of a device, and for how long a launch keeps each of them busy.
#include <array>
#include <cstdint>

#include "forewarp/model/bounds/constants.hpp"
#include "forewarp/model/bounds/demand.hpp"

namespace forewarp::model {

enum class Resource : std::uint8_t {
  dispatch,   ///< of blocks to SMs
  issue,      ///< warp schedulers
  cores,      ///< lanes that single-precision and integer instructions share (where they do)
  registers,  ///< banks of the register file
  fp16,
  fp32,
  fp64,
  int_add,
  int_mul,
  shift,
  special,
  convert,
  shuffle,
  tensor,
  load_store,  ///< lanes of load/store units
  barrier,     ///< counts the warps that arrive at a barrier
  shared,
  l1,
  l2,
  l3,  ///< between L2 and DRAM, where there is one
  dram,
  atomics,
  host_link,  ///< PCI Express or NVLink to the host
  count
};
inline constexpr std::size_t resource_count = static_cast<std::size_t>(Resource::count);
[[nodiscard]] const char* name_of(Resource resource);
/// Resources past an SM's own: all SMs share them.
[[nodiscard]] constexpr bool is_shared_by_sms(Resource resource) {
  return resource == Resource::dispatch || resource == Resource::l2 || resource == Resource::l3 ||
         resource == Resource::dram || resource == Resource::atomics || resource == Resource::host_link;
}
/// Issue and the pipes of arithmetic: each scheduler has its own, but for the two lanes of double precision that an SM
/// of consumer boards has.
[[nodiscard]] constexpr bool is_of_scheduler(Resource resource, const device::DeviceSpec& device) {
  if (resource == Resource::fp64 && device.throughput.fp64 < device.schedulers) return false;
  return resource >= Resource::issue && resource <= Resource::tensor && resource != Resource::shuffle;
}
/// l1, l2, l3, dram, atomics, host_link: the resources of the memory phase between two barriers.
[[nodiscard]] constexpr bool is_memory(Resource resource) {
  return resource == Resource::l1 || (resource != Resource::dispatch && is_shared_by_sms(resource));
}

/// SM cycles for one mean block if the resource were its only limit. Each of `active_sms` busy SMs has 1 / active_sms
/// of every shared resource.
using BlockCycles = std::array<double, resource_count>;
[[nodiscard]] BlockCycles block_cycles(const Demand& demand, const device::DeviceSpec& device,
                                       const Assumptions& assumptions, double active_sms);

/// Seconds in which the link to the host is busy: the longer of its two directions, which do not wait for each other. A
/// direction needs bytes / (share * peak); reads at least (requests * latency / requests in flight). 0 where the device
/// file has no link.
[[nodiscard]] double host_link_seconds(const Demand& demand, const device::DeviceSpec& device,
                                       const Assumptions& assumptions);

/// Cycles of the arithmetic pipes and of issue for the whole grid, on one SM; the other resources are 0.
[[nodiscard]] BlockCycles pipe_cycles(const Demand& demand, const device::DeviceSpec& device);

/// Cycles that the longest warp of a block takes when it never waits for another: the critical path of a mean warp,
/// link by link, times the latencies and its spread. Where some loads are from host memory, each wait for global memory
/// has their share of waits for the link.
[[nodiscard]] double path_cycles(const Demand& demand, const device::DeviceSpec& device,
                                 const Assumptions& assumptions);

/// Cycles of a wait for global memory on the path, that of the device without load: the mean over L1, L2 and DRAM,
/// weighted by where the slowest of the loads that are waited for together comes from. Without those from host memory.
[[nodiscard]] double global_latency(const Demand& demand, const profile::CriticalPath& path,
                                    const device::DeviceSpec& device);

/// The same of the longest warp; 0 where there is none.
[[nodiscard]] double longest_warp_cycles(const Demand& demand, const device::DeviceSpec& device,
                                         const Assumptions& assumptions);

/// Cycles in which the busiest lock is taken: its acquisitions one after the other.
[[nodiscard]] double lock_cycles(const Demand& demand, const device::DeviceSpec& device,
                                 const Assumptions& assumptions);

/// What full load of DRAM adds to the path: with the utilisation U a wait takes L (1 + (1 + m) U^2) cycles, L the
/// latency without load and m how evenly reads and writes are mixed (0 one way, 1 half and half). The form and both
/// factors of 1 are from gpu-benches' stream kernels on V100 and A100 40GB; other boards are predicted with them.
[[nodiscard]] double dram_growth_cycles(const Demand& demand, const device::DeviceSpec& device,
                                        const Assumptions& assumptions);

}  // namespace forewarp::model
