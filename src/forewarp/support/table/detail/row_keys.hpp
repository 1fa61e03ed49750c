// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What several columns say of a row, as one text to compare: equal exactly when every cell is.
#include <span>
#include <string>
#include <vector>

#include "forewarp/support/table/table.hpp"

namespace forewarp::table::detail {

struct RowKeys {
  std::vector<std::string> keys;  ///< one a row
  std::vector<char> missing;      ///< 1 where a number is missing or a text empty
};
/// Throws InputError naming a column that is missing.
[[nodiscard]] RowKeys row_keys(const Table& table, std::span<const std::string> columns);

/// Rows of each distinct key, both in order of first appearance.
[[nodiscard]] std::vector<std::vector<std::size_t>> rows_by_key(const std::vector<std::string>& keys);

}  // namespace forewarp::table::detail
