// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Counters of jobs from CUPTI's range profiler in this very process, without ncu: a range is a kernel, CUPTI repeats
/// it for as many passes as the metrics need and restores what it wrote in between. Metrics have Nsight Compute's names
/// and base units; what comes of a job is written as ncu would (counters/log.hpp), so that one reader serves both.
///
/// Tests have compared the parameters with CUPTI's headers, have queried the real library for configurations of several
/// chips and have gone through all calls with a fake one; that a GPU counts is still to be seen on one.
#include <span>
#include <string>
#include <vector>

#include "forewarp/measure/run/counters/log.hpp"
#include "forewarp/measure/run/counters/nsight.hpp"
#include "forewarp/measure/run/jobs.hpp"

namespace forewarp::run {

struct CuptiOptions {
  std::vector<std::string> metrics;
  bool retry = false;
  std::function<void(std::size_t done, std::size_t total)> progress = {};
  std::function<bool()> stop = {};  ///< polled between jobs
};

/// Every job's counters to the log, those that are there left alone. Throws Unavailable where the device is not
/// CUDA's, there is no CUPTI of 12.6 or later, the device is older than Turing, or permission is missing; DeviceError
/// when the device failed: the job that it failed in is marked, so that the next start leaves it out.
CounterOutcome collect_with_cupti(Device& device, std::span<const Job> jobs, CounterLog& log,
                                  const CuptiOptions& options);

/// What of the metrics CUPTI has for a chip ("GH100"), and the passes that these take together. Needs no GPU.
struct ChipMetrics {
  std::vector<std::string> known, unknown;
  std::size_t passes = 0;
};
[[nodiscard]] ChipMetrics cupti_metrics(const std::string& chip, std::span<const std::string> metrics);

}  // namespace forewarp::run
