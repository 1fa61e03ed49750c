// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// A ranking beside measured times, and rankings of several devices.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "forewarp/report/page/answers.hpp"

#include "forewarp/report/page/tuning_views.hpp"

namespace forewarp::report::views {
namespace {

std::string words(const Json& configuration) {
  std::string text;
  for (const auto& [name, value] : configuration.items())
    text += fmt::format("{}{}={}", text.empty() ? "" : " ", name, value.get<std::string>());
  return text.empty() ? "-" : text;
}

Chart scatter(const Json& candidates) {
  Chart chart = comparison_chart("Predicted against measured", {.label = "measured", .unit = Unit::seconds},
                                 {.label = "predicted", .unit = Unit::seconds}, {2});
  Series series{.name = "configurations"};
  for (const Json& c : candidates) {
    if (!c.contains("measured_s") || !c.contains("time_s")) continue;
    Mark mark{.x = c.at("measured_s").get<double>(), .y = c.at("time_s").get<double>()};
    mark.label = words(c.at("configuration"));
    series.marks.push_back(std::move(mark));
  }
  chart.series.push_back(std::move(series));
  return chart;
}

PageTable summary(const Json& measured) {
  PageTable table{.title = "Predictions beside measured times"};
  table.columns = {{"configurations"},
                   {"rank correlation"},
                   {"median error", Unit::share},
                   {"error after bias", Unit::share},
                   {"bias"},
                   {"in the range", Unit::share},
                   {"regret", Unit::share},
                   {"regret of ten", Unit::share}};
  std::vector<Value> row;
  for (const char* name : {"configurations", "spearman", "median_error", "median_error_after_bias", "bias", "in_range",
                           "regret", "regret_of_ten"})
    row.emplace_back(measured.at(name).get<double>());
  table.rows.push_back(std::move(row));
  return table;
}

PageTable bests(const Json& measured) {
  PageTable table;
  table.columns = {{"which"}, {"configuration"}, {"measured", Unit::seconds}};
  for (const auto& [member, name] :
       {std::pair{"predicted_best", "predicted to be the best"}, {"measured_best", "measured to be the best"}})
    table.rows.push_back(
        {name, words(measured.at(member).at("configuration")), measured.at(member).at("measured_s").get<double>()});
  return table;
}

PageTable by_value(const Json& measured) {
  PageTable table{.title = "Error by value",
                  .caption =
                      "Bias: the median of predicted / measured of those with this value, 1 where it is that of "
                      "the whole space."};
  table.columns = {{"dimension"}, {"value"}, {"configurations"}, {"bias"}, {"median error", Unit::share}};
  for (const Json& one : measured.at("by_value"))
    table.rows.push_back({one.at("dimension").get<std::string>(), one.at("value").get<std::string>(),
                          one.at("configurations").get<double>(), one.at("bias").get<double>(),
                          one.at("median_error").get<double>()});
  return table;
}

/// A row for each device: its best, and the configuration for all.
PageTable devices_table(const Json& json) {
  PageTable table{.title = "The best of each device"};
  table.columns = {
      {"device"}, {"best"}, {"time", Unit::seconds}, {"one for all", Unit::seconds}, {"of the best", Unit::share}};
  const Json& devices = json.at("devices");
  const Json& all = json.at("one_for_all");
  for (std::size_t d = 0; d < devices.size(); ++d) {
    const Json& best = json.at("bests").at(d);
    const bool runs = !best.at("time_s").empty();
    table.rows.push_back({devices.at(d).get<std::string>(), words(best.at("configuration")),
                          runs ? Value(best.at("time_s").at(d).get<double>()) : Value{},
                          all.is_null() ? Value{} : Value(all.at("time_s").at(d).get<double>()),
                          all.is_null() ? Value{} : Value(all.at("efficiency").at(d).get<double>())});
  }
  if (!all.is_null())
    table.caption = fmt::format("One for all: {}, {:.0f} % of each device's best (harmonic mean).",
                                words(all.at("configuration")), 100 * all.at("portability").get<double>());
  return table;
}

/// How good each device's best is on the others.
Chart exchange(const Json& json) {
  Chart chart{.kind = Chart::Kind::heat_map,
              .title = "Each device's best on the others",
              .caption = "The time of a device's own best over that of the configuration.",
              .x = {.label = "on"},
              .y = {.label = "best of"},
              .value = {.label = "of the best", .unit = Unit::share},
              .numbers_in_cells = true};
  Series series;
  const Json& devices = json.at("devices");
  for (std::size_t of = 0; of < devices.size(); ++of) {
    const Json& efficiency = json.at("bests").at(of).at("efficiency");
    for (std::size_t on = 0; on < efficiency.size(); ++on) {
      Mark mark{.x = devices.at(on).get<std::string>(), .y = devices.at(of).get<std::string>()};
      mark.value = efficiency.at(on).get<double>();
      series.marks.push_back(std::move(mark));
    }
  }
  chart.series.push_back(std::move(series));
  return chart;
}

}  // namespace

void add_measured(const Json& json, Page& page) {
  const Json& measured = json.at("measured");
  Section section{.title = "Measured"};
  section.blocks.emplace_back(summary(measured));
  section.blocks.emplace_back(bests(measured));
  section.blocks.emplace_back(scatter(json.at("candidates")));
  if (!measured.at("by_value").empty()) section.blocks.emplace_back(by_value(measured));
  page.sections.push_back(std::move(section));
}

void add_rankings(const Json& json, Page& page) {
  page.title = "Ranking on several devices";
  page.answer = rankings_answer(json);
  Section section{.title = "On all devices"};
  section.blocks.emplace_back(devices_table(json));
  section.blocks.emplace_back(exchange(json));
  page.sections.push_back(std::move(section));
  for (const Json& ranking : json.at("rankings")) {
    Page part;
    add_kernel(ranking, part);
    if (page.facts.empty()) page.facts = part.facts;
    std::erase_if(page.facts, [](const auto& fact) { return fact.first == "device"; });
    for (Section& one : part.sections) {
      one.device = ranking.at("device").get<std::string>();
      page.sections.push_back(std::move(one));
    }
    for (const std::string& note : part.notes)
      page.notes.push_back(ranking.at("device").get<std::string>() + ": " + note);
  }
}

}  // namespace forewarp::report::views
