// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What is asked of each row of a table: which rows to keep, what a new column holds.
///
///     gpu == "K20" && n >= 1024        kernel in ("add", "mul") or missing(power)        bytes / `time [ns]`
///
/// Operators, weakest first: || or, && and, ! not, == != < <= > >= in (a, b), + -, * / %, unary -. Functions: log,
/// log2, exp, sqrt, abs, min, max, missing. Names are columns; one with other letters than a-z, A-Z, 0-9, _ and .
/// stands between backquotes. Texts stand between ' or ". A comparison with a missing number is false. The expression
/// may come from anyone: its length and its depth are limited.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "forewarp/support/table/table.hpp"

namespace forewarp::table {

enum class RowOp : std::uint8_t {
  number,
  text,
  column,  // leaves
  logical_or,
  logical_and,
  logical_not,  // of truths
  equal,
  not_equal,
  less,
  less_equal,
  greater,
  greater_equal,  // of two numbers or two texts
  add,
  subtract,
  multiply,
  divide,
  remainder,
  negate,  // of numbers
  log,
  log2,
  exp,
  sqrt,
  abs,
  min,
  max,     // of numbers
  missing  // of a number or a text
};

struct RowNode {
  RowOp op = RowOp::number;
  double number = 0;
  std::string text;            ///< of a text, and the name of a column
  std::uint32_t a = 0, b = 0;  ///< operands: indices of nodes
  std::uint32_t position = 0;  ///< offset in the text, for messages
};

class RowExpression {
 public:
  static constexpr std::size_t max_length = 4096;
  static constexpr unsigned max_depth = 64;

  /// Throws ParseError with the column where it goes wrong.
  [[nodiscard]] static RowExpression parse(std::string_view text);

  /// The rows for which it is true. Both throw InputError for a column that is missing, and where text meets numbers or
  /// a truth stands where a number is wanted.
  [[nodiscard]] std::vector<std::size_t> rows_where(const Table& table) const;
  /// Its number for each row.
  [[nodiscard]] Table::Numbers numbers(const Table& table) const;

  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] const std::vector<RowNode>& nodes() const { return nodes_; }  ///< operands first, the root last

 private:
  friend class RowParser;
  std::string text_;
  std::vector<RowNode> nodes_;
};

/// The rows for which the expression is true.
[[nodiscard]] Table filter(const Table& table, std::string_view expression);
/// The table with one more column, "speed [GB/s] = bytes / time / 1e9". Throws as RowExpression, and InputError where
/// the column is there already.
[[nodiscard]] Table with_column(Table table, std::string_view definition);

}  // namespace forewarp::table
