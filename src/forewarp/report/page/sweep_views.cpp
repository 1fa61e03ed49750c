// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// What launch --sweep says: time and efficiency over blocks and threads per block, a map a device.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "forewarp/report/page/answers.hpp"
#include "forewarp/report/page/views.hpp"
#include "forewarp/report/text.hpp"

namespace forewarp::report::views {
namespace {

Chart surface(const Json& device) {
  Chart chart{.kind = Chart::Kind::heat_map, .title = "Launches on " + device.at("device").get<std::string>()};
  chart.caption =
      "Efficiency is the time of a warp alone over that of the launch. The printed equations are Eq. 1 to 3 of "
      "hasan2014.";
  chart.x = {.label = "blocks"};
  chart.y = {.label = "threads per block"};
  chart.columns.columns = {{"blocks"}, {"threads per block"}};
  const bool seconds = !device.at("tau_s").is_null();
  if (seconds) chart.columns.columns.push_back({"time", Unit::seconds});
  chart.columns.columns.push_back({"efficiency", Unit::share});
  if (seconds) chart.columns.columns.push_back({"time by the printed equations", Unit::seconds});
  chart.columns.columns.push_back({"efficiency by the printed equations", Unit::share});
  chart.values = seconds ? 4 : 2;
  for (const Json& cell : device.at("cells")) {
    std::vector<Value> row = {value_of(cell.at("blocks")), value_of(cell.at("threads"))};
    if (seconds) row.push_back(value_of(cell.at("time_s")));
    row.push_back(value_of(cell.at("efficiency")));
    if (seconds) row.push_back(value_of(cell.at("printed_time_s")));
    row.push_back(value_of(cell.at("kappa")));
    chart.columns.rows.push_back(std::move(row));
  }
  return chart;
}

/// Time over blocks, a line for each of a few block sizes: where waves begin.
Chart steps(const Json& device) {
  constexpr std::size_t most = 4;
  std::vector<double> sizes;
  for (const Json& cell : device.at("cells"))
    if (cell.at("blocks") == device.at("cells").front().at("blocks")) sizes.push_back(cell.at("threads").get<double>());
  Chart chart{.kind = Chart::Kind::points, .title = "Time over blocks"};
  chart.caption = "Dashed: the printed equations.";
  chart.x = {.label = "blocks"};
  chart.y = {.label = "time", .unit = Unit::seconds};
  for (std::size_t i = 0; i < std::min(most, sizes.size()); ++i) {
    const double size = sizes[i * (sizes.size() - 1) / std::max<std::size_t>(1, std::min(most, sizes.size()) - 1)];
    Series wave{.style = Series::Style::step, .name = fmt::format("{:g} threads", size)},
        printed{.style = Series::Style::dashed, .name = fmt::format("{:g} threads, printed", size)};
    wave.group = printed.group = fmt::format("{:g}", size);
    for (const Json& cell : device.at("cells")) {
      if (cell.at("threads").get<double>() != size) continue;
      wave.marks.push_back({.x = cell.at("blocks").get<double>(), .y = cell.at("time_s").get<double>()});
      printed.marks.push_back({.x = cell.at("blocks").get<double>(), .y = cell.at("printed_time_s").get<double>()});
    }
    chart.series.push_back(std::move(wave));
    chart.series.push_back(std::move(printed));
  }
  return chart;
}

}  // namespace

void add_sweep(const Json& json, Page& page) {
  page.title = "Launches over blocks and threads per block";
  page.answer = sweep_answer(json);
  page.facts.emplace_back("registers a thread", json.at("registers_per_thread").dump());
  page.facts.emplace_back("shared bytes a block", json.at("shared_bytes").dump());
  const bool several = json.at("sweep").size() > 1;
  for (const Json& device : json.at("sweep")) {
    const auto name = device.at("device").get<std::string>();
    if (!device.at("tau_s").is_null())
      page.facts.emplace_back(name + ": a warp alone", time_text(device.at("tau_s").get<double>()));
    Section section{.title = "On " + name, .blocks = {surface(device)}, .device = several ? name : ""};
    if (!device.at("tau_s").is_null()) section.blocks.emplace_back(steps(device));
    page.sections.push_back(std::move(section));
  }
  for (const Json& note : json.at("notes")) page.notes.push_back(note.get<std::string>());
}

}  // namespace forewarp::report::views
