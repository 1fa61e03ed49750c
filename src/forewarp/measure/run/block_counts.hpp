// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What CUDA Flux counts, counted by a device: the kernel's PTX gets block counters (ptx/instrument.hpp), runs once,
/// and the counters are read back.
#include "forewarp/emulate/profile/flux_counts.hpp"
#include "forewarp/measure/run/device.hpp"

namespace forewarp::run {

/// Throws Unavailable for a device that takes no PTX, DeviceError where the counters miss threads that were launched,
/// and what compiling and launching throw.
[[nodiscard]] profile::FluxCounts count_on_device(Device& device, const ptx::Module& module,
                                                  const launch::Launch& launch, ptx::CountedThreads mode);

}  // namespace forewarp::run
