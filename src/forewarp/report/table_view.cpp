// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/report/table_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "forewarp/report/json_value.hpp"
#include "forewarp/report/text.hpp"
#include "forewarp/support/statistics.hpp"

namespace forewarp::report {
namespace {

std::string short_number(double value) { return std::isnan(value) ? std::string() : fmt::format("{:.4g}", value); }

std::vector<std::string> number_line(const Table::Column& column) {
  std::vector<double> values = std::get<Table::Numbers>(column.cells);
  const std::size_t rows = values.size();
  std::erase_if(values, [](double v) { return std::isnan(v); });
  std::vector<std::string> line = {column.name, column.unit, "number", fmt::format("{}", rows - values.size()),
                                   fmt::format("{}", std::set<double>(values.begin(), values.end()).size())};
  if (values.empty()) return line;
  for (const double q : {0.0, 0.5, 1.0}) line.push_back(short_number(quantile(values, q)));
  return line;
}

std::vector<std::string> text_line(const Table::Column& column) {
  const auto& cells = std::get<Table::Texts>(column.cells);
  const auto missing = std::ranges::count_if(cells, [](const std::string& c) { return c.empty(); });
  const std::size_t distinct = std::set<std::string_view>(cells.begin(), cells.end()).size() - (missing > 0 ? 1 : 0);
  return {column.name, column.unit, "text", fmt::format("{}", missing), fmt::format("{}", distinct)};
}

}  // namespace

std::string table_summary(const Table& table) {
  TextTable text({"column", "unit", "kind", "missing", "distinct", "least", "median", "most"},
                 {Align::left, Align::left, Align::left, Align::right});
  for (const Table::Column& column : table.columns()) {
    std::vector<std::string> line = column.is_number() ? number_line(column) : text_line(column);
    line.resize(8);
    text.row(std::move(line));
  }
  return fmt::format("{} rows, {} columns\n{}", table.rows(), table.columns().size(), text.str());
}

std::string table_head(const Table& table, std::size_t rows) {
  std::vector<std::string> header;
  std::vector<Align> alignment;
  for (const Table::Column& column : table.columns()) {
    header.push_back(table::heading(column));
    alignment.push_back(column.is_number() ? Align::right : Align::left);
  }
  if (header.empty()) return {};
  TextTable text(std::move(header), std::move(alignment));
  for (std::size_t i = 0; i < std::min(rows, table.rows()); ++i) {
    std::vector<std::string> line;
    for (const Table::Column& column : table.columns())
      line.push_back(column.is_number() ? short_number(std::get<Table::Numbers>(column.cells)[i])
                                        : table::cell_text(column, i));
    text.row(std::move(line));
  }
  return text.str();
}

nlohmann::json launches_json(const Table& table) {
  const auto number = [&](const char* column, std::size_t row) {
    if (!table.has(column)) return nlohmann::json();
    return finite_or_null(table.numbers(column)[row]);
  };
  nlohmann::json rows = nlohmann::json::array();
  for (std::size_t i = 0; i < table.rows(); ++i) {
    nlohmann::json row{{"time_s", number("time", i)}, {"power_w", number("power", i)}};
    for (const char* column : {"device", "kernel", "area", "launch", "source"}) row[column] = table.texts(column)[i];
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace forewarp::report
