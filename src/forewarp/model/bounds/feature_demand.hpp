// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Demand and Features are two spellings of one thing: named numbers for models that learn, a struct for the ones that
/// compute.
#include "forewarp/frontend/launch/launch.hpp"
#include "forewarp/model/bounds/demand.hpp"
#include "forewarp/model/feature/features.hpp"

namespace forewarp::model {

/// The demand that features describe. Needs warp_instructions; pipes and traffic that are missing count as nothing.
/// Occupancy follows from registers_per_thread and shared_bytes_per_cta; where those are missing from
/// achieved_occupancy, else it is as high as warps and blocks allow. Where there is no critical path (counters see
/// none) it is estimated, with 1.5 instructions of a warp in flight and two loads from global memory (Hong and Kim,
/// ISCA 2009, take one of each; Volkov, "Understanding Latency Hiding on GPUs", 2016, finds one to four), a branch
/// after the other; what no counter classifies is counted with the integers, and instructions are spread evenly over
/// the floating-point and the integer pipe, as compilers do.
/// Throws InputError when the launch does not fit.
[[nodiscard]] Demand demand_from(const feature::Features& features, const launch::Launch& launch,
                                 const device::DeviceSpec& device);

/// The features that demand_from() reads back as the same demand, but for the spread of the warps of a block and the
/// longest warp, which no feature says.
[[nodiscard]] feature::Features features_of(const Demand& demand);

}  // namespace forewarp::model
