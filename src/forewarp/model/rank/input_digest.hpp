// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>
#include <string>

#include "forewarp/model/device/device_spec.hpp"
#include "forewarp/model/rank/rank.hpp"

namespace forewarp::rank {

/// A digest of what a ranking works on: devices, configurations, and code and launch of the first configuration that
/// compiles (of the first 16), for which the sources, headers, the compiler and its flags must agree. Processes that
/// share a ranking compare it. Throws Unavailable where no compiler is there.
[[nodiscard]] std::string input_digest(const RankOptions& options, std::span<const device::DeviceSpec> devices);

}  // namespace forewarp::rank
