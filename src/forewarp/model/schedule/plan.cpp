// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/schedule/plan.hpp"

#include <algorithm>

#include "forewarp/support/error.hpp"

namespace forewarp::schedule {

Partial::Partial(const Instance& instance, const Start& start)
    : instance_(instance), free_s_(start.free_s), placed_(start.begun), left_(instance.jobs()) {
  free_s_.resize(instance.gpus.size());
  placed_.resize(instance.jobs());
  for (std::size_t j = 0; j < instance.jobs(); ++j) {
    const auto open = [&](const Need& need) { return !placed_[need.job]; };
    waits_for_.push_back(static_cast<std::size_t>(std::ranges::count_if(instance.after[j], open)));
    if (placed_[j]) --left_;
  }
}

bool Partial::ready(std::size_t job) const { return !placed_[job] && waits_for_[job] == 0; }

// When the GPU is free and the last output has arrived. Example: a ends on G1 at 3 s and sends 2 s; its follower begins
// on G1 at 3 s, on G2 at 5 s at the earliest.
double Partial::begin_s(std::size_t job, std::size_t gpu) const {
  double begin = free_s_[gpu];
  for (const Need& need : instance_.after[job]) {
    const Placement& other = *placed_[need.job];
    begin = std::max(begin, other.end_s + instance_.transfer_s(need, other.gpu, gpu));
  }
  return begin;
}

double Partial::end_s(std::size_t job, std::size_t gpu) const { return begin_s(job, gpu) + instance_.time_s[job][gpu]; }

void Partial::add(std::size_t job, std::size_t gpu) {
  const double begin = begin_s(job, gpu);
  const Placement placement{job, gpu, begin, begin + instance_.time_s[job][gpu]};
  free_before_.push_back(free_s_[gpu]);
  free_s_[gpu] = placement.end_s;
  placed_[job] = placement;
  placements_.push_back(placement);
  for (const std::size_t follower : instance_.followers[job]) --waits_for_[follower];
  --left_;
}

// The exact reverse of add(): the search adds and removes millions of times, and allocates nothing.
void Partial::remove_last() {
  const Placement last = placements_.back();
  placements_.pop_back();
  placed_[last.job].reset();
  free_s_[last.gpu] = free_before_.back();
  free_before_.pop_back();
  for (const std::size_t follower : instance_.followers[last.job]) ++waits_for_[follower];
  ++left_;
}

Plan Partial::plan() const {
  Plan plan;
  for (const Placement& p : placements_) plan.push_back({p.job, p.gpu});
  return plan;
}

// One plan for several sets of times: every order that is valid for one is valid for all, as it depends on who waits
// for whom alone. Where times differ, begins move, and gaps open or close.
Schedule timed(const Instance& instance, const Plan& plan) {
  Partial partial(instance);
  Schedule schedule;
  std::vector<double> busy(instance.gpus.size());
  for (const Step& step : plan) {
    if (step.job >= instance.jobs() || step.gpu >= instance.gpus.size() || !partial.ready(step.job) ||
        !instance.can_run(step.job, step.gpu))
      throw InputError("a plan has a job twice, before one that it waits for, or on a GPU that cannot run it");
    partial.add(step.job, step.gpu);
    schedule.makespan_s = std::max(schedule.makespan_s, partial.placements().back().end_s);
    schedule.energy_j += instance.energy_j[step.job][step.gpu];
    busy[step.gpu] += instance.time_s[step.job][step.gpu];
  }
  if (partial.left() > 0) throw InputError("a plan lacks some of the jobs");
  for (std::size_t g = 0; g < busy.size(); ++g)
    schedule.energy_j += instance.gpus[g].idle_w * (schedule.makespan_s - busy[g]);
  schedule.placements = partial.placements();
  return schedule;
}

// Being late comes first: of two plans that miss the deadline the earlier one is better, whatever it costs. Without a
// deadline nothing is late.
Cost cost_of(double makespan_s, double energy_j, const Objective& objective) {
  const double late = std::max(0.0, makespan_s - objective.deadline_s);
  if (objective.what == Objective::What::time) return {late, makespan_s, energy_j};
  return {late, energy_j, makespan_s};
}

Cost cost_of(const Schedule& schedule, const Objective& objective) {
  return cost_of(schedule.makespan_s, schedule.energy_j, objective);
}

}  // namespace forewarp::schedule
