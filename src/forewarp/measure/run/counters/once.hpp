// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Each job's kernel launched exactly once, and nothing else launched: what a profiler is put around. Says on `out`, a
/// line a job and in their order, what came of it, so that a reader of the profiler's file knows which launch is
/// whose:
///
///     ==FOREWARP== device NVIDIA H200
///     ==FOREWARP== launched vector_add, params -n 100000 -block 32
///     ==FOREWARP== not launched nbody, params -n 0: 'grid' is 0 along x
#include <cstdio>
#include <span>

#include "forewarp/measure/run/jobs.hpp"

namespace forewarp::run {

inline constexpr std::string_view once_device = "==FOREWARP== device ", once_launched = "==FOREWARP== launched ",
                                  once_failed = "==FOREWARP== not launched ";

/// The number of jobs that were not launched. Throws DeviceError when the device failed.
std::size_t launch_once(Device& device, std::span<const Job> jobs, std::FILE* out);

}  // namespace forewarp::run
