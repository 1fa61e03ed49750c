// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The part of a campaign that reads power: each job that asks for it is launched back to back, several times over, and
/// left out where looping changes what its kernel leaves (run/outputs.hpp).
#include <string>

#include "forewarp/measure/run/detail/job_progress.hpp"
#include "forewarp/measure/run/detail/resident_kernels.hpp"
#include "forewarp/measure/run/run_jobs.hpp"

namespace forewarp::run::detail {

/// Reads power for the job once more and stores it. Throws InputError where it cannot be launched so.
void read_power(JobProgress& job, SampleStore& store, ResidentKernels& kernels, PowerMeter& meter);

/// The clocks and the temperature of now, with what was just taken.
void add_state(Sample& sample, const DeviceState& state);

}  // namespace forewarp::run::detail
