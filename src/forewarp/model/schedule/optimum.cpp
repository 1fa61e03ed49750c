// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/schedule/optimum.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <utility>

#include "forewarp/model/schedule/heuristics.hpp"

namespace forewarp::schedule {
namespace {

/// A plan must be better by more than rounding to take another's place.
constexpr double least_gain = 1e-12;

bool is_better(const Cost& a, const Cost& b) {
  const double margin = least_gain * std::max(std::abs(b.first), std::abs(b.late_s));
  if (a.late_s < b.late_s - margin) return true;
  return a.late_s <= b.late_s + margin && a.first < b.first - margin;
}

/// Depth first. State that a branch changes (time_left_, energy_left_, energy_) is taken back by take_back(), so that
/// no level copies anything. The worst case is jobs! GPUs^jobs branches, of which bounds cut nearly all (Optimum::nodes
/// has their number). Example of the second bound: GPUs free at 4 and 2 s and jobs of 3 and 3 s left
/// can end at (4 + 2 + 3 + 3) / 2 = 6 s at the earliest, on whichever devices they run.
class Search {
 public:
  Search(const Instance& instance, const SearchOptions& options, const Start& start)
      : instance_(instance), options_(options), partial_(instance, start), behind_(instance.jobs(), -1) {
    for (std::size_t j = 0; j < instance.jobs(); ++j) {
      least_time_.push_back(*std::ranges::min_element(instance.time_s[j]));
      least_energy_.push_back(*std::ranges::min_element(instance.energy_j[j]));
      if (partial_.placed(j)) continue;
      order_.push_back(j);
      time_left_ += least_time_[j];
      energy_left_ += least_energy_[j];
      independent_ = independent_ && instance.after[j].empty();
    }
    for (std::size_t j = 0; j < instance.jobs(); ++j) (void)behind(j);
    if (independent_) std::ranges::stable_sort(order_, std::greater{}, [&](std::size_t j) { return least_time_[j]; });
  }

  Optimum run(const std::vector<Plan>& known) {
    for (const Plan& plan : known) {
      for (const Step& step : plan) place(step);
      consider();
      for (std::size_t i = 0; i < plan.size(); ++i) take_back();
    }
    result_.proved = true;
    descend();
    return result_;
  }

 private:
  /// Shortest times of the longest chain of jobs that begins with this one.
  double behind(std::size_t job) {
    if (behind_[job] >= 0) return behind_[job];
    double chain = 0;
    for (const std::size_t follower : instance_.followers[job]) chain = std::max(chain, behind(follower));
    return behind_[job] = chain + least_time_[job];
  }

  void place(const Step& step) {
    partial_.add(step.job, step.gpu);
    time_left_ -= least_time_[step.job];
    energy_left_ -= least_energy_[step.job];
    energy_ += instance_.energy_j[step.job][step.gpu];
  }
  void take_back() {
    const Placement last = partial_.placements().back();
    partial_.remove_last();
    time_left_ += least_time_[last.job];
    energy_left_ += least_energy_[last.job];
    energy_ -= instance_.energy_j[last.job][last.gpu];
  }

  [[nodiscard]] double last_end() const { return *std::ranges::max_element(partial_.free_s()); }

  /// A complete plan: is it the best so far? Idle energy needs the makespan, and is known only here.
  void consider() {
    double idle = 0;
    const double makespan = last_end();
    for (std::size_t g = 0; g < instance_.gpus.size(); ++g) idle += instance_.gpus[g].idle_w * makespan;
    for (const Placement& p : partial_.placements()) idle -= instance_.gpus[p.gpu].idle_w * (p.end_s - p.begin_s);
    const Cost cost = cost_of(makespan, energy_ + idle, options_.objective);
    if (found_ && !is_better(cost, best_)) return;
    found_ = true;
    best_ = cost;
    result_.plan = partial_.plan();
  }

  /// Both bounds of the header. A job that is ready must end somewhere, and what waits for it comes behind; jobs that
  /// are not ready are within the chain of one that is. Idle power is left out, which only makes the bound lower.
  [[nodiscard]] Cost bound() const {
    double makespan = last_end();
    const auto& free = partial_.free_s();
    const double sum = std::accumulate(free.begin(), free.end(), time_left_);
    makespan = std::max(makespan, sum / static_cast<double>(free.size()));
    for (const std::size_t job : order_) {
      if (!partial_.ready(job)) continue;
      double end = Instance::cannot_run;
      for (std::size_t g = 0; g < free.size(); ++g) end = std::min(end, partial_.end_s(job, g));
      makespan = std::max(makespan, end + behind_[job] - least_time_[job]);
    }
    return cost_of(makespan, energy_ + energy_left_, options_.objective);
  }

  /// Whether an earlier GPU would do exactly as well: alike, free at the same time, no outputs to wait for.
  [[nodiscard]] bool has_twin(std::size_t gpu) const {
    if (!independent_) return false;
    for (std::size_t g = 0; g < gpu; ++g) {
      const auto alike = [&](std::size_t j) {
        return instance_.time_s[j][g] == instance_.time_s[j][gpu] &&
               instance_.energy_j[j][g] == instance_.energy_j[j][gpu];
      };
      if (partial_.free_s()[g] == partial_.free_s()[gpu] && instance_.gpus[g].idle_w == instance_.gpus[gpu].idle_w &&
          std::ranges::all_of(order_, alike))
        return true;
    }
    return false;
  }

  /// Whether the same schedule is found by placing this job before the last one.
  [[nodiscard]] bool is_out_of_order(const Step& step) const {
    if (independent_ || partial_.placements().empty()) return false;
    const Placement& last = partial_.placements().back();
    const double begin = partial_.begin_s(step.job, step.gpu);
    return begin < last.begin_s || (begin == last.begin_s && step.job < last.job);
  }

  /// Without dependencies one job per level is enough: its place in time does not matter, only its GPU.
  void branches_of(std::size_t job, std::vector<std::pair<double, Step>>& branches) const {
    for (std::size_t g = 0; g < instance_.gpus.size(); ++g)
      if (instance_.can_run(job, g) && !has_twin(g) && !is_out_of_order({job, g}))
        branches.emplace_back(partial_.end_s(job, g), Step{job, g});
  }

  /// Those that end first come first: a good plan early cuts more.
  [[nodiscard]] std::vector<std::pair<double, Step>> branches() const {
    std::vector<std::pair<double, Step>> all;
    if (independent_) {
      branches_of(order_[order_.size() - partial_.left()], all);
    } else {
      for (const std::size_t job : order_)
        if (partial_.ready(job)) branches_of(job, all);
    }
    std::ranges::stable_sort(all, {}, &std::pair<double, Step>::first);
    return all;
  }

  void descend() {
    if (partial_.left() == 0) return consider();
    if (found_ && !is_better(bound(), best_)) return;
    for (const auto& [end, step] : branches()) {
      if (++result_.nodes > options_.max_nodes) {
        result_.proved = false;
        return;
      }
      place(step);
      descend();
      take_back();
    }
  }

  const Instance& instance_;
  const SearchOptions& options_;
  Partial partial_;
  std::vector<double> least_time_, least_energy_, behind_;
  std::vector<std::size_t> order_;  ///< the jobs that are to be placed
  bool independent_ = true;
  double time_left_ = 0, energy_left_ = 0, energy_ = 0;
  bool found_ = false;
  Cost best_;
  Optimum result_;
};

}  // namespace

Optimum optimum(const Instance& instance, const SearchOptions& options, const Start& start) {
  const Objective& o = options.objective;
  return Search(instance, options, start)
      .run({heft_plan(instance, o, start), list_plan(instance, o, start), min_min_plan(instance, o, start),
            max_min_plan(instance, o, start)});
}

}  // namespace forewarp::schedule
