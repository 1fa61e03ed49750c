// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/symbolic/loop/tokens.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "forewarp/support/error.hpp"

namespace forewarp::loop {

namespace {

/// Signs of one character. The longer ones are operators of the language.
constexpr std::string_view short_signs = "+-*/%<>=()[]{}$,:?!.^";

void advance(SourceLocation& where, std::string_view over) {
  const std::size_t line_break = over.rfind('\n');
  const bool same_line = line_break == std::string_view::npos;
  where.line += static_cast<std::uint32_t>(std::ranges::count(over, '\n'));
  where.column = static_cast<std::uint32_t>(same_line ? where.column + over.size() : over.size() - line_break);
}

}  // namespace

std::vector<Token> tokens_of(std::string_view text, const SourceLocation& origin) {
  SourceLocation where = origin;
  where.line = std::max(where.line, 1U);
  where.column = std::max(where.column, 1U);
  std::vector<Token> tokens;
  std::size_t at = 0;
  // Offsets become lines and columns here, in one pass: the text between two tokens is looked at
  // once.
  for (const expression::Token& token : expression::tokens_of(text, expression::Language::loop)) {
    advance(where, text.substr(at, token.offset - at));
    at = token.offset;
    if (token.kind == Token::Kind::sign && token.text.size() == 1 &&
        short_signs.find(token.text) == std::string_view::npos)
      throw ParseError(where, fmt::format("{} means nothing here", expression::shown(token)));
    tokens.push_back({token.kind, std::string(token.text), where, token.offset});
  }
  return tokens;
}

}  // namespace forewarp::loop
