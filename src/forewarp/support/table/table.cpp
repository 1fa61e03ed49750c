// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/table/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "forewarp/support/closest.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::table {

void Table::add(std::string name, std::variant<Numbers, Texts> cells, std::string unit) {
  if (has(name)) throw InputError(fmt::format("column '{}' appears twice", name));
  const std::size_t length = std::visit([](const auto& c) { return c.size(); }, cells);
  if (!columns_.empty() && length != rows_)
    throw InputError(fmt::format("column '{}' has {} rows, the others have {}", name, length, rows_));
  rows_ = length;
  columns_.push_back({std::move(name), std::move(cells), std::move(unit)});
}

const Table::Column* Table::find(std::string_view name) const {
  const auto at = std::find_if(columns_.begin(), columns_.end(), [&](const Column& c) { return c.name == name; });
  return at == columns_.end() ? nullptr : &*at;
}

const Table::Column& Table::column(std::string_view name) const {
  if (const Column* column = find(name)) return *column;
  std::vector<std::string> names;
  for (const Column& c : columns_) names.push_back(c.name);
  throw InputError(fmt::format("there is no column '{}'{}", name, did_you_mean(name, names)));
}

bool Table::is_number(std::string_view name) const { return column(name).is_number(); }

const Table::Numbers& Table::numbers(std::string_view name) const {
  const auto* cells = std::get_if<Numbers>(&column(name).cells);
  if (cells == nullptr) throw InputError(fmt::format("column '{}' holds text where numbers are wanted", name));
  return *cells;
}

const Table::Texts& Table::texts(std::string_view name) const {
  const auto* cells = std::get_if<Texts>(&column(name).cells);
  if (cells == nullptr) throw InputError(fmt::format("column '{}' holds numbers where text is wanted", name));
  return *cells;
}

std::string heading(const Table::Column& column) {
  return column.unit.empty() ? column.name : fmt::format("{} [{}]", column.name, column.unit);
}

Heading parse_heading(std::string_view heading) {
  const std::size_t open = heading.rfind('[');
  if (heading.empty() || heading.back() != ']' || open == std::string_view::npos) return {std::string(heading), {}};
  std::string_view name = heading.substr(0, open);
  while (!name.empty() && name.back() == ' ') name.remove_suffix(1);
  const std::string_view unit = heading.substr(open + 1, heading.size() - open - 2);
  if (name.empty() || unit.empty()) return {std::string(heading), {}};
  return {std::string(name), std::string(unit)};
}

std::string number_text(double value) { return std::isnan(value) ? std::string() : fmt::format("{}", value); }

std::string cell_text(const Table::Column& column, std::size_t row) {
  if (const auto* numbers = std::get_if<Table::Numbers>(&column.cells)) return number_text((*numbers)[row]);
  return std::get<Table::Texts>(column.cells)[row];
}

}  // namespace forewarp::table
