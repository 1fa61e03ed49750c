// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Integer expressions over named parameters: how a launch description expresses "one thread per element" for every
/// size.
///
///     ceil_div(n, BLOCK)    n % 4 == 0 ? n / 4 : n    min(n, 2 ** 20)    1.5 * n
///
/// Operators as in Python and C: ?: || && == != < <= > >= << >> + - * / % ** unary - ! and parentheses. Functions: min,
/// max, ceil_div(a, b), round_up(a, b) to a multiple of b, ceil(x) and floor(x) to an integer, log2 (rounded down),
/// pow2(k) = 2 ** k. Integers have 64 bits and are checked for overflow; / truncates, but inside ceil and floor it is
/// the exact quotient: ceil(n / 256) is ceil_div(n, 256). A literal with a point or an exponent makes the arithmetic
/// around it real. The text may come from anyone: its length and its depth are limited.
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include "forewarp/support/expression/tree.hpp"

namespace forewarp::launch {

using Number = expression::Number;
using Parameters = std::map<std::string, std::int64_t>;

class Expression {
 public:
  /// The constant.
  Expression(std::int64_t value = 0);  // NOLINT(google-explicit-constructor): 16 reads as the expression 16
  explicit Expression(double value);
  /// Reads the text; where is its place in a file, if it has one. Throws ParseError with the position in the text.
  [[nodiscard]] static Expression parse(std::string_view text, SourceLocation where = {});

  /// The value. Throws ParseError for an unknown name, an overflow or a division by zero, with the position.
  [[nodiscard]] Number evaluate(const Parameters& names) const;
  /// The value, which must be an integer.
  [[nodiscard]] std::int64_t integer(const Parameters& names) const;
  [[nodiscard]] double real(const Parameters& names) const;

  [[nodiscard]] const std::string& text() const { return tree_.text; }
  [[nodiscard]] const SourceLocation& where() const { return tree_.where; }
  /// The parameters it depends on.
  [[nodiscard]] std::set<std::string> names() const;
  /// The one parameter that the whole expression is, "n" for "n"; empty otherwise.
  [[nodiscard]] std::string bare_name() const;
  /// Throws ParseError with this message about the text at this position.
  [[noreturn]] void fail(std::size_t position, std::string_view message) const { tree_.fail(position, message); }

 private:
  expression::Tree tree_;
};

}  // namespace forewarp::launch
