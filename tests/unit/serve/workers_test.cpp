// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "serve/workers.hpp"

#include <gtest/gtest.h>
#include <signal.h>

#include <future>
#include <nlohmann/json.hpp>
#include <thread>

#include "client.hpp"
#include "forewarp/support/temporary_folder.hpp"

namespace forewarp::serve {
namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

std::string kind_of(const Outcome& outcome) { return nlohmann::json::parse(outcome.json).value("kind", "answer"); }

class WorkersTest : public ::testing::Test {
 protected:
  WorkersTest() { ::signal(SIGPIPE, SIG_IGN); }
  [[nodiscard]] WorkersOptions options(std::vector<std::string> command) const {
    WorkersOptions all{.command = std::move(command), .folder = folder_.path(), .count = 1};
    all.time_limit = milliseconds(1000);
    all.to_stop = milliseconds(100);
    return all;
  }
  [[nodiscard]] std::vector<std::string> tool() const {
    return {FOREWARP_TOOL, "serve", "--worker", folder_.path().string(), "--without-landlock"};
  }
  TemporaryFolder folder_{"workers"};
};

TEST_F(WorkersTest, AWorkerThatNeverAnswersIsEndedAfterTheTime) {
  Workers workers(options({"/bin/sleep", "1000"}));

  const auto begin = Clock::now();
  const Outcome outcome = workers.answer("a", 1, "{}");

  EXPECT_EQ(kind_of(outcome), "limit");
  EXPECT_NE(outcome.json.find("no answer within 1 s"), std::string::npos);
  EXPECT_LT(Clock::now() - begin, milliseconds(5000));
}

TEST_F(WorkersTest, AWorkerThatEndsHarmsOneAnswer) {
  Workers workers(options({"/bin/true"}));

  EXPECT_EQ(kind_of(workers.answer("a", 1, "{}")), "limit");
  EXPECT_EQ(kind_of(workers.answer("a", 2, "{}")), "limit");
}

TEST_F(WorkersTest, ANewerQuestionOfAPageEndsTheOlderOne) {
  WorkersOptions slow = options({"/bin/sleep", "1000"});
  slow.time_limit = milliseconds(60000);
  Workers workers(slow);

  auto first = std::async(std::launch::async, [&] { return workers.answer("a", 1, "{}"); });
  std::this_thread::sleep_for(milliseconds(200));
  const auto begin = Clock::now();
  auto second = std::async(std::launch::async, [&] { return workers.answer("a", 2, "{}"); });

  EXPECT_EQ(kind_of(first.get()), "superseded");
  EXPECT_LT(Clock::now() - begin, milliseconds(5000));
  EXPECT_EQ(kind_of(workers.answer("a", 1, "{}")), "superseded");  // late on its way
  workers.stop();
  EXPECT_NE(kind_of(second.get()), "answer");
}

TEST_F(WorkersTest, AWorkerAnswersInItsOwnProcess) {
  WorkersOptions one = options(tool());
  one.time_limit = milliseconds(30000);
  Workers workers(one);

  EXPECT_EQ(kind_of(workers.answer("a", 1, test::scale_question(3))), "answer");
  EXPECT_EQ(kind_of(workers.answer("a", 2, "no question")), "input");
}

TEST_F(WorkersTest, EndingASessionEndsWhatTheWorkerStarted) {
  WorkerProcess process({"/bin/sh", "-c", "sleep 1000 & wait"}, folder_.path());
  std::this_thread::sleep_for(milliseconds(200));

  process.kill();

  EXPECT_EQ(process.receive(milliseconds(5000)).ending,
            WorkerProcess::Ending::ended);  // both ends of the pipe are gone
}

}  // namespace
}  // namespace forewarp::serve
