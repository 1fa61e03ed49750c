// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/run/campaign.hpp"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <numeric>
#include <optional>
#include <thread>

#include <fmt/format.h>

#include "forewarp/run/canary.hpp"
#include "forewarp/run/resident_kernels.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/random.hpp"

namespace forewarp::run {
namespace {

constexpr double seconds_between_canaries = 0.5;
constexpr unsigned attempts = 3;  // of a job that ends the process before its first sample
constexpr const char* canary_setting = "canary iterations";

double now_s() { return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count(); }

std::string host_name() {
  char name[256] = {};
  return ::gethostname(name, sizeof name - 1) == 0 ? name : "";
}

/// What is known of a job so far.
struct State {
  const Job* job = nullptr;
  JobRecord record;
  std::vector<Timed> trials;
  double spent_s = 0;
  unsigned started = 0;
  bool has_power = false, has_record = false;
  [[nodiscard]] bool failed() const { return !record.failure.empty(); }
};

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
        kernels_(device, options.resident_bytes) {
    for (const Job& job : jobs) states_.push_back({&job, record_of(job), {}, 0, 0, false, false});
  }

  CampaignOutcome run() {
    resume();
    begin_session();
    if (!all_done()) canary_.emplace(device_, canary_iterations_);
    if (canary_ && canary_iterations_ == 0) store_.set(key_, canary_setting, std::to_string(canary_->iterations()));
    for (unsigned pass = 0; !all_done() && !cancelled(); ++pass) run_pass(pass);
    for (State& state : states_)
      if (!cancelled()) read_power(state);
    for (const State& state : states_)
      if (state.failed()) outcome_.failures.push_back({state.job->id, state.record.failure});
    outcome_.cancelled = cancelled();
    return outcome_;
  }

 private:
  [[nodiscard]] JobRecord record_of(const Job& job) const {
    return {.device = key_,
            .job = job.id,
            .digest = job_digest(job),
            .entry = job.entry,
            .shape = shape_text(job.shape),
            .kernel = {},
            .failure = {}};
  }
  [[nodiscard]] bool cancelled() const { return progress_ != nullptr && progress_->cancelled(); }

  void resume() {
    std::map<std::string, State*> by_name;
    for (State& state : states_) by_name[state.job->id] = &state;
    const StoreContents contents = store_.read();
    for (const JobRecord& record : contents.jobs) {
      const auto found = by_name.find(record.job);
      if (record.device == key_ && found != by_name.end()) resume_job(*found->second, record);
    }
    for (const Sample& sample : contents.samples) {
      if (sample.device != key_) continue;
      if (sample.kind == SampleKind::canary) {
        canary_runs_.push_back({sample.seconds, sample.at_s});
        canary_trial_ = std::max(canary_trial_, sample.trial + 1);
      } else if (const auto found = by_name.find(sample.job); found != by_name.end()) {
        resume_sample(*found->second, sample);
      }
    }
    for (State& state : states_) {
      const auto started = contents.settings.find({key_, "started " + state.job->id});
      if (started != contents.settings.end()) state.started = count_in(started->second);
    }
    const auto iterations = contents.settings.find({key_, canary_setting});
    if (iterations != contents.settings.end()) canary_iterations_ = count_in(iterations->second);
  }

  static unsigned count_in(const std::string& text) {
    return static_cast<unsigned>(std::strtoul(text.c_str(), nullptr, 10));
  }

  void resume_job(State& state, const JobRecord& record) const {
    if (record.digest != state.record.digest)
      throw InputError(
          fmt::format("job '{}': the samples that are there are of another kernel or launch of this name; give the job "
                      "another name, or use another file",
                      record.job));
    if (!record.failure.empty() && options_.retry) return;
    state.record = record;
    state.has_record = true;
  }

  void resume_sample(State& state, const Sample& sample) {
    if (sample.kind == SampleKind::power) {
      state.has_power = true;
    } else {
      state.trials.push_back({sample.seconds, sample.at_s});
      state.spent_s += sample.seconds;
      ++outcome_.resumed;
    }
  }

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

  [[nodiscard]] unsigned most_trials(const State& state) const {
    return state.job->trials != 0 ? state.job->trials : options_.trials;
  }
  /// Trials a visit: a third of what would make all in the least number of passes, so that passes remain.
  [[nodiscard]] unsigned batch(const State& state) const {
    return std::max(1u, most_trials(state) / (3 * options_.passes));
  }

  [[nodiscard]] bool done(const State& state) const {
    if (state.failed() || state.trials.size() >= last_trial(state)) return true;
    if (state.trials.size() < std::min<std::size_t>(options_.passes * batch(state), most_trials(state))) return false;
    if (state.spent_s >= options_.job_seconds) return true;
    const TimingSummary summary = summarise(state.trials, Plateaus(canary_runs_, options_.rules), options_.rules);
    if (state.trials.size() >= most_trials(state)) return summary.trials - summary.slow >= most_trials(state) / 5;
    return narrow(summary);
  }
  /// Where a busy machine spoils most trials, twice as many may be taken.
  [[nodiscard]] std::size_t last_trial(const State& state) const { return 2 * std::size_t{most_trials(state)}; }
  [[nodiscard]] bool narrow(const TimingSummary& summary) const {
    const double middle = 0.5 * (summary.range.low + summary.range.high);
    return options_.width > 0 && !summary.from_plateaus && summary.range.width() <= options_.width * middle;
  }
  [[nodiscard]] bool all_done() const {
    return std::all_of(states_.begin(), states_.end(), [&](const State& s) { return done(s); });
  }

  void run_pass(unsigned pass) {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < states_.size(); ++i)
      if (!done(states_[i]) && states_[i].trials.size() < (pass + std::size_t{1}) * batch(states_[i]))
        order.push_back(i);
    if (order.empty()) return;
    SplitMix(options_.seed, pass).shuffle(std::span(order));
    const auto begin = std::chrono::steady_clock::now();
    run_canary(pass);
    for (const std::size_t i : order) {
      if (cancelled()) return;
      visit(states_[i], pass);
      run_canary(pass);
    }
    if (!all_done()) std::this_thread::sleep_until(begin + std::chrono::duration<double>(options_.pass_seconds));
  }

  void run_canary(unsigned pass) {
    const LaunchTime time = canary_->run();
    Sample sample{.device = key_,
                  .job = "",
                  .kind = SampleKind::canary,
                  .trial = canary_trial_++,
                  .pass = pass,
                  .seconds = time.seconds,
                  .clock = time.clock,
                  .at_s = now_s(),
                  .launches = 3};
    if (meter_ != nullptr) sample.watts = meter_->watts();
    store_.put(sample);
    canary_runs_.push_back({sample.seconds, sample.at_s});
    if (meter_ != nullptr) note_slowdown(meter_->state());
  }

  void note_slowdown(const DeviceState& state) {
    if (state.slowed_by_heat) store_.set(key_, "slowed by heat", fmt::format("{}", now_s()));
    if (state.slowed_by_power) store_.set(key_, "slowed by power", fmt::format("{}", now_s()));
  }

  /// Wrong input makes this job fail; a device that fails makes the campaign fail, and this job with it.
  void visit(State& state, unsigned pass) {
    try {
      mark_start(state);
      if (!state.failed()) take_trials(state, pass);
    } catch (const InputError& error) {
      fail(state, error.what());
    } catch (const Unavailable& error) {
      fail(state, error.what());
    } catch (const DeviceError& error) {
      fail(state, error.what());
      throw;
    }
  }

  /// A kernel that takes the process with it (an illegal address on a CPU device) is given up in the end.
  void mark_start(State& state) {
    if (!state.trials.empty()) return;
    if (state.started >= attempts && !options_.retry)
      return fail(state, fmt::format("ended the process {} times before its first sample", state.started));
    store_.set(key_, "started " + state.job->id, std::to_string(++state.started));
  }

  void fail(State& state, const std::string& why) {
    state.record.failure = why;
    store_.put(state.record);
    kernels_.drop(*state.job);
  }

  void take_trials(State& state, unsigned pass) {
    const auto [kernel, is_new] = kernels_.get(*state.job);
    if (!state.has_record) {
      state.record.kernel = kernel->info();
      store_.put(state.record);
      state.has_record = true;
    }
    const unsigned warmup = is_new ? options_.warmup : options_.warmup / 2;
    for (unsigned i = 0; i < warmup; ++i) (void)kernel->launch(state.job->shape);
    const std::size_t most = state.trials.size() < most_trials(state) ? most_trials(state) : last_trial(state);
    const std::size_t target = std::min((pass + std::size_t{1}) * batch(state), most);
    double since_canary = 0;
    while (state.trials.size() < target && !cancelled()) {
      if (since_canary > seconds_between_canaries) run_canary(pass), since_canary = 0;
      since_canary += take_trial(state, *kernel, pass);
    }
  }

  double take_trial(State& state, Kernel& kernel, unsigned pass) {
    if (state.job->refill) kernel.refill();
    if (state.job->cold) device_.flush_caches();
    const LaunchTime time = kernel.launch(state.job->shape);
    const Sample sample{.device = key_,
                        .job = state.job->id,
                        .trial = static_cast<std::uint32_t>(state.trials.size()),
                        .pass = pass,
                        .seconds = time.seconds,
                        .clock = time.clock,
                        .at_s = now_s()};
    store_.put(sample);
    state.trials.push_back({sample.seconds, sample.at_s});
    state.spent_s += sample.seconds;
    ++outcome_.trials;
    if (progress_ != nullptr) progress_->advance(outcome_.resumed + outcome_.trials, expected_trials(), state.job->id);
    return time.seconds;
  }

  [[nodiscard]] std::size_t expected_trials() const {
    return std::accumulate(states_.begin(), states_.end(), std::size_t{0}, [&](std::size_t sum, const State& s) {
      return sum + (s.failed() ? s.trials.size() : most_trials(s));
    });
  }

  void read_power(State& state) {
    if (meter_ == nullptr || state.job->power_s <= 0 || state.has_power || state.failed()) return;
    try {
      Kernel& kernel = *kernels_.get(*state.job).kernel;
      const PowerReading reading = measure_power(kernel, state.job->shape, *meter_, state.job->power_s);
      store_.set(key_, "power update period, s", fmt::format("{}", reading.update_period_s));
      store_.put(Sample{.device = key_,
                        .job = state.job->id,
                        .kind = SampleKind::power,
                        .trial = 0,
                        .pass = 0,
                        .seconds = reading.seconds,
                        .clock = Clock::host,
                        .at_s = now_s(),
                        .launches = reading.launches,
                        .watts = reading.watts,
                        .idle_watts = reading.idle_watts});
    } catch (const InputError& error) {
      fail(state, error.what());
    }
  }

  Device& device_;
  SampleStore& store_;
  const CampaignOptions& options_;
  Progress* progress_;
  PowerMeter* meter_;
  std::string key_;
  ResidentKernels kernels_;
  std::vector<State> states_;
  std::optional<Canary> canary_;
  unsigned canary_iterations_ = 0;
  std::uint32_t canary_trial_ = 0;
  std::vector<Timed> canary_runs_;
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
