// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/report/schedule_view.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "unit/model/schedule/problems.hpp"

namespace forewarp::report {
namespace {

/// Two jobs of 4 and 2 s on two GPUs alike: one each, 4 s, (4 + 2) s * 10 W = 60 J.
ScheduleAnswer two_jobs(const std::vector<std::vector<double>>& actual_s = {}) {
  ScheduleAnswer answer{
      .problem = schedule::problem_of({{4, 4}, {2, 2}}), .objective = {}, .comparison = {}, .method = "optimum"};
  answer.comparison = schedule::compare(answer.problem, actual_s);
  answer.notes = {"a note"};
  return answer;
}

TEST(ScheduleView, TextHasEveryMethodAndThePlan) {
  const std::string text = schedule_text(two_jobs());

  EXPECT_NE(text.find("2 jobs on 2 GPUs, least makespan"), std::string::npos) << text;
  for (const std::string& method : schedule::method_names()) EXPECT_NE(text.find(method), std::string::npos) << method;
  EXPECT_NE(text.find("proved"), std::string::npos) << text;
  EXPECT_NE(text.find("plan (optimum)"), std::string::npos) << text;
  EXPECT_NE(text.find("a note"), std::string::npos) << text;
}

TEST(ScheduleView, JsonHasTheMakespanItsRangeAndThePlan) {
  const auto json = schedule_json(two_jobs());

  EXPECT_EQ(json["schedule"]["method"], "optimum");
  EXPECT_EQ(json["schedule"]["optimum_proved"], true);
  EXPECT_EQ(json["schedule"]["makespan_s"]["likely"], 4.0);
  EXPECT_EQ(json["schedule"]["makespan_s"]["high"], 8.0);  // ranges go from half to twice a time
  ASSERT_EQ(json["plan"].size(), 2u);
  EXPECT_NE(json["plan"][0]["gpu"], json["plan"][1]["gpu"]);
  EXPECT_FALSE(json.contains("actual"));
}

TEST(ScheduleView, CsvHasARowAJob) {
  const std::string csv = schedule_csv(two_jobs());

  EXPECT_EQ(csv.substr(0, csv.find('\n')), "job,gpu,begin_s,end_s,low_s,high_s,power_w");
  EXPECT_EQ(std::ranges::count(csv, '\n'), 3);
  EXPECT_NE(csv.find("a,G"), std::string::npos) << csv;
}

TEST(ScheduleView, MeasuredTimesStandBeside) {
  const std::string text = schedule_text(two_jobs({{5, 4}, {2, 3}}));

  EXPECT_NE(text.find("of it prediction"), std::string::npos) << text;
  EXPECT_EQ(schedule_json(two_jobs({{5, 4}, {2, 3}}))["actual"]["best_makespan_s"], 4.0);  // a on G2, b on G1
}

}  // namespace
}  // namespace forewarp::report
