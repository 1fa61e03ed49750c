// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Evaluations, scoreboards, and rows of anything.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "forewarp/report/page/answers.hpp"
#include "forewarp/report/page/views.hpp"

namespace forewarp::report::views {

namespace {

PageTable method_table(const Json& scheme) {
  PageTable table{.title = ""};
  table.columns = {{"method"},
                   {"median", Unit::share, true},
                   {"mean (MAPE)", Unit::share, true},
                   {"90 %", Unit::share},
                   {"max", Unit::share},
                   {"geometric factor"},
                   {"R2"},
                   {"rank correlation"},
                   {"range covers", Unit::share}};
  for (const Json& m : scheme.at("methods")) {
    if (!m.contains("errors")) continue;
    const Json& e = m.at("errors");
    std::vector<Value> row{value_of(m.at("method"))};
    for (const char* name : {"median", "mape", "p90", "max", "factor", "r2", "spearman"})
      row.push_back(value_of(e.at(name)));
    row.push_back(m.contains("range") ? value_of(m.at("range").at("covered")) : Value{});
    table.rows.push_back(std::move(row));
  }
  return table;
}

PageTable class_table(const Json& scheme) {
  PageTable table;
  table.columns = {
      {"method"}, {"accuracy", Unit::share}, {"precision", Unit::share}, {"recall", Unit::share}, {"F1", Unit::share}};
  for (const Json& m : scheme.at("methods")) {
    if (!m.contains("classes")) continue;
    const Json& c = m.at("classes");
    table.rows.push_back({value_of(m.at("method")), value_of(c.at("accuracy")), value_of(c.at("precision")),
                          value_of(c.at("recall")), value_of(c.at("f1"))});
  }
  return table;
}

/// The distribution of errors by its quantiles, a line a method.
Chart quantile_chart(const Json& scheme) {
  Chart chart{.kind = Chart::Kind::points,
              .title = "Errors by quantile",
              .caption = "So many of the rows have at most this error, against the measured value.",
              .x = {.label = "share of the rows", .unit = Unit::share},
              .y = {.label = "error", .unit = Unit::share, .logarithmic = true}};
  for (const Json& m : scheme.at("methods")) {
    if (!m.contains("errors")) continue;
    Series series{.style = Series::Style::line, .name = m.at("method").get<std::string>()};
    for (const auto& [share, name] :
         {std::pair{0.25, "p25"}, {0.5, "median"}, {0.75, "p75"}, {0.9, "p90"}, {0.95, "p95"}, {1.0, "max"}})
      series.marks.push_back({.x = share, .y = m.at("errors").at(name).get<double>()});
    chart.series.push_back(std::move(series));
  }
  return chart;
}

Chart confusion_chart(const Json& method) {
  Chart chart{.kind = Chart::Kind::heat_map,
              .title = "Confusions of " + method.at("method").get<std::string>(),
              .x = {.label = "predicted"},
              .y = {.label = "actual"},
              .value = {.label = "rows"},
              .numbers_in_cells = true};
  const Json& classes = method.at("classes").at("classes");
  const Json& counts = method.at("classes").at("confusion");
  Series series{.name = "rows"};
  for (std::size_t i = 0; i < classes.size(); ++i)
    for (std::size_t j = 0; j < classes.size(); ++j)
      series.marks.push_back({.x = value_of(classes.at(j).at("class")),
                              .y = value_of(classes.at(i).at("class")),
                              .value = counts.at(i * classes.size() + j).get<double>()});
  chart.series.push_back(std::move(series));
  return chart;
}

/// Measured against predicted, one series per group, with the bands that braun2020 draws (a factor of 2 and of 5).
Chart scatter_chart(const Json& held_out, const std::string& method, const Json& predicted) {
  const auto target = held_out.at("target").get<std::string>();
  const auto unit = held_out.at("unit").get<std::string>();
  Chart chart = comparison_chart("Measured against predicted: " + method,
                                 {.label = with_unit("measured " + target, unit), .unit = unit_of(unit)},
                                 {.label = with_unit("predicted " + target, unit), .unit = unit_of(unit)}, {2, 5});
  chart.caption = "Each row while it was held out.";
  const Json &measured = held_out.at("measured"), &labels = held_out.at("labels");
  std::map<std::string, Series> series;
  for (std::size_t i = 0; i < measured.size(); ++i) {
    if (!predicted.at(i).is_number()) continue;
    const std::string label = labels.empty() ? method : labels.at(i).get<std::string>();
    Series& one = series[labels.size() > 0 && label.size() < 40 ? label : method];
    one.marks.push_back({.x = measured.at(i).get<double>(), .y = predicted.at(i).get<double>(), .label = label});
  }
  constexpr std::size_t max_series = 12;
  Series rest{.name = "others"};
  for (auto& [name, one] : series) {
    one.name = name;
    if (series.size() <= max_series)
      chart.series.push_back(std::move(one));
    else
      rest.marks.insert(rest.marks.end(), one.marks.begin(), one.marks.end());
  }
  if (!rest.marks.empty()) chart.series.push_back(std::move(rest));
  return chart;
}

constexpr std::size_t max_folds = 40;

/// Errors of each fold's rows, the folds with the greatest medians first.
Chart fold_chart(const Json& held_out, const Json& folds, const std::string& method, const Json& predicted) {
  Chart chart{.kind = Chart::Kind::points,
              .title = "Errors by fold: " + method,
              .caption = "Each row while it was held out; the folds with the greatest median first.",
              .x = {.label = "error", .unit = Unit::share, .logarithmic = true},
              .y = {.label = "fold"}};
  std::map<std::string, std::vector<double>> errors;
  const Json& measured = held_out.at("measured");
  for (std::size_t i = 0; i < measured.size(); ++i)
    if (predicted.at(i).is_number() && folds.at(i).is_string() && measured.at(i).get<double>() != 0)
      errors[folds.at(i).get<std::string>()].push_back(
          std::abs(predicted.at(i).get<double>() / measured.at(i).get<double>() - 1));
  std::vector<std::pair<double, std::string>> order;
  for (auto& [name, all] : errors) {
    std::ranges::sort(all);
    order.emplace_back(all[all.size() / 2], name);
  }
  std::ranges::stable_sort(order, std::greater{});
  if (order.size() > max_folds) {
    chart.caption += fmt::format(" {} of {} folds.", max_folds, order.size());
    order.resize(max_folds);
  }
  Series rows{.name = "rows"}, medians{.name = "median"};
  for (const auto& [median, name] : order) {
    for (const double e : errors[name]) rows.marks.push_back({.x = std::max(e, 1e-4), .y = name});
    medians.marks.push_back({.x = std::max(median, 1e-4), .y = name, .label = name + ", median"});
  }
  chart.series = {std::move(rows), std::move(medians)};
  return chart;
}

/// How many of the held-out rows lie in the range given for them, beside how many should.
Chart coverage_chart(const Json& scheme) {
  Chart chart{.kind = Chart::Kind::bars,
              .title = "Coverage of the ranges",
              .caption = "The whisker ends at the level that was asked for.",
              .x = {.label = "rows inside their range", .unit = Unit::share},
              .y = {.label = "method"}};
  Series series{.name = "covered"};
  for (const Json& m : scheme.at("methods")) {
    if (!m.contains("range")) continue;
    const double covered = m.at("range").at("covered").get<double>(), level = m.at("range").at("level").get<double>();
    series.marks.push_back(
        {.x = covered,
         .y = m.at("method").get<std::string>(),
         .low = std::min(covered, level),
         .high = std::max(covered, level),
         .label = fmt::format("{}: asked for {:.0f} %", m.at("method").get<std::string>(), 100 * level)});
  }
  chart.series.push_back(std::move(series));
  return chart;
}

void add_scatter(const Json& json, const std::string& scheme, Section& section) {
  if (!json.contains("held_out") || !json.at("held_out").contains("predicted")) return;
  const Json& held_out = json.at("held_out");
  if (!held_out.at("predicted").contains(scheme)) return;
  for (const auto& [method, predicted] : held_out.at("predicted").at(scheme).items())
    section.blocks.emplace_back(scatter_chart(held_out, method, predicted));
  if (!held_out.contains("folds")) return;
  for (const auto& [method, predicted] : held_out.at("predicted").at(scheme).items())
    section.blocks.emplace_back(fold_chart(held_out, held_out.at("folds").at(scheme), method, predicted));
}

}  // namespace

Unit unit_in(const std::string& heading) {
  const auto open = heading.find('[');
  const auto close = heading.find(']', open);
  if (open != std::string::npos && close != std::string::npos)
    return unit_of(heading.substr(open + 1, close - open - 1));
  return heading.find('%') != std::string::npos ? Unit::percent : Unit::none;
}

std::string with_unit(const std::string& name, const std::string& unit) {
  return unit.empty() || unit_of(unit) != Unit::none ? name : fmt::format("{} [{}]", name, unit);
}

PageTable score_table(const Json& scores) {
  PageTable table{.title = "Numbers against their targets"};
  table.columns = {{"what"}, {"unit"}, {"ours"}, {"other"}, {"target"}, {"better"}, {"met"}, {"note"}};
  for (const Json& s : scores) {
    std::vector<Value> row;
    for (const char* member : {"what", "unit", "ours", "other", "target", "better", "met", "note"})
      row.push_back(s.contains(member) ? value_of(s.at(member)) : Value{});
    table.rows.push_back(std::move(row));
  }
  return table;
}

void add_evaluation(const Json& json, Page& page) {
  page.title = "How far it can be trusted";
  page.answer = evaluation_answer(json);
  if (json.contains("rows")) page.facts.emplace_back("rows", json.at("rows").dump());
  if (json.contains("features")) {
    std::string names;
    for (const Json& f : json.at("features")) names += (names.empty() ? "" : ", ") + f.get<std::string>();
    page.facts.emplace_back("features", names);
  }
  for (const Json& note : json.at("notes")) page.notes.push_back(note.get<std::string>());
  for (const Json& scheme : json.at("schemes")) {
    Section section{.title = scheme.at("name").get<std::string>()};
    PageTable methods = method_table(scheme);
    if (!methods.rows.empty()) {
      section.blocks.emplace_back(std::move(methods));
      section.blocks.emplace_back(quantile_chart(scheme));
    }
    add_scatter(json, section.title, section);
    Chart coverage = coverage_chart(scheme);
    if (!coverage.series.front().marks.empty()) section.blocks.emplace_back(std::move(coverage));
    PageTable classes = class_table(scheme);
    if (!classes.rows.empty()) section.blocks.emplace_back(std::move(classes));
    for (const Json& m : scheme.at("methods"))
      if (m.contains("classes")) section.blocks.emplace_back(confusion_chart(m));
    page.sections.push_back(std::move(section));
  }
}

void add_scores(const Json& scores, Page& page) {
  page.title = "Scoreboard";
  page.sections.push_back({"Scores", {score_table(scores)}});
}

void add_rows(const std::string& title, const Json& rows, Page& page) {
  PageTable table;
  for (const Json& row : rows)
    for (const auto& [name, value] : row.items())
      if (std::ranges::find(table.columns, name, &PageColumn::name) == table.columns.end())
        table.columns.push_back({name, name.ends_with("_s") ? Unit::seconds : unit_in(name), false});
  for (const Json& row : rows) {
    std::vector<Value> cells;
    for (const PageColumn& column : table.columns)
      cells.push_back(row.contains(column.name) ? value_of(row.at(column.name)) : Value{});
    table.rows.push_back(std::move(cells));
  }
  page.title = title;
  page.sections.push_back({title, {std::move(table)}});
}

}  // namespace forewarp::report::views
