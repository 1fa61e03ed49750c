// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// How long a launch takes: launch overhead, waves with their tail, and in each wave the resources as they overlap.
///
///     T = T_launch + ( floor(W) r(n) + r(n_last) + (I - 1) min(r, r_1) / max(1, W) ) / f
///
///     T_launch  of an empty kernel, s                                    data sheet: launch_overhead_s
///     W         waves: blocks / (resident blocks per SM * SMs); after hasan2014, eq. 1, but the last, partial wave
///               takes the time of the warps it has, on the SMs that have any
///               (L2 and DRAM serve the blocks that there are)
///     r(n)      cycles in which an SM serves n resident warps once: queueing.hpp, with the warps of a scheduler as
///               customers and a station for each resource,
///                   D_i = (work of a block for resource i) / (its rate per cycle) / warps per block cycles
///                   A   = max(path, largest D of memory + largest D of the rest)                    cycles
///               so r is never less than n max D_i (roofline) nor than the critical path (Little's law: n warps a
///               path keep n / path going); in between resources overlap as n customers let them
///     dispatch  is one of the resources: blocks come to the SMs one by one; where there is more than one wave, the
///               room of a block that ends stays empty for a while, which counts as path (constants.hpp)
///     DRAM      answers later the busier it is (resource_cycles.hpp, dram_growth_cycles()), and moves more bytes where
///               they all go one way; it opens a row for each piece of memory that is asked for (dram_rows.hpp)
///     host link is one of the resources, where buffers are in host memory (resource_cycles.hpp)
///     path      links of a warp's critical path times latencies (ILP and memory-level parallelism are in the links)
///     barriers  where there is a barrier for each wait for global memory, blocks are the customers, with two stations,
///               memory and the rest: a block that is loading does not compute
///     I         imbalance: most expensive block over the mean; what it has more to do is done when the others have
///               ended, at the pace of a block that has an SM, L2 and DRAM for itself (r_1 cycles for a mean block)
///     longest   warp: T is at least the time at which its block begins, in the order of launch, plus its critical path
///     lock      T is at least the acquisitions of the busiest lock times the path of one (emulate/profile/waits.hpp)
///     f         SM clock, Hz
///
/// The range is widened by the factor 1 + 2 e either way, e the relative standard error of counts that were sampled.
/// Neither the time nor the range is below what the data sheet allows (roof.hpp).
///
/// Rates and latencies are the device's data sheet; shares of peaks and the three sets of assumptions (likely, and for
/// the range optimistic and pessimistic) are listed with their sources in constants.hpp. No optimiser saw measured
/// times; docs/accuracy.md lists the choices that did.
#include "forewarp/model/bounds/demand.hpp"
#include "forewarp/model/prediction.hpp"

namespace forewarp::model {

/// The note of every prediction for an architecture without comparisons ([[checked]]).
inline constexpr const char* unchecked_times_note =
    "unchecked: times predicted for this architecture were never compared with measured ones (docs/accuracy.md)";

/// The note of a prediction about the checks of its architecture: the one above, or "times checked: ..." with the
/// comparisons of the device file.
[[nodiscard]] std::string checked_times_note(const device::DeviceSpec& device);

/// After the device's name, where the launch uses host memory and the file has no link to the host.
inline constexpr const char* unknown_host_link_note =
    " has no link to the host (host_gb_per_s): buffers in host memory are taken to be in the device's own, and the "
    "time is a lower bound";

/// Throws InputError for a demand without blocks or a device without clock, SMs or bandwidth.
[[nodiscard]] Prediction bounds(const Demand& demand, const device::DeviceSpec& device);

}  // namespace forewarp::model
