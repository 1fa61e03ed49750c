// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// What predict, profile and rank say of a kernel.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

#include "forewarp/report/page/views.hpp"

namespace forewarp::report::views {

namespace {

std::string parameters_text(const Json& parameters) {
  std::string text;
  for (const auto& [name, value] : parameters.items())
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", name, value.dump());
  return text;
}

std::string joined_text(const Json& texts) {
  std::string all;
  for (const Json& text : texts) all += (all.empty() ? "" : ", ") + text.get<std::string>();
  return all;
}

void add_fact(const Json& json, const char* member, const char* name, Page& page) {
  const auto found = json.find(member);
  if (found == json.end() || found->is_null()) return;
  page.facts.emplace_back(name, found->is_string() ? found->get<std::string>() : found->dump());
}

/// Devices that charts of one bar each show; tables have all.
constexpr std::size_t max_charted = 16;
/// Devices whose bars or lines stand beside each other in one chart.
constexpr std::size_t max_side_by_side = 4;

/// Those that can run the launch, the fastest first.
Json able(const Json& predictions) {
  std::vector<Json> all;
  for (const Json& p : predictions)
    if (!p.contains("reason")) all.push_back(p);
  std::ranges::stable_sort(all, {}, [](const Json& p) { return p.at("time_s").get<double>(); });
  return all;
}

/// So many of those that can run the launch.
Json first_of(const Json& predictions, std::size_t most) {
  Json some = Json::array();
  for (const Json& p : predictions)
    if (!p.contains("reason") && some.size() < most) some.push_back(p);
  return some;
}

PageTable refused_devices(const Json& predictions) {
  PageTable table{.title = "Cannot run"};
  table.columns = {{"device"}, {"why"}};
  for (const Json& p : predictions)
    if (p.contains("reason")) table.rows.push_back({value_of(p.at("device")), value_of(p.at("reason"))});
  return table;
}

/// Each note once, with the devices it applies to where they are few.
void add_device_notes(const Json& predictions, Page& page) {
  constexpr std::size_t max_named = 6;
  std::vector<std::pair<std::string, std::vector<std::string>>> said;
  for (const Json& p : predictions) {
    if (!p.contains("notes")) continue;
    for (const Json& note : p.at("notes")) {
      auto at = std::ranges::find(said, note.get<std::string>(), [](const auto& s) { return s.first; });
      if (at == said.end()) at = said.insert(said.end(), {note.get<std::string>(), {}});
      at->second.push_back(p.at("device").get<std::string>());
    }
  }
  for (const auto& [note, devices] : said) {
    std::string names;
    for (std::size_t i = 0; i < std::min(max_named, devices.size()); ++i) names += (i > 0 ? ", " : "") + devices[i];
    if (devices.size() > max_named) names += fmt::format(" and {} more", devices.size() - max_named);
    page.notes.push_back(names + ": " + note);
  }
}

Chart time_chart(const Json& predictions) {
  Chart chart{.kind = Chart::Kind::bars,
              .title = "Time by device",
              .caption = "The whisker is the range that the model gives; a click on a bar filters the tables below.",
              .x = {.label = "time", .unit = Unit::seconds},
              .y = {.label = "device"}};
  Series times{.name = "time"};
  for (const Json& p : predictions) {
    Mark mark{.x = p.at("time_s").get<double>(), .y = p.at("device").get<std::string>()};
    mark.low = p.at("low_s").get<double>();
    mark.high = p.at("high_s").get<double>();
    if (p.contains("limiter"))
      mark.label =
          fmt::format("{}, limited by {}", p.at("device").get<std::string>(), p.at("limiter").get<std::string>());
    times.marks.push_back(std::move(mark));
  }
  chart.series.push_back(std::move(times));
  return chart;
}

/// Terms overlap in time, so each is shown by itself: the time it alone would take.
Chart terms_chart(const Json& predictions) {
  Chart chart{.kind = Chart::Kind::bars,
              .title = "What each resource alone would take",
              .caption =
                  "Resources work side by side: the longest term, and what hides behind it, make the time. Terms below "
                  "a fiftieth of the longest are left out here.",
              .x = {.label = "time", .unit = Unit::seconds},
              .y = {.label = "term"}};
  for (const Json& p : predictions) {
    Series series{.name = p.at("device").get<std::string>()};
    double longest = 0;
    for (const auto& [term, seconds] : p.at("terms").items()) longest = std::max(longest, seconds.get<double>());
    for (const auto& [term, seconds] : p.at("terms").items())
      if (seconds.get<double>() > longest / 50) series.marks.push_back({.x = seconds.get<double>(), .y = term});
    std::ranges::sort(series.marks, std::greater{}, [](const Mark& m) { return std::get<double>(m.x); });
    chart.series.push_back(std::move(series));
  }
  return chart;
}

/// Of the peak; earlier versions wrote none.
Value share_in(const Json& prediction, const char* part) {
  if (!prediction.contains("speed") || prediction.at("speed").is_null()) return {};
  return value_of(prediction.at("speed").at(part).at("share"));
}

PageTable prediction_table(const Json& predictions) {
  PageTable table{.title = "Predictions"};
  table.columns = {{"device"},
                   {"time", Unit::seconds},
                   {"low", Unit::seconds},
                   {"high", Unit::seconds},
                   {"limiter"},
                   {.name = "computation", .unit = Unit::share, .bar = true},
                   {.name = "memory", .unit = Unit::share, .bar = true},
                   {"occupancy", Unit::share},
                   {"limited by"},
                   {"blocks an SM"},
                   {"waves"}};
  for (const Json& p : predictions) {
    const Json& occupancy = p.at("occupancy");
    table.rows.push_back({value_of(p.at("device")), value_of(p.at("time_s")), value_of(p.at("low_s")),
                          value_of(p.at("high_s")), value_of(p.at("limiter")), share_in(p, "compute"),
                          share_in(p, "memory"), value_of(occupancy.at("achieved")), value_of(occupancy.at("limit")),
                          value_of(occupancy.at("blocks_per_sm")), value_of(p.at("waves"))});
  }
  return table;
}

void add_notes(const Json& json, const std::string& of, Page& page) {
  if (!json.contains("notes")) return;
  for (const Json& note : json.at("notes"))
    page.notes.push_back(of.empty() ? note.get<std::string>() : of + ": " + note.get<std::string>());
}

}  // namespace

Json side_by_side_of(const Json& predictions) { return first_of(predictions, max_side_by_side); }

Value value_of(const Json& json) {
  if (json.is_number()) return json.get<double>();
  if (json.is_boolean()) return std::string(json.get<bool>() ? "yes" : "no");
  if (json.is_string()) return json.get<std::string>();
  if (json.is_null()) return std::monostate{};
  return json.dump();
}

std::string shape_text(const Json& dimensions) {
  std::string text;
  std::size_t last = dimensions.size();
  while (last > 1 && dimensions.at(last - 1) == 1) --last;
  for (std::size_t i = 0; i < last; ++i) text += (i == 0 ? "" : " x ") + dimensions.at(i).dump();
  return text;
}

void add_heading(const Json& json, Page& page) {
  if (json.contains("kernel"))
    page.title = std::filesystem::path(json.at("kernel").get<std::string>()).filename().string();
  for (const char* member : {"grid", "block"})
    if (json.contains(member)) page.facts.emplace_back(member, shape_text(json.at(member)));
  if (json.contains("parameters") && !json.at("parameters").empty())
    page.facts.emplace_back("parameters", parameters_text(json.at("parameters")));
  if (json.contains("arguments") && !json.at("arguments").empty())
    page.facts.emplace_back("arguments", joined_text(json.at("arguments")));
  add_fact(json, "device", "device", page);
  if (json.contains("source") && json.at("source").is_string())
    page.facts.emplace_back("source", neutral_name(json.at("source").get<std::string>()));
  if (json.value("compiler", "") != "none") add_fact(json, "compiler", "compiler", page);
  add_fact(json, "arch", "code for", page);
  add_fact(json, "registers", "registers a thread", page);
  add_fact(json, "shared_bytes", "shared bytes a block", page);
  add_fact(json, "caches", "caches", page);
  if (json.contains("machine_code") && json.at("machine_code").is_string())
    add_fact(json, "machine_code", "machine code", page);
  add_notes(json, "", page);
}

void add_predictions(const Json& json, Page& page) {
  const Json predictions = able(json.at("predictions")), charted = first_of(predictions, max_charted);
  if (page.title.empty()) page.title = "Predictions";
  Section section{.title = "How long"};
  section.blocks.emplace_back(time_chart(predictions));
  if (!predictions.empty() && predictions.front().contains("occupancy"))
    section.blocks.emplace_back(prediction_table(predictions));
  if (PageTable refused = refused_devices(json.at("predictions")); !refused.rows.empty())
    section.blocks.emplace_back(std::move(refused));
  page.sections.push_back(std::move(section));
  if (predictions.empty() || !predictions.front().contains("terms")) return;
  const Json few = side_by_side_of(predictions);
  Chart terms = terms_chart(few);
  if (few.size() < predictions.size()) terms.caption += fmt::format(" Of the first {} devices.", few.size());
  Chart split = split_chart(charted);
  if (charted.size() < predictions.size())
    split.caption +=
        fmt::format(" The fastest {} of {} devices; the table has all.", charted.size(), predictions.size());
  page.sections.push_back({"What limits it", {std::move(split), std::move(terms), waves_chart(few)}});
  add_fact(predictions.front(), "caches", "caches", page);
  add_device_notes(predictions, page);
}

}  // namespace forewarp::report::views
