// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What one launch asks of one device: the bridge between counts (a Profile, or hardware counters) and time. Whoever
/// fills it has already decided what the caches catch.
#include <cstdint>
#include <string>

#include "forewarp/emulate/profile/profile.hpp"
#include "forewarp/model/bounds/summary.hpp"
#include "forewarp/model/caches.hpp"
#include "forewarp/model/device/device_spec.hpp"
#include "forewarp/model/device/occupancy.hpp"

namespace forewarp::model {

/// All counts are for the whole grid. Pipe counts are warp instructions of the machine (SASS), not of PTX.
struct Demand {
  double blocks = 0, threads_per_block = 0;
  device::Occupancy occupancy;
  double issue = 0;  ///< warp instructions issued, replays left out
  double fp16 = 0, fp32 = 0, fp64 = 0, int_add = 0, int_mul = 0, shift = 0, special = 0, convert = 0, shuffle = 0,
         tensor_f16 = 0,
         tensor_tf32 = 0;        ///< warp instructions by pipe; tensor as TensorDemand has it (tensor.hpp)
  bool pipes_estimated = false;  ///< fp32, fp64 and int_add are guessed in part: counters name no pipes
  double branch = 0;             ///< control flow, part of issue
  double load_store = 0;         ///< warp-level memory requests
  double shared_wavefronts = 0;  ///< cycles of the shared-memory pipe, conflicts included
  double l1_sectors = 0;         ///< 32-byte sectors asked of L1
  double l1_wavefronts = 0;      ///< tag look-ups (128-byte lines)
  double l2_sectors = 0;         ///< sectors that reach L2, stores and atomics included
  double dram_bytes = 0;
  double dram_bytes_whole_l2 = 0;  ///< with no line twice in an L2 of two partitions; 0: the same
  double min_dram_bytes = 0;       ///< whatever the caches are like: what is unique, but for stores that L2 holds
  Caches caches = Caches::usual;
  HostAccesses host;              ///< in host memory
  double atomic_serial = 0;       ///< atomics on one address, one after the other, on the hottest address
  profile::CriticalPath path;     ///< per warp
  double l1_hit = 0, l2_hit = 0;  ///< of loads: share served by L1; of what misses there, share served by L2
  double imbalance = 1;
  double sampling_error = 0;  ///< relative standard error of the counts
  double traffic_error = 0;   ///< the same of what memory moves: sectors and bytes of L1, L2 and DRAM
};

/// The demand of an emulated launch on a device: PTX to machine instructions, cache estimates, occupancy.
/// Throws InputError when the launch does not fit the device, naming the limit.
/// Throws InputError where the device lacks an instruction of the kernel (tensor cores, asynchronous copies).
[[nodiscard]] Demand demand(const profile::Profile& profile, const device::DeviceSpec& device,
                            Caches caches = Caches::usual);
/// The same from a summary made once: what to call for many devices.
[[nodiscard]] Demand demand(const Summary& summary, const device::DeviceSpec& device, Caches caches = Caches::usual);

}  // namespace forewarp::model
