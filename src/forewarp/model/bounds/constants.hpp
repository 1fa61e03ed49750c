// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What the bounds model knows that no data sheet says, each figure with where it was published, and the three sets it
/// is evaluated with: the likely one, the optimistic and the pessimistic.
#include <string>

#include "forewarp/model/device/device_spec.hpp"

namespace forewarp::model {

/// Share of the peak DRAM bandwidth that copy and triad kernels reach, by memory type.
///  GDDR5, GDDR5X: 0.75-0.83; HBM2 on P100: 0.75; HBM2 on V100: 0.90; HBM1 (Fury X): 0.75-0.8
///    (Deakin et al., "GPU-STREAM" / BabelStream, ISC 2016 and IJCSE 2018; Konstantinidis & Cotronis, JPDC 2017)
///  GDDR5 with ECC in the same memory (K20, K40, K80): 0.67-0.75 (Deakin et al. 2016)
///  GDDR6 with such ECC (T4, A10): 0.69-0.80 (Jia et al. 2019)
///  GDDR6: 0.80-0.90 (Jia et al., "Dissecting the NVIDIA Turing T4", 2019; vendor bandwidthTest results)
///  HBM2e, HBM3: 0.88-0.93 (BabelStream results published by vendors for A100, H100, MI250X)
struct DramShare {
  double nominal, low, high;
};
[[nodiscard]] DramShare dram_share(const device::DeviceSpec& device);

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
  double turnaround_cycles = 0;  ///< from the end of a block to the first instruction of the one that takes its place
  bool perfect_overlap = false;  ///< resources never wait for each other
  bool whole_l2 = false;         ///< an L2 in two partitions keeps no line twice
};

/// Likely: the boost clock, or the one that the device file says is sustained above it; typical shares. Kindest: the
/// same clock, perfect overlap, best shares, a tenth less code, half the passes of shared memory (registers that return
/// in pairs before Volta too, merged loads that the counts do not show). Harshest: base clock, worst shares, and pipes
/// of which a quarter more would be needed (well-tuned SGEMM reaches 75 to 95 % of the peak on Kepler to Volta; Jia et
/// al. 2018, table 3.1, measure 83 to 93 % of the nominal shared-memory bandwidth). No range goes beyond the data
/// sheet's peaks (roof.hpp).
[[nodiscard]] Assumptions nominal(const device::DeviceSpec& device);
[[nodiscard]] Assumptions optimistic(const device::DeviceSpec& device);
[[nodiscard]] Assumptions pessimistic(const device::DeviceSpec& device);

/// Atomics on one address: one a cycle at the L2 from Kepler on (GK110 whitepaper), one in nine on Fermi (same).
[[nodiscard]] double atomics_per_cycle(const device::DeviceSpec& device);

/// Whether wide shared loads return two registers a cycle where lanes share addresses (profile/request_shape.hpp);
/// published of Volta and Turing, taken to hold since, and not before.
[[nodiscard]] bool packs_registers(const device::DeviceSpec& device);

/// Whether the L2 is two partitions, each of which caches what the SMs on its side read, so that a line read from both
/// sides is there twice: compute capability 8.0 (NVIDIA A100 whitepaper, "A100 L2 cache") and 9.0 (Chips and Cheese,
/// "Nvidia's H100: Funny L2, and Tons of Bandwidth", 2023: latency rises past half of the capacity).
[[nodiscard]] bool l2_in_two_partitions(const device::DeviceSpec& device);

/// Cycles between two blocks that an SM is given while the grid is dealt out, from Volta on. An estimate, not a
/// published figure: a block a cycle to each GPC, of 12 to 18 SMs (whitepapers of V100, A100, H100, AD102). It is felt
/// where blocks are of one or two warps and do little. Earlier devices: not known, 0. Kindest: 0; pessimistic: twice.
[[nodiscard]] double dispatch_cycles(const device::DeviceSpec& device);

/// Cycles in which the room of a block that has ended is empty, until the next one there begins: its end must reach the
/// distributor, registers and warps be set up. An estimate, not a published figure: about one trip to L2 (200 cycles
/// on Volta; Jia et al. 2018, table 3.1). It is felt where few warps are resident, as 32 blocks of 32 threads on an SM
/// that holds 64 warps. Earlier devices: not known, 0. Kindest: 0; pessimistic: twice.
[[nodiscard]] double turnaround_cycles(const device::DeviceSpec& device);

/// Bytes a cycle that one SM takes from L2: 64 from Volta on (Jia et al. 2018, table 3.1), 32 before.
[[nodiscard]] double l2_port_bytes(const device::DeviceSpec& device);

/// Whether single-precision and integer instructions share their lanes: all of them before Volta (one core, one
/// instruction), and again where half of 128 lanes do both (8.6, 8.9, 12.x; Ampere GA102 whitepaper).
[[nodiscard]] bool cores_shared(const device::DeviceSpec& device);

}  // namespace forewarp::model
