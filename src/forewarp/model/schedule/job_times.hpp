// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// From jobs as they are described to a problem: every launch of a job is emulated once and predicted for each GPU.
///
///     t(j, g)   = input bytes / link + sum over launches of count * predicted time, and the same of both range ends
///     P(j, g)   = what the job states; else what a trained model answers; else the usual share of the board power
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "forewarp/frontend/kernel/kernel.hpp"
#include "forewarp/model/caches.hpp"
#include "forewarp/model/device/device_spec.hpp"
#include "forewarp/model/schedule/jobs_file.hpp"
#include "forewarp/model/schedule/problem.hpp"
#include "forewarp/support/progress.hpp"

namespace forewarp::schedule {

/// Power over board power of 50 kernels at their boards' own clocks (V100 PCIe, GTX 1080 Ti; data of HKBU-HPML's
/// GPU-DVFS-Job-Schedule): median, and the range that leaves out a tenth on each side.
inline constexpr Range board_power_share = {0.71, 0.55, 0.92};

/// Watts while the kernel runs on the device, of a trained model; nothing where there is none.
using PowerOf = std::function<std::optional<Range>(const kernel::Kernel& kernel, const device::DeviceSpec& device)>;

struct PredictOptions {
  model::Caches caches = model::Caches::usual;
  PowerOf power_of = {};
  Progress* progress = nullptr;
};

struct PredictedJobs {
  Problem problem;
  /// By job and GPU, where every job states it for every GPU that can run it; else empty.
  std::vector<std::vector<double>> actual_s;
  std::vector<std::string> notes;
};

/// A device twice is two GPUs. Throws InputError where a job names a device that is not among them, a kernel cannot be
/// loaded or runs on none of the devices, and as check().
[[nodiscard]] PredictedJobs predicted_jobs(const JobsFile& file, std::span<const device::DeviceSpec> devices,
                                           const PredictOptions& options = {});

}  // namespace forewarp::schedule
