// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// All advice for a program: per kernel that of the launch that takes most of its time, longest kernel first.
///
///     advice for jacobi(float const*, float*, int), 98 % of the kernels' time on H100
///     grid 32x32x1, block 16x16x1
///
///     H100: memory-bound: dram is busy 93 % of the time; ...
///       1. S10 Improve read and write memory coalescing: ...
#include <span>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "forewarp/model/caches.hpp"
#include "forewarp/model/device/device_spec.hpp"
#include "forewarp/runtime/recording.hpp"

namespace forewarp::report {

/// The recording has details. devices: those of the run.
[[nodiscard]] std::string program_advice_text(const runtime::Recording& recording,
                                              std::span<const device::DeviceSpec> devices, model::Caches caches);
/// [{"kernel", "distinct": id of the launch, "grid", "block", "advice": advice_json()}]
[[nodiscard]] nlohmann::ordered_json program_advice_json(const runtime::Recording& recording,
                                                         std::span<const device::DeviceSpec> devices,
                                                         model::Caches caches);

}  // namespace forewarp::report
