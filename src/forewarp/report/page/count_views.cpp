// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// What count prints: formulas in the sizes, their values at one size, and how they grow.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "forewarp/frontend/source/entry.hpp"
#include "forewarp/report/page/answers.hpp"
#include "forewarp/report/page/views.hpp"

namespace forewarp::report::views {

namespace {

Value formula_of(const Json& count) {
  return value_of(count.contains("short") ? count.at("short") : count.at("formula"));
}

Value number_of(const Json& count) { return count.contains("value") ? value_of(count.at("value")) : Value{}; }

std::string strides_of(const Json& access, const char* member) {
  if (!access.contains(member)) return "not affine";
  std::string text;
  for (const auto& [axis, stride] : access.at(member).items())
    text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", axis, stride.get<std::string>());
  return text;
}

std::string name_of_access(const Json& row) {
  const auto tag = row.at("tag").get<std::string>();
  return fmt::format("{} {} {}{}{}", row.at("space").get<std::string>(), row.at("direction").get<std::string>(),
                     source::demangled(row.at("array").get<std::string>()), tag.empty() ? "" : "$", tag);
}

PageTable operation_table(const Json& json) {
  PageTable table{.title = "Operations"};
  table.caption =
      "A formula in braces is a sum of parts, with a semicolon between them; a part with a condition after a colon "
      "counts where it holds.";
  table.columns = {{"operation"}, {"type"}, {"counted per"}, {"formula"}, {"value"}};
  for (const Json& row : json.at("operations"))
    table.rows.push_back({value_of(row.at("kind")), value_of(row.at("data_type")), value_of(row.at("per")),
                          formula_of(row.at("count")), number_of(row.at("count"))});
  return table;
}

PageTable access_table(const Json& json) {
  PageTable table{.title = "Memory accesses"};
  table.caption =
      "Strides are in elements, by axis; AFR is how often each element is accessed: accesses over elements touched.";
  table.columns = {{"access"},        {"type"},          {"counted per"},  {"formula"}, {"value"},
                   {"local strides"}, {"group strides"}, {"loop strides"}, {"AFR"}};
  for (const Json& row : json.at("accesses"))
    table.rows.push_back({name_of_access(row), value_of(row.at("data_type")), value_of(row.at("per")),
                          formula_of(row.at("count")), number_of(row.at("count")), strides_of(row, "local_strides"),
                          strides_of(row, "group_strides"), strides_of(row, "loop_strides"),
                          row.contains("afr") ? formula_of(row.at("afr")) : Value{"unknown"}});
  return table;
}

PageTable shape_table(const Json& json) {
  PageTable table{.title = "Launch and barriers"};
  table.columns = {{"what"}, {"formula"}, {"value"}};
  for (const auto& [member, what] : {std::pair{"groups", "groups"},
                                     {"group_size", "work-items a group"},
                                     {"barriers", "barriers a work-item meets"}})
    table.rows.push_back({std::string(what), formula_of(json.at(member)), number_of(json.at(member))});
  return table;
}

/// How each count grows with one size; equal lines are drawn once.
Chart sweep_chart(const Json& sweep) {
  const auto size = sweep.at("size").get<std::string>();
  Chart chart{.kind = Chart::Kind::points,
              .title = "Counts over " + size,
              .caption = "The other sizes as given. A line that rises by a factor of 8 where " + size +
                         " doubles is cubic, by 4 quadratic, by 2 linear.",
              .x = {.label = size, .logarithmic = true},
              .y = {.label = "count", .logarithmic = true}};
  std::set<std::string> drawn;
  for (const Json& row : sweep.at("rows")) {
    const Json& counts = row.at("counts");
    if (!drawn.insert(counts.dump()).second) continue;
    Series series{.style = Series::Style::line, .name = row.at("what").get<std::string>()};
    for (std::size_t i = 0; i < counts.size(); ++i)
      if (counts.at(i).is_number() && counts.at(i).get<double>() > 0)
        series.marks.push_back({.x = sweep.at("values").at(i).get<double>(), .y = counts.at(i).get<double>()});
    if (!series.marks.empty()) chart.series.push_back(std::move(series));
  }
  return chart;
}

}  // namespace

void add_counts(const Json& json, Page& page) {
  page.title = json.at("kernel").get<std::string>() + ", counted";
  page.answer = counts_answer(json);
  std::string sizes;
  for (const Json& name : json.at("parameters")) sizes += (sizes.empty() ? "" : ", ") + name.get<std::string>();
  page.facts.emplace_back("sizes", sizes.empty() ? "none" : sizes);
  if (json.contains("at")) {
    std::string at;
    for (const auto& [name, value] : json.at("at").items())
      at += fmt::format("{}{} = {}", at.empty() ? "" : ", ", name, value.dump());
    page.facts.emplace_back("values at", at);
  }
  page.sections.push_back({"What it does", {operation_table(json), access_table(json), shape_table(json)}});
  if (json.contains("sweep") && !json.at("sweep").empty()) {
    Section section{.title = "How it grows"};
    for (const Json& sweep : json.at("sweep")) section.blocks.emplace_back(sweep_chart(sweep));
    page.sections.push_back(std::move(section));
  }
  for (const Json& unknown : json.at("unknowns"))
    page.notes.push_back(
        fmt::format("unknown {}: {}", unknown.at("name").get<std::string>(), unknown.at("meaning").get<std::string>()));
  for (const Json& note : json.at("notes")) page.notes.push_back(note.get<std::string>());
}

}  // namespace forewarp::report::views
