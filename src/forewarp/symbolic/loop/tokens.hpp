// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Words, numbers and signs of a line of a loop program, each with its place in the file.
#include <string>
#include <string_view>
#include <vector>

#include "forewarp/support/expression/lexer.hpp"
#include "forewarp/support/source_location.hpp"

namespace forewarp::loop {

struct Token {
  using Kind = expression::Token::Kind;
  Kind kind = Kind::end;
  std::string text;
  SourceLocation where;
  std::size_t offset = 0;  ///< in the text that was given
};

/// Ends with a token of kind end. `origin` is the place of the first character; a line break goes to column 1 of the
/// next line. "#" begins a comment. Throws ParseError for a character that means nothing here.
[[nodiscard]] std::vector<Token> tokens_of(std::string_view text, const SourceLocation& origin);

}  // namespace forewarp::loop
