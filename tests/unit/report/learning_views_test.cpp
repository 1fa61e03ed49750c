// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// What is shown of learners: evaluations, searches, features, models and their answers.
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "forewarp/report/evaluation_view.hpp"
#include "forewarp/report/importance_view.hpp"
#include "forewarp/report/model_view.hpp"
#include "forewarp/report/search_view.hpp"
#include "forewarp/report/selection_view.hpp"
#include "unit/learn/data.hpp"

namespace forewarp::report {
namespace {

bool says(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

validate::Task a_task() {
  validate::Task task;
  task.target_name = "time";
  task.target_unit = "us";
  task.target = {{10, 20}, {}};
  task.groups = {{"kernel", {"a", "b"}}};
  task.rows = {0, 1};
  task.notes = {"text is left out"};
  return task;
}

validate::Evaluation an_evaluation() {
  validate::MethodResult mean, own;
  mean.name = "mean", mean.baseline = true, mean.predicted = {15, 15};
  own.name = "trees", own.predicted = {11, NAN};
  validate::ErrorSummary errors{};
  errors.count = 2, errors.mape = 25, errors.median = 0.081, errors.p90 = INFINITY, errors.r2 = NAN;
  mean.errors = own.errors = errors;
  own.coverage = validate::Coverage{};
  own.coverage->level = 0.9, own.coverage->covered = 0.91, own.coverage->median_factor = 1.45;
  validate::SchemeResult scheme;
  scheme.name = "random folds", scheme.folds = 2, scheme.tested = 2;
  scheme.methods = {mean, own};
  scheme.outside = {{1, 0}, 1};
  return {.rows = 2, .features = 3, .schemes = {scheme}};
}

TEST(EvaluationView, BeginsWithItsAnswerAndNamesTargetNotesFoldsAndRange) {
  const std::string text = evaluation_text(a_task(), an_evaluation());

  EXPECT_TRUE(text.starts_with("random folds: trees is off by 8.1 %")) << text;
  EXPECT_TRUE(says(text, "\n\ntime [us] of 2 rows by 3 features\n")) << text;
  EXPECT_TRUE(says(text, "note: text is left out\n")) << text;
  EXPECT_TRUE(says(text, "\nrandom folds: 2 folds, 2 rows\n")) << text;
  EXPECT_TRUE(says(text, "8.1 %")) << text;
  EXPECT_TRUE(says(text, "2500 %")) << text;  // a mean of 25 is 2500 %
  EXPECT_TRUE(says(text, "inf")) << text;
  EXPECT_TRUE(says(text, "x1.45, covers 91 %")) << text;
  EXPECT_TRUE(says(text, "1 rows lie outside what was learnt from: trees is off by 10 % there")) << text;
}

TEST(EvaluationView, WhatIsNoNumberIsNullForPrograms) {
  const auto json = evaluation_json(a_task(), an_evaluation());
  const auto& errors = json["schemes"][0]["methods"][1]["errors"];

  EXPECT_EQ(json["target"], "time");
  EXPECT_EQ(errors["median"], 0.081);
  EXPECT_TRUE(errors["p90"].is_null());
  EXPECT_TRUE(errors["r2"].is_null());
  EXPECT_EQ(json["schemes"][0]["methods"][1]["range"]["covered"], 0.91);
  EXPECT_FALSE(json["schemes"][0]["methods"][0].contains("range"));
}

TEST(EvaluationView, HeldOutAnswersHaveAColumnForEachSchemeAndMethod) {
  const std::string csv = held_out_csv(a_task(), an_evaluation());

  EXPECT_TRUE(says(csv, "trees (random folds)")) << csv;
  EXPECT_EQ(std::ranges::count(csv, '\n'), 3);
  EXPECT_TRUE(held_out_json(a_task(), an_evaluation())["predicted"]["random folds"]["trees"][1].dump() == "null");
  EXPECT_FALSE(held_out_json(a_task(), an_evaluation())["predicted"]["random folds"].contains("mean"));
}

std::vector<SchemeImportances> two_features() {
  validate::Importances of;
  of.error = 0.1;
  of.features = {{"calls", NAN, 0.02, 0.01}, {"bytes", 0.31, 0.24, 0.031}};
  return {{"random folds", of}};
}

TEST(ImportanceView, TheFeatureWhoseShufflingHurtsMostComesFirst) {
  const std::string text = importance_text(two_features());

  EXPECT_LT(text.find("bytes"), text.find("calls"));
  EXPECT_TRUE(says(text, "+24 % (3.1 %)")) << text;
  EXPECT_TRUE(says(text, "random folds: the error is 10 %\n")) << text;
}

TEST(ImportanceView, FilesKeepTheOrderOfTheSamples) {
  EXPECT_EQ(importance_csv(two_features()),
            "scheme,feature,impurity,permutation,spread,error\n"
            "random folds,calls,,0.02,0.01,0.1\n"
            "random folds,bytes,0.31,0.24,0.031,0.1\n");
  const auto json = importance_json(two_features());
  EXPECT_TRUE(json[0]["features"][0]["impurity"].is_null());
  EXPECT_EQ(json[0]["features"][1]["impurity"], 0.31);
}

validate::SearchResult a_search() {
  validate::SearchResult result;
  result.folds = {{0, 0, 1, 0.1, 0.2}, {0, 1, 1, 0.1, 0.4}, {1, 0, 0, 0.1, 0.2}, {1, 1, 1, 0.1, 0.4}};
  result.mean_error = {0.5, 0.25};
  result.best = 1;
  return result;
}

TEST(SearchView, MarksTheBestAndCountsHowOftenEachWasChosen) {
  const std::string text = search_text({"trees=8", "trees=64"}, a_search(), validate::Nesting::nested);

  EXPECT_TRUE(says(text, "2 settings, 2 iterations of 2 folds, settings chosen on inner folds")) << text;
  EXPECT_TRUE(says(text, "25 % <")) << text;
  EXPECT_TRUE(says(text, "outer folds: error median 30 % [20 %, 40 %], mean 30 %\n")) << text;
}

TEST(SearchView, FilesCountFromOne) {
  const std::vector<std::string> settings = {"trees=8", "trees=64"};

  EXPECT_EQ(search_csv(settings, a_search()).substr(0, 88),
            "iteration,fold,setting,inner_error,outer_error\n1,1,trees=64,0.1,0.2\n1,2,trees=64,0.1,0.4");
  const auto json = search_json(settings, a_search(), validate::Nesting::shared_folds);
  EXPECT_EQ(json["nesting"], "shared");
  EXPECT_EQ(json["best"], "trees=64");
  EXPECT_EQ(json["folds"][2]["iteration"], 2);
}

learn::FeatureSelection a_selection() {
  learn::FeatureSelection s;
  learn::Candidate n, m, cycles;
  n.name = "n", n.correlation = 0.8286, n.variance = 0.114, n.selected = true, n.cluster = 0;
  m.name = "m", m.correlation = 0.8, m.variance = 0.1, m.cluster = 0;
  cycles.name = "cycles";
  s.candidates = {n, m, cycles};
  s.kept = {0, 1};
  s.selected = {"n"};
  s.matrix = {1, 0.9, 0.9, 1};
  s.tree = {2, {{0, 1, 0.1, 2}}};
  s.leaks = {{2, "cycles", true, 0}};
  return s;
}

TEST(SelectionView, SaysWhatWasChosenAndWhatWasLeftOut) {
  const std::string text = selection_text(a_selection(), false);

  EXPECT_TRUE(says(text, "3 features, 2 over the threshold, 1 chosen\n")) << text;
  EXPECT_TRUE(says(text, "left out cycles: by its name it is time in another unit\n")) << text;
  EXPECT_TRUE(says(selection_text(a_selection(), true), "kept cycles: ")) << text;
  EXPECT_EQ(selection_csv(a_selection()),
            "feature,correlation,cluster,variance,chosen\nn,0.8286,1,0.114,yes\nm,0.8,1,0.1,no\n");
}

TEST(SelectionView, TheTreeGoesToThePage) {
  const auto json = selection_json(a_selection(), false);

  EXPECT_EQ(json["features"], 3);
  EXPECT_EQ(json["order"], (std::vector<int>{0, 1}));
  EXPECT_EQ(json["merges"][0], (nlohmann::json{0, 1, 0.1}));
  EXPECT_EQ(json["notes"].size(), 1);
}

learn::Pipeline a_pipeline() {
  const learn::PipelineSpec spec{{{"a", "1"}, {"b", "B"}}, {"time", "s"}};
  return learn::Pipeline::fit(spec, learn::testing::samples_of({0, 0, 1, 0, 0, 1, 1, 1, 2, 1}, 2),
                              {{1, 3, 2, 4, 6}, {}});
}

TEST(ModelView, NamesLearnerTargetAndFeatures) {
  const learn::ModelNotes notes{.data_rows = 5, .split = "by kernel", .errors = {{"by kernel", "MAPE", "%", 12.5}}};

  const std::string text = model_text(a_pipeline(), notes);

  EXPECT_TRUE(says(text, "linear on 2 features, 5 rows, target time")) << text;
  const auto json = model_json(a_pipeline(), notes);
  EXPECT_EQ(json["learner"], "linear");
  EXPECT_EQ(json["errors"][0]["value"], 12.5);
  EXPECT_TRUE(says(json.dump(), "\"a\"")) << json;
}

TEST(ModelView, AnswersAreBesideWhatWasMeasured) {
  const learn::Pipeline pipeline = a_pipeline();
  AnsweredRow inside{"first", pipeline.predict(std::vector<double>{1, 1}), {}, 4};
  AnsweredRow outside{"second", pipeline.predict(std::vector<double>{9, 1}), {"a"}, NAN};

  const std::string text = answers_text(pipeline, {inside, outside}), csv = answers_csv(pipeline, {inside, outside});

  EXPECT_TRUE(says(text, "first")) << text;
  EXPECT_LT(csv.find("first"), csv.find("second"));
  EXPECT_EQ(std::ranges::count(csv, '\n'), 3) << csv;
  const auto json = answers_json(pipeline, {inside, outside});
  EXPECT_TRUE(says(json.dump(), "\"outside\":[\"a\"]")) << json;
}

}  // namespace
}  // namespace forewarp::report
