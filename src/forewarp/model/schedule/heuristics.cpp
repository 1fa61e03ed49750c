// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/schedule/heuristics.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include "forewarp/support/random.hpp"

// All of these place one job after the other and never move it again: O(jobs^2 GPUs) with the search for the next job.
// They differ in which job is next and in whether it may go into a gap. Example, two GPUs alike, jobs of 1, 1, 2 and 4
// s: list takes 4, 2, 1, 1 and ends at 4 s; min-min takes 1, 1, 2, 4 and ends at 5 s, since the longest comes last.
namespace forewarp::schedule {
namespace {

/// Of one job on one GPU; smaller is better.
Cost cost_there(const Instance& instance, const Partial& partial, std::size_t job, std::size_t gpu,
                const Objective& objective) {
  return cost_of(partial.end_s(job, gpu), instance.energy_j[job][gpu], objective);
}

struct Choice {
  std::size_t gpu = 0;
  Cost cost;
};

Choice best_gpu(const Instance& instance, const Partial& partial, std::size_t job, const Objective& objective) {
  std::optional<Choice> best;
  for (std::size_t g = 0; g < instance.gpus.size(); ++g) {
    if (!instance.can_run(job, g)) continue;
    const Cost cost = cost_there(instance, partial, job, g, objective);
    if (!best || cost < best->cost) best = Choice{g, cost};
  }
  return *best;
}

/// Mean over the GPUs that can run it.
double mean_time(const Instance& instance, std::size_t job) {
  double sum = 0, count = 0;
  for (std::size_t g = 0; g < instance.gpus.size(); ++g)
    if (instance.can_run(job, g)) sum += instance.time_s[job][g], ++count;
  return sum / count;
}

/// Mean over the pairs of different GPUs, weighted by how often a job and its follower are on two of them at all.
double mean_transfer(const Instance& instance, const Need& need) {
  const std::size_t n = instance.gpus.size();
  double sum = 0;
  for (std::size_t a = 0; a < n; ++a)
    for (std::size_t b = 0; b < n; ++b) sum += instance.transfer_s(need, a, b);
  return sum / static_cast<double>(n * n);
}

/// r of the header; followers first.
/// Memoised in `known`; a rank is above 0, as times are. Example: a (3 s) before b (2 s) and c (4 s), no transfers: b
/// has 2, c has 4 and a has 3 + 4 = 7, the length of the longest way from the job to the end.
double upward_rank(const Instance& instance, std::size_t job, std::vector<double>& known) {
  if (known[job] > 0) return known[job];
  double behind = 0;
  for (const std::size_t follower : instance.followers[job])
    for (const Need& need : instance.after[follower])
      if (need.job == job)
        behind = std::max(behind, mean_transfer(instance, need) + upward_rank(instance, follower, known));
  return known[job] = mean_time(instance, job) + behind;
}

std::vector<double> upward_ranks(const Instance& instance) {
  std::vector<double> ranks(instance.jobs());
  for (std::size_t j = 0; j < ranks.size(); ++j) (void)upward_rank(instance, j, ranks);
  return ranks;
}

/// Of the jobs that are ready the one with the highest priority, again and again.
/// What waits is never ready before what it waits for, so that any priority gives a valid order.
template <class Place>
void by_priority(const Instance& instance, Partial& partial, const std::vector<double>& priority, const Place& place) {
  while (partial.left() > 0) {
    std::optional<std::size_t> next;
    for (std::size_t j = 0; j < instance.jobs(); ++j)
      if (partial.ready(j) && (!next || priority[j] > priority[*next])) next = j;
    place(*next);
  }
}

/// min-min where the better of two jobs has the smaller cost, max-min where it has the larger.
/// The earliest end of each job is computed anew in each round, since the job just placed may have taken its GPU:
/// O(jobs^2 GPUs). Ties go to the job that is first in the file.
Plan by_earliest_end(const Instance& instance, const Objective& objective, const Start& start, bool smallest) {
  Partial partial(instance, start);
  while (partial.left() > 0) {
    std::optional<std::pair<std::size_t, Choice>> next;
    for (std::size_t j = 0; j < instance.jobs(); ++j) {
      if (!partial.ready(j)) continue;
      const Choice choice = best_gpu(instance, partial, j, objective);
      if (!next || (smallest ? choice.cost < next->second.cost : choice.cost > next->second.cost)) next = {j, choice};
    }
    partial.add(next->first, next->second.gpu);
  }
  return partial.plan();
}

/// Placements in which a later job may fill a gap before an earlier one.
/// Invariant: on_[g] is sorted and its placements do not overlap. The order of placing differs from the order of time,
/// which is why plan() sorts. A job that waits begins after the ends of those it waits for, so that the sorted plan is
/// valid.
class WithGaps {
 public:
  WithGaps(const Instance& instance, const Start& start) : instance_(instance), placed_(start.begun) {
    placed_.resize(instance.jobs());
    begin_.assign(instance.gpus.size(), 0);
    for (std::size_t g = 0; g < start.free_s.size(); ++g) begin_[g] = start.free_s[g];
    on_.resize(instance.gpus.size());
  }

  /// Where on the GPU the job would run: in the first gap that is long enough, or behind all.
  [[nodiscard]] Placement where(std::size_t job, std::size_t gpu) const {
    double begin = begin_[gpu];
    for (const Need& need : instance_.after[job]) {
      const Placement& other = *placed_[need.job];
      begin = std::max(begin, other.end_s + instance_.transfer_s(need, other.gpu, gpu));
    }
    const double time = instance_.time_s[job][gpu];
    for (const Placement& there : on_[gpu]) {
      if (begin + time <= there.begin_s) break;
      begin = std::max(begin, there.end_s);
    }
    return {job, gpu, begin, begin + time};
  }
  void add(const Placement& placement) {
    placed_[placement.job] = placement;
    std::vector<Placement>& there = on_[placement.gpu];
    there.insert(std::ranges::upper_bound(there, placement.begin_s, {}, &Placement::begin_s), placement);
    all_.push_back(placement);
  }
  /// In the order in which they begin.
  [[nodiscard]] Plan plan() && {
    std::ranges::stable_sort(all_, {}, &Placement::begin_s);
    Plan plan;
    for (const Placement& p : all_) plan.push_back({p.job, p.gpu});
    return plan;
  }

 private:
  const Instance& instance_;
  std::vector<std::optional<Placement>> placed_;
  std::vector<double> begin_;
  std::vector<std::vector<Placement>> on_;  ///< by GPU, in the order of time
  std::vector<Placement> all_;
};

}  // namespace

Plan list_plan(const Instance& instance, const Objective& objective, const Start& start) {
  std::vector<double> length;
  for (std::size_t j = 0; j < instance.jobs(); ++j) length.push_back(mean_time(instance, j));
  Partial partial(instance, start);
  by_priority(instance, partial, length,
              [&](std::size_t job) { partial.add(job, best_gpu(instance, partial, job, objective).gpu); });
  return partial.plan();
}

Plan heft_plan(const Instance& instance, const Objective& objective, const Start& start) {
  const std::vector<double> ranks = upward_ranks(instance);
  Partial order(instance, start);
  if (objective.what == Objective::What::energy) {
    by_priority(instance, order, ranks,
                [&](std::size_t job) { order.add(job, best_gpu(instance, order, job, objective).gpu); });
    return order.plan();
  }
  // `order` only says what is ready; the times are those of `gaps`.
  WithGaps gaps(instance, start);
  by_priority(instance, order, ranks, [&](std::size_t job) {
    std::optional<Placement> best;
    for (std::size_t g = 0; g < instance.gpus.size(); ++g) {
      if (!instance.can_run(job, g)) continue;
      const Placement there = gaps.where(job, g);
      if (!best || there.end_s < best->end_s) best = there;
    }
    gaps.add(*best);
    order.add(job, best->gpu);
  });
  return std::move(gaps).plan();
}

Plan min_min_plan(const Instance& instance, const Objective& objective, const Start& start) {
  return by_earliest_end(instance, objective, start, true);
}

Plan max_min_plan(const Instance& instance, const Objective& objective, const Start& start) {
  return by_earliest_end(instance, objective, start, false);
}

/// The turn goes on over rounds: with three GPUs and jobs that all can run, job k is on GPU k mod 3.
Plan round_robin_plan(const Instance& instance) {
  Partial partial(instance);
  std::size_t turn = 0;
  while (partial.left() > 0)
    for (std::size_t j = 0; j < instance.jobs(); ++j) {
      if (!partial.ready(j)) continue;
      while (!instance.can_run(j, turn % instance.gpus.size())) ++turn;
      partial.add(j, turn++ % instance.gpus.size());
    }
  return partial.plan();
}

Plan random_plan(const Instance& instance, std::uint64_t seed) {
  SplitMix random(seed);
  Partial partial(instance);
  while (partial.left() > 0) {
    std::vector<Step> steps;
    std::vector<std::size_t> ready;
    for (std::size_t j = 0; j < instance.jobs(); ++j)
      if (partial.ready(j)) ready.push_back(j);
    const std::size_t job = ready[random.below(ready.size())];
    for (std::size_t g = 0; g < instance.gpus.size(); ++g)
      if (instance.can_run(job, g)) steps.push_back({job, g});
    partial.add(job, steps[random.below(steps.size())].gpu);
  }
  return partial.plan();
}

Best best_heuristic(const Instance& instance, const Objective& objective) {
  const std::array<Best, 4> all{{{"heft", heft_plan(instance, objective)},
                                 {"list", list_plan(instance, objective)},
                                 {"min-min", min_min_plan(instance, objective)},
                                 {"max-min", max_min_plan(instance, objective)}}};
  const auto cost = [&](const Best& b) { return cost_of(timed(instance, b.plan), objective); };
  return *std::ranges::min_element(all, {}, cost);
}

}  // namespace forewarp::schedule
