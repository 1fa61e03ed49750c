// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/measure/run/sample_table.hpp"

#include <gtest/gtest.h>

#include "forewarp/report/run_view.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::run {
namespace {

Sample trial(const std::string& job, std::uint32_t number, double seconds, double at_s) {
  return {.device = "gpu", .job = job, .trial = number, .seconds = seconds, .at_s = at_s};
}

Sample canary(std::uint32_t number, double seconds, double at_s) {
  return {.device = "gpu", .job = "", .kind = SampleKind::canary, .trial = number, .seconds = seconds, .at_s = at_s};
}

/// Six trials of "a" at 5 ... 10 s, the machine slow from 20 s on, six at 25 ... 30 s; one of "b" that failed.
StoreContents contents() {
  StoreContents all;
  all.sessions.push_back({.device = "gpu", .at_s = 1, .host = "here", .program = "test", .facts = {}});
  all.jobs.push_back({.device = "gpu",
                      .job = "a",
                      .digest = {},
                      .entry = "f",
                      .shape = "1 x 32",
                      .kernel = {.registers = 40},
                      .failure = {}});
  all.jobs.push_back({.device = "gpu",
                      .job = "b",
                      .digest = {},
                      .entry = "g",
                      .shape = "1 x 32",
                      .kernel = {},
                      .failure = "why\nmore"});
  all.samples.push_back(canary(0, 1e-3, 4));
  for (std::uint32_t i = 0; i < 6; ++i) all.samples.push_back(trial("a", i, 1e-2 + 1e-4 * i, 5 + i));
  all.samples.push_back(canary(1, 1e-3, 11));
  all.samples.push_back(canary(2, 1.8e-3, 20));
  for (std::uint32_t i = 6; i < 12; ++i) all.samples.push_back(trial("a", i, 1.8e-2, 19 + i));
  all.samples.push_back(canary(3, 1.8e-3, 31));
  Sample power = trial("a", 0, 1e-2, 40);
  power.kind = SampleKind::power;
  power.watts = 200;
  power.idle_watts = 50;
  all.samples.push_back(power);
  return all;
}

TEST(SampleTable, EverySampleIsARowWithItsMarks) {
  const Table table = sample_table(contents());

  ASSERT_EQ(table.rows(), 17u);
  EXPECT_EQ(table.texts("kind")[0], "canary");
  EXPECT_EQ(table.numbers("slow")[1], 0);
  EXPECT_EQ(table.numbers("slow")[9], 1);
  EXPECT_EQ(table.numbers("synthetic")[9], 0);
  EXPECT_EQ(table.texts("kind")[16], "power");
  EXPECT_EQ(table.numbers("power")[16], 200);
  EXPECT_EQ(table.column("time").unit, "s");
}

TEST(SampleTable, AJobIsARowWithItsEstimate) {
  const Table table = job_table(contents());

  ASSERT_EQ(table.rows(), 2u);
  EXPECT_EQ(table.numbers("trials")[0], 12);
  EXPECT_EQ(table.numbers("slow")[0], 6);
  EXPECT_EQ(table.numbers("used")[0], 6);
  EXPECT_NEAR(table.numbers("time")[0], 1.005e-2, 1e-12);  // 10 % of 0.0100, 0.0101, ... 0.0105
  EXPECT_EQ(table.numbers("power")[0], 200);
  EXPECT_EQ(table.numbers("idle power")[0], 50);
  EXPECT_EQ(table.numbers("registers")[0], 40);
  EXPECT_TRUE(std::isnan(table.numbers("time")[1]));
  EXPECT_EQ(table.texts("failure")[1], "why\nmore");
}

TEST(SampleTable, ReportsHowSteadyTheDeviceWas) {
  const std::vector<DeviceReport> reports = device_reports(contents());

  ASSERT_EQ(reports.size(), 1u);
  EXPECT_EQ(reports[0].canary_runs, 4u);
  EXPECT_EQ(reports[0].slow_share, 0.5);
  EXPECT_FALSE(reports[0].synthetic);
}

TEST(SampleTable, ThePageForPeopleHasAllOfIt) {
  EXPECT_EQ(report::run_text(contents()),
            // median of 10.5 and 18 ms; quartiles 10.275 and 18 ms
            "gpu\n"
            "job     time   median  range               spread  trials    power  set aside\n"
            "a    10.1 ms  14.2 ms  10.0 ms - 10.5 ms  7.72 ms      12  200.0 W  6 slow\n"
            "b: failed: why\n"
            "the canary ran 4 times, 50 % of them in a slow plateau; drift 1.000\n");
  EXPECT_EQ(report::run_text({}), "nothing was measured yet\n");
}

TEST(SampleTable, StoresAreKnownByTheirEndings) {
  EXPECT_THROW((void)open_store("samples.txt"), InputError);
  EXPECT_THROW((void)open_store("samples.jsonl"), InputError);
}

}  // namespace
}  // namespace forewarp::run
