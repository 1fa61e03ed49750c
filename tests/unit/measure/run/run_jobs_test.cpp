// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/measure/run/run_jobs.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <set>
#include <thread>

#include "forewarp/support/temporary_folder.hpp"
#include "unit/measure/run/fake_device.hpp"

namespace forewarp::run {
namespace {

using test::FakeDevice;
using test::job;

CampaignOptions quick() {
  CampaignOptions options;
  options.pass_seconds = 0;
  return options;
}

std::vector<Sample> trials_of(SampleStore& store, const std::string& name) {
  std::vector<Sample> trials;
  for (const Sample& sample : store.read().samples)
    if (sample.kind == SampleKind::trial && sample.job == name) trials.push_back(sample);
  return trials;
}

class Campaigns : public ::testing::Test {
 protected:
  TemporaryFolder folder{"campaign"};
  std::unique_ptr<SampleStore> store = open_sqlite_store(folder / "samples.sqlite");
  FakeDevice device;
};

TEST_F(Campaigns, SteadyKernelsAreDoneAfterTheirPasses) {
  // 60 trials at most in passes of 60 / (3 * 5) = 4; the range of 20 trials is narrow, so five passes are enough
  const CampaignOutcome outcome = run_jobs(device, std::vector{job("a"), job("b")}, *store, quick());

  EXPECT_EQ(outcome.trials, 40u);
  EXPECT_EQ(outcome.resumed, 0u);
  EXPECT_TRUE(outcome.failures.empty());
  const std::vector<Sample> trials = trials_of(*store, "a");
  ASSERT_EQ(trials.size(), 20u);
  for (std::size_t i = 0; i < trials.size(); ++i) {
    EXPECT_EQ(trials[i].trial, i);
    EXPECT_EQ(trials[i].pass, i / 4);
    EXPECT_NEAR(trials[i].seconds, 1e-3, 1.1e-6);
  }
}

TEST_F(Campaigns, NoisyKernelsTakeAllTheirTrials) {
  std::vector<Job> jobs{job("a", "noisy"), job("b", "noisy")};
  jobs[1].trials = 50;  // in visits of 3

  (void)run_jobs(device, jobs, *store, quick());

  EXPECT_EQ(trials_of(*store, "a").size(), 60u);
  EXPECT_EQ(trials_of(*store, "b").size(), 50u);
}

TEST_F(Campaigns, AWidthOfZeroTakesAllTrials) {
  CampaignOptions options = quick();
  options.width = 0;

  (void)run_jobs(device, std::vector{job("a")}, *store, options);

  EXPECT_EQ(trials_of(*store, "a").size(), 60u);
}

TEST_F(Campaigns, ALongRunningJobIsDoneAfterItsPasses) {
  CampaignOptions options = quick();
  options.width = 0;
  options.job_seconds = 0.015;  // 15 of its launches, less than five passes of 4

  (void)run_jobs(device, std::vector{job("a")}, *store, options);

  EXPECT_EQ(trials_of(*store, "a").size(), 20u);
}

TEST_F(Campaigns, EveryPassVisitsAllJobsWithTheCanaryBetween) {
  (void)run_jobs(device, std::vector{job("a"), job("b"), job("c")}, *store, quick());

  std::map<std::uint32_t, std::set<std::string>> visited;
  std::string last;
  for (const Sample& sample : store->read().samples) {
    if (sample.kind == SampleKind::trial) {
      visited[sample.pass].insert(sample.job);
      EXPECT_TRUE(last.empty() || last == sample.job) << "no canary between " << last << " and " << sample.job;
    }
    last = sample.job;
  }
  EXPECT_EQ(visited.size(), 5u);
  for (const auto& [pass, jobs] : visited) EXPECT_EQ(jobs.size(), 3u) << pass;
}

TEST_F(Campaigns, TheOrderDiffersFromPassToPass) {
  (void)run_jobs(device, std::vector{job("a"), job("b"), job("c"), job("d")}, *store, quick());

  std::map<std::uint32_t, std::string> orders;
  for (const Sample& s : store->read().samples)
    if (s.kind == SampleKind::trial && orders[s.pass].find(s.job) == std::string::npos) orders[s.pass] += s.job;
  std::set<std::string> different;
  for (const auto& [pass, order] : orders) different.insert(order);
  EXPECT_GT(different.size(), 1u);
}

TEST_F(Campaigns, ColdAndRefilledBeforeEachTrial) {
  Job both = job("a");
  both.cold = both.refill = true;
  both.trials = 5;

  (void)run_jobs(device, std::vector{both}, *store, quick());

  const auto count = [&](const char* what) { return std::count(device.log.begin(), device.log.end(), what); };
  EXPECT_EQ(count("flush"), 5);
  EXPECT_EQ(count("refill"), 5);
  EXPECT_EQ(count("a"), 5 + 2 + 4);  // two warm-up launches when it is new, one in each later pass
}

TEST_F(Campaigns, AJobWithWrongInputFailsAlone) {
  Job broken = job("broken");
  broken.code.text = "does not compile";

  const CampaignOutcome outcome =
      run_jobs(device, std::vector{job("wrong", "bad input"), job("a"), broken}, *store, quick());

  ASSERT_EQ(outcome.failures.size(), 2u);
  EXPECT_EQ(outcome.failures[0].job, "wrong");
  EXPECT_EQ(outcome.failures[0].why, "the shape is wrong");
  EXPECT_EQ(outcome.failures[1].why, "line 1: no");
  EXPECT_EQ(trials_of(*store, "a").size(), 20u);
}

TEST_F(Campaigns, ADeviceThatFailsStopsAndTheNextStartLeavesTheJobOut) {
  const std::vector<Job> jobs{job("killer", "broken device"), job("a")};

  EXPECT_THROW((void)run_jobs(device, jobs, *store, quick()), DeviceError);
  const CampaignOutcome outcome = run_jobs(device, jobs, *store, quick());

  ASSERT_EQ(outcome.failures.size(), 1u);
  EXPECT_NE(outcome.failures[0].why.find("ILLEGAL_ADDRESS"), std::string::npos);
  EXPECT_EQ(trials_of(*store, "a").size(), 20u);
}

TEST_F(Campaigns, FailedJobsAreTriedAgainWhenAsked) {
  std::vector<Job> jobs{job("a", "bad input")};
  (void)run_jobs(device, jobs, *store, quick());
  CampaignOptions options = quick();

  EXPECT_EQ(run_jobs(device, jobs, *store, options).failures.size(), 1u);
  options.retry = true;
  const std::size_t before = device.log.size();
  EXPECT_EQ(run_jobs(device, jobs, *store, options).failures.size(), 1u);

  EXPECT_GT(device.log.size(), before) << "the retry did not launch";
}

TEST_F(Campaigns, AFinishedCampaignMeasuresNothingAgain) {
  const std::vector<Job> jobs{job("a"), job("b")};
  (void)run_jobs(device, jobs, *store, quick());
  device.log.clear();

  const CampaignOutcome outcome = run_jobs(device, jobs, *store, quick());

  EXPECT_EQ(outcome.trials, 0u);
  EXPECT_EQ(outcome.resumed, 40u);
  EXPECT_TRUE(device.log.empty());
}

TEST_F(Campaigns, AnotherKernelOfTheSameNameIsRefused) {
  (void)run_jobs(device, std::vector{job("a")}, *store, quick());
  Job other = job("a");
  other.shape.block.x = 64;

  EXPECT_THROW((void)run_jobs(device, std::vector{other}, *store, quick()), InputError);
}

TEST_F(Campaigns, AJobThatEndsTheProcessIsGivenUp) {
  for (int start = 0; start < 3; ++start) {
    const pid_t child = ::fork();
    if (child == 0) {
      const auto mine = open_sqlite_store(folder / "crash.sqlite");
      mine->set(device_key(device.info()), "started a", std::to_string(start + 1));
      ::_exit(0);
    }
    ::waitpid(child, nullptr, 0);
  }

  const CampaignOutcome outcome =
      run_jobs(device, std::vector{job("a"), job("b")}, *open_sqlite_store(folder / "crash.sqlite"), quick());

  ASSERT_EQ(outcome.failures.size(), 1u);
  EXPECT_EQ(outcome.failures[0].why, "ended the process 3 times before its first sample");
}

TEST_F(Campaigns, KeepsWhatTheCompilerMadeOfAKernel) {
  (void)run_jobs(device, std::vector{job("a")}, *store, quick());

  ASSERT_EQ(store->read().jobs.size(), 1u);
  EXPECT_EQ(store->read().jobs[0].kernel.registers, 32u);
  EXPECT_EQ(store->read().jobs[0].shape, "1,1,1 x 32,1,1");
}

/// The promise of the whole: killed at any moment, started again, it ends with every trial once.
TEST_F(Campaigns, KilledAtAnyMomentItGoesOnWithoutLosingOrRepeatingATrial) {
  for (const char* name : {"kill.sqlite", "kill.csv"}) {
    const std::filesystem::path file = folder / name;
    const auto open = [&] { return file.extension() == ".csv" ? open_csv_store(file) : open_sqlite_store(file); };
    std::vector<Job> jobs;
    for (int i = 0; i < 40; ++i) jobs.push_back(job("job " + std::to_string(i), "noisy"));
    std::size_t killed = 0;
    for (int round = 0; round < 200; ++round) {
      const pid_t child = ::fork();
      if (child == 0) {
        try {
          FakeDevice mine;
          (void)run_jobs(mine, jobs, *open(), quick());
          ::_exit(0);
        } catch (...) {
          ::_exit(3);
        }
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(5 + 11 * round % 97));
      ::kill(child, SIGKILL);
      int status = 0;
      ::waitpid(child, &status, 0);
      if (WIFEXITED(status)) {
        ASSERT_EQ(WEXITSTATUS(status), 0);
        break;
      }
      ++killed;
    }
    EXPECT_GT(killed, 1u) << "it was through before it could be killed";
    const auto killed_store = open();
    (void)run_jobs(device, jobs, *killed_store, quick());
    for (const Job& each : jobs) {
      std::vector<Sample> trials = trials_of(*killed_store, each.id);
      ASSERT_EQ(trials.size(), 60u) << each.id;
      for (std::size_t i = 0; i < trials.size(); ++i) EXPECT_EQ(trials[i].trial, i);
    }
  }
}

}  // namespace
}  // namespace forewarp::run
