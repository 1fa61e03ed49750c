// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/advise/strategy.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "forewarp/support/error.hpp"
#include "source_dir.hpp"

namespace forewarp::advise {
namespace {

std::string file_with(const std::string& when, const std::string& where, const std::string& remedy) {
  return "id = \"X\"\ntitle = \"t\"\nsource = \"s\"\nwhat = \"w\"\nwhen = \"" + when + "\"\nwhere = [\"" + where +
         "\"]\nremedies = [\"" + remedy + "\"]\n";
}

TEST(Strategy, TheSevenOfThePaperShipWithOurs) {
  const std::vector<Strategy> all = shipped_strategies();

  for (const char* id : {"S1", "S4", "S10", "S20", "S30", "S100", "S200", "F1", "F10"})
    EXPECT_EQ(std::ranges::count(all, id, &Strategy::id), 1) << id;
}

TEST(Strategy, AFileIsReadWhole) {
  const Strategy s = parse_strategy(file_with("occupancy < 0.5", "occupancy", "occupied"), "x.toml");

  EXPECT_EQ(s.id, "X");
  EXPECT_EQ(s.where, std::vector<std::string>{"occupancy"});
  EXPECT_EQ(s.remedies, std::vector<std::string>{"occupied"});
}

TEST(Strategy, UnknownQuantitiesCausesRemediesAndKeysAreRefusedWithTheirPlace) {
  EXPECT_THROW((void)parse_strategy(file_with("ocupancy < 1", "occupancy", "occupied"), "x.toml"), ParseError);
  EXPECT_THROW((void)parse_strategy(file_with("occupancy <", "occupancy", "occupied"), "x.toml"), ParseError);
  EXPECT_THROW((void)parse_strategy(file_with("occupancy < 1", "moon", "occupied"), "x.toml"), ParseError);
  EXPECT_THROW((void)parse_strategy(file_with("occupancy < 1", "occupancy", "moon"), "x.toml"), ParseError);
  EXPECT_THROW((void)parse_strategy(file_with("occupancy < 1", "occupancy", "occupied") + "y = 1\n", "x.toml"),
               ParseError);
  EXPECT_THROW((void)parse_strategy("id = ", "x.toml"), ParseError);
}

TEST(Strategy, AFolderWithoutAnyIsRefused) {
  EXPECT_THROW((void)read_strategies(std::string(forewarp::test::source_dir()) + "/docs"), InputError);
  EXPECT_THROW((void)read_strategies("/nowhere"), InputError);
}

}  // namespace
}  // namespace forewarp::advise
