// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// What predict answers by a model: of a table's rows or a kernel, by a calibrated expression, by models of a device.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "forewarp/report/page/views.hpp"

namespace forewarp::report::views {

namespace {

std::string joined(const Json& names) {
  std::string text;
  for (const Json& name : names) text += (text.empty() ? "" : ", ") + name.get<std::string>();
  return text;
}

Value member(const Json& json, const char* name) { return json.contains(name) ? value_of(json.at(name)) : Value{}; }

bool any_has(const Json& rows, const char* name) {
  return std::ranges::any_of(rows, [&](const Json& row) { return row.contains(name) && !row.at(name).is_null(); });
}

/// A share, or right and wrong where the answers are classes.
Value off_by(const Json& row) {
  if (!row.contains("measured")) return {};
  if (row.contains("class")) return std::string(row.at("class") == row.at("measured") ? "right" : "wrong");
  const double measured = row.at("measured").get<double>();
  if (measured == 0) return {};
  return std::abs(row.at("value").get<double>() / measured - 1);
}

PageTable answer_table(const Json& rows, const std::string& target, Unit unit) {
  const bool measured = any_has(rows, "measured"), is_class = any_has(rows, "class");
  PageTable table{.title = "Answers"};
  table.columns = {{"row"}, {target, unit}};
  if (!is_class) table.columns.insert(table.columns.end(), {{"low", unit}, {"high", unit}});
  if (measured) table.columns.insert(table.columns.end(), {{"measured", unit}, {"off by", Unit::share, !is_class}});
  table.columns.push_back({"outside what was learnt from"});
  for (const Json& row : rows) {
    std::vector<Value> cells{member(row, "row"), member(row, is_class ? "class" : "value")};
    if (!is_class) cells.insert(cells.end(), {member(row, "low"), member(row, "high")});
    if (measured) cells.insert(cells.end(), {member(row, "measured"), off_by(row)});
    cells.emplace_back(joined(row.at("outside")));
    table.rows.push_back(std::move(cells));
  }
  return table;
}

/// Rows inside and outside of the domain are two series.
Chart answer_scatter(const Json& rows, const std::string& target, Unit unit) {
  Chart chart = comparison_chart("Measured against predicted", {.label = "measured " + target, .unit = unit},
                                 {.label = "predicted " + target, .unit = unit}, {2});
  Series inside{.name = "like what was learnt from"}, outside{.name = "outside of it"};
  for (const Json& row : rows) {
    if (!row.contains("measured")) continue;
    Mark mark{.x = member(row, "measured"), .y = member(row, "value"), .label = row.at("row").get<std::string>()};
    if (row.contains("low")) mark.low = row.at("low").get<double>();
    if (row.contains("high")) mark.high = row.at("high").get<double>();
    (row.at("outside").empty() ? inside : outside).marks.push_back(std::move(mark));
  }
  for (Series* series : {&inside, &outside})
    if (!series->marks.empty()) chart.series.push_back(std::move(*series));
  return chart;
}

constexpr std::size_t max_answer_bars = 40;

/// A bar an answer; `of` is what each is an answer for: "row", "device".
Chart answer_bars(const Json& rows, const std::string& of, const std::string& target, Unit unit) {
  Chart chart{.kind = Chart::Kind::bars,
              .title = "Predicted " + target,
              .caption = "The whisker is the range that the model gives."};
  if (rows.size() > max_answer_bars)
    chart.caption += fmt::format(" The first {} rows; the table has all.", max_answer_bars);
  chart.x = {.label = target, .unit = unit};
  chart.y = {.label = of};
  Series series{.name = target};
  for (const Json& row : rows) {
    if (series.marks.size() == max_answer_bars) break;
    Mark mark{.x = member(row, "value"), .y = member(row, of.c_str())};
    if (row.contains("low")) mark.low = row.at("low").get<double>();
    if (row.contains("high")) mark.high = row.at("high").get<double>();
    series.marks.push_back(std::move(mark));
  }
  chart.series.push_back(std::move(series));
  return chart;
}

void add_model_facts(const Json& json, Page& page) {
  if (!json.contains("model")) return;
  const Json& model = json.at("model");
  page.facts.emplace_back("learner", model.at("learner").get<std::string>());
  page.facts.emplace_back("learnt from", fmt::format("{} rows", model.at("rows").get<std::size_t>()));
  if (model.contains("range"))
    page.facts.emplace_back("ranges of", fmt::format("{:.0f} %", 100 * model.at("range").at("level").get<double>()));
  page.facts.emplace_back("features", joined(model.at("features")));
}

void add_notes_of(const Json& json, Page& page) {
  if (!json.contains("notes")) return;
  for (const Json& note : json.at("notes")) page.notes.push_back(note.get<std::string>());
}

/// What the two sides of an overlap are made of, below its own row.
void add_sides(const Json& json, const std::string& term, PageTable& table, PageTable& unused) {
  if (!json.contains("overlaps")) return;
  for (const Json& overlap : json.at("overlaps")) {
    if (overlap.at("term") != term) continue;
    for (const Json& side : overlap.at("sides"))
      for (const auto& [cost, value] : side.items()) {
        if (value == 0.0) {
          unused.rows.push_back({cost});
        } else {
          table.rows.push_back({"in the overlap: " + cost, value_of(value)});
        }
      }
  }
}

}  // namespace

void add_answers(const Json& json, Page& page) {
  const auto target = json.at("target").get<std::string>();
  const std::string given = json.contains("unit") ? json.at("unit").get<std::string>() : "";
  const Unit unit = unit_of(given);
  const Json& rows = json.at("answers");
  page.title = target + ", by a model";
  add_model_facts(json, page);
  add_notes_of(json, page);
  std::size_t outside = 0;
  for (const Json& row : rows) outside += row.at("outside").empty() ? 0U : 1U;
  if (outside > 0)
    page.notes.push_back(fmt::format(
        "{} of {} rows lie outside what was learnt from, in the features that the table names", outside, rows.size()));
  Section section{.title = "Result"};
  const std::string what = with_unit(target, given);
  if (any_has(rows, "value"))
    section.blocks.emplace_back(any_has(rows, "measured") ? answer_scatter(rows, what, unit)
                                                          : answer_bars(rows, "row", what, unit));
  section.blocks.emplace_back(answer_table(rows, what, unit));
  page.sections.push_back(std::move(section));
}

void add_terms(const Json& json, Page& page) {
  page.title = json.at("kernel").get<std::string>();
  page.facts.emplace_back("device", json.at("device").get<std::string>());
  add_notes_of(json, page);
  Chart chart{.kind = Chart::Kind::bars,
              .title = "Where the time goes",
              .x = {.label = "time", .unit = Unit::seconds},
              .y = {.label = "term"}};
  PageTable table{.title = "Terms"}, unused{.title = "Not used by this kernel"};
  table.columns = {{"term"}, {"time", Unit::seconds}};
  unused.columns = {{"term"}};
  unused.caption = "The kernel has nothing of what these terms count; they are 0.";
  Series series{.name = "time"};
  for (const auto& [term, value] : json.at("terms").items()) {
    if (value == 0.0) {
      unused.rows.push_back({term});
      continue;
    }
    series.marks.push_back({.x = value_of(value), .y = term});
    table.rows.push_back({term, value_of(value)});
    add_sides(json, term, table, unused);
  }
  table.rows.push_back({std::string("together"), value_of(json.at("time_s"))});
  chart.series.push_back(std::move(series));
  Section section{.title = "How long"};
  if (!chart.series.front().marks.empty()) section.blocks.emplace_back(std::move(chart));
  section.blocks.emplace_back(std::move(table));
  if (!unused.rows.empty()) section.blocks.emplace_back(std::move(unused));
  page.sections.push_back(std::move(section));
}

void add_trained(const Json& rows, Page& page) {
  page.title = "By models of the device";
  for (const char* what : {"time", "power"}) {
    Json asked = Json::array();
    PageTable table;
    const Unit unit = *what == 't' ? Unit::seconds : Unit::watts;
    table.columns = {{"device"}, {what, unit}, {"low", unit}, {"high", unit}, {"by"}};
    for (const Json& row : rows) {
      if (row.at("what") != what) continue;
      asked.push_back(row);
      table.rows.push_back(
          {member(row, "device"), member(row, "value"), member(row, "low"), member(row, "high"), member(row, "by")});
      for (const Json& warning : row.at("warnings"))
        page.notes.push_back(
            fmt::format("{} on {}: {}", what, row.at("device").get<std::string>(), warning.get<std::string>()));
    }
    if (!asked.empty()) page.sections.push_back({what, {answer_bars(asked, "device", what, unit), std::move(table)}});
  }
}

}  // namespace forewarp::report::views
