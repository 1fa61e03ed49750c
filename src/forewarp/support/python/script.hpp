// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// A Python script as its statements, without running it: which text stands where, and whether it is executed once.
#include <string>
#include <string_view>
#include <vector>

#include "forewarp/support/source_location.hpp"

namespace forewarp::python {

/// A statement, over several lines where brackets or a triple quote are open.
struct Statement {
  std::string_view text;  ///< from its first word to its last line, comments included
  SourceLocation where;   ///< of its first word
  /// The innermost block around it that may execute it never or more than once ("if", "for", "while", "try"); empty at
  /// the top and in functions. `if __name__ == ...` counts as the top.
  std::string within;
  std::uint32_t function = 0;  ///< the line of the innermost def around it; 0: none
};

/// The statements of a text, which must outlive them. Throws ParseError for a quote or a bracket that is never closed.
[[nodiscard]] std::vector<Statement> statements_of(std::string_view text, const std::string& file);

/// "x = 1" as its two sides, for the first = outside of brackets and quotes that assigns; both empty where there is
/// none. "x += 1" has "x +" on its left.
struct Assignment {
  std::string_view target, value;
};
[[nodiscard]] Assignment assignment_of(std::string_view statement);

/// The arguments of a call, "f(a, b=1)" -> "a", "b=1", from the text after its opening parenthesis; commas within
/// brackets and quotes do not count.
[[nodiscard]] std::vector<std::string_view> arguments_of(std::string_view after_parenthesis);

}  // namespace forewarp::python
