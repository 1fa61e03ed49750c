// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// What advise --counters answers: for a profiler's file, a section per kernel and device.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "forewarp/report/page/answers.hpp"
#include "forewarp/report/page/views.hpp"

namespace forewarp::report::views {
namespace {

std::string label_of(const Json& strategy) {
  return strategy.at("id").get<std::string>() + " " + strategy.at("title").get<std::string>();
}

bool has_share(const Json& suggestion) { return !suggestion.at("concerns").is_null(); }

Chart share_chart(const Json& suggestions) {
  Chart chart{.kind = Chart::Kind::bars,
              .title = "The share of the time that each cause concerns",
              .caption =
                  "How long the resource is busy, times the part of its load that would go away. Not a gain: what the "
                  "kernel waits for next, counters do not know.",
              .x = {.label = "share of the time", .unit = Unit::share},
              .y = {.label = "change"}};
  Series series{.name = "share of the time"};
  for (const Json& s : suggestions) {
    if (!has_share(s)) continue;
    Mark mark{.x = s.at("concerns").get<double>(), .y = label_of(s)};
    mark.label = s.at("cause").get<std::string>();
    series.marks.push_back(std::move(mark));
  }
  chart.series.push_back(std::move(series));
  return chart;
}

/// Most counters determine no gain: no empty column for it then.
PageTable suggestion_table(const Json& suggestions) {
  const bool gains = std::ranges::any_of(suggestions, [](const Json& s) { return !s.at("gain").is_null(); });
  PageTable table{.title = "Changes, the costliest cause first"};
  table.columns = {{"change"}, {"cause"}, {"share of the time", Unit::share}};
  if (gains) table.columns.push_back({"times as fast at most"});
  table.columns.push_back({"how"});
  for (const Json& s : suggestions) {
    std::vector<Value> row = {label_of(s), value_of(s.at("cause")), value_of(s.at("concerns"))};
    if (gains) row.push_back(value_of(s.at("gain")));
    row.push_back(value_of(s.at("what")));
    table.rows.push_back(std::move(row));
  }
  return table;
}

PageTable unjudged_table(const Json& strategies) {
  PageTable table{.title = "What these counters cannot judge"};
  table.columns = {{"change"}, {"why"}};
  for (const Json& s : strategies) table.rows.push_back({label_of(s), value_of(s.at("why"))});
  return table;
}

std::string not_needed(const Json& ids) {
  std::string text;
  for (const Json& id : ids) text += (text.empty() ? "Not needed: " : ", ") + id.get<std::string>();
  return text.empty() ? "" : text + ".";
}

Section section_of(const Json& launch) {
  const auto launches = launch.at("launches").get<std::size_t>();
  Section section{.title = launch.at("kernel").get<std::string>() + " on " + launch.at("device").get<std::string>()};
  section.blocks.emplace_back(Paragraph{fmt::format("Launch {}{}: {}", launch.at("id").get<std::string>(),
                                                    launches > 1 ? fmt::format(", the longest of {}", launches) : "",
                                                    launch.at("verdict").get<std::string>())});
  const Json& suggestions = launch.at("suggestions");
  if (std::ranges::any_of(suggestions, has_share)) section.blocks.emplace_back(share_chart(suggestions));
  if (suggestions.empty())
    section.blocks.emplace_back(Paragraph{"Nothing that the counters point to."});
  else
    section.blocks.emplace_back(suggestion_table(suggestions));
  if (const std::string text = not_needed(launch.at("not_needed")); !text.empty())
    section.blocks.emplace_back(Paragraph{text});
  if (!launch.at("not_judged").empty()) section.blocks.emplace_back(unjudged_table(launch.at("not_judged")));
  return section;
}

}  // namespace

void add_counter_advice(const Json& json, Page& page) {
  page.answer = counter_advice_answer(json);
  page.title =
      "What the counters of " + std::filesystem::path(json.at("file").get<std::string>()).filename().string() + " say";
  for (const Json& launch : json.at("advice")) page.sections.push_back(section_of(launch));
  page.notes.push_back("read as " + json.at("format").get<std::string>());
  for (const Json& note : json.at("notes")) page.notes.push_back(note.get<std::string>());
  std::string left_out;
  for (const Json& name : json.at("left_out"))
    left_out += (left_out.empty() ? "left out: " : ", ") + name.get<std::string>();
  if (!left_out.empty()) page.notes.push_back(left_out);
}

}  // namespace forewarp::report::views
