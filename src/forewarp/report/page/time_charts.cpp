// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// What a predicted time is made of: the longest term and the rest, and the waves of blocks.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "forewarp/report/page/views.hpp"

namespace forewarp::report::views {

namespace {

std::string waves_text(double waves) {
  const double whole = std::floor(waves), rest = waves - whole;
  if (rest < 0.005) return fmt::format("{:.0f} full waves", whole);
  const std::string last = fmt::format("one {:.0f} % full", 100 * rest);
  return whole == 0 ? last : fmt::format("{:.0f} full {} and {}", whole, whole == 1 ? "wave" : "waves", last);
}

}  // namespace

Chart split_chart(const Json& predictions) {
  Chart chart{.kind = Chart::Kind::stacked_bars,
              .title = "What the time is made of",
              .caption =
                  "The term that takes longest by itself, and what the others add because it does not hide all of "
                  "them: waiting, the last wave, the launch.",
              .x = {.label = "time", .unit = Unit::seconds},
              .y = {.label = "device"}};
  std::map<std::string, Series> longest;
  Series rest{.name = "not hidden"};
  for (const Json& p : predictions) {
    const auto device = p.at("device").get<std::string>();
    const double time = p.at("time_s").get<double>();
    std::pair<double, std::string> most{0, "nothing"};
    for (const auto& [term, seconds] : p.at("terms").items()) most = std::max(most, {seconds.get<double>(), term});
    most.first = std::min(most.first, time);
    longest[most.second].marks.push_back({.x = most.first, .y = device, .label = device + ": " + most.second});
    rest.marks.push_back({.x = time - most.first, .y = device, .label = device + ": not hidden"});
  }
  for (auto& [term, series] : longest) {
    series.name = term;
    chart.series.push_back(std::move(series));
  }
  chart.series.push_back(std::move(rest));
  return chart;
}

Chart waves_chart(const Json& predictions) {
  Chart chart{
      .kind = Chart::Kind::points,
      .title = "Waves of blocks over the SMs",
      .caption =
          "The share of all places for blocks, on all SMs, that is taken while one wave follows the other. Where the "
          "last wave is low, most SMs have nothing to do while it runs; among many waves that is little.",
      .x = {.label = "waves that have begun", .unit = Unit::share},
      .y = {.label = "places that are taken", .unit = Unit::share},
      .low = true};
  for (const Json& p : predictions) {
    const double waves = p.at("waves").get<double>(), whole = std::floor(waves), rest = waves - whole;
    const bool partial = rest >= 0.005 || whole == 0;
    const std::string label = p.at("device").get<std::string>() + ": " + waves_text(waves);
    Series series{.style = Series::Style::step, .name = p.at("device").get<std::string>()};
    series.marks.push_back({.x = 0.0, .y = whole > 0 ? 1.0 : rest, .label = label});
    if (whole > 0 && partial) series.marks.push_back({.x = whole / (whole + 1), .y = rest, .label = label});
    series.marks.push_back({.x = 1.0, .y = 0.0, .label = label});
    chart.series.push_back(std::move(series));
  }
  return chart;
}

}  // namespace forewarp::report::views
