// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// What advise and classify say of a kernel.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "forewarp/report/page/views.hpp"

namespace forewarp::report::views {

namespace {

std::string label_of(const Json& suggestion) {
  return suggestion.at("id").get<std::string>() + " " + suggestion.at("title").get<std::string>();
}

/// How many times as fast; 1 is no gain at all.
Chart gain_chart(const Json& advice) {
  Chart chart{.kind = Chart::Kind::bars,
              .title = "What each change is worth",
              .caption =
                  "Time before over time after, by the bounds model with the cause taken away; the whisker goes from "
                  "half of the cause left to the optimistic assumptions. Changes do not add up: what holds the kernel "
                  "back afterwards is in the table.",
              .x = {.label = "times as fast"},
              .y = {.label = "change"},
              .base = 1};
  Series series{.name = "gain"};
  for (const Json& s : advice.at("suggestions")) {
    Mark mark{.x = s.at("gain").get<double>(), .y = label_of(s)};
    mark.low = s.at("low").get<double>();
    mark.high = s.at("high").get<double>();
    mark.label = label_of(s) + ", then held back by " + s.at("limiter_after").get<std::string>();
    series.marks.push_back(std::move(mark));
  }
  chart.series.push_back(std::move(series));
  return chart;
}

std::string place_of(const Json& cause) {
  const auto file = std::filesystem::path(cause.at("file").get<std::string>()).filename().string();
  const auto line = cause.at("line").get<std::uint64_t>(), ptx = cause.at("ptx_line").get<std::uint64_t>();
  std::string text = line > 0 ? fmt::format("{}:{}", file, line) : "";
  if (ptx > 0) text += fmt::format("{}PTX line {}", text.empty() ? "" : ", ", ptx);
  return text;
}

PageTable suggestion_table(const Json& advice) {
  PageTable table{.title = "Changes, best first"};
  table.columns = {{"change"}, {"times as fast"}, {"at least"}, {"at most"}, {"then held back by"}, {"how"}};
  for (const Json& s : advice.at("suggestions"))
    table.rows.push_back({label_of(s), value_of(s.at("gain")), value_of(s.at("low")), value_of(s.at("high")),
                          value_of(s.at("limiter_after")), value_of(s.at("what"))});
  return table;
}

PageTable cause_table(const Json& advice) {
  PageTable table{.title = "Lines that cause it"};
  table.columns = {{"change"}, {.name = "where", .place = true}, {"what"}};
  for (const Json& s : advice.at("suggestions"))
    for (const Json& cause : s.at("causes"))
      table.rows.push_back({value_of(s.at("id")), place_of(cause), value_of(cause.at("what"))});
  return table;
}

PageTable class_table(const Json& classes) {
  PageTable table{.title = "Classes, most similar first"};
  table.columns = {{"class"}, {"what it is"}, {"probability", Unit::share}, {"strategies that helped"}};
  for (const Json& c : classes) {
    std::string strategies;
    for (const Json& id : c.at("strategies")) strategies += (strategies.empty() ? "" : ", ") + id.get<std::string>();
    table.rows.push_back({value_of(c.at("id")), value_of(c.at("title")), value_of(c.at("probability")), strategies});
  }
  return table;
}

Chart class_chart(const Json& classes) {
  Chart chart{.kind = Chart::Kind::bars,
              .title = "Which known kernel it is like",
              .x = {.label = "probability", .unit = Unit::share},
              .y = {.label = "class"}};
  Series series{.name = "probability"};
  for (const Json& c : classes) {
    Mark mark{.x = c.at("probability").get<double>(), .y = c.at("id").get<std::string>()};
    mark.label = c.at("title").get<std::string>();
    series.marks.push_back(std::move(mark));
  }
  chart.series.push_back(std::move(series));
  return chart;
}

}  // namespace

void add_advice(const Json& json, Page& page) {
  for (const Json& advice : json.at("advice")) {
    Section section{.title = "What holds it back on " + advice.at("device").get<std::string>(),
                    .folded = json.value("command", "") == "predict"};
    section.blocks.emplace_back(Paragraph{advice.at("verdict").get<std::string>()});
    if (advice.at("suggestions").empty()) {
      section.blocks.emplace_back(Paragraph{"No change that is known here is worth 5 % or more."});
    } else {
      section.blocks.emplace_back(gain_chart(advice));
      section.blocks.emplace_back(suggestion_table(advice));
      section.blocks.emplace_back(cause_table(advice));
    }
    page.sections.push_back(std::move(section));
  }
}

void add_classes(const Json& json, Page& page) {
  Section section{.title = "What it is like"};
  section.blocks.emplace_back(
      Paragraph{fmt::format("{}: {}-bound, {} is busy {:.0f} % of the time.", json.at("device").get<std::string>(),
                            json.at("bound").get<std::string>(), json.at("resource").get<std::string>(),
                            100 * json.at("share").get<double>())});
  section.blocks.emplace_back(class_chart(json.at("classes")));
  section.blocks.emplace_back(class_table(json.at("classes")));
  page.sections.push_back(std::move(section));
  if (json.at("outside").get<bool>())
    page.notes.emplace_back("some metric is outside the range of the classifier's training data");
}

}  // namespace forewarp::report::views
