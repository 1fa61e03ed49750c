// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// What schedule says: the plan as a Gantt chart, its jobs, and the methods beside each other.
#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>

#include "forewarp/report/page/answers.hpp"
#include "forewarp/report/page/views.hpp"
#include "forewarp/report/text.hpp"

namespace forewarp::report::views {
namespace {

/// A lane a GPU, a span a job.
Timeline gantt(const Json& json) {
  Timeline timeline;
  timeline.caption = "One row a GPU, one bar a job. Gaps are waits for other jobs and for their outputs.";
  Timeline::Device plan{.name = "plan"};
  std::map<std::string, std::size_t> lane_of;
  for (const Json& gpu : json.at("gpus")) {
    lane_of[gpu.get<std::string>()] = plan.lanes.size();
    plan.lanes.push_back({.name = gpu.get<std::string>()});
  }
  for (const Json& placement : json.at("plan")) {
    const auto begin = placement.at("begin_s").get<double>(), end = placement.at("end_s").get<double>();
    const std::size_t what = timeline.whats.size();
    timeline.whats.push_back({.name = placement.at("job").get<std::string>(), .group = what});
    plan.lanes[lane_of.at(placement.at("gpu").get<std::string>())].spans.push_back({begin, end, what});
    plan.end_s = std::max(plan.end_s, end);
  }
  timeline.devices.push_back(std::move(plan));
  return timeline;
}

PageTable plan_table(const Json& plan) {
  PageTable table{.title = "Plan"};
  table.columns = {{"GPU"},
                   {"job"},
                   {"begin", Unit::seconds},
                   {"end", Unit::seconds},
                   {"least time", Unit::seconds},
                   {"most time", Unit::seconds},
                   {"power", Unit::watts}};
  for (const Json& p : plan)
    table.rows.push_back({value_of(p.at("gpu")), value_of(p.at("job")), value_of(p.at("begin_s")),
                          value_of(p.at("end_s")), value_of(p.at("low_s")), value_of(p.at("high_s")),
                          value_of(p.at("power_w"))});
  return table;
}

Chart makespan_chart(const Json& methods) {
  Chart chart{.kind = Chart::Kind::bars, .title = "Makespan by method"};
  chart.caption = "Whiskers: all jobs at the low, and at the high ends of their ranges.";
  chart.x = {.label = "makespan", .unit = Unit::seconds};
  chart.y = {.label = "method"};
  Series predicted{.name = "predicted"}, measured{.name = "with the measured times"};
  for (const Json& m : methods) {
    const Json& makespan = m.at("makespan_s");
    predicted.marks.push_back({.x = makespan.at("likely").get<double>(),
                               .y = m.at("method").get<std::string>(),
                               .low = makespan.at("low").get<double>(),
                               .high = makespan.at("high").get<double>()});
    if (m.contains("actual_makespan_s"))
      measured.marks.push_back({.x = m.at("actual_makespan_s").get<double>(), .y = m.at("method").get<std::string>()});
  }
  chart.series.push_back(std::move(predicted));
  if (!measured.marks.empty()) chart.series.push_back(std::move(measured));
  return chart;
}

PageTable methods_table(const Json& methods) {
  PageTable table{.title = "Methods"};
  const bool actual = methods.front().contains("loss");
  table.columns = {{"method"},
                   {"makespan", Unit::seconds},
                   {"low", Unit::seconds},
                   {"high", Unit::seconds},
                   {"energy [J]"},
                   {"low [J]"},
                   {"high [J]"}};
  if (actual)
    table.columns.insert(table.columns.end(), {{"measured", Unit::seconds},
                                               {"loss", Unit::share},
                                               {"of it prediction", Unit::share},
                                               {"of it heuristic", Unit::share}});
  for (const Json& m : methods) {
    std::vector<Value> row = {value_of(m.at("method"))};
    for (const char* what : {"makespan_s", "energy_j"})
      for (const char* end : {"likely", "low", "high"}) row.push_back(value_of(m.at(what).at(end)));
    if (actual) row.push_back(value_of(m.at("actual_makespan_s")));
    if (actual)
      for (const char* part : {"total", "prediction", "heuristic"}) row.push_back(value_of(m.at("loss").at(part)));
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace

void add_schedule(const Json& json, Page& page) {
  const Json& chosen = json.at("schedule");
  const Json& makespan = chosen.at("makespan_s");
  page.title = fmt::format("{} jobs on {} GPUs", json.at("jobs").size(), json.at("gpus").size());
  page.answer = schedule_answer(json);
  page.facts.emplace_back("objective",
                          "least " + (chosen.at("objective") == "time" ? std::string("makespan") : "energy"));
  page.facts.emplace_back("method", chosen.at("method").get<std::string>());
  page.facts.emplace_back("makespan", fmt::format("{} ({} to {})", time_text(makespan.at("likely").get<double>()),
                                                  time_text(makespan.at("low").get<double>()),
                                                  time_text(makespan.at("high").get<double>())));
  page.facts.emplace_back("energy", fmt::format("{:.4g} J", chosen.at("energy_j").at("likely").get<double>()));
  if (json.contains("actual"))
    page.facts.emplace_back("best with the measured times",
                            time_text(json.at("actual").at("best_makespan_s").get<double>()));
  page.sections.push_back({"Who runs what, when", {gantt(json), plan_table(json.at("plan"))}, ""});
  page.sections.push_back({"Methods", {makespan_chart(json.at("methods")), methods_table(json.at("methods"))}, ""});
  for (const Json& note : json.at("notes")) page.notes.push_back(note.get<std::string>());
}

}  // namespace forewarp::report::views
