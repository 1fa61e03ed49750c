// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// A reproduction: every table of the paper beside ours, and a picture of each table that is one: values over a grid,
/// methods beside each other, measured against predicted.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "forewarp/report/page/views.hpp"

namespace forewarp::report::views {

namespace {

PageColumn column_of(const std::string& heading) {
  const Unit unit = unit_in(heading);
  const bool difference = unit == Unit::percent &&
                          (heading.find("error") != std::string::npos || heading.find("off") != std::string::npos ||
                           heading.find("difference") != std::string::npos || heading.ends_with(" %") ||
                           heading.find("MAPE") != std::string::npos);
  const auto brackets = heading.rfind(" [");
  return {unit != Unit::none && brackets != std::string::npos ? heading.substr(0, brackets) : heading, unit,
          difference};
}

/// A page is no archive: of a longer table it has this many rows, evenly taken.
constexpr std::size_t max_rows = 6000;

/// "claim: One lambda a kernel", but "Table 2, K20" of table2: what it is called, once.
std::string title_of(const Json& json) {
  const auto id = json.at("id").get<std::string>(), title = json.at("title").get<std::string>();
  std::string begin;
  for (const char c : title)
    if (c != ' ' && begin.size() < id.size()) begin += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return begin == id ? title : id + ": " + title;
}

PageTable reproduced_table(const Json& json) {
  PageTable table{.title = title_of(json)};
  for (const Json& column : json.at("columns")) table.columns.push_back(column_of(column.get<std::string>()));
  const Json& rows = json.at("rows");
  const std::size_t every = rows.size() / max_rows + 1;
  for (std::size_t i = 0; i < rows.size(); i += every) {
    std::vector<Value> cells;
    for (const Json& cell : rows[i]) cells.push_back(value_of(cell));
    table.rows.push_back(std::move(cells));
  }
  if (every > 1)
    table.caption = fmt::format("One of {} rows, {} of {}: forewarp reproduce --csv prints all.", every,
                                table.rows.size(), rows.size());
  return table;
}

bool numbers_in(const PageTable& table, std::size_t column) {
  bool any = false;
  for (const auto& row : table.rows) {
    if (std::holds_alternative<std::string>(row[column])) return false;
    any = any || std::holds_alternative<double>(row[column]);
  }
  return any;
}

std::vector<std::size_t> number_columns(const PageTable& table, std::size_t from) {
  std::vector<std::size_t> columns;
  for (std::size_t j = from; j < table.columns.size(); ++j)
    if (numbers_in(table, j)) columns.push_back(j);
  return columns;
}

/// Whether the first two columns span a grid: no pair of values twice, and most of all pairs there.
bool spans_grid(const PageTable& table) {
  constexpr std::size_t min_cells = 8;
  std::set<Value> across, up;
  std::set<std::pair<Value, Value>> pairs;
  for (const auto& row : table.rows) {
    if (!pairs.emplace(row[0], row[1]).second) return false;
    across.insert(row[0]);
    up.insert(row[1]);
  }
  return pairs.size() >= min_cells && across.size() > 1 && up.size() > 1 &&
         2 * pairs.size() >= across.size() * up.size();
}

/// The surfaces of hasan2014, tables of lambda by kernel and board: the other columns over the first two.
std::optional<Chart> surface_of(const PageTable& table) {
  if (table.columns.size() < 3 || !spans_grid(table)) return std::nullopt;
  const std::vector<std::size_t> values = number_columns(table, 2);
  if (values.empty()) return std::nullopt;
  Chart chart{.kind = Chart::Kind::heat_map,
              .title = table.title,
              .x = {.label = table.columns[0].name},
              .y = {.label = table.columns[1].name},
              .numbers_in_cells = true,
              .values = values.size()};
  chart.columns.columns = {table.columns[0], table.columns[1]};
  for (const std::size_t j : values) chart.columns.columns.push_back(table.columns[j]);
  for (const auto& row : table.rows) {
    std::vector<Value> cells{row[0], row[1]};
    for (const std::size_t j : values) cells.push_back(row[j]);
    chart.columns.rows.push_back(std::move(cells));
  }
  return chart;
}

bool is_of_errors(const PageTable& table) { return table.title.find("error") != std::string::npos; }

/// A confusion matrix: one row per class by its name, one column per class under the same names.
std::optional<Chart> matrix_of(const PageTable& table) {
  if (table.rows.size() < 3 || table.columns.size() != table.rows.size() + 1) return std::nullopt;
  Chart chart{.kind = Chart::Kind::heat_map,
              .title = table.title,
              .x = {.label = "called"},
              .y = {.label = table.columns[0].name},
              .value = {.label = "how often"},
              .numbers_in_cells = true};
  Series series{.name = "how often"};
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    if (table.rows[i][0] != Value{table.columns[i + 1].name}) return std::nullopt;
    for (std::size_t j = 1; j < table.columns.size(); ++j)
      if (const auto* number = std::get_if<double>(&table.rows[i][j]))
        series.marks.push_back({.x = table.columns[j].name, .y = table.rows[i][0], .value = *number});
  }
  chart.series.push_back(std::move(series));
  return chart;
}

/// A table of kernels by boards, or methods by splits: a name a row, and numbers of one kind in all other columns.
std::optional<Chart> wide_of(const PageTable& table) {
  constexpr std::size_t min_columns = 5, min_rows = 4;
  if (table.columns.size() < min_columns || table.rows.size() < min_rows || numbers_in(table, 0) ||
      number_columns(table, 1).size() + 1 != table.columns.size())
    return std::nullopt;
  if (table.title.find('%') == std::string::npos) return std::nullopt;
  for (const PageColumn& column : table.columns)
    if (&column != table.columns.data() && column.unit != table.columns[1].unit) return std::nullopt;
  Chart chart{.kind = Chart::Kind::heat_map,
              .title = table.title,
              .y = {.label = table.columns[0].name},
              .value = {.label = is_of_errors(table) ? "error" : "share", .unit = Unit::percent},
              .numbers_in_cells = true};
  Series series{.name = chart.value.label};
  for (const auto& row : table.rows)
    for (std::size_t j = 1; j < row.size(); ++j)
      if (const auto* number = std::get_if<double>(&row[j]))
        series.marks.push_back({.x = table.columns[j].name, .y = row[0], .value = *number});
  const auto [least, most] = std::ranges::minmax(series.marks, {}, &Mark::value);
  chart.value.logarithmic = least.value > 0 && most.value > 20 * least.value;
  chart.series.push_back(std::move(series));
  return chart;
}

/// "ms" of "printed ms", "s" of a column of seconds: what is measured and what is predicted speak of the same.
std::string quantity_of(const PageColumn& column) {
  return column.unit != Unit::none ? std::string(name_of(column.unit)) : column.name.substr(column.name.rfind(' ') + 1);
}

constexpr std::size_t max_points = 1500;

Series against(const PageTable& table, std::size_t measured, std::size_t predicted) {
  Series series{.name = table.columns[predicted].name};
  const std::size_t every = table.rows.size() / max_points + 1;
  for (std::size_t i = 0; i < table.rows.size(); i += every) {
    const auto* x = std::get_if<double>(&table.rows[i][measured]);
    const auto* y = std::get_if<double>(&table.rows[i][predicted]);
    if (x == nullptr || y == nullptr || !(*x > 0) || !(*y > 0)) continue;
    std::string label;
    for (std::size_t j = 0; j < measured; ++j)
      if (const auto* name = std::get_if<std::string>(&table.rows[i][j])) label += (label.empty() ? "" : ", ") + *name;
    series.marks.push_back({.x = *x, .y = *y, .label = std::move(label)});
  }
  return series;
}

/// Measured against each predicted column, with the bands that braun2020 draws (factors of 2 and 5).
std::optional<Chart> scatter_of(const PageTable& table) {
  constexpr std::size_t min_rows = 10;
  if (table.rows.size() < min_rows) return std::nullopt;
  const auto found =
      std::ranges::find_if(table.columns, [](const auto& c) { return (c.name + " ").starts_with("measured "); });
  if (found == table.columns.end()) return std::nullopt;
  const auto measured = static_cast<std::size_t>(found - table.columns.begin());
  const std::string quantity = quantity_of(*found);
  if (quantity.size() > 4 || !numbers_in(table, measured)) return std::nullopt;
  Chart chart = comparison_chart(
      "Measured against predicted: " + table.title, {.label = found->name, .unit = found->unit},
      {.label = found->unit == Unit::none ? "predicted " + quantity : "predicted", .unit = found->unit}, {2, 5});
  for (std::size_t j = measured + 1; j < table.columns.size(); ++j)
    if (quantity_of(table.columns[j]) == quantity && numbers_in(table, j))
      chart.series.push_back(against(table, measured, j));
  if (chart.series.empty()) return std::nullopt;
  return chart;
}

/// Other columns of numbers over the first one, as the paper's figure has them.
Chart lines_of(const PageTable& table) {
  Chart chart{.kind = Chart::Kind::points, .title = table.title, .x = {.label = table.columns[0].name}};
  for (const std::size_t j : number_columns(table, 1)) {
    Series series{.name = table.columns[j].name};
    for (const auto& row : table.rows)
      if (std::holds_alternative<double>(row[j])) series.marks.push_back({.x = row[0], .y = row[j]});
    chart.series.push_back(std::move(series));
  }
  chart.slopes = {{1, "equal"}};
  return chart;
}

/// A group of bars a row.
Chart bars_of(const PageTable& table) {
  Chart chart{
      .kind = Chart::Kind::bars, .title = table.title, .x = {.label = "value"}, .y = {.label = table.columns[0].name}};
  const std::vector<std::size_t> columns = number_columns(table, 1);
  if (!columns.empty()) chart.x.unit = table.columns[columns.front()].unit;
  for (const std::size_t j : columns) {
    Series series{.name = table.columns[j].name};
    for (const auto& row : table.rows) {
      const auto* number = std::get_if<double>(&row[0]);
      if (std::holds_alternative<double>(row[j]))
        series.marks.push_back({.x = row[j], .y = number ? Value(fmt::format("{:g}", *number)) : row[0]});
    }
    chart.series.push_back(std::move(series));
  }
  return chart;
}

/// Leaves below a cluster from left to right: the first joined is above the second.
void leaves_below(const PageTable& merges, std::size_t leaves, std::size_t cluster, std::vector<std::size_t>& order) {
  if (cluster < leaves) {
    order.push_back(cluster);
    return;
  }
  const auto& row = merges.rows.at(cluster - leaves);
  for (const std::size_t side : {0U, 1U})
    leaves_below(merges, leaves, static_cast<std::size_t>(std::get<double>(row[side])) - 1, order);
}

/// Merges "cluster a", "cluster b", "height", "features", "a is", "b is": clusters from 1 on, leaves first, whose names
/// are in the last two columns.
Chart tree_of(const PageTable& table) {
  Chart chart{.kind = Chart::Kind::tree,
              .title = table.title,
              .caption = "Features whose branches join near the left are correlated.",
              .x = {.label = "1 - |rank correlation|"},
              .y = {.label = "feature"}};
  const std::size_t leaves = table.rows.size() + 1;
  std::vector<std::string> names(leaves);
  Series merges{.name = "merges"}, tips{.name = "features"};
  for (const auto& row : table.rows) {
    for (const std::size_t side : {0U, 1U}) {
      const auto cluster = static_cast<std::size_t>(std::get<double>(row[side])) - 1;
      if (cluster < leaves) names[cluster] = std::get<std::string>(row[4 + side]);
    }
    merges.marks.push_back({.x = std::get<double>(row[0]) - 1,
                            .y = std::get<double>(row[1]) - 1,
                            .value = std::get<double>(row[2]),
                            .label = "joined"});
  }
  std::vector<std::size_t> order;
  leaves_below(table, leaves, 2 * leaves - 2, order);
  for (const std::size_t leaf : order)
    tips.marks.push_back({.x = static_cast<double>(leaf), .y = names[leaf], .label = names[leaf]});
  chart.series = {std::move(tips), std::move(merges)};
  return chart;
}

/// The chart that a table asks for.
Chart asked_chart(const PageTable& table, const std::string& kind) {
  if (kind == "tree") return tree_of(table);
  return kind == "bars" ? bars_of(table) : lines_of(table);
}

void add_table(const Json& json, Section& section) {
  PageTable table = reproduced_table(json);
  if (json.contains("chart")) {
    section.blocks.emplace_back(asked_chart(table, json.at("chart").get<std::string>()));
    section.blocks.emplace_back(std::move(table));
    return;
  }
  auto matrix = matrix_of(table);
  for (auto picture : {matrix, matrix ? std::nullopt : surface_of(table), scatter_of(table)})
    if (picture) section.blocks.emplace_back(std::move(*picture));
  if (auto errors = wide_of(table)) {
    section.blocks.emplace_back(std::move(*errors));
    for (std::size_t j = 1; j < table.columns.size(); ++j)
      table.columns[j] = {table.columns[j].name, Unit::percent, is_of_errors(table)};
  }
  section.blocks.emplace_back(std::move(table));
}

/// A name that only this machine knows is cut to its end.
std::string file_text(const Json& file) {
  std::string name = neutral_name(file.get<std::string>());
  if (!name.starts_with('/')) return name;
  std::size_t from = name.size();
  for (int i = 0; i < 3 && from != 0 && from != std::string::npos; ++i) from = name.rfind('/', from - 1);
  return from == 0 || from == std::string::npos ? name : "..." + name.substr(from);
}

}  // namespace

void add_reproduction(const Json& parts, Page& page) {
  page.title = parts.front().at("paper").get<std::string>() + ", reproduced";
  for (const Json& part : parts) {
    const auto name = part.at("part").get<std::string>();
    Section section{.title = name};
    if (!part.at("scores").empty()) section.blocks.emplace_back(score_table(part.at("scores")));
    for (const Json& json : part.at("tables")) add_table(json, section);
    std::string files;
    for (const Json& file : part.at("files")) files += (files.empty() ? "" : ", ") + file_text(file);
    if (!files.empty()) section.blocks.emplace_back(Paragraph{"Read: " + files});
    if (!section.blocks.empty()) page.sections.push_back(std::move(section));
    for (const Json& note : part.at("notes")) page.notes.push_back(name + ": " + note.get<std::string>());
  }
}

}  // namespace forewarp::report::views
