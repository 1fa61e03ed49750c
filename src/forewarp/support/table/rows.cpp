// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/table/rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>

#include "forewarp/support/error.hpp"
#include "forewarp/support/random.hpp"
#include "forewarp/support/table/detail/row_keys.hpp"

namespace forewarp::table {
namespace {

template <typename T>
std::vector<T> taken(const std::vector<T>& cells, std::span<const std::size_t> rows, const T& missing) {
  std::vector<T> chosen;
  chosen.reserve(rows.size());
  for (const std::size_t row : rows) chosen.push_back(row == no_row ? missing : cells[row]);
  return chosen;
}

/// FNV-1a, so that a group's choice depends on what it is called and not on where it stands.
std::uint64_t hash_of(std::string_view key) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const char c : key) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return hash;
}

}  // namespace

Table::Column take_rows(const Table::Column& column, std::span<const std::size_t> rows) {
  if (const auto* numbers = std::get_if<Table::Numbers>(&column.cells))
    return {column.name, taken(*numbers, rows, std::numeric_limits<double>::quiet_NaN()), column.unit};
  return {column.name, taken(std::get<Table::Texts>(column.cells), rows, std::string()), column.unit};
}

Table take_rows(const Table& table, std::span<const std::size_t> rows) {
  Table chosen;
  for (const Table::Column& column : table.columns()) chosen.add(take_rows(column, rows));
  return chosen;
}

Table select_columns(const Table& table, std::span<const std::string> columns) {
  Table chosen;
  for (const std::string& name : columns) chosen.add(table.column(name));
  return chosen;
}

Table drop_columns(const Table& table, std::span<const std::string> columns) {
  for (const std::string& name : columns) static_cast<void>(table.column(name));
  Table rest;
  for (const Table::Column& column : table.columns())
    if (std::ranges::find(columns, column.name) == columns.end()) rest.add(column);
  return rest;
}

std::vector<std::string> group_labels(const Table& table, std::span<const std::string> columns) {
  std::vector<std::string> labels(table.rows());
  for (std::size_t c = 0; c < columns.size(); ++c) {
    const Table::Column& column = table.column(columns[c]);
    for (std::size_t i = 0; i < table.rows(); ++i) labels[i] += (c > 0 ? "/" : "") + cell_text(column, i);
  }
  return labels;
}

Table cap(const Table& table, std::span<const std::string> keys, std::size_t most, std::uint64_t seed) {
  if (most == 0) throw InputError("a cap of 0 rows a group leaves nothing");
  const std::vector<std::string> key_of = detail::row_keys(table, keys).keys;
  std::vector<std::size_t> kept;
  for (std::vector<std::size_t>& rows : detail::rows_by_key(key_of)) {
    SplitMix(seed, hash_of(key_of[rows.front()])).shuffle(std::span(rows));
    kept.insert(kept.end(), rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(std::min(most, rows.size())));
  }
  std::ranges::sort(kept);
  return take_rows(table, kept);
}

namespace {

Table::Column appended(const Table::Column& first, const Table::Column& second) {
  if (first.is_number() != second.is_number() || first.unit != second.unit)
    throw InputError(fmt::format("column '{}' cannot be continued by '{}' of another kind or unit", heading(first),
                                 heading(second)));
  Table::Column both = first;
  std::visit(
      [&](auto& cells) {
        const auto& more = std::get<std::decay_t<decltype(cells)>>(second.cells);
        cells.insert(cells.end(), more.begin(), more.end());
      },
      both.cells);
  return both;
}

}  // namespace

Table append(const Table& first, const Table& second) {
  for (const Table::Column& column : second.columns())
    if (!first.has(column.name)) throw InputError(fmt::format("the first table has no column '{}'", column.name));
  const std::vector<std::size_t> nothing(second.rows(), no_row);
  Table both;
  for (const Table::Column& column : first.columns()) {
    if (second.has(column.name)) {
      both.add(appended(column, second.column(column.name)));
      continue;
    }
    std::vector<std::size_t> rows(first.rows());
    std::iota(rows.begin(), rows.end(), std::size_t{0});
    rows.insert(rows.end(), nothing.begin(), nothing.end());
    both.add(take_rows(column, rows));
  }
  return both;
}

}  // namespace forewarp::table
