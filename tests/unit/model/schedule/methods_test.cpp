// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "forewarp/model/schedule/compare.hpp"
#include "forewarp/model/schedule/heuristics.hpp"
#include "forewarp/model/schedule/online.hpp"
#include "forewarp/model/schedule/optimum.hpp"
#include "problems.hpp"
#include "unit/message_of.hpp"

namespace forewarp::schedule {
namespace {

using testing::message_of;

/// The example of Topcuoglu, Hariri and Wu (2002), Figure 2: ten tasks on three processors.
Problem topcuoglu() {
  Problem problem = problem_of({{14, 16, 9},
                                {13, 19, 18},
                                {11, 13, 19},
                                {13, 8, 17},
                                {12, 13, 10},
                                {13, 16, 9},
                                {7, 15, 11},
                                {5, 11, 14},
                                {18, 12, 20},
                                {21, 7, 16}});
  const auto edge = [&](std::size_t from, std::size_t to, double bytes) {
    problem.jobs[to - 1].after.push_back({from - 1, bytes});
  };
  edge(1, 2, 18), edge(1, 3, 12), edge(1, 4, 9), edge(1, 5, 11), edge(1, 6, 14);
  edge(2, 8, 19), edge(2, 9, 16), edge(3, 7, 23), edge(4, 8, 27), edge(4, 9, 23);
  edge(5, 9, 13), edge(6, 8, 15), edge(7, 10, 17), edge(8, 10, 11), edge(9, 10, 13);
  return problem;
}

double makespan(const Instance& instance, const Plan& plan) { return timed(instance, plan).makespan_s; }

/// The least makespan of all assignments of jobs that do not wait, one by one.
double exhaustive(const Instance& instance) {
  const std::size_t gpus = instance.gpus.size();
  std::size_t all = 1;
  for (std::size_t j = 0; j < instance.jobs(); ++j) all *= gpus;
  double best = Instance::cannot_run;
  for (std::size_t code = 0; code < all; ++code) {
    std::vector<double> load(gpus);
    for (std::size_t j = 0, rest = code; j < instance.jobs(); ++j, rest /= gpus)
      load[rest % gpus] += instance.time_s[j][rest % gpus];
    best = std::min(best, *std::ranges::max_element(load));
  }
  return best;
}

/// The same for jobs that wait: all orders and all GPUs.
void try_all(const Instance& instance, Partial& partial, double& best) {
  if (partial.left() == 0) {
    best = std::min(best, *std::ranges::max_element(partial.free_s()));
    return;
  }
  for (std::size_t j = 0; j < instance.jobs(); ++j)
    for (std::size_t g = 0; partial.ready(j) && g < instance.gpus.size(); ++g) {
      partial.add(j, g);
      try_all(instance, partial, best);
      partial.remove_last();
    }
}

TEST(Heuristics, HeftGivesThePublishedMakespanOfItsExample) {
  EXPECT_DOUBLE_EQ(makespan(instance_of(topcuoglu()), heft_plan(instance_of(topcuoglu()))), 80);
}

TEST(Heuristics, MinMinAndMaxMinDifferWhereOneJobIsLong) {
  // Two GPUs alike, jobs of 1, 1, 2 and 4. min-min: 1 | 1, 2 behind one, 4 behind the other: 5 s.
  // max-min: 4 | 2, then 1 and 1 behind the 2: 4 s.
  const Instance instance = instance_of(problem_of({{1, 1}, {1, 1}, {2, 2}, {4, 4}}));

  EXPECT_DOUBLE_EQ(makespan(instance, min_min_plan(instance)), 5);
  EXPECT_DOUBLE_EQ(makespan(instance, max_min_plan(instance)), 4);
  EXPECT_DOUBLE_EQ(makespan(instance, list_plan(instance)), 4);
}

TEST(Heuristics, RoundRobinSkipsAGpuThatCannotRunTheJob) {
  const Instance instance = instance_of(problem_of({{1, 1}, {1, 0}, {1, 1}}));

  EXPECT_EQ(round_robin_plan(instance), (Plan{{0, 0}, {1, 0}, {2, 1}}));
}

TEST(Heuristics, LeastEnergyIsSoughtUntilTheDeadline) {
  // G1 takes 2 s at 100 W, G2 5 s at 10 W: 200 J against 50 J. Two jobs one after the other on G2 end at 10 s.
  Problem problem = problem_of({{2, 5}, {2, 5}});
  for (Job& job : problem.jobs) job.power_w = {{100, 100, 100}, {10, 10, 10}};
  const Instance instance = instance_of(problem);
  const auto energy = [&](double deadline_s) {
    const Objective objective{Objective::What::energy, deadline_s};
    return timed(instance, optimum(instance, {.objective = objective}).plan).energy_j;
  };

  EXPECT_DOUBLE_EQ(energy(10), 100);  // both on G2
  EXPECT_DOUBLE_EQ(energy(9), 250);   // one on each
  EXPECT_DOUBLE_EQ(energy(4), 400);   // both on G1
}

TEST(Optimum, IsThatOfEveryAssignment) {
  SplitMix random(7);
  for (int i = 0; i < 20; ++i) {
    const Instance instance = instance_of(random_problem(random, 6, 3, false));

    const Optimum best = optimum(instance);

    EXPECT_TRUE(best.proved);
    EXPECT_NEAR(makespan(instance, best.plan), exhaustive(instance), 1e-9);
  }
}

TEST(Optimum, IsThatOfEveryOrderWhereJobsWait) {
  SplitMix random(8);
  for (int i = 0; i < 20; ++i) {
    const Instance instance = instance_of(random_problem(random, 5, 2, true));
    Partial partial(instance);
    double all = Instance::cannot_run;
    try_all(instance, partial, all);

    const Optimum best = optimum(instance);

    EXPECT_TRUE(best.proved);
    EXPECT_NEAR(makespan(instance, best.plan), all, 1e-9);
  }
}

TEST(Optimum, NoMethodBeatsIt) {
  SplitMix random(9);
  for (int i = 0; i < 40; ++i) {
    const Problem problem = random_problem(random, 7, 3, i % 2 == 1);

    const Comparison comparison = compare(problem, {}, {.seed = static_cast<std::uint64_t>(i), .draws = 5});

    ASSERT_TRUE(comparison.proved);
    const double best = comparison.methods.front().makespan_s.likely;
    for (const MethodResult& method : comparison.methods) EXPECT_GE(method.makespan_s.likely, best - 1e-9);
    EXPECT_EQ(best_of(comparison, {}).makespan_s.likely, best);
  }
}

TEST(Optimum, ASearchThatIsStoppedIsNoWorseThanTheHeuristics) {
  SplitMix random(10);
  const Instance instance = instance_of(random_problem(random, 30, 4, true));

  const Optimum best = optimum(instance, {.max_nodes = 100});

  EXPECT_FALSE(best.proved);
  EXPECT_LE(makespan(instance, best.plan), makespan(instance, best_heuristic(instance).plan));
}

TEST(Optimum, GpusThatAreAlikeAreTriedOnce) {
  const Instance instance = instance_of(problem_of(std::vector<std::vector<double>>(9, {3, 3, 3, 3})));

  const Optimum best = optimum(instance);

  EXPECT_TRUE(best.proved);
  EXPECT_DOUBLE_EQ(makespan(instance, best.plan), 9);
  EXPECT_LT(best.nodes, 2000U);
}

TEST(Compare, TheRangeOfAMakespanHasAllJobsAtTheEndsOfTheirs) {
  // Ranges of half to twice the time: the makespan's is the same.
  const Comparison comparison = compare(problem_of({{4, 9}, {9, 3}, {2, 2}}), {});

  for (const MethodResult& method : comparison.methods) {
    EXPECT_NEAR(method.makespan_s.low, method.makespan_s.likely / 2, 1e-9) << method.method;
    EXPECT_NEAR(method.makespan_s.high, method.makespan_s.likely * 2, 1e-9) << method.method;
  }
}

TEST(Compare, IsTheSameEveryTime) {
  SplitMix random(11);
  const Problem problem = random_problem(random, 8, 3, true);

  const Comparison first = compare(problem, {}, {.seed = 3}), second = compare(problem, {}, {.seed = 3});

  for (std::size_t i = 0; i < first.methods.size(); ++i) {
    EXPECT_EQ(first.methods[i].plan, second.methods[i].plan);
    EXPECT_EQ(first.methods[i].makespan_s.likely, second.methods[i].makespan_s.likely);
  }
}

TEST(Compare, LossIsSplitIntoThatOfPredictionsAndThatOfTheMethod) {
  // Predicted: a is faster on G1 (2 s against 3 s), b the same everywhere (2 s). Really a takes 6 s on G1. The plan
  // that looks best, a on G1 beside b on G2, takes 6 s; the best one, a on G2 and b on G1, 3 s: 100 % lost.
  const Problem problem = problem_of({{2, 3}, {2, 2}});
  const Comparison comparison = compare(problem, {{6, 3}, {2, 2}});

  EXPECT_DOUBLE_EQ(comparison.actual_best->makespan_s, 3);
  const MethodResult& best = comparison.methods.front();
  EXPECT_DOUBLE_EQ(best.actual->makespan_s, 6);
  EXPECT_DOUBLE_EQ(best.loss->total, 1);
  EXPECT_DOUBLE_EQ(best.loss->prediction, 1);
  EXPECT_DOUBLE_EQ(best.loss->heuristic, 0);
}

TEST(Online, WithoutErrorsItIsThePlan) {
  SplitMix random(12);
  for (int i = 0; i < 20; ++i) {
    const Instance instance = instance_of(random_problem(random, 6, 3, i % 2 == 0));
    const Planner planner = [](const Instance& predicted, const Start& start) {
      return optimum(predicted, {}, start).plan;
    };

    EXPECT_NEAR(dispatched(instance, instance, planner).makespan_s, makespan(instance, optimum(instance).plan), 1e-9);
  }
}

TEST(Online, AJobThatTakesLongerSendsTheRestElsewhere) {
  // Alike GPUs, jobs of 4, 3, 2 and 1 by prediction: 4 + 1 | 3 + 2. The first one really takes 9 s. The plan gives 10
  // s; made anew when others end, the last job goes to the other GPU: 9 s.
  const Problem problem = problem_of({{4, 4}, {3, 3}, {2, 2}, {1, 1}});
  const Instance predicted = instance_of(problem);
  const Instance actual = with_times(predicted, {{9, 9}, {3, 3}, {2, 2}, {1, 1}});

  const Schedule schedule =
      dispatched(predicted, actual, [](const Instance& i, const Start& start) { return list_plan(i, {}, start); });

  EXPECT_DOUBLE_EQ(makespan(actual, list_plan(predicted)), 10);
  EXPECT_DOUBLE_EQ(schedule.makespan_s, 9);
}

TEST(Compare, AMethodThatIsNotThereIsRefusedWithThoseThatAre) {
  const Comparison comparison = compare(problem_of({{1}}), {});

  EXPECT_EQ(message_of([&] { (void)method_called(comparison, "best"); }),
            "no method is called 'best'; there is optimum, heft, list, min-min, max-min, round-robin, random");
}

}  // namespace
}  // namespace forewarp::schedule
