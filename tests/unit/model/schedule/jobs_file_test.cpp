// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/schedule/jobs_file.hpp"

#include <gtest/gtest.h>

#include "forewarp/model/device/database.hpp"
#include "forewarp/model/schedule/job_times.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/temporary_folder.hpp"
#include "unit/message_of.hpp"

namespace forewarp::schedule {
namespace {

using testing::message_of;

JobsFile parsed(const std::string& text) { return parse_jobs(text, "jobs.toml"); }

std::string refused(const std::string& text) {
  return message_of([&] { (void)parsed(text); });
}

PredictedJobs predicted(const std::string& text, const std::vector<std::string>& names) {
  std::vector<device::DeviceSpec> devices;
  for (const std::string& name : names) devices.push_back(device::find_device(name));
  return predicted_jobs(parsed(text), devices);
}

TEST(JobsFile, TimesAreThoseOfAllItsRepetitions) {
  const JobsFile file = parsed(R"([[job]]
name = "a"
times = { V100 = "3 ms", K20 = "1.5s" }
launches = 4
output = "2 MB"
[[job]]
name = "b"
times = { V100 = "1 us" }
after = ["a"]
)");

  EXPECT_DOUBLE_EQ(file.jobs[0].time_s.at("V100"), 0.012);
  EXPECT_DOUBLE_EQ(file.jobs[0].time_s.at("K20"), 6);
  EXPECT_DOUBLE_EQ(file.jobs[0].output_bytes, 2e6);
  EXPECT_EQ(file.jobs[1].after, std::vector<std::string>{"a"});
}

TEST(JobsFile, EveryMistakeHasItsPlace) {
  EXPECT_EQ(refused("devices = ['V100']"), "jobs.toml: has no [[job]]");
  EXPECT_EQ(refused("[[job]]\nname = 'a'"), "jobs.toml:1:1: job 'a' needs one of kernel, program and times");
  EXPECT_EQ(refused("[[job]]\nname = 'a'\ntimes = { V100 = 3 }"),
            "jobs.toml:3:18: 'times': expected a time with a unit, as \"12 ms\"");
  EXPECT_EQ(refused("[[job]]\nname = 'a'\ntimes = { V100 = '3 ms' }\nafter = ['blurr']\n"
                    "[[job]]\nname = 'blur'\ntimes = { V100 = '3 ms' }"),
            "jobs.toml:1:1: job 'a' is after 'blurr', and there is no such job (did you mean 'blur'?)");
  EXPECT_EQ(refused("[[job]]\nname = 'a'\ntimes = { V100 = '3 ms' }\noutput = '64'"),
            "jobs.toml:4:10: 'output' is '64'; expected a number with a unit, as \"64 MB\"");
  EXPECT_NE(refused("[[job]]\nname = 'a'\ntimes = { V100 = '3 ms' }\ncount = 3").find("count"), std::string::npos);
  EXPECT_NE(refused("[[job]]\nname = 'a'\nprogram = 'nowhere'").find("'forewarp exec --save nowhere' writes one"),
            std::string::npos);
}

TEST(JobTimes, TheSameDeviceTwiceIsTwoGpus) {
  const PredictedJobs jobs = predicted("[[job]]\nname = 'a'\ntimes = { V100 = '3 ms' }", {"V100", "V100", "K20"});

  EXPECT_EQ(jobs.problem.gpus[1].name, "V100 #2");
  EXPECT_DOUBLE_EQ(jobs.problem.jobs[0].time_s[1]->likely, 3e-3);
  EXPECT_FALSE(jobs.problem.jobs[0].time_s[2]);
}

TEST(JobTimes, AKernelIsPredictedAndCountsAsOftenAsItIsLaunched) {
  const char* once = "[[job]]\nname = 'a'\nkernel = 'saxpy'";
  const Range one = *predicted(once, {"V100"}).problem.jobs[0].time_s[0];
  const Range ten = *predicted(std::string(once) + "\nlaunches = 10", {"V100"}).problem.jobs[0].time_s[0];

  EXPECT_GT(one.likely, 0);
  EXPECT_LE(one.low, one.likely);
  EXPECT_GE(one.high, one.likely);
  EXPECT_NEAR(ten.likely, 10 * one.likely, 1e-12);
  EXPECT_NEAR(ten.high, 10 * one.high, 1e-12);
}

TEST(JobTimes, AMeasuredLaunchIsWhatItIsFittedTo) {
  const PredictedJobs jobs = predicted(
      "[[job]]\nname = 'a'\nkernel = 'saxpy'\nmeasured = { time = '5 ms', device = 'V100' }", {"V100", "K20"});

  EXPECT_NEAR(jobs.problem.jobs[0].time_s[0]->likely, 5e-3, 1e-9);
}

TEST(JobTimes, AGpuTakesTheRunsThatWereMeasuredOnIt) {
  const PredictedJobs jobs = predicted(
      "[[job]]\nname = 'a'\nkernel = 'saxpy'\nmeasured = [{ time = '5 ms', device = 'V100' }, { time = '70 ms', device "
      "= 'K20' }]",
      {"V100", "K20"});

  EXPECT_NEAR(jobs.problem.jobs[0].time_s[0]->likely, 5e-3, 1e-9);
  EXPECT_NEAR(jobs.problem.jobs[0].time_s[1]->likely, 70e-3, 1e-9);
}

TEST(JobTimes, InputIsCopiedFirst) {
  // 24 MB over a link of 12 GB/s that takes 10 us: 2.01 ms
  const PredictedJobs jobs = predicted(
      "[[gpu]]\ndevice = 'V100'\nlink_gb_per_s = 12\nlink_us = 10\n[[job]]\nname = 'a'\ntimes = { V100 = '3 ms' }\n"
      "input = '24 MB'",
      {"V100"});

  EXPECT_NEAR(jobs.problem.jobs[0].time_s[0]->likely, 5.01e-3, 1e-12);
}

TEST(JobTimes, PowerIsStatedOrAShareOfTheBoardPower) {
  const PredictedJobs jobs = predicted(
      "[[job]]\nname = 'a'\ntimes = { V100 = '3 ms', K20 = '9 ms' }\npower_w = { V100 = 180 }", {"V100", "K20"});

  EXPECT_DOUBLE_EQ(jobs.problem.jobs[0].power_w[0].likely, 180);
  EXPECT_DOUBLE_EQ(jobs.problem.jobs[0].power_w[1].likely, 0.71 * device::find_device("K20").tdp_w);
  EXPECT_EQ(jobs.notes.front().substr(0, 13), "power on K20:");
}

TEST(JobTimes, ActualTimesAreForAllJobsOrForNone) {
  const std::string first = "[[job]]\nname = 'a'\ntimes = { V100 = '3 ms' }\nactual = { V100 = '4 ms' }\n";
  const std::string second = "[[job]]\nname = 'b'\ntimes = { V100 = '3 ms' }\n";

  EXPECT_DOUBLE_EQ(predicted(first, {"V100"}).actual_s.at(0).at(0), 4e-3);
  EXPECT_EQ(message_of([&] { (void)predicted(first + second, {"V100"}); }),
            "some jobs have 'actual' times and others have none: all or none");
  EXPECT_EQ(message_of([&] { (void)predicted("[[gpu]]\ndevice = 'A100'\n" + second, {"V100"}); }),
            "jobs.toml:1:1: [[gpu]] is about A100, which is not among the devices");
}

TEST(JobTimes, ASavedProgramHasAllItsLaunchesAsOftenAsTheyWereMade) {
  const TemporaryFolder folder("jobs");
  for (const char* name : {"00-saxpy", "01-saxpy"}) {
    std::filesystem::create_directories(folder / "saved" / name);
    std::filesystem::copy(shipped_file("kernels/saxpy"), folder / "saved" / name,
                          std::filesystem::copy_options::recursive);
  }
  write_file(folder / "saved" / "launches.csv", "folder,launches\n00-saxpy,3\n01-saxpy,2.5\n");
  const std::string text = "[[job]]\nname = 'p'\nprogram = 'saved'\n[[job]]\nname = 'k'\nkernel = 'saxpy'";

  const std::vector<device::DeviceSpec> devices = {device::find_device("V100")};
  const PredictedJobs jobs = predicted_jobs(parse_jobs(text, folder / "jobs.toml"), devices);

  EXPECT_NEAR(jobs.problem.jobs[0].time_s[0]->likely, 5.5 * jobs.problem.jobs[1].time_s[0]->likely, 1e-12);
}

}  // namespace
}  // namespace forewarp::schedule
