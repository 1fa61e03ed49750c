// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// forewarp datagen on hardware: a list of launches becomes jobs for forewarp_runner, which Nsight Compute is put
/// around, and what it counted becomes samples. The parts can be done on different machines.
#include <filesystem>
#include <string>
#include <vector>

#include "device_counters.hpp"
#include "forewarp/model/advise/classes.hpp"
#include "forewarp/support/table/table.hpp"

namespace forewarp::tool {

/// The launches as a job file; the PTX of each kernel goes once into a folder ptx/ beside it. `capability` is the
/// device's, 70 for 7.0.
void write_launch_jobs(const std::vector<advise::LaunchLine>& lines, unsigned capability,
                       const std::filesystem::path& file);

/// Their counters to the log, as far as they are not there. Throws Unavailable where there is no GPU, no ncu, no
/// runner or no permission.
void collect_counters(const std::vector<advise::LaunchLine>& lines, const std::filesystem::path& log,
                      const Collect& how);

/// The samples of a log: line, class, size, device, then the metrics that were measured. Launches that failed are left
/// out and told on standard error.
[[nodiscard]] Table read_samples(const std::filesystem::path& log, const std::vector<advise::KernelClass>& classes);

/// What a sample is grouped by: the kernel and its largest parameter; and its class.
[[nodiscard]] std::string size_of(const advise::LaunchLine& line);
[[nodiscard]] std::string class_of(const std::vector<advise::KernelClass>& classes, const std::string& kernel);

}  // namespace forewarp::tool
