// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/table/group.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "forewarp/support/error.hpp"
#include "forewarp/support/statistics.hpp"
#include "forewarp/support/table/detail/row_keys.hpp"
#include "forewarp/support/table/rows.hpp"

namespace forewarp::table {
namespace {

using Groups = std::vector<std::vector<std::size_t>>;

Groups groups_of(const Table& table, const std::vector<std::string>& keys) {
  return detail::rows_by_key(detail::row_keys(table, keys).keys);
}

std::vector<std::size_t> first_rows(const Groups& groups) {
  std::vector<std::size_t> rows;
  for (const auto& group : groups) rows.push_back(group.front());
  return rows;
}

Table keys_of(const Table& table, const std::vector<std::string>& keys, const Groups& groups) {
  return take_rows(select_columns(table, keys), first_rows(groups));
}

std::vector<double> values_in(const Table::Numbers& cells, const std::vector<std::size_t>& rows) {
  std::vector<double> values;
  for (const std::size_t row : rows) values.push_back(cells[row]);
  return values;
}

double texts_in(const Table::Texts& cells, const std::vector<std::size_t>& rows) {
  return static_cast<double>(std::ranges::count_if(rows, [&](std::size_t row) { return !cells[row].empty(); }));
}

Table::Numbers aggregated(const Table::Column& column, Aggregate how, const Groups& groups) {
  Table::Numbers cells;
  for (const auto& rows : groups)
    if (const auto* numbers = std::get_if<Table::Numbers>(&column.cells)) {
      cells.push_back(aggregate(values_in(*numbers, rows), how));
    } else if (how == Aggregate::count) {
      cells.push_back(texts_in(std::get<Table::Texts>(column.cells), rows));
    } else {
      throw InputError(fmt::format("column '{}' is text: it can be counted and nothing else", column.name));
    }
  return cells;
}

void check_agreement(const Table::Column& column, const Groups& groups) {
  const auto& cells = std::get<Table::Texts>(column.cells);
  for (const auto& rows : groups)
    for (const std::size_t row : rows)
      if (cells[row] != cells[rows.front()])
        throw InputError(fmt::format("column '{}' is '{}' and '{}' within one group: make it a key or leave it out",
                                     column.name, cells[rows.front()], cells[row]));
}

std::string unit_of(const Table::Column& column, Aggregate how) {
  return how == Aggregate::count ? std::string() : column.unit;
}

double sample_sd(std::span<const double> values) {
  if (values.size() < 2) return std::numeric_limits<double>::quiet_NaN();
  const double centre = mean(values);
  double squares = 0;
  for (const double v : values) squares += (v - centre) * (v - centre);
  return std::sqrt(squares / static_cast<double>(values.size() - 1));
}

}  // namespace

Aggregate aggregate_called(std::string_view name) {
  const auto at = std::ranges::find(aggregate_names, name);
  if (at == aggregate_names.end())
    throw InputError(fmt::format("'{}' is not an aggregation; there is {}", name, fmt::join(aggregate_names, ", ")));
  return static_cast<Aggregate>(at - aggregate_names.begin());
}

double aggregate(std::vector<double> values, Aggregate how) {
  std::erase_if(values, [](double v) { return std::isnan(v); });
  if (how == Aggregate::count) return static_cast<double>(values.size());
  if (values.empty()) return std::numeric_limits<double>::quiet_NaN();
  switch (how) {
    case Aggregate::median:
      return median(values);
    case Aggregate::mean:
      return mean(values);
    case Aggregate::minimum:
      return *std::ranges::min_element(values);
    case Aggregate::maximum:
      return *std::ranges::max_element(values);
    case Aggregate::count:
      break;
    case Aggregate::sd:
      return sample_sd(values);
  }
  return static_cast<double>(values.size());
}

Table group(const Table& table, const std::vector<std::string>& keys, const std::vector<Aggregation>& aggregations) {
  const Groups groups = groups_of(table, keys);
  Table result = keys_of(table, keys, groups);
  for (const Aggregation& a : aggregations) {
    const Table::Column& column = table.column(a.column);
    result.add(a.name.empty() ? a.column : a.name, aggregated(column, a.how, groups), unit_of(column, a.how));
  }
  return result;
}

Table merge(const Table& table, const std::vector<std::string>& keys, Aggregate how, const std::string& count_name) {
  const Groups groups = groups_of(table, keys);
  const std::vector<std::size_t> firsts = first_rows(groups);
  Table result = keys_of(table, keys, groups);
  for (const Table::Column& column : table.columns()) {
    if (std::ranges::find(keys, column.name) != keys.end()) continue;
    if (column.is_number()) {
      result.add(column.name, aggregated(column, how, groups), unit_of(column, how));
    } else {
      check_agreement(column, groups);
      result.add(take_rows(column, firsts));
    }
  }
  if (!count_name.empty()) {
    Table::Numbers counts;
    for (const auto& rows : groups) counts.push_back(static_cast<double>(rows.size()));
    result.add(count_name, std::move(counts));
  }
  return result;
}

Table merge_identical(const Table& table, const std::vector<std::string>& measured, Aggregate how) {
  for (const std::string& name : measured) static_cast<void>(table.numbers(name));
  std::vector<std::string> keys;
  for (const Table::Column& column : table.columns())
    if (std::ranges::find(measured, column.name) == measured.end()) keys.push_back(column.name);
  if (keys.empty()) throw InputError("only measured columns: no column compares launches");
  return merge(table, keys, how);
}

}  // namespace forewarp::table
