// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <limits>

#include "forewarp/support/error.hpp"
#include "papers/svg_bars.hpp"
#include "papers/svg_canvas.hpp"
#include "papers/svg_chart.hpp"
#include "papers/svg_surface.hpp"
#include "papers/svg_tree.hpp"

namespace forewarp::papers {
namespace {

std::size_t count_of(const std::string& text, std::string_view what) {
  std::size_t count = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++count;
  return count;
}

TEST(Svg, TicksAreRoundNumbers) {
  EXPECT_EQ(ticks(0, 1000), (std::vector<double>{0, 200, 400, 600, 800, 1000}));
  EXPECT_EQ(ticks(32, 130), (std::vector<double>{40, 60, 80, 100, 120}));
  EXPECT_TRUE(ticks(1, 1).empty());
}

TEST(Svg, ColoursGoFromDarkBlueToYellow) {
  EXPECT_EQ(value_colour(0), "#440154");
  EXPECT_EQ(value_colour(0.5), "#21908c");
  EXPECT_EQ(value_colour(7), "#fde725");
}

TEST(Svg, ASurfaceOfThreeByTwoPointsHasTwoFaces) {
  const Surface s{.title = "a < b & c",
                  .x_name = "x",
                  .y_name = "y",
                  .z_name = "z",
                  .x = {0, 1, 2},
                  .y = {0, 1},
                  .z = {0, 1, 2, 3, 4, 5}};
  const std::string svg = svg_surface(s);

  EXPECT_EQ(count_of(svg, "<polygon"), 2u);
  EXPECT_NE(svg.find("a &lt; b &amp; c"), std::string::npos);
  EXPECT_EQ(svg.substr(0, 4), "<svg");
  EXPECT_EQ(svg.substr(svg.size() - 7), "</svg>\n");
}

TEST(Svg, FarFacesAreDrawnBeforeNearOnes) {
  Surface s{
      .title = "", .x_name = "", .y_name = "", .z_name = "", .x = {0, 1, 2}, .y = {0, 1}, .z = {0, 0, 0, 0, 9, 9}};
  // The higher face, from x 1 to 2, is the far one with the low corner in front, and the near one without.
  const auto last_face = [](const std::string& svg) { return svg.substr(svg.rfind("<polygon"), 23); };

  EXPECT_EQ(last_face(svg_surface(s)), "<polygon fill=\"#440154\"");
  s.low_corner_in_front = false;
  EXPECT_EQ(last_face(svg_surface(s)), "<polygon fill=\"#21908c\"");
}

TEST(Svg, AChartHasALineAndDots) {
  const std::string svg =
      svg_chart({"t", "x", "y", {{"line", {0, 1, 2}, {1, 2, 3}}, {"", {1, 2}, {2, 2}, "#000", true}}});

  EXPECT_EQ(count_of(svg, "<polyline"), 1u);
  EXPECT_EQ(count_of(svg, "<circle"), 2u);
}

TEST(Svg, WhatCannotBeDrawnIsRefused) {
  EXPECT_THROW((void)svg_chart({"t", "x", "y", {}}), InputError);
  EXPECT_THROW((void)svg_chart({"t", "x", "y", {{"uneven", {0, 1}, {1}}}}), InputError);
  Surface s{.title = "", .x_name = "", .y_name = "", .z_name = "", .x = {0, 1}, .y = {0, 1}, .z = {1, 2, 3}};
  EXPECT_THROW((void)svg_surface(s), InputError);
  s.z.push_back(std::numeric_limits<double>::infinity());
  EXPECT_THROW((void)svg_surface(s), InputError);
}

TEST(Svg, AChartWithNegativeValuesHasThemInsideItsFrame) {
  const std::string svg = svg_chart({"t", "x", "y", {{.name = "a", .x = {-2, 2}, .y = {-1, 1}, .points = true}}});

  EXPECT_NE(svg.find("cx=\"65.0\""), std::string::npos);  // the left edge
  EXPECT_EQ(svg.find("cx=\"-"), std::string::npos);
  EXPECT_EQ(svg.find("cy=\"-"), std::string::npos);
}

TEST(Svg, ATreeHasABracketAMergeAndACutWhereItHasSoManyBranches) {
  // a and b join at 1, c joins them at 3: two clusters are cut at 2.
  const Tree tree{.title = "t",
                  .height_name = "h",
                  .names = {"a", "b", "c"},
                  .dendrogram = {3, {{0, 1, 1, 2}, {2, 3, 3, 3}}},
                  .clusters = 2};
  const std::string svg = svg_tree(tree);

  EXPECT_EQ(count_of(svg, "<polyline"), 2u);
  EXPECT_EQ(count_of(svg, ">a</text>") + count_of(svg, ">b</text>") + count_of(svg, ">c</text>"), 3u);
  EXPECT_GT(count_of(svg, "#d1495b"), 3u);  // the dashes
  EXPECT_THROW((void)svg_tree({.title = {}, .height_name = {}, .names = {"a"}, .dendrogram = {1, {}}}), InputError);
}

TEST(Svg, BarsOfSeveralSeriesStandBesideEachOther) {
  const Bars bars{"t", "x", "y", {"1", "2"}, {{"a", {1, 2}}, {"b", {3, std::numeric_limits<double>::quiet_NaN()}}}};
  const std::string svg = svg_bars(bars);

  EXPECT_EQ(count_of(svg, "<polygon"), 3u + 2u);  // and two in the legend
  EXPECT_THROW((void)svg_bars({"t", "x", "y", {"1"}, {{"a", {1, 2}}}}), InputError);
  EXPECT_THROW((void)svg_bars({"t", "x", "y", {"1"}, {{"a", {0}}}}), InputError);
}

}  // namespace
}  // namespace forewarp::papers
