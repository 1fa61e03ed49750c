// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Predictions in the formats of tuners: what was written reads back, and is as Kernel Tuner 1.5 writes it.
#include "forewarp/report/tuner_view.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "forewarp/model/rank/tuner/tuning_file.hpp"

namespace forewarp::rank {
namespace {

/// Three in the first group, one that does less, one that does not compile.
Ranking ranking() {
  Ranking made;
  for (const char* x : {"16", "0.5", "row", "32"}) {
    Candidate c;
    c.configuration = {{"x", x}};
    c.entry = "_Z3addPf";
    c.prediction.emplace();
    c.prediction->time_s = 2e-3;
    c.prediction->low_s = 1e-3;
    c.prediction->high_s = 4e-3;
    made.candidates.push_back(c);
  }
  Candidate failed;
  failed.configuration = {{"x", "64"}};
  failed.refusal = Refusal::code;
  made.candidates.push_back(failed);
  made.groups = {{0, 3, ""}, {3, 1, "x=32 reads less"}};
  return made;
}

RankOptions options() {
  RankOptions made;
  made.device.name = "A100";
  made.space.dimensions = {{"x", {"16", "0.5", "row", "32", "64"}}};
  return made;
}

TEST(TunerView, ACacheIsWrittenAsKernelTunerWritesIt) {
  const std::string text = report::kernel_tuner_cache(
      ranking(), options(), {.kernel_name = "", .problem_size = python::Value{std::int64_t{64}}});

  const auto json = nlohmann::json::parse(text);
  EXPECT_EQ(json.at("device_name"), "A100");
  EXPECT_EQ(json.at("kernel_name"), "add");
  EXPECT_EQ(json.at("problem_size"), 64);
  EXPECT_EQ(json.at("tune_params").dump(), R"({"x":[16,0.5,"row",32,64]})");
  EXPECT_EQ(json.at("cache").at("0.5").at("x"), 0.5);
  EXPECT_EQ(json.at("cache").at("16").at("time"), 2.0);
  EXPECT_EQ(json.at("cache").at("16").at("time_high"), 4.0);
  EXPECT_EQ(json.at("cache").at("32").at("time"), "RuntimeFailedConfig");
  EXPECT_EQ(json.at("cache").at("64").at("__error__"), "CompilationFailedConfig");
  EXPECT_TRUE(text.ends_with("}\n}\n}\n"));  // from which Kernel Tuner takes three characters to append
}

TEST(TunerView, WhatWasWrittenReadsBack) {
  const std::string text = report::kernel_tuner_cache(ranking(), options(), {.kernel_name = "k"});
  const TuningFile file = parse_tuning_json(text, "cache.json", "time");
  EXPECT_EQ(file.kernel_name, "k");
  EXPECT_FALSE(file.problem_size);
  EXPECT_EQ(file.space.listed.size(), 5U);
  EXPECT_EQ(file.measured_s.size(), 3U);
  const TuningFile results = parse_tuning_json(report::t4_results(ranking()).dump(), "t4.json", "time");
  EXPECT_EQ(results.measured_s, file.measured_s);
}

TEST(TunerView, T4ResultsSayWhyAConfigurationHasNoTime) {
  const auto json = report::t4_results(ranking());
  EXPECT_EQ(json.at("schema_version"), "1.0.0");
  const auto& results = json.at("results");
  EXPECT_EQ(results.at(0).at("invalidity"), "correct");
  EXPECT_EQ(results.at(0).at("times").at("runtimes").at(0), 2.0);
  EXPECT_EQ(results.at(3).at("invalidity"), "correctness");
  EXPECT_EQ(results.at(3).at("correctness"), 0);
  EXPECT_EQ(results.at(4).at("invalidity"), "compile");
}

}  // namespace
}  // namespace forewarp::rank
