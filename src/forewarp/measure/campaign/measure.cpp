// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/measure/campaign/measure.hpp"

#include <algorithm>
#include <chrono>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "forewarp/measure/campaign/pace.hpp"
#include "forewarp/measure/campaign/spread.hpp"
#include "forewarp/measure/run/sample_table.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/statistics.hpp"

namespace forewarp::campaign {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double share_for_features = 0.3;  // of the budget, at most
constexpr double first_setup_s = 1.0;       // to compile, fill and warm up, until some were measured

/// Seconds of the budget that are used up, independent of what a round reports.
class BudgetProgress final : public Progress {
 public:
  BudgetProgress(Progress* to, Clock::time_point begin, double budget_s) : to_(to), begin_(begin), budget_(budget_s) {}
  void advance(std::size_t, std::size_t, std::string_view what) override { show(what); }
  [[nodiscard]] bool cancelled() const override { return to_ != nullptr && to_->cancelled(); }
  void set(std::size_t done, std::size_t total) { done_ = done, total_ = total; }
  void show(std::string_view what) {
    if (to_ == nullptr) return;
    const double gone = std::chrono::duration<double>(Clock::now() - begin_).count();
    if (budget_ > 0)
      to_->advance(static_cast<std::size_t>(std::min(gone, budget_) * 10) + 1,
                   static_cast<std::size_t>(budget_ * 10) + 1, what);
    else
      to_->advance(done_ + 1, total_ + 1, what);
  }

 private:
  Progress* to_;
  Clock::time_point begin_;
  double budget_;
  std::size_t done_ = 0, total_ = 0;
};

class Measuring {
 public:
  Measuring(run::Device& device, std::span<const CorpusLaunch> launches, run::SampleStore& store,
            const MeasureOptions& options, Progress* progress)
      : device_(device),
        launches_(launches),
        store_(store),
        options_(options),
        begin_(Clock::now()),
        progress_(progress, begin_, options.budget_s),
        pace_(device.info()) {}

  MeasureOutcome run(const FeatureStore& features) {
    prepared_ = prepare(launches_, device_.info().compute_capability, features, options_.budget_s * share_for_features,
                        &progress_);
    look_what_is_there();
    order();
    while (!progress_.cancelled()) {
      const std::vector<std::size_t> round = next_round();
      if (round.empty()) break;
      measure(round);
    }
    count_the_rest();
    return outcome_;
  }

 private:
  [[nodiscard]] double gone_s() const { return std::chrono::duration<double>(Clock::now() - begin_).count(); }
  [[nodiscard]] double left_s() const { return options_.budget_s > 0 ? options_.budget_s - gone_s() : 1e300; }

  void look_what_is_there() {
    outcome_.launches = launches_.size();
    state_.assign(launches_.size(), State::open);
    const run::StoreContents contents = store_.read();
    std::map<std::string, std::vector<double>> seconds;
    std::set<std::string> failed;
    const std::string key = run::device_key(device_.info());
    for (const run::Sample& s : contents.samples)
      if (s.device == key && s.kind == run::SampleKind::trial) seconds[s.job].push_back(s.seconds);
    for (const run::JobRecord& job : contents.jobs)
      if (job.device == key && !job.failure.empty() && !options_.run.retry) failed.insert(job.job);
    for (std::size_t i = 0; i < launches_.size(); ++i) {
      if (!prepared_[i].failure.empty()) mark_skipped(i, prepared_[i].failure);
      if (failed.contains(launches_[i].id)) mark_skipped(i, "failed before; --retry tries again");
      const auto times = seconds.find(launches_[i].id);
      if (times == seconds.end() || state_[i] != State::open) continue;
      learn(i, median(times->second));
      if (times->second.size() >= options_.run.trials) state_[i] = State::resumed, ++outcome_.resumed;
    }
  }

  void learn(std::size_t i, double seconds) {
    if (prepared_[i].ready) pace_.learn(launches_[i].kernel, work_of(prepared_[i].features), seconds);
  }

  void mark_skipped(std::size_t i, std::string why) {
    if (state_[i] == State::impossible) return;
    state_[i] = State::impossible;
    outcome_.impossible.push_back({launches_[i].id, why.substr(0, why.find('\n'))});
  }

  /// By the features of those that have some.
  void order() {
    std::vector<std::size_t> with, taken;
    std::vector<feature::Features> features;
    for (std::size_t i = 0; i < launches_.size(); ++i) {
      if (!prepared_[i].ready || state_[i] == State::impossible) continue;
      if (state_[i] == State::resumed) taken.push_back(with.size());
      with.push_back(i);
      features.push_back(prepared_[i].features);
    }
    for (const std::size_t at : spread_order(feature_points(features), taken)) order_.push_back(with[at]);
  }

  [[nodiscard]] double cost_s(std::size_t i) const {
    const double one = pace_.seconds(launches_[i].kernel, work_of(prepared_[i].features));
    const double launches = options_.run.trials + 3.0 * options_.run.warmup;
    return setup_s() + one * launches + power_cost_s();
  }
  [[nodiscard]] double power_cost_s() const {
    return options_.power_s > 0 ? options_.power_s * options_.run.power_readings + 1 : 0;
  }
  [[nodiscard]] double setup_s() const {
    return setups_ == 0 ? first_setup_s : setup_total_ / static_cast<double>(setups_);
  }

  /// Many launches are more informative than one long one.
  [[nodiscard]] double most_of_one() const { return std::max(1.5, options_.budget_s / 30) + power_cost_s(); }

  /// The first of the order that fit in what is left.
  std::vector<std::size_t> next_round() {
    std::vector<std::size_t> round;
    double left = left_s() * 0.9;
    for (const std::size_t i : order_) {
      if (state_[i] != State::open) continue;
      const double cost = cost_s(i);
      const double one = pace_.seconds(launches_[i].kernel, work_of(prepared_[i].features));
      if (one > options_.longest_s || cost > left || (options_.budget_s > 0 && cost > most_of_one())) continue;
      left -= cost;
      round.push_back(i);
      if (round.size() == options_.round) break;
    }
    return round;
  }

  void measure(const std::vector<std::size_t>& round) {
    std::vector<run::Job> jobs;
    std::vector<std::size_t> which;
    for (const std::size_t i : round) {
      try {
        jobs.push_back(job_for(launches_[i], prepared_[i].kernel, device_.info().api, options_));
        which.push_back(i);
      } catch (const InputError& error) {
        mark_skipped(i, error.what());
      }
    }
    if (jobs.empty()) return;
    run::CampaignOptions options = options_.run;
    if (options_.budget_s > 0) options.job_seconds = std::min(options.job_seconds, options_.budget_s / 10);
    progress_.set(outcome_.measured + outcome_.resumed, outcome_.launches);
    const Clock::time_point begin = Clock::now();
    const run::CampaignOutcome done = run::run_jobs(device_, jobs, store_, options, &progress_, options_.meter);
    const double wall = std::chrono::duration<double>(Clock::now() - begin).count();
    outcome_.cancelled = done.cancelled;
    for (const auto& failure : done.failures)
      for (const std::size_t i : which)
        if (launches_[i].id == failure.job) mark_skipped(i, failure.why);
    account(which, wall);
  }

  /// What was measured, how fast it is, and what a launch costs beside its trials.
  void account(const std::vector<std::size_t>& which, double wall) {
    std::map<std::string, std::vector<double>> seconds;
    const std::string key = run::device_key(device_.info());
    for (const run::Sample& s : store_.read().samples)
      if (s.device == key && s.kind == run::SampleKind::trial) seconds[s.job].push_back(s.seconds);
    double launching = 0;
    for (const std::size_t i : which) {
      const std::vector<double>& times = seconds[launches_[i].id];
      if (state_[i] != State::open || times.empty()) continue;
      if (outcome_.cancelled && times.size() < options_.run.trials) continue;
      state_[i] = State::measured;
      ++outcome_.measured;
      learn(i, median(times));
      launching += median(times) * (options_.run.trials + 3.0 * options_.run.warmup);
    }
    setups_ += which.size();
    setup_total_ += std::max(0.0, wall - launching);
  }

  void count_the_rest() {
    for (std::size_t i = 0; i < launches_.size(); ++i) {
      if (state_[i] != State::open) continue;
      if (prepared_[i].ready && pace_.seconds(launches_[i].kernel, work_of(prepared_[i].features)) > options_.longest_s)
        ++outcome_.too_long;
      else
        ++outcome_.no_time;
    }
    outcome_.seconds = gone_s();
    outcome_.cancelled = outcome_.cancelled || progress_.cancelled();
  }

  enum class State : std::uint8_t { open, resumed, measured, impossible };

  run::Device& device_;
  std::span<const CorpusLaunch> launches_;
  run::SampleStore& store_;
  const MeasureOptions& options_;
  Clock::time_point begin_;
  BudgetProgress progress_;
  Pace pace_;
  std::vector<Prepared> prepared_;
  std::vector<State> state_;
  std::vector<std::size_t> order_;
  std::size_t setups_ = 0;
  double setup_total_ = 0;
  MeasureOutcome outcome_;
};

void check(const MeasureOptions& options) {
  if (!(options.budget_s >= 0) || !(options.longest_s > 0) || !(options.power_s >= 0))
    throw InputError("the budget and the seconds of power cannot be negative, and the longest launch is above zero");
  if (options.round < 1) throw InputError("a round has at least one launch");
}

}  // namespace

MeasureOutcome measure(run::Device& device, std::span<const CorpusLaunch> launches, const FeatureStore& features,
                       run::SampleStore& store, const MeasureOptions& options, Progress* progress) {
  check(options);
  return Measuring(device, launches, store, options, progress).run(features);
}

}  // namespace forewarp::campaign
