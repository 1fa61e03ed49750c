// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/validation/cross_predict.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <string>
#include <thread>
#include <vector>

#include "forewarp/learn/validation/baselines.hpp"
#include "forewarp/support/error.hpp"
#include "toy.hpp"
#include "unit/support/distribute/local_team.hpp"

namespace forewarp::validate {
namespace {

using test::samples_of;
using Values = std::vector<double>;

struct Case {
  learn::Samples samples = samples_of({"x"}, {{1, 2, 3, 4, 5, 6, 7, 8}});
  learn::Target target{{2, 4, 6, 8, 10, 12, 14, 16}, {}};
  std::vector<Method> methods = {test::proportional(2, true), nearest_baseline()};
  std::vector<Splits> schemes = {k_fold(8, 4, 1), leave_one_out(8)};
  [[nodiscard]] CrossAnswers run(const CrossOptions& options) const {
    return cross_predict(samples, target, methods, schemes, options);
  }
};

TEST(CrossPredict, AnswersEveryRowFromTheOthers) {
  const CrossAnswers answers = Case{}.run({});

  ASSERT_EQ(answers.size(), 2u);
  // Leave one out: the nearest of 8 is 7 (14); of 1 is 2 (4).
  EXPECT_EQ(answers[1][1].front(), 4);
  EXPECT_EQ(answers[1][1].back(), 14);
  EXPECT_NEAR(answers[0][0][2], 6, 6e-3);
}

TEST(CrossPredict, GivesTheSameBitsOnAnyNumberOfThreads) {
  const Case here;

  EXPECT_EQ(here.run({.seed = 5, .threads = 1}), here.run({.seed = 5, .threads = 3}));
  EXPECT_NE(here.run({.seed = 5, .threads = 1}), here.run({.seed = 6, .threads = 1}));
}

TEST(CrossPredict, LeavesRowsThatAreNeverTestedWithoutAnswer) {
  Case here;
  here.schemes = {stratified_by_duration(here.target.values, 3, 1, {.longest = 2, .edges = {1, 100}})};

  const Values answer = here.run({}).at(0).at(0);

  EXPECT_FALSE(std::isnan(answer[0]));
  EXPECT_TRUE(std::isnan(answer[6]));
  EXPECT_TRUE(std::isnan(answer[7]));
}

TEST(CrossPredict, RefusesNaNBeforeAnythingIsFitted) {
  Case here;
  here.target.values[3] = std::nan("");

  EXPECT_THROW((void)here.run({}), InputError);
}

/// The answers of the coordinator and of a member, which is a thread with a connection to it.
std::pair<CrossAnswers, CrossAnswers> by_two(const Case& here) {
  std::pair<CrossAnswers, CrossAnswers> answers;
  distribute::test::Notes notes;
  distribute::Coordinator coordinator(distribute::test::coordinator_options(notes));
  coordinator.expect(distribute::test::input);
  std::jthread member = distribute::test::member(coordinator, 1, [&](distribute::Team& team) {
    answers.second = here.run({.seed = 5, .threads = 1, .team = &team});
  });
  answers.first = here.run({.seed = 5, .threads = 1, .team = &coordinator});
  member.join();
  return answers;
}

TEST(CrossPredict, GivesEveryProcessOfATeamTheBitsThatOneAloneGets) {
  const Case here;

  const auto [first, second] = by_two(here);

  EXPECT_EQ(first, here.run({.seed = 5, .threads = 1}));
  EXPECT_EQ(second, first);
}

TEST(CrossPredict, LetsNoMemberWaitForOneThatFailed) {
  distribute::test::Notes notes;
  std::atomic<bool> dismissed = false;
  const auto work = [](distribute::Team& team) {
    std::vector<double> places(2);
    shared_for(
        2, [](std::size_t) -> Values { throw InputError("task 1"); }, [](std::size_t, std::span<const double>) {},
        places, {.threads = 1, .team = &team});
  };
  std::jthread member;
  {
    distribute::Coordinator coordinator(distribute::test::coordinator_options(notes));
    coordinator.expect(distribute::test::input);
    member = distribute::test::member(coordinator, 1, [&](distribute::Team& team) {
      try {
        work(team);
      } catch (const distribute::Dismissed&) {
        dismissed = true;
      }
    });
    EXPECT_THROW(work(coordinator), InputError);
    while (coordinator.attendance().joined == 0) std::this_thread::yield();
  }
  member.join();

  EXPECT_TRUE(dismissed);
}

}  // namespace
}  // namespace forewarp::validate
