// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Characters and pieces of text. Characters are classified as ASCII whatever the locale: a byte of a multibyte UTF-8
/// character is neither a letter nor a space. Views refer to the text that was passed.
#include <string>
#include <string_view>
#include <vector>

namespace forewarp {

[[nodiscard]] constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
[[nodiscard]] constexpr bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
/// A character of an identifier of C, C++ or PTX: a letter, a digit or an underscore.
[[nodiscard]] constexpr bool is_word(char c) { return is_letter(c) || is_digit(c) || c == '_'; }
/// What isspace() accepts in the C locale.
[[nodiscard]] constexpr bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/// Letters, digits and underscores, the first of which is no digit; at least one.
[[nodiscard]] bool is_identifier(std::string_view text);

/// Without the characters of `blanks` at both ends.
[[nodiscard]] std::string_view trimmed(std::string_view text, std::string_view blanks = " \t\r\n");

/// "a,,b" at ',' -> "a", "", "b": one part more than separators.
[[nodiscard]] std::vector<std::string_view> split_at(std::string_view text, char separator);
/// The same for a separator of several characters, which must not be empty.
[[nodiscard]] std::vector<std::string_view> split_at(std::string_view text, std::string_view separator);
/// The parts between separators that are in no (), [] or {}, each trimmed: "a, f(b, c)" -> "a", "f(b, c)".
[[nodiscard]] std::vector<std::string_view> split_outside_brackets(std::string_view text, char separator);
/// The words between spaces, tabs and line ends; none of them is empty.
[[nodiscard]] std::vector<std::string_view> words_of(std::string_view text);

/// ASCII capitals as small letters.
[[nodiscard]] std::string lower_case(std::string_view text);

}  // namespace forewarp
