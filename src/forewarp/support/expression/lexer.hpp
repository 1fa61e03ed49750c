// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The text of an expression as words, numbers and signs, each with its place.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "forewarp/support/expression/operators.hpp"

namespace forewarp::expression {

using Number = std::variant<std::int64_t, double>;

struct Token {
  enum class Kind : std::uint8_t {
    word,
    quoted_name,  ///< between backquotes, which are not part of text; as `text`, of rows alone
    text,         ///< between ' or "
    unclosed,     ///< a quote that nothing closes
    integer,
    real,
    sign,  ///< an operator or one other character
    end
  } kind = Kind::end;
  std::string_view text;
  std::size_t offset = 0;
};

/// Ends with a token of kind end. Blanks are skipped, and in loop programs and in Python what follows a #. A sign is
/// the longest operator of the language that fits, or a character that may mean nothing: the parser refuses it. The
/// tokens refer to the text.
[[nodiscard]] std::vector<Token> tokens_of(std::string_view text, Language language);

/// The value of a number; nothing where it is out of range. Whole numbers are integers in launch descriptions, loop
/// programs and Python, and real everywhere else.
[[nodiscard]] std::optional<Number> number_of(const Token& token, Language language);

/// For messages: the token between quotes, "the end", or the code of a byte that cannot be printed.
[[nodiscard]] std::string shown(const Token& token);

}  // namespace forewarp::expression
