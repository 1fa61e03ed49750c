// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Advice from profiles and from counters, and predictions from counters: text, JSON and CSV say the same.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "forewarp/report/advice_view.hpp"
#include "forewarp/report/counter_advice_view.hpp"
#include "forewarp/report/counter_prediction_view.hpp"
#include "forewarp/report/page/answers.hpp"

namespace forewarp::report {
namespace {

bool says(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::vector<DeviceAdvice> one_device() {
  DeviceAdvice d;
  d.device = "V100";
  d.advice.verdict = "memory-bound: dram is busy 93 % of the time";
  d.advice.limiter.resource = "dram";
  d.advice.limiter.share = 0.93;
  d.advice.prediction.time_s = 1e-3, d.advice.prediction.low_s = 9e-4, d.advice.prediction.high_s = 2e-3;
  d.advice.prediction.errors = device::TimeErrors{.lowest = 0.02, .highest = 0.1, .times = 380, .boards = 2};
  advise::Suggestion s;
  s.id = "S10", s.title = "Coalesce", s.what = "Let neighbours touch neighbours.\nThen measure.";
  s.gain = 3.1, s.low = 1.5, s.high = 3.4, s.limiter_after = "issue";
  s.causes = {{"32 sectors a request", "/src/kernel.cu", 11, 61, 1}, {"the grid", "", 0, 0, 1}};
  d.advice.suggestions = {s};
  return {d};
}

TEST(AdviceView, ShowsPlaceGainAndWhatToDo) {
  EXPECT_EQ(advice_text(one_device()).substr(0, 470),
            "V100: memory-bound: dram is busy 93 % of the time; 1.00 ms (900 us .. 2.00 ms)\n"
            "  1. S10 Coalesce: 3.10 times as fast (1.50 .. 3.40), then held back by issue\n"
            "       kernel.cu:11 (PTX line 61): 32 sectors a request\n"
            "       the launch: the grid\n"
            "     Let neighbours touch neighbours.\n"
            "     Then measure.\n"
            "\n"
            "caches: " +
                std::string(model::statement(model::Caches::usual)) + "\n");
}

TEST(AdviceView, DevicesWhoseTimesWereNeverCheckedAreNamed) {
  std::vector<DeviceAdvice> all = one_device();
  EXPECT_FALSE(says(advice_text(all), "note: "));

  all[0].advice.prediction.errors.reset();
  EXPECT_TRUE(says(advice_text(all), "(V100)\n"));
}

/// The busiest resource of a launch that waits for latency does not limit it.
TEST(AdviceView, TheFirstSentenceNamesTheLimiterOfTheVerdict) {
  const auto sentence = [](advise::Bound bound) {
    std::vector<DeviceAdvice> all = one_device();
    all[0].advice.limiter.bound = bound;
    return kernel_answer(nlohmann::ordered_json{{"kernel", "k"}, {"advice", advice_json(all)}})->sentence;
  };

  EXPECT_TRUE(says(sentence(advise::Bound::memory), "V100: dram-bound")) << sentence(advise::Bound::memory);
  EXPECT_TRUE(says(sentence(advise::Bound::latency), "V100: latency-bound")) << sentence(advise::Bound::latency);
  EXPECT_TRUE(says(sentence(advise::Bound::launch), "V100: launch-bound")) << sentence(advise::Bound::launch);
}

TEST(AdviceView, JsonAndCsvHaveTheSameFigures) {
  const auto json = advice_json(one_device());

  EXPECT_EQ(json[0]["share"], 0.93);
  EXPECT_EQ(json[0]["caches"], "usual");
  EXPECT_EQ(json[0]["suggestions"][0]["gain"], 3.1);
  EXPECT_EQ(json[0]["suggestions"][0]["causes"][0]["line"], 11);
  EXPECT_TRUE(
      says(advice_csv(one_device()), ",dram,0.93,1,S10,3.1,1.5,3.4,/src/kernel.cu,11,61,32 sectors a request\n"));
}

TEST(AdviceView, ADeviceWithoutSuggestionsHasALineOfRankZero) {
  std::vector<DeviceAdvice> all = one_device();
  all[0].advice.suggestions.clear();

  EXPECT_TRUE(says(advice_csv(all), ",0.93,0,,1,1,1,,,,memory-bound: dram is busy 93 % of the time\n"));
  EXPECT_TRUE(advice_json(all)[0]["suggestions"].empty());
}

std::vector<LaunchAdvice> one_launch() {
  LaunchAdvice launch{.kernel = "k", .id = "7", .device = "V100", .launches = 3, .advice = {}};
  launch.advice.verdict = "memory-bound";
  launch.advice.suggestions = {{"S1", "Sure", "Do this.", "cause one", 0.5, 2.0},
                               {"S2", "Perhaps", "Do that.", "cause two", {}, {}, "measure gld_efficiency"}};
  launch.advice.not_needed = {"S3", "S4"};
  launch.advice.unjudged = {{"S5", "Unknown", "no counter shows it"}};
  return {launch};
}

TEST(CounterAdviceView, TellsSureFromLikelyAndNamesTheRest) {
  const std::string text = counter_advice_text(one_launch());

  EXPECT_TRUE(says(text, "k, launch 7, the longest of 3\nV100: memory-bound\n")) << text;
  EXPECT_TRUE(says(text, "  1. S1 Sure: 2.00 times as fast at most\n       cause one\n")) << text;
  EXPECT_TRUE(says(text, "it concerns 50 % of the time")) << text;
  EXPECT_TRUE(says(text, "  2. S2 Perhaps (likely)\n")) << text;
  EXPECT_TRUE(says(text, "to be sure: measure gld_efficiency\n")) << text;
  EXPECT_TRUE(says(text, "not needed: S3, S4\n")) << text;
  EXPECT_TRUE(says(text, "    S5 Unknown: no counter shows it\n")) << text;
}

TEST(CounterAdviceView, WithoutAStrategyItSaysWhy) {
  std::vector<LaunchAdvice> all = one_launch();
  all[0].advice.suggestions.clear();
  EXPECT_TRUE(says(counter_advice_text(all), "the counters given decide for no strategy"));

  all[0].advice.unjudged.clear();
  EXPECT_TRUE(says(counter_advice_text(all), "  no strategy applies\n"));
}

TEST(CounterAdviceView, WhatIsNotKnownIsNullAndEmpty) {
  const auto json = counter_advice_json(one_launch())[0];

  EXPECT_TRUE(json["bound"].is_null());
  EXPECT_TRUE(json["suggestions"][1]["gain"].is_null());
  EXPECT_EQ(json["suggestions"][0]["certain"], true);
  EXPECT_EQ(json["suggestions"][1]["certain"], false);
  EXPECT_EQ(json["not_needed"].size(), 2);
  EXPECT_EQ(counter_advice_csv(one_launch()),
            "kernel,id,device,bound,resource,share,strategy,judgement,gain,reason\n"
            "k,7,V100,,,,S1,advised,2,cause one\n"
            "k,7,V100,,,,S2,advised,,cause two\n"
            "k,7,V100,,,,S3,not needed,,\n"
            "k,7,V100,,,,S4,not needed,,\n"
            "k,7,V100,,,,S5,not judged,,no counter shows it\n");
}

CounterPredictions two_predictions() {
  CounterPrediction good{.id = "0", .kernel = "saxpy", .device = "V100"};
  good.prediction.time_s = 12e-6, good.prediction.low_s = 11e-6, good.prediction.high_s = 15e-6;
  good.prediction.limiter = "dram";
  good.prediction.notes = {"registers estimated"};
  good.measured_s = 10e-6;
  CounterPrediction refused{.id = "1", .kernel = "big", .device = "K20"};
  refused.reason = "too many threads";
  refused.measured_s = 1;
  return {.file = "a.csv",
          .format = "nvprof",
          .notes = {"registers estimated"},
          .missing = {{"inst_fp_64", "taken to be none"}},
          .rows = {good, refused}};
}

TEST(CounterPredictionView, AnErrorNeedsATimeAndAPrediction) {
  const CounterPredictions all = two_predictions();

  EXPECT_NEAR(*all.rows[0].error(), 0.2, 1e-12);
  EXPECT_FALSE(all.rows[1].error());
  EXPECT_FALSE(CounterPrediction{.device = "V100"}.error());
}

TEST(CounterPredictionView, RefusedLaunchesAreNoRowsButReasons) {
  const std::string text = counter_prediction_text(two_predictions());

  EXPECT_TRUE(says(text, "a.csv: nvprof\n\n")) << text;
  EXPECT_TRUE(says(text, "+20.0 %")) << text;
  EXPECT_TRUE(says(text, "launch 1, big on K20: not predicted: too many threads\n")) << text;
  EXPECT_TRUE(says(text, "missing: inst_fp_64: taken to be none\n")) << text;
  const auto first = text.find("note: registers estimated");
  EXPECT_NE(first, std::string::npos);
  EXPECT_EQ(text.find("note: registers estimated", first + 1), std::string::npos);  // once
}

TEST(CounterPredictionView, JsonAndCsvHaveAPlaceForEveryLaunch) {
  const auto json = counter_prediction_json(two_predictions());

  EXPECT_NEAR(json["launches"][0]["error"].get<double>(), 0.2, 1e-12);
  EXPECT_EQ(json["launches"][1]["reason"], "too many threads");
  EXPECT_FALSE(json["launches"][1].contains("time_s"));
  const std::string csv = counter_prediction_csv(two_predictions());
  EXPECT_TRUE(says(csv, "1,big,K20,,,,,,,too many threads\n")) << csv;
  EXPECT_TRUE(says(csv, "0,saxpy,V100,1.2e-05,1.1e-05,1.5e-05,dram,1e-05,")) << csv;
}

}  // namespace
}  // namespace forewarp::report
