// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The three sets of assumptions that the bounds model is evaluated with: the nominal one, and for the range an
/// optimistic and a pessimistic one. Figures of the device are in data/devices, each with its source; what is defined
/// here is the spread around them.
#include "forewarp/model/device/device_spec.hpp"

namespace forewarp::model {

/// One set of assumptions about what is not known exactly.
struct Assumptions {
  double clock_hz = 0;           ///< of the SMs
  double dram_share = 0;         ///< of the peak bandwidth
  double l2_share = 1;           ///< of the published L2 bandwidth
  double work_scale = 1;         ///< on an SM's own cycles: code shorter or longer than counted, pipes not filled
  double shared_scale = 1;       ///< on passes of shared memory
  double latency_scale = 1;      ///< on all latencies
  double traffic_scale = 1;      ///< on DRAM bytes: the cache estimate may be off
  double dispatch_cycles = 0;    ///< between two blocks that an SM is given
  double blocks_per_cycle = 0;   ///< that all SMs together are given; 0: no limit
  double store_cycles = 0;       ///< from the last store of a block to the release of its place
  double turnaround_cycles = 0;  ///< from the end of a block to the first instruction of the one that takes its place
  double host_share = 1;         ///< of the peak of the link to the host
  bool host_once = false;        ///< caches keep what is read from host memory
  bool perfect_overlap = false;  ///< resources never wait for each other
  bool whole_l2 = false;         ///< an L2 in two partitions keeps no line twice
};

/// A range reaches at least this factor either way: 85 % of 92 launches of HeCBench on an RTX 3080 are within it of the
/// measured time (docs/accuracy.md); on AMD's devices 85 % of 120 configurations of two kernels on MI250X and W6600,
/// whose compilers of 2023 made other code than ours. Where DRAM or the launch limits, median errors are 3 to 5 %, and
/// the assumptions alone make the range.
[[nodiscard]] double least_range(const device::DeviceSpec& device);

/// Nominal: the boost clock, or the clock that the device file gives as sustained above it; the device's figures.
/// Optimistic: the same clock, perfect overlap, the best DRAM share, a tenth less code, half the passes of shared
/// memory (registers that return in pairs before Volta too, merged loads that the counts do not show), dispatch at half
/// the cost.
/// Pessimistic: base clock, the worst DRAM share, and pipes of which a quarter more would be needed (well-tuned SGEMM
/// reaches 75 to 95 % of the peak on Kepler to Volta; Jia et al. 2018, table 3.1, measure 83 to 93 % of the nominal
/// shared-memory bandwidth); dispatch costs twice. No range goes beyond the data sheet's peaks (roof.hpp).
/// The link to the host: the share of the device file, up to a tenth more (optimistic; no more than the peak), a fifth
/// less (pessimistic: memory of another socket, other traffic).
[[nodiscard]] Assumptions nominal(const device::DeviceSpec& device);
[[nodiscard]] Assumptions optimistic(const device::DeviceSpec& device);
[[nodiscard]] Assumptions pessimistic(const device::DeviceSpec& device);

}  // namespace forewarp::model
