// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/report/launch_view.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "forewarp/model/device/database.hpp"

namespace forewarp::report {
namespace {

ShapeAdvice advice() {
  ShapeAdvice a{.work = {.threads = 26624, .registers_per_thread = 21}, .devices = {}, .suggestions = {}, .notes = {}};
  const device::DeviceSpec k20 = device::find_device("K20");
  a.devices.push_back({{k20, {.tau_s = 14.5e-3, .saturation_warps = 36}}, "from 1 measured launch on K20"});
  a.suggestions = model::wave::suggestions(std::vector{a.devices.front().candidate}, a.work);
  a.left_out = a.suggestions.size() - 2;
  a.suggestions.resize(2);
  return a;
}

TEST(LaunchView, BeginsWithItsAnswerAndEndsWithWhatToDo) {
  const std::string text = launch_text(advice());

  EXPECT_TRUE(text.starts_with("26 blocks of 1024 threads on K20: ")) << text;
  EXPECT_NE(text.find("\n\n26624 threads, 21 registers a thread, 0 B shared memory a block\n"), std::string::npos)
      << text;
  EXPECT_NE(text.find("K20: tau 14.5 ms (from 1 measured launch on K20), an SM is saturated by 36.0 warps\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("(30 more: --top 0)"), std::string::npos) << text;
  EXPECT_NE(text.find("\nlaunch 26 blocks of 1024 threads on K20\n"), std::string::npos) << text;
}

TEST(LaunchView, KeepsQuietOfSecondsThatNobodyKnows) {
  ShapeAdvice a = advice();
  a.seconds_known = false;

  EXPECT_EQ(launch_text(a).find("tau"), std::string::npos);
  EXPECT_TRUE(launch_json(a)["suggestions"][0]["time_s"].is_null());
  EXPECT_TRUE(launch_json(a)["devices"][0]["tau_s"].is_null());
  EXPECT_NE(launch_csv(a).find(",,1,\n"), std::string::npos) << launch_csv(a);
}

TEST(LaunchView, TellsProgramsEverything) {
  const nlohmann::json json = launch_json(advice());

  EXPECT_EQ(json["threads_total"], 26624);
  EXPECT_EQ(json["suggestions"].size(), 2u);
  EXPECT_EQ(json["suggestions"][0]["blocks"], 26);
  EXPECT_EQ(json["suggestions"][0]["over_best"], 1);
  EXPECT_EQ(json["devices"][0]["saturation_warps"], 36);
}

TEST(LaunchView, NamesWhatCannotRunAndWhatAGuessDecides) {
  ShapeAdvice a = advice();
  a.refused = {{"C1060", "too old"}};
  a.marks = {{profile::MarkKind::work_value, {"n"}, "k.cu:3", "the work depends on the guessed value of `n` (k.cu:3)"}};

  const std::string text = launch_text(a);

  EXPECT_NE(text.find("\nwarning: the work depends on the guessed value of `n` (k.cu:3)\n"), std::string::npos) << text;
  EXPECT_NE(text.find("\ncannot run  why\nC1060       too old\n"), std::string::npos) << text;
  EXPECT_EQ(launch_json(a)["cannot_run"][0]["reason"], "too old");
  EXPECT_EQ(launch_json(a)["marks"][0]["kind"], "work_value");
  EXPECT_FALSE(launch_json(a)["devices"][0]["times_checked"].is_null());
  EXPECT_NE(launch_csv(a).find("\nC1060,,,,,,,,,,too old\n"), std::string::npos) << launch_csv(a);
}

}  // namespace
}  // namespace forewarp::report
