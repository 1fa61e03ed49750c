// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Two tables side by side, row to row where several columns agree.
#include <string>
#include <vector>

#include "forewarp/support/table/table.hpp"

namespace forewarp::table {

enum class JoinKind {
  inner,  ///< rows that have no partner are left out
  left    ///< every row of the left table; where it has no partner the right columns are missing
};

struct JoinOptions {
  JoinKind kind = JoinKind::inner;
  std::string right_suffix = {};                ///< put to the right table's columns that both have
  std::size_t max_rows = std::size_t{1} << 26;  ///< several partners a row multiply
};

/// In the order of the left table, partners in the order of the right. Rows with a missing key have no partner. Throws
/// InputError without keys, for a key that is missing or text on one side and numbers on the other, for a column that
/// both have where there is no suffix, and beyond max_rows.
[[nodiscard]] Table join(const Table& left, const Table& right, const std::vector<std::string>& keys,
                         const JoinOptions& options = {});

}  // namespace forewarp::table
