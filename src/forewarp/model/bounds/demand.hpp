// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Demand of one launch on one device: the bridge between counts (a Profile, or hardware counters) and time. Cache hits
/// are already taken off.
#include <cstdint>
#include <optional>
#include <string>

#include "forewarp/emulate/profile/profile.hpp"
#include "forewarp/model/bounds/summary.hpp"
#include "forewarp/model/caches.hpp"
#include "forewarp/model/device/device_spec.hpp"
#include "forewarp/model/device/occupancy.hpp"

namespace forewarp::model {

/// Hits, 0 to 1, of a cache of `bytes` where accesses go to places spread evenly over `frames` bytes.
[[nodiscard]] inline double kept_share(double bytes, double frames) { return frames > bytes ? bytes / frames : 1; }

/// All counts are for the whole grid. Pipe counts are warp instructions of the machine (SASS), not of PTX.
struct Demand {
  double blocks = 0, threads_per_block = 0;
  double idle_blocks = 0;  ///< that return at once, besides
  double idle_share = 0;   ///< of the instructions, theirs
  device::Occupancy occupancy;
  double issue = 0;  ///< warp instructions issued, replays left out
  /// Those of them that issue in the cycle of another one, as machine code says; nothing: estimated.
  std::optional<double> paired;
  double fp16 = 0, fp32 = 0, fp64 = 0, int_add = 0, int_mul = 0, shift = 0, special = 0, convert = 0, shuffle = 0,
         tensor_f16 = 0,
         tensor_tf32 = 0;  ///< warp instructions by pipe; tensor as TensorDemand has it (tensor.hpp)
  /// Of the pipes above, products of matrices that run there: machine code has other instructions for them.
  double tensor_fp16 = 0, tensor_fp32 = 0, tensor_fp64 = 0;
  bool pipes_estimated = false;  ///< fp32, fp64 and int_add are estimates in part: counters name no pipes
  Operations operations{};       ///< of floating-point arithmetic, by unit; zeros from counters
  double register_reads = 0;     ///< of the busier bank of registers, by warps; 0 where machine code was not read
  double branch = 0;             ///< control flow, part of issue
  double load_store = 0;         ///< warp-level memory requests
  double barriers = 0;           ///< warps that arrive at one
  double constant_repeats = 0;   ///< of them, those of constant memory beyond one for each instruction
  double shared_wavefronts = 0;  ///< cycles of the shared-memory pipe, conflicts included
  double texture_reads = 0;      ///< warp instructions that read textures
  double l1_sectors = 0;         ///< 32-byte sectors requested from L1
  double l1_wavefronts = 0;      ///< cycles of L1, see Traffic
  double l2_sectors = 0;         ///< sectors that reach L2, stores and atomics included
  double l3_bytes = 0;           ///< between L2 and L3, where the device has one
  double dram_bytes = 0;
  double sectors_per_visit = 0;    ///< of DRAM's rows (dram_rows.hpp); 0: not known
  double dram_written_bytes = 0;   ///< part of dram_bytes
  double stored_sectors = 0;       ///< by the launch, to any memory of the device
  double dram_bytes_whole_l2 = 0;  ///< if an L2 of two partitions holds no line twice; 0: the same as dram_bytes
  double min_dram_bytes = 0;       ///< lower bound for any cache: distinct bytes, except stores that L2 holds
  Caches caches = Caches::usual;
  HostAccesses host;           ///< in host memory
  double atomic_serial = 0;    ///< serialised atomics on the hottest address
  profile::CriticalPath path;  ///< per warp
  profile::LongestWarp longest_warp;
  profile::Lock lock;
  double l1_hit = 0, l2_hit = 0;  ///< share of loads served by L1; share of its misses served by L2
  double l3_hit = 0;              ///< share of L2's misses served by L3
  /// Share of the load requests all of whose sectors L1 serves; not known of measured launches, as l1_hit then.
  std::optional<double> request_l1_hit;
  double imbalance = 1;
  double sampling_error = 0;  ///< relative standard error of the counts
  double traffic_error = 0;   ///< relative standard error of the requests: sectors of L1, L2 and host memory
  double dram_error = 0;      ///< relative standard error of the bytes that DRAM moves; may exceed 1
};

/// The demand of an emulated launch on a device: PTX to machine instructions, cache estimates, occupancy.
/// Throws InputError when the launch does not fit the device, naming the limit.
/// Adds the products of matrices on plain lanes to the pipes.
void add_tensor_lanes(Demand& demand);

/// Throws InputError where the device lacks an instruction of the kernel (tensor cores, asynchronous copies).
[[nodiscard]] Demand demand(const profile::Profile& profile, const device::DeviceSpec& device,
                            Caches caches = Caches::usual);
/// The same from a summary, for evaluation on many devices.
[[nodiscard]] Demand demand(const Summary& summary, const device::DeviceSpec& device, Caches caches = Caches::usual);

/// The same launch with as much, or as little, traffic as two standard errors allow beyond those of all counts, which
/// widen() adds to times. DRAM moves no more than what is requested of L2.
[[nodiscard]] Demand with_most_traffic(const Demand& demand);
[[nodiscard]] Demand with_least_traffic(const Demand& demand);

}  // namespace forewarp::model
