// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// SVG files by the chart engine of the pages.
#include "papers/chart_file.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "forewarp/support/error.hpp"
#include "papers/charts.hpp"

namespace forewarp::papers {
namespace {

using Style = report::Series::Style;

std::size_t count_of(const std::string& text, std::string_view what) {
  std::size_t count = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++count;
  return count;
}

TEST(ChartFile, AFileIsOneSvgElementWithItsTitleForScreenReaders) {
  const std::string svg = chart_file(
      chart_of("a < b & c", "x", "y", {series_of("line", std::vector{0., 1., 2.}, std::vector{1., 2., 3.})}));

  EXPECT_EQ(svg.substr(0, 4), "<svg");
  EXPECT_EQ(svg.substr(svg.size() - 7), "</svg>\n");
  EXPECT_NE(svg.find("role=\"img\""), std::string::npos);
  EXPECT_NE(svg.find("<title id=\"title\">a &lt; b &amp; c</title>"), std::string::npos);
  EXPECT_NE(svg.find("<desc id=\"about\">y over x</desc>"), std::string::npos);
  EXPECT_EQ(svg.find("var(--"), std::string::npos);  // no colour of a style sheet that a file has not
  EXPECT_EQ(svg.find("undefined"), std::string::npos);
  EXPECT_EQ(svg.find("NaN"), std::string::npos);
}

TEST(ChartFile, EqualChartsAreEqualBytes) {
  const report::Chart chart = chart_of("t", "x", "y", {series_of("a", std::vector{1., 3.}, std::vector{0.1, 0.7})});

  EXPECT_EQ(chart_file(chart), chart_file(chart));
}

TEST(ChartFile, LinesAreNamedAtTheirEndsAndPointsAreDots) {
  const std::vector<double> x{0, 1, 2}, y{1, 2, 3};
  const std::string svg = chart_file(chart_of(
      "t", "x", "y", {series_of("first", x, y), series_of("second", x, x), series_of("", x, y, Style::points)}));

  EXPECT_EQ(count_of(svg, "<path d=\"M"), 2U);
  EXPECT_EQ(count_of(svg, "class=\"series-name\""), 2U);
  EXPECT_EQ(count_of(svg, "<circle"), 9U);  // three at each line, and three dots
}

TEST(ChartFile, LogarithmsGoFromARoundNumberToAnother) {
  report::Chart chart = chart_of("t", "x", "y", {series_of("a", std::vector{0.003, 4.}, std::vector{1., 2.})});
  chart.x.logarithmic = true;
  chart.x.unit = report::Unit::seconds;

  const std::string svg = chart_file(chart);

  for (const char* tick : {">1 ms</text>", ">10 ms</text>", ">100 ms</text>", ">1 s</text>", ">10 s</text>"})
    EXPECT_NE(svg.find(tick), std::string::npos) << tick;
}

TEST(ChartFile, TextOfTheDataIsNeverMarkupOrScript) {
  const std::string evil = "\"><script>alert(1)</script>', chartFile = 0 //\\ \u2028";
  const std::string svg = chart_file(chart_of(evil, evil, evil,
                                              {series_of(evil, std::vector{0., 1.}, std::vector{0., 1.}),
                                               series_of(evil + "2", std::vector{0., 1.}, std::vector{0., 1.})}));

  EXPECT_EQ(svg.find("<script"), std::string::npos);
  EXPECT_EQ(count_of(svg, "<svg"), 1U);
}

TEST(ChartFile, AChartWithoutNumbersIsRefusedByName) {
  EXPECT_THROW((void)chart_file(chart_of("t", "x", "y", {})), InputError);
  const double infinite = std::numeric_limits<double>::infinity();
  EXPECT_THROW((void)chart_file(chart_of("t", "x", "y", {series_of("a", std::vector{infinite}, std::vector{1.})})),
               InputError);
}

}  // namespace
}  // namespace forewarp::papers
