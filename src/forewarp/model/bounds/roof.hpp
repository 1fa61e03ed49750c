// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The least time that a data sheet allows a launch: no prediction and no low end of a range is below it.
///
///     T_min = max_r ( work_r / peak_r )         r: fp16, fp32, fp64, tensor, dram, host link
///
///     work   operations as counted; bytes that DRAM must move once under the stated assumption about the caches
///            (model/caches.hpp): everything unique that is read, and stores that L2 cannot hold; bytes
///            that cross the link to the host at least, in the direction that has more of them
///     peak   SMs * rate * clock of the data sheet, the clock being boost_hz, or sustained_hz where the device file
///            gives one; dram_bytes_per_s and host_bytes_per_s without any share
///
/// Where counters give types of operations and not pipes (feature_demand.hpp), fp32 and fp64 are left out: a guess is
/// no bound. Caches, issue slots and shared memory have no peak in a data sheet, and are left out.
#include <vector>

#include "forewarp/model/bounds/demand.hpp"
#include "forewarp/model/prediction.hpp"

namespace forewarp::model {

/// Hz that compute peaks are reached at.
[[nodiscard]] double peak_clock(const device::DeviceSpec& device);

/// work_r / peak_r for each resource that the launch uses, largest first.
[[nodiscard]] std::vector<Term> roofs_of(const Demand& demand, const device::DeviceSpec& device);

/// Relative standard errors: of operations, of the bytes that cross the link to the host, and of those that DRAM moves.
struct RoofErrors {
  double counts = 0, traffic = 0, dram = 0;
};

/// Two standard errors of sampled counts either way: times but for the overhead of the launch go with the counts.
void widen(Prediction& prediction, double sampling_error, double overhead_s);

/// Takes the roofs into the prediction and raises the time and both ends of the range to them. Counts that were sampled
/// may be too high by two standard errors: the low end may be below the roof of each resource by that much.
void raise_to_roofs(Prediction& prediction, std::vector<Term> roofs, const RoofErrors& errors = {});

}  // namespace forewarp::model
