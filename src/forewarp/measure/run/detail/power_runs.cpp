// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/measure/run/detail/power_runs.hpp"

#include <chrono>

#include <fmt/format.h>

#include "forewarp/measure/run/outputs.hpp"

namespace forewarp::run::detail {
namespace {

double now_s() { return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count(); }

double known(double value) { return value > 0 ? value : not_measured; }

/// The buffers after one launch, or nothing where two more launches change them: a loop of such a kernel does different
/// work each time, so its power is not that of one launch.
std::optional<Outputs> after_one_launch(Kernel& kernel, const Job& job) {
  kernel.refill();
  (void)kernel.launch(job.shape);
  Outputs first = outputs_of(kernel, job.arguments);
  (void)kernel.launch_many(job.shape, 2);
  if (!same_outputs(first, outputs_of(kernel, job.arguments), job.arguments)) return std::nullopt;
  return first;
}

Sample sample_of(const JobProgress& job, const PowerReading& reading) {
  Sample sample{.device = job.record.device,
                .job = job.job->id,
                .kind = SampleKind::power,
                .trial = static_cast<std::uint32_t>(job.powers),
                .pass = 0,
                .seconds = reading.seconds,
                .clock = Clock::host,
                .at_s = now_s(),
                .launches = reading.launches,
                .watts = reading.watts,
                .idle_watts = job.idle_watts,
                .joules = known(reading.joules),
                .host_seconds = reading.seconds};
  add_state(sample, reading.state);
  return sample;
}

/// Stored, so that a continued campaign does not try again.
void leave_out(JobProgress& job, SampleStore& store) {
  job.no_power = true;
  store.set(job.record.device, no_power_setting(*job.job), "looping changes what the kernel leaves");
}

}  // namespace

void add_state(Sample& sample, const DeviceState& state) {
  sample.sm_clock_hz = known(state.sm_clock_hz);
  sample.memory_clock_hz = known(state.memory_clock_hz);
  sample.celsius = known(state.celsius);
}

void read_power(JobProgress& job, SampleStore& store, ResidentKernels& kernels, PowerMeter& meter) {
  Kernel& kernel = *kernels.get(*job.job).kernel;
  PowerRules rules;
  std::optional<Outputs> before;
  if (job.idle_watts > 0) {
    rules.idle_s = 0;  // was measured before the first reading
  } else {
    before = after_one_launch(kernel, *job.job);
    // The first reading of a job checks that looping is allowed; later ones may rely on it, as the
    // check costs three launches and two transfers of all buffers.
    if (!before) return leave_out(job, store);
  }
  const PowerReading reading = measure_power(kernel, job.job->shape, meter, job.job->power_s, rules);
  // Thousands of launches later the results must still be those of one launch (braun2020, section
  // 4.1). Only then is the power that of the kernel as it is launched once.
  if (before && !same_outputs(*before, outputs_of(kernel, job.job->arguments), job.job->arguments))
    return leave_out(job, store);
  if (rules.idle_s > 0) job.idle_watts = reading.idle_watts;
  store.set(job.record.device, update_setting, fmt::format("{}", reading.update_period_s));
  store.put(sample_of(job, reading));
  ++job.powers;
}

}  // namespace forewarp::run::detail
