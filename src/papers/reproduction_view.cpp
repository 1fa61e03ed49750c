// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "papers/reproduction_view.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "forewarp/report/score_view.hpp"
#include "forewarp/report/text.hpp"
#include "forewarp/support/csv.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"

namespace forewarp::papers {
namespace {

template <typename NumberText>
std::vector<std::string> cells_of(const Table& table, std::size_t row, NumberText number) {
  std::vector<std::string> cells;
  for (const Table::Column& column : table.columns())
    if (const auto* numbers = std::get_if<Table::Numbers>(&column.cells))
      cells.push_back(std::isnan((*numbers)[row]) ? "" : number((*numbers)[row]));
    else
      cells.push_back(std::get<Table::Texts>(column.cells)[row]);
  return cells;
}

std::vector<std::string> names_of(const Table& table) {
  std::vector<std::string> names;
  for (const Table::Column& column : table.columns()) names.push_back(heading(column));
  return names;
}

std::string table_text(const Table& table) {
  std::vector<report::Align> alignment;
  for (const Table::Column& column : table.columns())
    alignment.push_back(std::holds_alternative<Table::Numbers>(column.cells) ? report::Align::right
                                                                             : report::Align::left);
  report::TextTable text(names_of(table), alignment);
  for (std::size_t i = 0; i < table.rows(); ++i)
    text.row(cells_of(table, i, [](double v) { return fmt::format("{:.4g}", v); }));
  return text.str("  ");
}

std::string table_csv(const Table& table) {
  std::string csv = csv_line(names_of(table));
  for (std::size_t i = 0; i < table.rows(); ++i) csv += csv_line(cells_of(table, i, report::number_text));
  return csv;
}

nlohmann::json table_json(const ResultTable& result) {
  nlohmann::json rows = nlohmann::json::array();
  for (std::size_t i = 0; i < result.table.rows(); ++i) {
    nlohmann::json row = nlohmann::json::array();
    for (const Table::Column& column : result.table.columns())
      if (const auto* numbers = std::get_if<Table::Numbers>(&column.cells))
        row.push_back(std::isfinite((*numbers)[i]) ? nlohmann::json((*numbers)[i]) : nlohmann::json());
      else
        row.push_back(std::get<Table::Texts>(column.cells)[i]);
    rows.push_back(std::move(row));
  }
  nlohmann::json json = {
      {"id", result.id}, {"title", result.title}, {"columns", names_of(result.table)}, {"rows", std::move(rows)}};
  if (!result.chart.empty()) json["chart"] = result.chart;
  return json;
}

/// Folders with the names of their files, in the order in which they were read.
std::vector<std::pair<std::string, std::vector<std::string>>> by_folder(const std::vector<std::string>& files) {
  std::vector<std::pair<std::string, std::vector<std::string>>> folders;
  for (const std::filesystem::path file : files) {
    const std::string folder = file.parent_path().string();
    auto found = std::ranges::find(folders, folder, [](const auto& f) { return f.first; });
    if (found == folders.end()) found = folders.insert(found, {folder, {}});
    found->second.push_back(file.filename().string());
  }
  return folders;
}

}  // namespace

std::string reproduction_text(const Part& part, const Reproduction& result) {
  std::string text = fmt::format("{} {}: {}\n", part.paper, part.name, part.what);
  for (const auto& [folder, names] : by_folder(result.files))
    text += fmt::format("read {}: {}\n", folder, fmt::join(names, ", "));
  for (const ResultTable& table : result.tables)
    if (table.brief)
      text += fmt::format("\n{}: {}\n{}", table.id, table.title, table_text(table.table));
    else
      text += fmt::format("\n{}: {}\n  {} rows; --csv prints them, --out DIR writes them\n", table.id, table.title,
                          table.table.rows());
  if (!result.scores.empty()) text += "\n" + report::scores_text(result.scores);
  if (!result.notes.empty()) text += "\n";
  for (const std::string& note : result.notes) text += fmt::format("note: {}\n", note);
  return text;
}

std::string reproduction_csv(const Reproduction& result) {
  std::string csv;
  for (const ResultTable& table : result.tables)
    csv += fmt::format("{}# {}: {}\n{}", csv.empty() ? "" : "\n", table.id, table.title, table_csv(table.table));
  return csv;
}

nlohmann::json reproduction_json(const Part& part, const Reproduction& result) {
  nlohmann::json tables = nlohmann::json::array();
  for (const ResultTable& table : result.tables) tables.push_back(table_json(table));
  return {{"paper", part.paper},         {"part", part.name},
          {"files", result.files},       {"scores", report::scores_json(result.scores)},
          {"tables", std::move(tables)}, {"notes", result.notes}};
}

std::vector<std::filesystem::path> write_reproduction(const Part& part, const Reproduction& result,
                                                      const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  const auto write = [&](const std::string& id, const char* ending, const std::string& text) {
    files.push_back(folder / fmt::format("{}-{}-{}.{}", part.paper, part.name, id, ending));
    write_file(files.back(), text);
  };
  std::error_code failure;
  std::filesystem::create_directories(folder, failure);
  if (failure) throw InputError(fmt::format("cannot make the folder {}: {}", folder.string(), failure.message()));
  for (const ResultTable& table : result.tables) write(table.id, "csv", table_csv(table.table));
  for (const papers::Picture& picture : result.pictures) write(picture.id, "svg", picture.svg);
  return files;
}

}  // namespace forewarp::papers
