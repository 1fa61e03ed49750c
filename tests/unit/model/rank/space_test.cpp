// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/rank/space.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "forewarp/support/error.hpp"

namespace forewarp::rank {
namespace {

using Values = std::vector<std::string>;

TEST(Space, ListsAndRangesMix) {
  EXPECT_EQ(parse_dimension("TILE=8,16,32").values, (Values{"8", "16", "32"}));
  EXPECT_EQ(parse_dimension("n=1..4").values, (Values{"1", "2", "3", "4"}));
  EXPECT_EQ(parse_dimension("n=0..100+40").values, (Values{"0", "40", "80"}));
  EXPECT_EQ(parse_dimension("n=64..500*2").values, (Values{"64", "128", "256"}));
  EXPECT_EQ(parse_dimension("n=-2..-1,7").values, (Values{"-2", "-1", "7"}));
  EXPECT_EQ(parse_dimension("block=16x16,32x8").values, (Values{"16x16", "32x8"}));
}

TEST(Space, RangesAtTheEndsOfTheIntegersEnd) {
  EXPECT_EQ(parse_dimension("n=9223372036854775806..9223372036854775807").values.size(), 2u);
  EXPECT_EQ(parse_dimension("n=4611686018427387904..9223372036854775807*2").values.size(), 1u);
  EXPECT_THROW((void)parse_dimension("n=0..9000000000000000000"), InputError);
  EXPECT_THROW((void)parse_dimension("n=-10..9223372036854775807"), InputError);
  EXPECT_EQ(parse_dimension("n=-9223372036854775808..9223372036854775807+9223372036854775807").values.size(), 3u);
}

TEST(Space, WhatCannotBeReadIsRefused) {
  for (const char* text : {"n", "=1", "n=", "n=1,,2", "n=5..1", "n=0..8*2", "n=1..8*1", "n=1..x", "n=1..8+0"})
    EXPECT_THROW((void)parse_dimension(text), InputError) << text;
}

TEST(Space, PointsComeInOdometerOrder) {
  const Space space{{{"a", {"1", "2"}}, {"b", {"x", "y", "z"}}}, {}};

  const std::vector<Configuration> points = configurations(space);

  ASSERT_EQ(points.size(), 6u);
  EXPECT_EQ(points[0], (Configuration{{"a", "1"}, {"b", "x"}}));
  EXPECT_EQ(points[1], (Configuration{{"a", "1"}, {"b", "y"}}));
  EXPECT_EQ(points[3], (Configuration{{"a", "2"}, {"b", "x"}}));
}

TEST(Space, AHugeSpaceAndATwiceNamedDimensionAreRefused) {
  EXPECT_THROW((void)configurations({{parse_dimension("a=1..2000"), parse_dimension("b=1..2000")}, {}}), InputError);
  EXPECT_THROW((void)configurations({{parse_dimension("a=1"), parse_dimension("a=2")}, {}}), InputError);
}

class SpaceFile : public ::testing::Test {
 protected:
  std::filesystem::path write(const std::string& text) {
    const auto file = std::filesystem::path(::testing::TempDir()) / "space_test.toml";
    std::ofstream(file) << text;
    return file;
  }
};

TEST_F(SpaceFile, AListOrARangeADimension) {
  const Space space = load_space(write("constraints = ['TILE * 2 <= n']\n[vary]\nTILE = [8, 16]\nn = '64..256*2'\n"));

  ASSERT_EQ(space.dimensions.size(), 2u);
  EXPECT_EQ(space.dimensions[0].name, "TILE");
  EXPECT_EQ(space.dimensions[1].values, (Values{"64", "128", "256"}));
  EXPECT_EQ(space.constraints, (Values{"TILE * 2 <= n"}));
}

TEST_F(SpaceFile, AnUnknownKeyIsNamedWithItsLine) {
  try {
    (void)load_space(write("[vary]\nTILE = [8]\n[very]\nx = [1]\n"));
    FAIL() << "an unknown table was accepted";
  } catch (const ParseError& error) {
    EXPECT_EQ(error.where().line, 3u);
    EXPECT_NE(std::string(error.what()).find("unknown key 'very'"), std::string::npos);
  }
}

}  // namespace
}  // namespace forewarp::rank
