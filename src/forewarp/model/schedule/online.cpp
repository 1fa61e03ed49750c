// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/schedule/online.hpp"

#include <algorithm>

namespace forewarp::schedule {
namespace {

/// A job that should have ended is expected to take this share of its time so far in addition.
constexpr double overdue_share = 0.1;

// Time goes from end to end of a job. At each, jobs that are over have their real ends, those that run their predicted
// ones, and the planner places the rest. Of its plan only what can begin now is kept; the rest is planned again. With p
// ends of jobs the planner is called p times, with fewer jobs each time. Example: jobs of 2 and 2 s are predicted on
// two GPUs, the first really takes 6 s; a third job, planned behind the first, is planned again at 2 s and goes to the
// second GPU.
class Dispatch {
 public:
  Dispatch(const Instance& predicted, const Instance& actual, const Planner& planner)
      : predicted_(predicted), actual_(actual), planner_(planner), begun_(predicted.jobs()) {}

  Schedule run() {
    while (order_.size() < predicted_.jobs()) {
      start_what_can_begin();
      if (order_.size() < predicted_.jobs()) now_ = next_time();
    }
    Plan plan = order_;
    return timed(actual_, plan);
  }

 private:
  struct Begun {
    std::size_t gpu;
    double begin_s;
  };

  [[nodiscard]] double actual_end(std::size_t job) const {
    return begun_[job]->begin_s + actual_.time_s[job][begun_[job]->gpu];
  }
  /// What is known now of the end of a job that has begun.
  [[nodiscard]] double known_end(std::size_t job) const {
    const double end = actual_end(job), begin = begun_[job]->begin_s;
    if (end <= now_) return end;
    const double predicted = begin + predicted_.time_s[job][begun_[job]->gpu];
    return predicted > now_ ? predicted : now_ + overdue_share * (now_ - begin);
  }
  [[nodiscard]] bool has_ended(std::size_t job) const { return begun_[job] && actual_end(job) <= now_; }
  /// By real ends: a GPU whose job takes longer than predicted gets no other.
  [[nodiscard]] bool is_busy(std::size_t gpu) const {
    for (const Step& step : order_)
      if (step.gpu == gpu && !has_ended(step.job)) return true;
    return false;
  }
  /// What the planner may know: no actual end that lies in the future.
  [[nodiscard]] Start state() const {
    Start start;
    start.free_s.assign(predicted_.gpus.size(), now_);
    start.begun.resize(predicted_.jobs());
    for (const Step& step : order_) {
      const double end = known_end(step.job);
      start.begun[step.job] = Placement{step.job, step.gpu, begun_[step.job]->begin_s, end};
      start.free_s[step.gpu] = std::max(start.free_s[step.gpu], end);
    }
    return start;
  }
  /// When the job could begin there, by ends that are known: nothing where some of what it needs still runs.
  [[nodiscard]] std::optional<double> arrival(const Step& step) const {
    double begin = now_;
    for (const Need& need : predicted_.after[step.job]) {
      if (!has_ended(need.job)) return std::nullopt;
      begin = std::max(begin, actual_end(need.job) + actual_.transfer_s(need, begun_[need.job]->gpu, step.gpu));
    }
    return begin;
  }

  /// The first job of each idle GPU in a new plan begins now, if what it needs is there.
  void start_what_can_begin() {
    const Plan plan = planner_(predicted_, state());
    std::vector<bool> seen(predicted_.gpus.size());
    for (const Step& step : plan) {
      if (seen[step.gpu]) continue;
      seen[step.gpu] = true;
      const auto begin = arrival(step);
      if (is_busy(step.gpu) || !begin) continue;
      begun_[step.job] = Begun{step.gpu, *begin};
      order_.push_back(step);
    }
  }

  /// The next end of a job that has begun.
  [[nodiscard]] double next_time() const {
    double next = Instance::cannot_run;
    for (const Step& step : order_)
      if (!has_ended(step.job)) next = std::min(next, actual_end(step.job));
    return next;
  }

  const Instance& predicted_;
  const Instance& actual_;
  const Planner& planner_;
  std::vector<std::optional<Begun>> begun_;
  Plan order_;
  double now_ = 0;
};

}  // namespace

Schedule dispatched(const Instance& predicted, const Instance& actual, const Planner& planner) {
  return Dispatch(predicted, actual, planner).run();
}

}  // namespace forewarp::schedule
