// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Measures many jobs on one device, interleaved: every pass visits each job, in an order of its own, for a few trials,
/// and the canary runs before and after each visit (the reason is in timing.hpp). A job is done after as many trials as
/// it may have, or sooner, after `passes`, when the range of its median is narrow or it has run long enough. Where more
/// than four in five of its trials fell into slow plateaus it takes up to twice as many. A campaign that is
/// killed and started again with the same store continues where it stopped.
#include <span>
#include <string>
#include <vector>

#include "forewarp/measure/run/device.hpp"
#include "forewarp/measure/run/jobs.hpp"
#include "forewarp/measure/run/power.hpp"
#include "forewarp/measure/run/samples.hpp"
#include "forewarp/measure/run/timing.hpp"
#include "forewarp/support/progress.hpp"

namespace forewarp::run {

struct CampaignOptions {
  unsigned trials = 60;         ///< a job at most, where the job does not say
  unsigned passes = 5;          ///< at least
  double width = 0.01;          ///< narrow: 95 % range of the median over the median; 0: always all trials
  double job_seconds = 20;      ///< a job that has run for so long is done after its passes
  double pass_seconds = 1;      ///< a pass takes at least so long, so that passes are spread in time
  unsigned warmup = 2;          ///< launches of a kernel that was just made; half as many of one that was there
  std::uint64_t seed = 1;       ///< of the order within passes
  unsigned power_readings = 1;  ///< of each job that asks for power
  bool retry = false;           ///< measures jobs again that failed before
  std::uint64_t resident_bytes = std::uint64_t{2} << 30;  ///< of buffers kept between passes
  std::string program = "forewarp";                       ///< for the record
  TimingRules rules = {};
};

struct CampaignOutcome {
  std::size_t trials = 0;   ///< taken now
  std::size_t resumed = 0;  ///< that were there already
  struct Failure {
    std::string job, why;
  };
  std::vector<Failure> failures;
  bool cancelled = false;
};

/// Throws InputError when the store has a job of the same name that was something else, and for options that cannot be;
/// DeviceError when the device failed: the job that it failed in is marked, so that the next start leaves it out. A job
/// with wrong input fails alone. meter may be null: then jobs that ask for power get none.
[[nodiscard]] CampaignOutcome run_jobs(Device& device, std::span<const Job> jobs, SampleStore& store,
                                       const CampaignOptions& options = {}, Progress* progress = nullptr,
                                       PowerMeter* meter = nullptr);

}  // namespace forewarp::run
