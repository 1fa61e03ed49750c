// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "forewarp/report/page/views.hpp"

namespace forewarp::report::views {

namespace {

bool runs(const Json& candidate) { return candidate.contains("time_s") && !candidate.at("time_s").is_null(); }

std::vector<std::string> dimensions_of(const Json& candidates) {
  std::vector<std::string> names;
  if (candidates.empty()) return names;
  for (const auto& [name, value] : candidates.front().at("configuration").items()) names.push_back(name);
  return names;
}

/// A number where the text is one.
Value setting(const Json& candidate, const std::string& dimension) {
  const auto text = candidate.at("configuration").at(dimension).get<std::string>();
  double number = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc() && stop == text.data() + text.size()) return number;
  return text;
}

std::string words(const Json& candidate, const std::vector<std::string>& dimensions) {
  std::string text;
  for (const std::string& d : dimensions)
    text += fmt::format("{}{}={}", text.empty() ? "" : " ", d, candidate.at("configuration").at(d).get<std::string>());
  return text;
}

constexpr const char* all_title = "Configurations, best first";

bool is_measured(const Json& candidate) {
  return candidate.contains("measured_s") && candidate.at("measured_s").is_number();
}

PageTable table_of(const Json& candidates, const std::vector<std::string>& dimensions) {
  PageTable table{.title = all_title};
  for (const std::string& d : dimensions) table.columns.push_back({d});
  const bool measured = std::ranges::any_of(candidates, is_measured);
  if (measured) table.columns.push_back({"measured", Unit::seconds});
  for (PageColumn column : std::initializer_list<PageColumn>{{"time", Unit::seconds},
                                                             {"low", Unit::seconds},
                                                             {"high", Unit::seconds},
                                                             {"limiter"},
                                                             {"grid"},
                                                             {"block"},
                                                             {"occupancy", Unit::share},
                                                             {"waves"}})
    table.columns.push_back(std::move(column));
  for (const Json& c : candidates) {
    if (!runs(c)) continue;
    std::vector<Value> row;
    for (const std::string& d : dimensions) row.push_back(setting(c, d));
    if (measured) row.push_back(is_measured(c) ? value_of(c.at("measured_s")) : Value{});
    for (Value v : {value_of(c.at("time_s")), value_of(c.at("low_s")), value_of(c.at("high_s")),
                    value_of(c.at("limiter")), Value(shape_text(c.at("grid"))), Value(shape_text(c.at("block"))),
                    value_of(c.at("occupancy")), value_of(c.at("waves"))})
      row.push_back(std::move(v));
    table.rows.push_back(std::move(row));
  }
  return table;
}

/// A chart takes these columns of the table of all configurations: the dimensions, and times.
void take_columns(Chart& chart, const std::vector<std::string>& dimensions, std::initializer_list<const char*> times) {
  chart.rows_from = all_title;
  for (const std::string& d : dimensions) chart.columns.columns.push_back({d});
  for (const char* time : times) chart.columns.columns.push_back({time, Unit::seconds});
}

/// Time over each parameter, predicted and measured.
Chart multiples(const std::vector<std::string>& dimensions, bool measured) {
  Chart chart{.kind = Chart::Kind::multiples,
              .title = "Time over each parameter",
              .caption =
                  "A dot per configuration; the line goes through the best of each value. A flat line is a "
                  "parameter that does not matter."};
  if (measured) {
    take_columns(chart, dimensions, {"time", "measured"});
    chart.values = 2;
  } else {
    take_columns(chart, dimensions, {"time"});
  }
  return chart;
}

Chart parallel_axes(const std::vector<std::string>& dimensions, bool measured) {
  Chart chart{.kind = Chart::Kind::parallel,
              .title = "Every configuration at once",
              .caption =
                  "One line per configuration: the fastest quarter is highlighted, the slowest has the other "
                  "colour. A drag along an axis keeps the configurations in that stretch, here and above; a "
                  "click on the axis keeps all again."};
  if (measured)
    take_columns(chart, dimensions, {"measured", "time"});
  else
    take_columns(chart, dimensions, {"time"});
  return chart;
}

/// The best time for each pair of values of two dimensions, first of those that have most values.
Chart heat_map(const std::vector<std::string>& dimensions, const std::string& across, const std::string& up) {
  Chart chart{.kind = Chart::Kind::heat_map,
              .title = "Time",
              .caption = "The best time among the configurations of each cell; the faintest is the fastest.",
              .x = {.label = across},
              .y = {.label = up},
              .value = {.label = "time", .unit = Unit::seconds, .logarithmic = true},
              .numbers_in_cells = true};
  take_columns(chart, dimensions, {"time"});
  return chart;
}

/// Candidates of one group of those that do the same work (from 1), and what cannot run for group 0. Rankings of before
/// had no groups: all are of the first.
Json of_group(const Json& candidates, std::size_t group) {
  Json some = Json::array();
  for (const Json& c : candidates)
    if (runs(c) ? (c.contains("group") ? c.at("group").get<std::size_t>() : 1) == group : group == 0) some.push_back(c);
  return some;
}

/// What does other work than the best, each group with the reason above it.
void add_other_work(const Json& json, const std::vector<std::string>& dimensions, Page& page) {
  if (!json.contains("groups") || json.at("groups").size() < 2) return;
  Section section{.title = "Not the same work"};
  for (std::size_t g = 1; g < json.at("groups").size(); ++g) {
    PageTable table = table_of(of_group(json.at("candidates"), g + 1), dimensions);
    table.title = json.at("groups").at(g).at("difference").get<std::string>();
    section.blocks.emplace_back(std::move(table));
  }
  page.sections.push_back(std::move(section));
}

PageTable worst_table(const Json& candidates, const std::vector<std::string>& dimensions) {
  PageTable table{.title = "Why the worst are bad"};
  table.columns = {{"configuration"}, {"time", Unit::seconds}, {"times the best"}, {"why"}};
  const double best =
      !candidates.empty() && candidates.front().contains("time_s") ? candidates.front().at("time_s").get<double>() : 0;
  for (auto c = candidates.rbegin(); c != candidates.rend(); ++c)
    if (runs(*c) && c->contains("why"))
      table.rows.push_back({words(*c, dimensions), value_of(c->at("time_s")), c->at("time_s").get<double>() / best,
                            value_of(c->at("why"))});
  return table;
}

std::vector<std::string> by_values(const Json& candidates, std::vector<std::string> dimensions) {
  std::map<std::string, std::set<std::string>> values;
  for (const Json& c : candidates)
    for (const std::string& d : dimensions) values[d].insert(c.at("configuration").at(d).get<std::string>());
  std::ranges::stable_sort(dimensions, std::greater{}, [&](const std::string& d) { return values[d].size(); });
  return dimensions;
}

PageTable refused_table(const Json& candidates, const std::vector<std::string>& dimensions) {
  PageTable table{.title = "Cannot run"};
  table.columns = {{"configuration"}, {"why"}};
  for (const Json& c : candidates)
    if (!runs(c))
      table.rows.push_back({words(c, dimensions), c.contains("reason") ? value_of(c.at("reason")) : Value{}});
  return table;
}

constexpr std::size_t bars_at_most = 24;
Chart bars(const Json& candidates, const std::vector<std::string>& dimensions) {
  Chart chart{.kind = Chart::Kind::bars,
              .title = "The best, and what limits each",
              .x = {.label = "time", .unit = Unit::seconds},
              .y = {.label = "configuration"}};
  Series series{.name = "time"};
  for (const Json& c : candidates) {
    if (!runs(c) || series.marks.size() == bars_at_most) continue;
    Mark mark{.x = c.at("time_s").get<double>(), .y = words(c, dimensions)};
    mark.low = c.at("low_s").get<double>();
    mark.high = c.at("high_s").get<double>();
    mark.label = "limited by " + c.at("limiter").get<std::string>();
    series.marks.push_back(std::move(mark));
  }
  chart.series.push_back(std::move(series));
  return chart;
}

}  // namespace

void add_ranking(const Json& json, Page& page) {
  const auto dimensions = dimensions_of(json.at("candidates"));
  const Json candidates = of_group(json.at("candidates"), 1);
  if (page.title.empty()) page.title = "Ranking";
  Section section{.title = "Which configuration"};
  section.blocks.emplace_back(bars(candidates, dimensions));
  const auto wide = by_values(candidates, dimensions);
  const bool measured = std::ranges::any_of(candidates, is_measured);
  if (wide.size() >= 2) section.blocks.emplace_back(heat_map(dimensions, wide[0], wide[1]));
  if (candidates.size() > 1) section.blocks.emplace_back(multiples(dimensions, measured));
  if (wide.size() >= 2) section.blocks.emplace_back(parallel_axes(dimensions, measured));
  PageTable worst = worst_table(candidates, dimensions);
  if (!worst.rows.empty()) section.blocks.emplace_back(std::move(worst));
  section.blocks.emplace_back(table_of(candidates, dimensions));
  PageTable refused = refused_table(of_group(json.at("candidates"), 0), dimensions);
  if (!refused.rows.empty()) section.blocks.emplace_back(std::move(refused));
  page.sections.push_back(std::move(section));
  add_other_work(json, dimensions, page);
}

}  // namespace forewarp::report::views
