// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// What readers do with charts in headless Chromium: zoom, brushes, keys, and charts of many marks.
#include <fmt/format.h>

#include "unit/report/browser.hpp"

namespace {

using namespace forewarp;
using report::Chart;
using report::Json;
using report::Page;

class Charts : public report::Browser {
 protected:
  Json look(report::Section section, const std::string& probe) {
    Page page{.title = "charts"};
    page.sections.push_back(std::move(section));
    return look_at(page_html(page), probe);
  }
};

Chart points(int count) {
  Chart chart{.kind = Chart::Kind::points, .title = "squares", .x = {.label = "n"}, .y = {.label = "n * n"}};
  report::Series series{.name = "squares"};
  for (int n = 1; n <= count; ++n)
    series.marks.push_back({.x = static_cast<double>(n), .y = static_cast<double>(n) * n});
  chart.series.push_back(std::move(series));
  return chart;
}

TEST_F(Charts, TheKeysPlusAndZeroZoomAndBringTheWholeChartBack) {
  const Json seen = look({.title = "s", .blocks = {points(10)}}, R"js(() => {
    const plot = document.querySelector(".plot"), ticks = () => [...plot.querySelectorAll(".axis text")].map((t) => t.textContent);
    const press = (key) => plot.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    const whole = ticks();
    press("+");
    const near = ticks(), clipped = plot.querySelectorAll("svg svg.window").length;
    press("0");
    return { whole, near, clipped, again: ticks(), buttons: [...document.querySelectorAll(".head button")].map((b) => b.getAttribute("aria-label") || b.textContent) };
  })js");
  EXPECT_EQ(seen[1], Json::array());
  EXPECT_NE(seen[0]["near"], seen[0]["whole"]);
  EXPECT_EQ(seen[0]["clipped"], 1);
  EXPECT_EQ(seen[0]["again"], seen[0]["whole"]);
  EXPECT_EQ(seen[0]["buttons"], Json::array({"log n * n", "zoom in", "zoom out", "CSV"}));
}

/// Four configurations: 2 x 2 values, the times 1 to 4 ms.
report::Section ranking() {
  report::PageTable table{.title = "all"};
  table.columns = {{"A"}, {"B"}, {"time", report::Unit::seconds}};
  for (int i = 0; i < 4; ++i) table.rows.push_back({1.0 + i % 2, 10.0 * (1 + i / 2), 1e-3 * (i + 1)});
  Chart parallel{.kind = Chart::Kind::parallel, .title = "at once"},
      small{.kind = Chart::Kind::multiples, .title = "each"};
  for (Chart* chart : {&parallel, &small}) {
    chart->rows_from = "all";
    chart->columns.columns = table.columns;
  }
  return {.title = "s", .blocks = {std::move(small), std::move(parallel), std::move(table)}};
}

TEST_F(Charts, ADragAlongAnAxisKeepsItsConfigurationsInAllChartsOfTheSection) {
  const Json seen = look(ranking(), R"js(() => {
    const [small, parallel] = document.querySelectorAll("figure.chart"), overlay = parallel.querySelectorAll(".brush .overlay")[1];
    const box = overlay.getBoundingClientRect(), x = box.x + box.width / 2;
    const fire = (target, name, y) => target.dispatchEvent(new MouseEvent(name, { clientX: x, clientY: y, view: window, bubbles: true, cancelable: true }));
    // The lower half of the axis of B: the configurations with 10.
    fire(overlay, "mousedown", box.y + box.height * 0.55);
    fire(window, "mousemove", box.y + box.height * 0.999);
    fire(window, "mouseup", box.y + box.height * 0.999);
    const dim = (figure) => [...figure.querySelectorAll(".mark")].filter((m) => m.style.opacity !== "").length;
    return { status: parallel.querySelector(".brushed").textContent, lines: parallel.querySelectorAll("path.mark").length, dim_lines: dim(parallel), dim_dots: dim(small),
      dots: small.querySelectorAll("circle.mark").length };
  })js");
  EXPECT_EQ(seen[1], Json::array());
  EXPECT_EQ(seen[0]["status"], "2 of 4; the best of these: A: 1, B: 10, time: 1 ms");
  EXPECT_EQ(seen[0]["lines"], 4);
  EXPECT_EQ(seen[0]["dim_lines"], 2);
  EXPECT_EQ(seen[0]["dots"], 8);  // each configuration over A and over B
  EXPECT_EQ(seen[0]["dim_dots"], 4);
}

TEST_F(Charts, ManyPointsArePaintedAndAnswerToKeys) {
  const Json seen = look({.title = "s", .blocks = {points(2000)}}, R"js(() => {
    const plot = document.querySelector(".plot"), drawing = plot.querySelector("svg");
    drawing.focus();
    drawing.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
    return { elements: plot.querySelectorAll(".mark").length, canvases: plot.querySelectorAll("canvas").length, name: drawing.getAttribute("aria-label"),
      tip: document.getElementById("tip").textContent };
  })js");
  EXPECT_EQ(seen[1], Json::array());
  EXPECT_EQ(seen[0]["elements"], 0);
  EXPECT_EQ(seen[0]["canvases"], 1);
  EXPECT_EQ(seen[0]["name"], "squares: 2000 marks, arrow keys go from one to the next");
  EXPECT_EQ(seen[0]["tip"], "squares\nn: 1\nn * n: 1");
}

TEST_F(Charts, ManyBarsAreShownWhenTheReaderAsks) {
  Chart chart{.kind = Chart::Kind::bars, .title = "devices", .x = {.label = "time"}, .y = {.label = "device"}};
  report::Series series{.name = "time"};
  for (int i = 1; i <= 137; ++i)
    series.marks.push_back({.x = static_cast<double>(i), .y = fmt::format("device {}", i)});
  chart.series.push_back(std::move(series));

  const Json seen = look({.title = "s", .blocks = {std::move(chart)}}, R"js(() => {
    const bars = () => document.querySelectorAll("rect.mark"), count = bars().length, button = document.querySelector("button.all"), text = button.textContent;
    button.click();
    return { count, text, all: bars().length, low: Math.min(...[...bars()].map((b) => Number(b.getAttribute("height")))), after: button.textContent };
  })js");

  EXPECT_EQ(seen[1], Json::array());
  EXPECT_EQ(seen[0]["count"], 24);
  EXPECT_EQ(seen[0]["text"], "all 137");
  EXPECT_EQ(seen[0]["all"], 137);
  EXPECT_GE(seen[0]["low"].get<double>(), 8);
  EXPECT_EQ(seen[0]["after"], "fewer");
}

TEST_F(Charts, LinesAreNamedAtTheirEndsAndPanelsHaveTheNameOfTheirGroup) {
  const auto line = [](const char* name, double slope) {
    report::Series series{.style = report::Series::Style::line, .name = name};
    for (const double x : {1.0, 2.0, 3.0}) series.marks.push_back({.x = x, .y = slope * x});
    return series;
  };
  Chart ends{.kind = Chart::Kind::points, .title = "ends", .series = {line("steep", 2), line("flat", 1)}};
  Chart panels = ends;
  panels.title = "panels";
  panels.panels = true;

  const Json seen = look({.title = "s", .blocks = {std::move(ends), std::move(panels)}}, R"js(() => {
    const [one, two] = document.querySelectorAll("figure.chart"), texts = (f) => [...f.querySelectorAll("svg text")].map((t) => t.textContent);
    return { names: [...one.querySelectorAll(".series-name")].map((t) => t.textContent), legend: one.querySelectorAll(".legend").length,
      panels: texts(two).filter((t) => t === "steep" || t === "flat"), axes: two.querySelectorAll("g.axis").length };
  })js");

  EXPECT_EQ(seen[1], Json::array());
  EXPECT_EQ(seen[0]["names"], Json::array({"steep", "flat"}));  // from top to bottom
  EXPECT_EQ(seen[0]["legend"], 0);
  EXPECT_EQ(seen[0]["panels"], Json::array({"steep", "flat"}));
  EXPECT_EQ(seen[0]["axes"], 4);
}

// Five points between 1 and 1000, and one that is 0: it has no place on a logarithmic axis and lies at its lower end.
TEST_F(Charts, AZeroLiesOnTheEndOfALogarithmicAxis) {
  Chart chart{.kind = Chart::Kind::points, .title = "errors", .y = {.label = "error", .logarithmic = true}};
  report::Series series{.name = "errors"};
  for (const double y : {1.0, 5.0, 20.0, 300.0, 1000.0, 0.0}) series.marks.push_back({.x = 1.0 + y, .y = y});
  chart.series.push_back(std::move(series));

  const Json seen = look({.title = "s", .blocks = {std::move(chart)}}, R"js(() => {
    const axis = document.querySelector(".plot .axis").getBoundingClientRect();
    const ends = [...document.querySelectorAll(".plot svg circle")].map((c) => c.getBoundingClientRect());
    const lines = [...document.querySelectorAll(".plot svg line")].map((l) => l.getBoundingClientRect().bottom);
    return { points: ends.length, lowest: Math.max(...ends.map((b) => (b.top + b.bottom) / 2)), end: Math.max(...lines), axis: axis.bottom };
  })js");

  EXPECT_EQ(seen[1], Json::array());
  EXPECT_EQ(seen[0]["points"], 6);
  EXPECT_LE(seen[0]["lowest"].get<double>(), seen[0]["end"].get<double>() + 1);
}

}  // namespace
