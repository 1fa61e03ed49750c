// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/report/headline.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace forewarp::report {
namespace {

/// 75.4 TFLOP/s of 82.6, 240 GB/s of 1008.
model::Speed matrix_product() {
  return {.unit = "fp32",
          .operations = {75.4e12, 82.6e12},
          .dram = {240e9, 1008e9},
          .compute = {"issue", 0.93},
          .memory = {"shared", 0.6}};
}

Headline on_4090() {
  return {.device = "RTX 4090",
          .time_s = 1.82e-3,
          .limiter = "issue",
          .speed = matrix_product(),
          .times_checked = true,
          .errors = device::TimeErrors{.lowest = 0.02, .highest = 0.124, .times = 500, .boards = 3},
          .architecture = "Ada",
          .changes = KnownChanges{3, 1.4}};
}

TEST(Headline, SaysTimeLimiterRatesChecksAndChanges) {
  EXPECT_EQ(headline_text(on_4090()),
            "1.82 ms on RTX 4090: issue-bound at 93 % of its peak; 75.4 TFLOP/s (91 % of fp32 peak), 240 GB/s (24 % of "
            "DRAM peak); times checked on Ada: median error 2.0 to 12 %; 3 changes known, the best makes it 1.40 times "
            "as fast");
}

TEST(Headline, SaysAShareOnce) {
  Headline copy = on_4090();
  copy.limiter = "dram";
  copy.speed->dram.per_s = 907.2e9;
  copy.speed->operations.per_s = 0.826e12;
  copy.changes = KnownChanges{1, 1.1};

  EXPECT_EQ(headline_text(copy),
            "1.82 ms on RTX 4090: dram-bound at 90 % of its peak; 907 GB/s, 826 GFLOP/s (1.0 % of fp32 peak); times "
            "checked on Ada: median error 2.0 to 12 %; 1 change known, which makes it 1.10 times as fast");
}

TEST(Headline, OfALatencySaysHowBusyTheDeviceIsAtMost) {
  Headline h = on_4090();
  h.limiter = "latency";
  h.changes = KnownChanges{};
  h.times_checked = false;

  const std::string text = headline_text(h);

  EXPECT_NE(text.find("latency-bound (computation at 93 %, memory at 60 % of its peak)"), std::string::npos) << text;
  EXPECT_NE(text.find("times of Ada never compared with measurements; no change known that gains 5 %"),
            std::string::npos)
      << text;
}

/// Results of earlier versions have times and limiters alone.
TEST(Headline, LeavesOutWhatIsNotKnown) {
  EXPECT_EQ(headline_text({.device = "V100", .time_s = 1e-3, .limiter = "dram"}), "1.00 ms on V100: dram-bound");
}

TEST(Headline, SaysThatAGuessDecidesOrNoThreadWorked) {
  Headline h{.device = "V100", .time_s = 1e-6, .limiter = "launch", .empty = true};
  add_guess(h, "rows");
  add_guess(h, "cols");
  add_guess(h, "rows");

  EXPECT_EQ(headline_text(h),
            "1.00 us on V100: launch-bound; no thread did any work; the guess of rows, cols decides it");
}

TEST(Headline, IsOfTheFastestOfSeveralDevices) {
  EXPECT_EQ(headline_text({.device = "H200", .time_s = 1e-3, .devices = 136}), "1.00 ms on H200, the fastest of 136");
}

TEST(SpeedJson, IsReadAsItWasWritten) {
  model::Prediction p;
  p.time_s = 2;
  p.work = {.unit = model::FloatUnit::fp64,
            .operations = 10,
            .peak_operations = 20,
            .dram_bytes = 6,
            .peak_dram_bytes = 4,
            .compute = {"fp64", 0.5},
            .memory = {"dram", 1.5}};

  const nlohmann::ordered_json json = speed_json(p);

  EXPECT_EQ(json["flops_per_s"], 5);
  EXPECT_EQ(json["flops_share"], 0.25);
  EXPECT_EQ(json["flops_unit"], "fp64");
  EXPECT_EQ(json["dram_bytes_per_s"], 3);
  EXPECT_EQ(json["dram_share"], 0.75);
  EXPECT_EQ(json["compute"]["share"], 0.25);
  const auto again = speed_from({{"speed", json}});
  ASSERT_TRUE(again.has_value());
  EXPECT_EQ(again->unit, "fp64");
  EXPECT_EQ(again->memory.resource, "dram");
  EXPECT_DOUBLE_EQ(again->dram.share(), 0.75);
}

TEST(SpeedJson, IsNullWhereNothingIsKnown) {
  EXPECT_TRUE(speed_json({}).is_null());
  EXPECT_FALSE(speed_from({{"speed", nullptr}}).has_value());
  EXPECT_FALSE(speed_from({{"time_s", 1}}).has_value());
}

TEST(Headline, OfAnEarlierVersionKnowsThatTimesWereCheckedAndNoError) {
  Headline h{.device = "V100", .time_s = 1e-3};
  read_checks({{"times_checked", true}}, h);

  EXPECT_EQ(headline_text(h), "1.00 ms on V100; times checked on this architecture");
}

TEST(TimeErrorsJson, IsReadAsItWasWritten) {
  const device::TimeErrors errors{.lowest = 0.02, .highest = 0.124, .times = 500, .boards = 3};
  Headline h;

  read_checks({{"times_checked", true}, {"time_errors", time_errors_json(errors)}}, h);

  EXPECT_EQ(h.times_checked, true);
  EXPECT_EQ(h.errors, errors);
}

TEST(TimeErrorsJson, IsNullWhereNoTimeWasCompared) {
  Headline h;

  read_checks({{"times_checked", false}, {"time_errors", time_errors_json(std::nullopt)}}, h);

  EXPECT_EQ(h.times_checked, false);
  EXPECT_FALSE(h.errors);
}

TEST(RateText, HasThreeDigits) {
  EXPECT_EQ(rate_text(75.44e12, "FLOP/s"), "75.4 TFLOP/s");
  EXPECT_EQ(rate_text(900, "B/s"), "900 B/s");
}

}  // namespace
}  // namespace forewarp::report
