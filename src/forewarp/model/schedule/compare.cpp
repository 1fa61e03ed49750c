// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/schedule/compare.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "forewarp/model/schedule/heuristics.hpp"
#include "forewarp/model/schedule/online.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/random.hpp"

namespace forewarp::schedule {
namespace {

/// A problem with the times of each end, and the measured ones.
struct Instances {
  Instance likely, low, high;
  std::optional<Instance> actual;
};

MethodResult judged(std::string method, Plan plan, const Instances& in) {
  MethodResult result{.method = std::move(method),
                      .plan = std::move(plan),
                      .schedule = {},
                      .makespan_s = {},
                      .energy_j = {},
                      .actual = {},
                      .loss = {}};
  result.schedule = timed(in.likely, result.plan);
  const Schedule low = timed(in.low, result.plan), high = timed(in.high, result.plan);
  result.makespan_s = {result.schedule.makespan_s, low.makespan_s, high.makespan_s};
  result.energy_j = {result.schedule.energy_j, low.energy_j, high.energy_j};
  if (in.actual) result.actual = timed(*in.actual, result.plan);
  return result;
}

/// Means over the draws.
MethodResult random_result(const Instances& in, const CompareOptions& options) {
  MethodResult all = judged("random", random_plan(in.likely, derived_seed(options.seed, 0)), in);
  const double share = 1.0 / static_cast<double>(options.draws);
  Range makespan, energy;
  double actual_s = 0, actual_j = 0;
  for (std::size_t draw = 0; draw < options.draws; ++draw) {
    const MethodResult one = judged("random", random_plan(in.likely, derived_seed(options.seed, draw)), in);
    makespan.add(one.makespan_s, share);
    energy.add(one.energy_j, share);
    if (!one.actual) continue;
    actual_s += share * one.actual->makespan_s;
    actual_j += share * one.actual->energy_j;
  }
  all.makespan_s = makespan;
  all.energy_j = energy;
  all.schedule.makespan_s = makespan.likely;
  all.schedule.energy_j = energy.likely;
  if (all.actual) all.actual->makespan_s = actual_s;
  if (all.actual) all.actual->energy_j = actual_j;
  return all;
}

// Against the best plan for the measured times: the optimum for the predicted times loses by prediction alone, and what
// a heuristic loses beyond that is its own. Example: the best makespan is 10 s; the predicted optimum takes 11 s, HEFT
// 12 s: 10 % and 20 %, of which 10 % are the prediction's. A heuristic may be lucky: then its own share is negative.
void add_losses(Comparison& comparison) {
  if (!comparison.actual_best) return;
  const double best = comparison.actual_best->makespan_s;
  const double prediction = comparison.methods.front().actual->makespan_s / best - 1;
  for (MethodResult& result : comparison.methods) {
    const double total = result.actual->makespan_s / best - 1;
    result.loss = Loss{total, prediction, total - prediction};
  }
}

}  // namespace

std::vector<std::string> method_names() {
  return {"optimum", "heft", "list", "min-min", "max-min", "round-robin", "random"};
}

Comparison compare(const Problem& problem, const std::vector<std::vector<double>>& actual_s,
                   const CompareOptions& options) {
  check(problem);
  if (options.draws == 0) throw InputError("there must be at least one random plan");
  Instances in{instance_of(problem), instance_of(problem, End::low), instance_of(problem, End::high), std::nullopt};
  if (!actual_s.empty()) in.actual = with_times(in.likely, actual_s);
  const Objective& objective = options.search.objective;
  Comparison comparison;
  const Optimum best = optimum(in.likely, options.search);
  comparison.proved = best.proved;
  comparison.methods.push_back(judged("optimum", best.plan, in));
  comparison.methods.push_back(judged("heft", heft_plan(in.likely, objective), in));
  comparison.methods.push_back(judged("list", list_plan(in.likely, objective), in));
  comparison.methods.push_back(judged("min-min", min_min_plan(in.likely, objective), in));
  comparison.methods.push_back(judged("max-min", max_min_plan(in.likely, objective), in));
  comparison.methods.push_back(judged("round-robin", round_robin_plan(in.likely), in));
  comparison.methods.push_back(random_result(in, options));
  // From here on with measured times.
  if (!in.actual) return comparison;
  const Optimum actual = optimum(*in.actual, options.search);
  comparison.actual_best = timed(*in.actual, actual.plan);
  comparison.actual_proved = actual.proved;
  comparison.dispatched = dispatched(in.likely, *in.actual, [&](const Instance& predicted, const Start& start) {
    return optimum(predicted, options.search, start).plan;
  });
  add_losses(comparison);
  return comparison;
}

const MethodResult& best_of(const Comparison& comparison, const Objective& objective) {
  const std::size_t plans = comparison.methods.size() - 1;  // random has means of many
  return *std::ranges::min_element(comparison.methods.begin(),
                                   comparison.methods.begin() + static_cast<std::ptrdiff_t>(plans), {},
                                   [&](const MethodResult& m) { return cost_of(m.schedule, objective); });
}

const MethodResult& method_called(const Comparison& comparison, const std::string& name) {
  const auto found = std::ranges::find(comparison.methods, name, &MethodResult::method);
  if (found == comparison.methods.end())
    throw InputError(fmt::format("no method is called '{}'; there is {}", name, fmt::join(method_names(), ", ")));
  return *found;
}

}  // namespace forewarp::schedule
