// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/schedule/plan.hpp"

#include <gtest/gtest.h>

#include "problems.hpp"
#include "unit/message_of.hpp"

namespace forewarp::schedule {
namespace {

using testing::message_of;

TEST(Plan, JobsOfAGpuFollowEachOtherAndWaitForWhatTheyNeed) {
  // a: 2 s on G1; b: 3 s on G2, needs 4 bytes of a, which arrive at 2 + 4 = 6; c: 1 s on G1 behind a.
  Problem problem = problem_of({{2, 9}, {9, 3}, {1, 9}});
  problem.jobs[1].after = {{0, 4}};

  const Schedule schedule = timed(instance_of(problem), {{0, 0}, {1, 1}, {2, 0}});

  EXPECT_DOUBLE_EQ(schedule.placements[1].begin_s, 6);
  EXPECT_DOUBLE_EQ(schedule.placements[2].begin_s, 2);
  EXPECT_DOUBLE_EQ(schedule.makespan_s, 9);
  EXPECT_DOUBLE_EQ(schedule.energy_j, 10 * (2 + 3 + 1));
}

TEST(Plan, AnOutputIsThereAtOnceOnTheSameGpu) {
  Problem problem = problem_of({{2, 9}, {3, 9}});
  problem.jobs[1].after = {{0, 4}};

  EXPECT_DOUBLE_EQ(timed(instance_of(problem), {{0, 0}, {1, 0}}).makespan_s, 5);
}

TEST(Plan, IdleGpusDrawTheirPowerUntilTheLastJobEnds) {
  // G1 is busy for 2 of 3 s, G2 for all 3: 10 W * 5 s + 4 W * 1 s.
  Problem problem = problem_of({{2, 9}, {9, 3}});
  problem.gpus[0].idle_w = problem.gpus[1].idle_w = 4;

  EXPECT_DOUBLE_EQ(timed(instance_of(problem), {{0, 0}, {1, 1}}).energy_j, 54);
}

TEST(Plan, TheSlowerLinkAndTheLongerLatencyDecideATransfer) {
  Problem problem = problem_of({{1, 1}, {1, 1}});
  problem.gpus = {{"fast", 8, 0.5, 0}, {"slow", 2, 0.25, 0}};

  // 0.5 s + 12 bytes / 2 bytes per second
  EXPECT_DOUBLE_EQ(instance_of(problem).transfer_s({0, 12}, 0, 1), 6.5);
  EXPECT_DOUBLE_EQ(instance_of(problem).transfer_s({0, 12}, 1, 1), 0);
}

TEST(Plan, APlanThatIsNoneIsRefused) {
  Problem problem = problem_of({{1, 0}, {1, 1}});
  problem.jobs[1].after = {{0, 0}};
  const Instance instance = instance_of(problem);

  for (const Plan& plan : std::vector<Plan>{{{1, 0}, {0, 0}}, {{0, 1}, {1, 0}}, {{0, 0}, {0, 0}}, {{0, 2}, {1, 0}}})
    EXPECT_NE(message_of([&] { (void)timed(instance, plan); }).find("a plan has a job twice"), std::string::npos);
  EXPECT_EQ(message_of([&] { (void)timed(instance, {{0, 0}}); }), "a plan lacks some of the jobs");
}

TEST(Plan, EnergyWithinADeadlineComesBeforeLessEnergyBehindIt) {
  const Objective objective{Objective::What::energy, 10};

  EXPECT_LT(cost_of(9, 200, objective), cost_of(11, 100, objective));
  EXPECT_LT(cost_of(9, 100, objective), cost_of(8, 101, objective));
  EXPECT_LT(cost_of(8, 500, {}), cost_of(9, 100, {}));
}

TEST(Problem, WhatCannotBeIsNamed) {
  const auto refused = [](const auto& change) {
    Problem problem = problem_of({{1, 2}, {3, 4}});
    change(problem);
    return message_of([&] { check(problem); });
  };

  EXPECT_EQ(refused([](Problem& p) { p.gpus.clear(); }), "there is no GPU to run jobs on");
  EXPECT_EQ(refused([](Problem& p) { p.jobs.clear(); }), "there are no jobs");
  EXPECT_EQ(refused([](Problem& p) {
              p.jobs[0].time_s = {std::nullopt, std::nullopt};
            }),
            "job 'a' can run on none of the GPUs");
  EXPECT_EQ(refused([](Problem& p) {
              p.jobs[0].time_s[1] = Range{3, 4, 5};
            }),
            "job 'a': the range of its time on G2 does not contain it");
  EXPECT_EQ(refused([](Problem& p) {
              p.jobs[0].time_s[1] = Range{0, 0, 0};
            }),
            "job 'a': its time on G2 must be positive and finite");
  EXPECT_EQ(refused([](Problem& p) {
              p.jobs[0].after = {{1, 0}};
              p.jobs[1].after = {{0, 0}};
            }),
            "job 'a' waits for itself, or for jobs that wait for each other in a circle");
  EXPECT_EQ(refused([](Problem& p) {
              p.gpus[1].link_bytes_per_s = 0;
              p.jobs[1].after = {{0, 5}};
            }),
            "job 'b' needs the output of 'a', and the bandwidth of the link of G2 is not known; state it");
}

}  // namespace
}  // namespace forewarp::schedule
