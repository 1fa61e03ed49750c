// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// What launch says: blocks and grids, best first.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "forewarp/report/page/answers.hpp"
#include "forewarp/report/page/views.hpp"

namespace forewarp::report::views {

namespace {

constexpr std::size_t max_shape_bars = 24;

Chart over_best_chart(const Json& suggestions) {
  Chart chart{.kind = Chart::Kind::bars,
              .title = "Time over that of the best",
              .x = {.label = "times the best"},
              .y = {.label = "launch"},
              .base = 1};
  Series series{.name = "over the best"};
  for (const Json& s : suggestions)
    if (series.marks.size() < max_shape_bars)
      series.marks.push_back({.x = s.at("over_best").get<double>(),
                              .y = fmt::format("{}: {} x {}", s.at("device").get<std::string>(), s.at("blocks").dump(),
                                               s.at("threads").dump())});
  chart.series.push_back(std::move(series));
  return chart;
}

PageTable shapes_table(const Json& suggestions) {
  PageTable table{.title = "Launches, best first"};
  table.columns = {{"device"},
                   {"threads a block"},
                   {"blocks"},
                   {"blocks an SM"},
                   {"occupancy", Unit::share},
                   {"limited by"},
                   {"waves"},
                   {"rate", Unit::share},
                   {"efficiency", Unit::share},
                   {"time", Unit::seconds},
                   {"times the best"}};
  for (const Json& s : suggestions) {
    std::vector<Value> row;
    for (const char* member : {"device", "threads", "blocks", "blocks_per_sm", "occupancy", "limit", "waves",
                               "utilisation", "efficiency", "time_s", "over_best"})
      row.push_back(value_of(s.at(member)));
    table.rows.push_back(std::move(row));
  }
  return table;
}

PageTable refused_table(const Json& refused) {
  PageTable table{.title = "Cannot run"};
  table.columns = {{"device"}, {"why"}};
  for (const Json& one : refused) table.rows.push_back({value_of(one.at("device")), value_of(one.at("reason"))});
  return table;
}

}  // namespace

void add_shapes(const Json& json, Page& page) {
  page.title = fmt::format("Launch of {} threads", json.at("threads_total").dump());
  page.facts.emplace_back("registers a thread", json.at("registers_per_thread").dump());
  page.facts.emplace_back("shared bytes a block", json.at("shared_bytes").dump());
  for (const Json& device : json.at("devices"))
    page.facts.emplace_back(device.at("device").get<std::string>(), device.at("origin").get<std::string>());
  page.answer = shapes_answer(json);
  const Json& all = json.at("suggestions");
  page.sections.push_back({"Which launch", {over_best_chart(all), shapes_table(all)}, ""});
  if (json.contains("cannot_run") && !json.at("cannot_run").empty())
    page.sections.back().blocks.emplace_back(refused_table(json.at("cannot_run")));
  for (const Json& note : json.at("notes")) page.notes.push_back(note.get<std::string>());
}

}  // namespace forewarp::report::views
