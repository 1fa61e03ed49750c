// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>

#include "forewarp/support/error.hpp"
#include "forewarp/support/table/detail/row_keys.hpp"
#include "forewarp/support/table/group.hpp"
#include "forewarp/support/table/rows.hpp"

namespace forewarp::table {
namespace {

void check_columns(const Table& table, const PivotOptions& options) {
  for (const Table::Column& column : table.columns())
    if (column.name != options.name_column && column.name != options.value_column &&
        std::ranges::find(options.keys, column.name) == options.keys.end())
      throw InputError(fmt::format(
          "column '{}' is neither a key, nor a name, nor a value: make it a key or leave it out", column.name));
}

std::vector<std::string> names_in_order(const Table::Column& column, std::size_t rows) {
  std::vector<std::string> keys;
  for (std::size_t i = 0; i < rows; ++i) keys.push_back(cell_text(column, i));
  std::vector<std::string> names;
  for (const auto& group : detail::rows_by_key(keys)) names.push_back(keys[group.front()]);
  return names;
}

}  // namespace

Table pivot(const Table& table, const PivotOptions& options) {
  check_columns(table, options);
  const Table::Column& name_column = table.column(options.name_column);
  const Table::Numbers& values = table.numbers(options.value_column);
  const auto groups = detail::rows_by_key(detail::row_keys(table, options.keys).keys);
  const std::vector<std::string> names = names_in_order(name_column, table.rows());
  if (!names.empty() && groups.size() > options.max_cells / names.size())
    throw InputError(
        fmt::format("{} keys with {} names are more than {} cells", groups.size(), names.size(), options.max_cells));

  std::unordered_map<std::string_view, std::size_t> index;
  for (std::size_t j = 0; j < names.size(); ++j) index.emplace(names[j], j);
  std::vector<Table::Numbers> cells(names.size(),
                                    Table::Numbers(groups.size(), std::numeric_limits<double>::quiet_NaN()));
  std::vector<std::size_t> firsts;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    firsts.push_back(groups[g].front());
    std::vector<char> seen(names.size());
    for (const std::size_t row : groups[g]) {
      const std::size_t j = index.at(cell_text(name_column, row));
      if (seen[j]++ != 0) throw InputError(fmt::format("'{}' is given twice in one row ({})", names[j], row + 1));
      cells[j][g] = values[row];
    }
  }
  Table wide = take_rows(select_columns(table, options.keys), firsts);
  for (std::size_t j = 0; j < names.size(); ++j) wide.add(names[j], std::move(cells[j]));
  return wide;
}

}  // namespace forewarp::table
