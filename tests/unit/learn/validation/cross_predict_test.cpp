// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/validation/cross_predict.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "forewarp/learn/validation/baselines.hpp"
#include "forewarp/learn/validation/team.hpp"
#include "forewarp/support/error.hpp"
#include "toy.hpp"

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

/// Two members that are threads of one process; each waits in sum() for the other.
class Meeting {
 public:
  void sum(std::size_t rank, std::span<double> values) {
    std::unique_lock lock(mutex_);
    const std::size_t round = round_;
    parts_[rank] = values;
    if (++here_ < 2) {
      ready_.wait(lock, [&] { return round_ != round; });
      return;
    }
    for (std::size_t i = 0; i < values.size(); ++i) parts_[0][i] = parts_[1][i] = parts_[0][i] + parts_[1][i];
    here_ = 0;
    ++round_;
    ready_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable ready_;
  std::span<double> parts_[2];
  std::size_t here_ = 0, round_ = 0;
};

struct Member : Team {
  Member(Meeting& place, std::size_t rank) : meeting(place), mine(rank) {}
  [[nodiscard]] std::size_t rank() const override { return mine; }
  [[nodiscard]] std::size_t size() const override { return 2; }
  void sum(std::span<double> values) override { meeting.sum(mine, values); }
  Meeting& meeting;
  std::size_t mine;
};

TEST(CrossPredict, GivesEveryMemberOfATeamTheBitsThatOneAloneGets) {
  const Case here;
  Meeting meeting;
  CrossAnswers of_member[2];
  const auto work = [&](std::size_t rank) {
    Member member(meeting, rank);
    of_member[rank] = here.run({.seed = 5, .threads = 1, .team = &member});
  };
  std::thread second(work, 1);
  work(0);
  second.join();

  EXPECT_EQ(of_member[0], here.run({.seed = 5, .threads = 1}));
  EXPECT_EQ(of_member[1], of_member[0]);
}

TEST(CrossPredict, LetsNoMemberWaitForOneThatFailed) {
  Meeting meeting;
  std::atomic<int> threw = 0;
  const auto work = [&](std::size_t rank) {
    Member member(meeting, rank);
    std::vector<double> places(2);
    try {
      shared_for(2,
                 [](std::size_t i) {
                   if (i == 1) throw InputError("task 1");
                 },
                 places, {.threads = 1, .team = &member});
    } catch (const InputError&) {
      ++threw;
    }
  };
  std::thread second(work, 1);
  work(0);
  second.join();

  EXPECT_EQ(threw, 2);
}

}  // namespace
}  // namespace forewarp::validate
