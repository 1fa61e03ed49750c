// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/launch/shape_text.hpp"

#include <fmt/format.h>

#include "forewarp/support/error.hpp"
#include "forewarp/support/text.hpp"

namespace forewarp::launch {
namespace {

/// After the number or the name at `at`: of "16x16" that is the first 16, a name takes all letters and digits.
std::size_t after_word(std::string_view text, std::size_t at) {
  const bool number = is_digit(text[at]);
  while (at < text.size() && (number ? is_digit(text[at]) || text[at] == '.' : is_word(text[at]))) ++at;
  return at;
}

/// The texts between separators that stand outside of brackets. "ab x 2*c" has words at 0, 3, 5 and 7; the one at 3
/// follows an operand (a word or a closing bracket), where an expression can only have an operator.
std::vector<std::string_view> dimensions(std::string_view text) {
  std::vector<std::string_view> parts;
  std::size_t start = 0;
  int depth = 0;
  bool after_operand = false;
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    const bool separator = depth == 0 && (c == ',' || (c == 'x' && after_operand));
    if (separator) {
      parts.push_back(text.substr(start, at - start));
      start = ++at;
      after_operand = false;
    } else if (is_word(c)) {
      at = after_word(text, at);
      after_operand = true;
    } else {
      depth += c == '(' ? 1 : c == ')' ? -1 : 0;
      if (c != ' ' && c != '\t') after_operand = c == ')';
      ++at;
    }
  }
  parts.push_back(text.substr(start));
  return parts;
}

}  // namespace

ShapeSpec parse_shape(std::string_view text, const SourceLocation& where) {
  const std::vector<std::string_view> parts = dimensions(text);
  if (parts.size() > 3) throw ParseError(where, fmt::format("'{}': at most three dimensions were expected", text));
  ShapeSpec shape{1, 1, 1};
  for (std::size_t i = 0; i < parts.size(); ++i) shape[i] = Expression::parse(trimmed(parts[i]), where);
  return shape;
}

}  // namespace forewarp::launch
