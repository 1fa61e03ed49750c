// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/measure/run/run_jobs.hpp"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <thread>

#include <fmt/format.h>

#include "forewarp/measure/run/canary.hpp"
#include "forewarp/measure/run/detail/job_progress.hpp"
#include "forewarp/measure/run/detail/power_runs.hpp"
#include "forewarp/measure/run/detail/resident_kernels.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/random.hpp"

namespace forewarp::run {
namespace {

using detail::JobProgress;

constexpr double seconds_between_canaries = 0.5;
constexpr unsigned attempts = 3;  // per job that ends the process before its first sample

double now_s() { return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count(); }

std::string host_name() {
  char name[256] = {};
  return ::gethostname(name, sizeof name - 1) == 0 ? name : "";
}

/// One campaign on one device. Instead of all trials of a job at once it makes passes over all jobs, in a new random
/// order each, so that drift of clocks or temperature affects every job alike and not one job fully. Between jobs, and
/// after every half second of kernel time within one, the canary (a fixed arithmetic kernel) runs; its times show when
/// the device was slow.
///
/// Invariant: the store holds every sample as soon as it is taken, and all state (at_) can be rebuilt from it, so an
/// interrupted campaign continues where it stopped. The set of jobs done is only evaluated between passes, as it costs
/// a look at every sample.
///
/// Example: 30 trials, 3 passes: visits of 30 / (3 * 3) = 3 trials; after three passes a job with 9 trials may be done
/// if its confidence range is narrow enough, else each further pass adds 3 up to 30 (60 on a busy machine).
class Campaign {
 public:
  Campaign(Device& device, std::span<const Job> jobs, SampleStore& store, const CampaignOptions& options,
           Progress* progress, PowerMeter* meter)
      : device_(device),
        store_(store),
        options_(options),
        progress_(progress),
        meter_(meter),
        key_(device_key(device.info())),
        kernels_(device, options.resident_bytes),
        at_(detail::resume(store.read(), jobs, key_, options.retry)) {
    outcome_.resumed = at_.trials;
  }

  CampaignOutcome run() {
    begin_session();
    read_idle_power();
    look_what_is_done();
    if (!all_done()) canary_.emplace(device_, at_.canary_iterations);
    if (canary_ && at_.canary_iterations == 0)
      store_.set(key_, detail::canary_setting, std::to_string(canary_->iterations()));
    for (unsigned pass = 0; !all_done() && !cancelled(); ++pass) run_pass(pass);
    read_power();
    for (const JobProgress& job : at_.jobs)
      if (job.failed()) outcome_.failures.push_back({job.job->id, job.record.failure});
    outcome_.cancelled = cancelled();
    return outcome_;
  }

 private:
  [[nodiscard]] bool cancelled() const { return progress_ != nullptr && progress_->cancelled(); }

  void begin_session() {
    const DeviceInfo& info = device_.info();
    store_.put(Session{.device = key_,
                       .at_s = now_s(),
                       .host = host_name(),
                       .program = options_.program,
                       .synthetic = info.synthetic,
                       .facts = {{"spec", info.spec},
                                 {"name", info.name},
                                 {"vendor", info.vendor},
                                 {"driver", info.driver},
                                 {"version", info.version},
                                 {"platform", info.platform},
                                 {"kind", info.kind},
                                 {"compute_units", std::to_string(info.compute_units)},
                                 {"clock_hz", fmt::format("{}", info.clock_hz)},
                                 {"memory_bytes", std::to_string(info.memory_bytes)}}});
  }

  /// Once per pass, as it evaluates every run of the canary and every trial.
  void look_what_is_done() {
    // Jobs that are not done count with their usual number of trials, so the expected total can
    // grow on a busy machine.
    const Plateaus plateaus(at_.canary_runs, options_.rules);
    expected_ = 0;
    for (JobProgress& job : at_.jobs) {
      job.done = detail::is_done(job, plateaus, options_);
      expected_ += job.done ? job.trials.size() : detail::max_trials(job, options_);
    }
  }
  [[nodiscard]] bool all_done() const {
    return std::all_of(at_.jobs.begin(), at_.jobs.end(), [](const JobProgress& job) { return job.done; });
  }

  /// Passes start at least pass_seconds apart, so that trials of a job spread over time.
  void run_pass(unsigned pass) {
    std::vector<JobProgress*> order;
    for (JobProgress& job : at_.jobs)
      if (!job.done && job.trials.size() < detail::target_of(job, pass, options_)) order.push_back(&job);
    if (order.empty()) return;
    // The order depends only on the seed, the number of the pass and the jobs that remain. A new
    // order in each pass means that no job always follows the same other one (which may leave the
    // caches or the clocks in a state that changes the other).
    SplitMix(options_.seed, pass).shuffle(std::span(order));
    const auto begin = std::chrono::steady_clock::now();
    run_canary(pass);
    for (JobProgress* job : order) {
      if (cancelled()) return;
      visit(*job, pass);
      run_canary(pass);
    }
    look_what_is_done();
    if (!all_done()) std::this_thread::sleep_until(begin + std::chrono::duration<double>(options_.pass_seconds));
  }

  /// Also records power, clocks and temperature where a meter exists, and any thermal or power throttling.
  void run_canary(unsigned pass) {
    const LaunchTime time = canary_->run();
    Sample sample{.device = key_,
                  .job = "",
                  .kind = SampleKind::canary,
                  .trial = at_.next_canary++,
                  .pass = pass,
                  .seconds = time.seconds,
                  .clock = time.clock,
                  .at_s = now_s(),
                  .launches = 3};
    if (meter_ != nullptr) {
      sample.watts = meter_->watts();
      const DeviceState state = meter_->state();
      detail::add_state(sample, state);
      note_slowdown(state);
    }
    store_.put(sample);
    at_.canary_runs.push_back({sample.seconds, sample.at_s});
  }

  void note_slowdown(const DeviceState& state) {
    if (state.slowed_by_heat) store_.set(key_, "slowed by heat", fmt::format("{}", now_s()));
    if (state.slowed_by_power) store_.set(key_, "slowed by power", fmt::format("{}", now_s()));
  }

  /// Wrong input makes this job fail; a device that fails makes the campaign fail, and this job with it.
  void visit(JobProgress& job, unsigned pass) {
    try {
      mark_start(job);
      if (!job.failed()) take_trials(job, pass);
    } catch (const InputError& error) {
      fail(job, error.what());
    } catch (const Unavailable& error) {
      fail(job, error.what());
    } catch (const DeviceError& error) {
      fail(job, error.what());
      throw;
    }
  }

  /// A kernel that ends the process (an illegal address on a CPU device) is marked as failed after three attempts. The
  /// attempt is stored before the launch, so that it counts even if the process dies.
  void mark_start(JobProgress& job) {
    if (!job.trials.empty()) return;
    if (job.started >= attempts && !options_.retry)
      return fail(job, fmt::format("ended the process {} times before its first sample", job.started));
    store_.set(key_, detail::started_setting(*job.job), std::to_string(++job.started));
  }

  void fail(JobProgress& job, const std::string& why) {
    job.record.failure = why;
    store_.put(job.record);
    job.done = true;
    kernels_.drop(*job.job);
  }

  /// A kernel that stayed resident needs only half of the warm-up.
  void take_trials(JobProgress& job, unsigned pass) {
    const auto [kernel, is_new] = kernels_.get(*job.job);
    if (!job.has_record) {
      job.record.kernel = kernel->info();
      store_.put(job.record);
      job.has_record = true;
    }
    const unsigned warmup = is_new ? options_.warmup : options_.warmup / 2;
    for (unsigned i = 0; i < warmup; ++i) (void)kernel->launch(job.job->shape);
    const std::size_t target = detail::target_of(job, pass, options_);
    double since_canary = 0;
    while (job.trials.size() < target && !cancelled()) {
      if (since_canary > seconds_between_canaries) run_canary(pass), since_canary = 0;
      since_canary += take_trial(job, *kernel, pass);
    }
  }

  /// Refill and flush precede the launch and are not part of its time.
  double take_trial(JobProgress& job, Kernel& kernel, unsigned pass) {
    if (job.job->refill) kernel.refill();
    if (job.job->cold) device_.flush_caches();
    const LaunchTime time = kernel.launch(job.job->shape);
    Sample sample{.device = key_,
                  .job = job.job->id,
                  .trial = static_cast<std::uint32_t>(job.trials.size()),
                  .pass = pass,
                  .seconds = time.seconds,
                  .clock = time.clock,
                  .at_s = now_s(),
                  .host_seconds = time.host_seconds > 0 ? time.host_seconds : not_measured};
    if (meter_ != nullptr) detail::add_state(sample, meter_->state());
    store_.put(sample);
    job.trials.push_back({sample.seconds, sample.at_s});
    job.spent_s += sample.seconds;
    ++outcome_.trials;
    if (progress_ != nullptr) progress_->advance(outcome_.resumed + outcome_.trials, expected_, job.job->id);
    return time.seconds;
  }

  /// Round by round over all jobs, so that drift affects each of them a little.
  void read_power() {
    for (unsigned round = 0; round < options_.power_readings; ++round)
      for (JobProgress& job : at_.jobs) {
        if (cancelled()) return;
        if (!wants_power(job) || job.powers > round) continue;
        try {
          detail::read_power(job, store_, kernels_, *meter_);
          if (progress_ != nullptr) progress_->advance(expected_, expected_, "power of " + job.job->id);
        } catch (const InputError& error) {
          fail(job, error.what());
        }
      }
  }
  [[nodiscard]] bool wants_power(const JobProgress& job) const {
    return meter_ != nullptr && job.job->power_s > 0 && !job.no_power && !job.failed();
  }

  /// Before any job runs, once per store.
  void read_idle_power() {
    constexpr double seconds = 2;
    if (at_.has_idle_power || cancelled()) return;
    if (std::ranges::none_of(at_.jobs, [this](const JobProgress& job) { return wants_power(job); })) return;
    store_.set(key_, detail::idle_setting, fmt::format("{}", measure_idle_power(*meter_, seconds)));
  }

  Device& device_;
  SampleStore& store_;
  const CampaignOptions& options_;
  Progress* progress_;
  PowerMeter* meter_;
  std::string key_;
  ResidentKernels kernels_;
  detail::Resumed at_;
  std::optional<Canary> canary_;
  std::size_t expected_ = 0;
  CampaignOutcome outcome_;
};

void check(const CampaignOptions& options) {
  if (options.trials < 1 || options.passes < 1) throw InputError("at least one trial and one pass are needed");
  if (!(options.width >= 0) || !(options.job_seconds >= 0) || !(options.pass_seconds >= 0))
    throw InputError("the width, the seconds of a job and of a pass cannot be negative");
}

}  // namespace

CampaignOutcome run_jobs(Device& device, std::span<const Job> jobs, SampleStore& store, const CampaignOptions& options,
                         Progress* progress, PowerMeter* meter) {
  check(options);
  return Campaign(device, jobs, store, options, progress, meter).run();
}

}  // namespace forewarp::run
