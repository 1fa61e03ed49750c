// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Expressions over the rows of a table: which rows to keep, or the values of a new column.
///
///     gpu == "K20" && n >= 1024        kernel in ("add", "mul") or missing(power)        bytes / `time [ns]`
///
/// Operators, weakest first: || or, && and, ! not, == != < <= > >= in (a, b), + -, * / %, unary -. Functions: log,
/// log2, exp, sqrt, abs, min, max, missing. Names are columns; a name with other characters than a-z, A-Z, 0-9, _ and .
/// is written between backquotes, a text between ' or ". A comparison with a missing number is false. The expression
/// may come from anyone: its length and its depth are limited.
#include <string>
#include <string_view>
#include <vector>

#include "forewarp/support/expression/tree.hpp"
#include "forewarp/support/table/table.hpp"

namespace forewarp::table {

class RowExpression {
 public:
  /// Throws ParseError with the position of the mistake.
  [[nodiscard]] static RowExpression parse(std::string_view text);

  /// The rows for which it is true. Both throw InputError for a column that is missing, and for operands that do not
  /// fit: text beside numbers, a truth in place of a number.
  [[nodiscard]] std::vector<std::size_t> rows_where(const Table& table) const;
  /// Its number for each row.
  [[nodiscard]] Table::Numbers numbers(const Table& table) const;

  [[nodiscard]] const std::string& text() const { return tree_.text; }
  [[nodiscard]] const expression::Tree& tree() const { return tree_; }

 private:
  expression::Tree tree_;
};

/// The rows for which the expression is true.
[[nodiscard]] Table filter(const Table& table, std::string_view expression);
/// The table with one more column, "speed [GB/s] = bytes / time / 1e9". Throws as RowExpression does, and InputError
/// if the column exists.
[[nodiscard]] Table with_column(Table table, std::string_view definition);

}  // namespace forewarp::table
