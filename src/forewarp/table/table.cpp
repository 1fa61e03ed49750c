// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/table/table.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "forewarp/support/error.hpp"

namespace forewarp::table {

void Table::add(std::string name, std::variant<Numbers, Texts> cells) {
  if (has(name)) throw InputError(fmt::format("column '{}' is there twice", name));
  const std::size_t length = std::visit([](const auto& c) { return c.size(); }, cells);
  if (!columns_.empty() && length != rows_)
    throw InputError(fmt::format("column '{}' has {} rows, the others have {}", name, length, rows_));
  rows_ = length;
  columns_.push_back({std::move(name), std::move(cells)});
}

const Table::Column* Table::find(std::string_view name) const {
  const auto at = std::find_if(columns_.begin(), columns_.end(), [&](const Column& c) { return c.name == name; });
  return at == columns_.end() ? nullptr : &*at;
}

const Table::Column& Table::at(std::string_view name) const {
  const Column* column = find(name);
  if (column == nullptr) throw InputError(fmt::format("there is no column '{}'", name));
  return *column;
}

bool Table::is_number(std::string_view name) const { return std::holds_alternative<Numbers>(at(name).cells); }

const Table::Numbers& Table::numbers(std::string_view name) const {
  const auto* cells = std::get_if<Numbers>(&at(name).cells);
  if (cells == nullptr) throw InputError(fmt::format("column '{}' holds text where numbers are wanted", name));
  return *cells;
}

const Table::Texts& Table::texts(std::string_view name) const {
  const auto* cells = std::get_if<Texts>(&at(name).cells);
  if (cells == nullptr) throw InputError(fmt::format("column '{}' holds numbers where text is wanted", name));
  return *cells;
}

}  // namespace forewarp::table
