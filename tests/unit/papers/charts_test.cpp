// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "papers/charts.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "forewarp/support/error.hpp"
#include "papers/chart_file.hpp"

namespace forewarp::papers {
namespace {

std::size_t count_of(const std::string& text, std::string_view what) {
  std::size_t count = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++count;
  return count;
}

TEST(Charts, ColumnsOfDifferentLengthAreRefused) {
  EXPECT_THROW((void)series_of("uneven", std::vector{0., 1.}, std::vector{1.}), InputError);
}

TEST(Charts, ATreeHasABracketAMergeAndACutWhereItHasSoManyBranches) {
  // a and b join at 1, c joins them at 3: two clusters are cut at 2.
  const report::Chart tree = tree_of("t", "h", {"a", "b", "c"}, {3, {{0, 1, 1, 2}, {2, 3, 3, 3}}}, 2);
  const std::string svg = chart_file(tree);

  ASSERT_EQ(tree.rules.size(), 1U);
  EXPECT_EQ(tree.rules[0].first, 2);
  EXPECT_EQ(count_of(svg, "class=\"join\""), 2U);
  EXPECT_EQ(count_of(svg, ">a</text>") + count_of(svg, ">b</text>") + count_of(svg, ">c</text>"), 3U);
  EXPECT_NE(svg.find(">2 clusters</text>"), std::string::npos);
  EXPECT_THROW((void)tree_of("t", "h", {"a"}, {1, {}}), InputError);
}

TEST(Charts, BarsOfSeveralSeriesHaveTheirNumbersAndABarIsLeftOut) {
  const report::Chart bars =
      bars_of("t", "x", "y", {"1", "2"}, {{"a", {1, 2}}, {"b", {3, std::numeric_limits<double>::quiet_NaN()}}});
  const std::string svg = chart_file(bars);

  EXPECT_EQ(count_of(svg, "<rect x="), 3U);
  EXPECT_EQ(count_of(svg, "font-size: 11px"), 3U);  // the number of each bar
  EXPECT_THROW((void)bars_of("t", "x", "y", {"1"}, {{"a", {1, 2}}}), InputError);
}

TEST(Charts, ASurfaceOfThreeByTwoPointsHasTwoFacesTheFarOneFirst) {
  Surface s{
      .title = "", .x_name = "x", .y_name = "y", .z_name = "z", .x = {0, 1, 2}, .y = {0, 1}, .z = {0, 0, 0, 0, 9, 9}};
  // The higher one is far off, or near where the surface falls: then the last colour is the darkest, with the least
  // red.
  const auto last_shade = [](const std::string& svg) {
    const auto at = svg.rfind("fill=\"#");
    return std::stoi(svg.substr(at + 7, 2), nullptr, 16);
  };

  const std::string rises = chart_file(surface_of(s));
  s.falls = true;
  const std::string falls = chart_file(surface_of(s));

  EXPECT_EQ(count_of(rises, "<polygon"), 2U);
  EXPECT_GT(last_shade(rises), last_shade(falls));
}

TEST(Charts, ASurfaceThatIsNoGridIsRefused) {
  Surface s{.title = "", .x_name = "", .y_name = "", .z_name = "", .x = {0, 1}, .y = {0, 1}, .z = {1, 2, 3}};
  EXPECT_THROW((void)surface_of(s), InputError);
  s.z.push_back(std::numeric_limits<double>::infinity());
  EXPECT_THROW((void)surface_of(s), InputError);
}

}  // namespace
}  // namespace forewarp::papers
