// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/model_header.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "unit/learn/data.hpp"
#include "unit/message_of.hpp"

namespace forewarp::learn {
namespace {

using forewarp::testing::message_of;

std::string a_header() {
  const PipelineSpec spec{
      {{"a", "1"}, {"c", "B", Transform::log2, 0.5}}, {"time", "s", Transform::log}, ScalingKind::z_score, "linear"};
  const ModelNotes notes{.data_digest = "00ff",
                         .data_rows = 24,
                         .split = "by kernel",
                         .errors = {{"random", "MAPE", "%", 12.5}, {"random", "R2", "", NAN}},
                         .device = "V100",
                         .date = "2026-01-02",
                         .notes = {{"why", "because"}}};
  return header_text(Pipeline::fit(spec, testing::train_samples(), testing::train_numbers()), notes);
}

/// The header with one of its texts replaced.
std::string with(const std::string& old, const std::string& text) {
  std::string header = a_header();
  const auto at = header.find(old);
  EXPECT_NE(at, std::string::npos) << old;
  return header.replace(at, old.size(), text);
}

std::string complaint(const std::string& header) {
  return message_of([&] { (void)parse_header(header); });
}

TEST(ModelHeader, KeepsEverythingThatItWasGiven) {
  const ModelHeader header = parse_header(a_header());

  ASSERT_EQ(header.spec.features.size(), 2);
  EXPECT_EQ(header.spec.features[1].name, "c");
  EXPECT_EQ(header.spec.features[1].unit, "B");
  EXPECT_EQ(header.spec.features[1].transform, Transform::log2);
  EXPECT_EQ(header.spec.features[1].offset, 0.5);
  EXPECT_EQ(header.spec.target.transform, Transform::log);
  EXPECT_EQ(header.spec.scaling, ScalingKind::z_score);
  EXPECT_EQ(header.spec.learner, "linear");
  EXPECT_TRUE(header.classes.empty());
  EXPECT_EQ(header.notes.data_rows, 24);
  EXPECT_EQ(header.notes.errors[0].value, 12.5);
  EXPECT_EQ(header.notes.notes.at("why"), "because");
}

TEST(ModelHeader, AFigureThatIsNoNumberIsNullInTheText) {
  EXPECT_NE(a_header().find("\"value\": null"), std::string::npos);
  EXPECT_TRUE(std::isnan(parse_header(a_header()).notes.errors[1].value));
}

TEST(ModelHeader, SettingsIncludeTheFallbacksThatWereUsed) {
  const LearnerEntry& linear = find_learner("linear");
  const auto settings = parse_header(a_header()).spec.settings;

  EXPECT_EQ(settings.size(), linear.parameters.size());
  for (const ParameterSpec& parameter : linear.parameters)
    EXPECT_EQ(settings.at(std::string(parameter.name)), parameter.fallback) << parameter.name;
}

TEST(ModelHeader, RefusesTextsThatAreNone) {
  EXPECT_NE(complaint("{").find("the header is not that of a model: "), std::string::npos);
  EXPECT_NE(complaint("{}").find("the header is not that of a model: "), std::string::npos);
  EXPECT_EQ(complaint(with("\"transform\": \"log2\"", "\"transform\": \"cube\"")),
            "no transform is called 'cube'; there is identity, log, log2");
  EXPECT_EQ(complaint(with("\"offset\": 0.5", "\"offset\": 1e999")).substr(0, 20), "the header is not th");
  EXPECT_EQ(complaint(with("\"classes\": []", "\"classes\": [\"one\"]")), "the header names 1 classes");
  EXPECT_EQ(complaint(with("\"rows\": 24", "\"rows\": \"many\"")).substr(0, 20), "the header is not th");
}

}  // namespace
}  // namespace forewarp::learn
