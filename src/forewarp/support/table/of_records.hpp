// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// A table from a list of records. Each column states its heading and what it shows of a record, a member or a
/// function:
///
///     of_records(lines, {{"model", &Line::model},
///                        {"mean error", [](const Line& l) { return 100 * l.mean; }, "%"}})
#include <functional>
#include <initializer_list>
#include <type_traits>

#include "forewarp/support/table/table.hpp"

namespace forewarp::table {

template <class Record>
struct RecordColumn {
  std::string name;
  std::variant<std::function<double(const Record&)>, std::function<std::string(const Record&)>> cell;
  std::string unit = {};
};

/// A row per record, in their order. Throws InputError when two columns have the same name.
template <class Record>
[[nodiscard]] Table of_records(const std::vector<Record>& records,
                               std::initializer_list<RecordColumn<std::type_identity_t<Record>>> columns) {
  Table table;
  for (const RecordColumn<Record>& column : columns)
    std::visit(
        [&](const auto& cell) {
          std::vector<typename std::decay_t<decltype(cell)>::result_type> cells;
          for (const Record& record : records) cells.push_back(cell(record));
          table.add(column.name, std::move(cells), column.unit);
        },
        column.cell);
  return table;
}

}  // namespace forewarp::table
