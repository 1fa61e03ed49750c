// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// What campaign measured: one row per launch, its time and its power.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "forewarp/report/page/views.hpp"

namespace forewarp::report::views {

namespace {

/// Times by kernel, one point per launch.
Chart spread_chart(const Json& rows, const std::string& device) {
  Chart chart{.kind = Chart::Kind::points,
              .title = "Times on " + device,
              .caption = "A point a launch: each kernel at its sizes.",
              .x = {.label = "time", .unit = Unit::seconds, .logarithmic = true},
              .y = {.label = "kernel"}};
  std::map<std::string, Series> by_area;
  for (const Json& row : rows) {
    if (row.at("device") != device || !row.at("time_s").is_number()) continue;
    Series& series = by_area[row.at("area").get<std::string>()];
    series.marks.push_back({.x = row.at("time_s").get<double>(),
                            .y = row.at("kernel").get<std::string>(),
                            .label = row.at("launch").get<std::string>()});
  }
  for (auto& [area, series] : by_area) {
    series.name = area.empty() ? "other" : area;
    chart.series.push_back(std::move(series));
  }
  return chart;
}

}  // namespace

void add_campaign(const Json& json, Page& page) {
  page.title = "The corpus, measured";
  std::map<std::string, std::size_t> devices;
  for (const Json& row : json) ++devices[row.at("device").get<std::string>()];
  Section section{.title = "Times"};
  for (const auto& [device, rows] : devices) {
    page.facts.emplace_back("launches on " + device, std::to_string(rows));
    section.blocks.emplace_back(spread_chart(json, device));
  }
  PageTable table{.title = "Launches"};
  table.columns = {
      {"device"}, {"kernel"}, {"area"}, {"launch"}, {"source"}, {"time", Unit::seconds}, {"power", Unit::watts}};
  for (const Json& row : json)
    table.rows.push_back({value_of(row.at("device")), value_of(row.at("kernel")), value_of(row.at("area")),
                          value_of(row.at("launch")), value_of(row.at("source")), value_of(row.at("time_s")),
                          value_of(row.at("power_w"))});
  section.blocks.emplace_back(std::move(table));
  page.sections.push_back(std::move(section));
}

}  // namespace forewarp::report::views
