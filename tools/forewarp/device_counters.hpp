// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Jobs counted on the GPU that is here, by Nsight Compute around forewarp_runner or by CUPTI, and what was counted as
/// columns of a table: forewarp datagen and forewarp campaign.
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "forewarp/measure/run/counters/log.hpp"
#include "forewarp/measure/run/counters/nsight.hpp"
#include "forewarp/measure/run/device.hpp"
#include "forewarp/support/table/table.hpp"

namespace forewarp::tool {

struct Collect {
  std::string device = "cuda:0", ncu = "ncu", runner;
  std::size_t batch = 32;
  bool cupti = false;  ///< CUPTI's range profiler in this process in the place of ncu
  bool retry = false;  ///< those that failed before
  std::function<bool()> stop = {};
};

/// Throws InputError for a device that is not CUDA's.
void require_cuda(const run::DeviceInfo& device);
/// Whether counting can work here, asked before anything is measured. Throws as require_cuda, and Unavailable where
/// there is no ncu or no runner.
void check_can_count(const run::DeviceInfo& device, const Collect& how);

/// Their counters to the log, as far as they are not there, with a bar; says what is not to be had here. Throws
/// Unavailable where counting cannot work or is not permitted.
run::CounterOutcome count_jobs(run::Device& device, std::span<const run::Job> jobs, run::CounterLog& log,
                               const Collect& how);

/// Entries of a log that counted something, in order; of those that failed it says so on standard error.
[[nodiscard]] std::vector<run::CounterEntry> counted_in(const std::string& log);

/// A column a metric that was measured in any of the entries, which are the rows of the table.
void add_metrics(Table& table, std::span<const run::CounterEntry> entries, const std::string& log);

}  // namespace forewarp::tool
