// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/device/detail/comparisons.hpp"

#include <gtest/gtest.h>

#include "forewarp/support/toml.hpp"
#include "unit/message_of.hpp"

namespace forewarp::device::detail {
namespace {

std::vector<TimeComparison> read(const std::string& text) {
  const toml::table table = parse_toml(text, "a.toml");
  return comparisons_of(*table.get("checked"), "a.toml");
}

/// The message about a table with one line in the place of another.
std::string complaint(const std::string& line, const std::string& instead) {
  std::string text =
      "[[checked]]\nwhat = \"streams\"\nboards = [\"A40\"]\ncommand = \"./dev bench stream\"\ntimes = 142\n"
      "median_errors_percent = [0.3, 12]\n";
  text.replace(text.find(line), line.size(), instead);
  return forewarp::testing::message_of<ParseError>([&] { (void)read(text); });
}

TEST(Comparisons, ReadBackAsTheyAreWritten) {
  const std::vector<TimeComparison> all = {
      {.what = "six \"streams\"",
       .boards = {"A40", "A16"},
       .command = "./dev bench stream",
       .times = 300,
       .median_errors = {0.028, 0.1204, 0}},
      {.what = "programs", .boards = {"A40"}, .command = "./dev bench programs", .times = 1, .median_errors = {0.07}}};

  EXPECT_EQ(read(comparisons_toml(all)), all);
}

TEST(Comparisons, PercentMayBeWholeNumbers) { EXPECT_EQ(complaint("[0.3, 12]", "[3]"), "nothing is thrown"); }

TEST(Comparisons, WhatIsMissingOrUnknownIsNamed) {
  EXPECT_EQ(complaint("times = 142\n", ""), "a.toml:1:1: [[checked]]: 'times' is missing");
  EXPECT_EQ(complaint("command = ", "comand = "), "a.toml:1:1: [[checked]]: 'command' is missing");
  EXPECT_EQ(complaint("times = 142\n", "times = 142\nmean = 3\n"),
            "a.toml:6:1: unknown key 'mean' (known here: boards, command, median_errors_percent, times, what)");
}

TEST(Comparisons, NumbersThatCannotBeAreRefusedAtTheirPlace) {
  const std::string errors = "[[checked]]: 'median_errors_percent' must be a list of numbers from 0 to 1000, [12.3]";
  EXPECT_EQ(complaint("[0.3, 12]", "[0.3, -1]"), "a.toml:6:31: " + errors);
  EXPECT_EQ(complaint("[0.3, 12]", "[nan]"), "a.toml:6:26: " + errors);
  EXPECT_EQ(complaint("[0.3, 12]", "[]"), "a.toml:6:25: " + errors);
  EXPECT_EQ(complaint("[0.3, 12]", "\"12 %\""), "a.toml:6:25: " + errors);
  EXPECT_EQ(complaint("142", "0"), "a.toml:5:9: [[checked]]: 'times' is the number of measured times, 1 to 10000000");
  EXPECT_EQ(complaint("142", "1.5"), "a.toml:5:9: an integer was expected");
}

TEST(Comparisons, TextsAreOfOneLineAndNotEmpty) {
  EXPECT_EQ(complaint("\"streams\"", "\"\""), "a.toml:2:8: [[checked]]: 'what' must be text of one line, not empty");
  EXPECT_EQ(complaint("\"streams\"", "\"a\\nb\""),
            "a.toml:2:8: [[checked]]: 'what' must be text of one line, not empty");
  EXPECT_EQ(complaint("[\"A40\"]", "[]"), "a.toml:3:10: [[checked]]: 'boards' must name at least one board");
}

TEST(Comparisons, ATableInThePlaceOfAListIsRefused) {
  const auto message = forewarp::testing::message_of<ParseError>([] { (void)read("checked = 3\n"); });
  EXPECT_EQ(message, "a.toml:1:11: checked: expected a list of tables, [[checked]]");
}

}  // namespace
}  // namespace forewarp::device::detail
